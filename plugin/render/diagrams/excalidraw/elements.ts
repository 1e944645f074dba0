/**
 * Elements of an Excalidraw file. In: boxes, lines and texts by name and place, in pixels. Out: the fields that
 * `@excalidraw/excalidraw` 0.18 declares for each (its `element/types.ts`), the same for the same names.
 */
import { columnsOf, wrapped } from '../words'

export interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** Another element that holds on to this one. */
interface Bound {
  id: string
  type: 'arrow' | 'text'
}

interface Base extends Place {
  id: string
  angle: number
  strokeColor: string
  backgroundColor: string
  fillStyle: 'solid'
  strokeWidth: number
  strokeStyle: 'solid' | 'dashed'
  roundness: { type: number } | null
  roughness: number
  opacity: number
  seed: number
  version: number
  versionNonce: number
  index: null
  isDeleted: false
  groupIds: string[]
  frameId: null
  boundElements: Bound[]
  updated: number
  link: null
  locked: false
}

export interface Shape extends Base {
  type: 'rectangle' | 'ellipse'
}

export interface Text extends Base {
  type: 'text'
  fontSize: number
  fontFamily: number
  text: string
  originalText: string
  textAlign: 'left' | 'center'
  verticalAlign: 'top' | 'middle'
  containerId: string | null
  autoResize: true
  lineHeight: number
}

type Point = [x: number, y: number]

interface Binding {
  elementId: string
  focus: number
  gap: number
}

interface Linear extends Base {
  points: Point[]
  lastCommittedPoint: null
  startBinding: Binding | null
  endBinding: Binding | null
}

export interface Line extends Linear {
  type: 'line'
  startArrowhead: null
  endArrowhead: null
}

type Head = 'arrow' | 'triangle' | 'crowfoot_one' | 'crowfoot_many'

export interface Arrow extends Linear {
  type: 'arrow'
  startArrowhead: Head | null
  endArrowhead: Head
  elbowed: false
}

export type Element = Shape | Text | Line | Arrow

export interface Look {
  ellipse?: boolean
  rounded?: boolean
  dashed?: boolean
  fill?: string
  /** Where its label stands. */
  label?: 'middle' | 'top'
}

/** Pixels. Sizes of text are estimates on the wide side; Excalidraw measures again when a text is edited. */
const fontSize = 16
export const lineHeight = fontSize * 1.25
const column = fontSize * 0.6

export function sizeOf(lines: string[]): { width: number; height: number } {
  return { width: Math.ceil(Math.max(0, ...lines.map(columnsOf)) * column), height: lines.length * lineHeight }
}

/** A box that has room for its label. */
export function roomFor(label: string, columns: number): { width: number; height: number } {
  const { width, height } = sizeOf(wrapped(label, columns))
  return { width: width + 24, height: height + 20 }
}

export function columnsIn(width: number): number {
  return Math.max(2, Math.floor(width / column))
}

export function sheet() {
  const elements: Element[] = []
  const byId = new Map<string, Element>()

  const add = <It extends Element>(element: It): It => {
    elements.push(element)
    byId.set(element.id, element)
    return element
  }

  const base = (id: string, place: Place, { rounded, dashed, fill }: Look): Base => ({
    id,
    ...place,
    angle: 0,
    strokeColor: '#1e1e1e',
    backgroundColor: fill ?? 'transparent',
    fillStyle: 'solid',
    strokeWidth: 1,
    strokeStyle: dashed ? 'dashed' : 'solid',
    // 3 is a radius that grows with the box, up to a limit.
    roundness: rounded ? { type: 3 } : null,
    roughness: 0,
    opacity: 100,
    seed: numberOf(id),
    version: 1,
    versionNonce: numberOf(`${id} nonce`),
    index: null,
    isDeleted: false,
    groupIds: [],
    frameId: null,
    boundElements: [],
    updated: 1,
    link: null,
    locked: false,
  })

  const text = (id: string, at: { x: number; y: number }, lines: string[], original: string, align: Partial<Text> = {}): Text =>
    add({
      ...base(id, { ...at, ...sizeOf(lines) }, {}),
      type: 'text',
      fontSize,
      // 2 is Helvetica.
      fontFamily: 2,
      text: lines.join('\n'),
      originalText: original,
      textAlign: 'left',
      verticalAlign: 'top',
      containerId: null,
      autoResize: true,
      lineHeight: 1.25,
      ...align,
    })

  /** Text that moves with a box or an arrow, in the middle of what it is bound to. */
  const labelOf = (container: Element, lines: string[], original: string, centre: Point, verticalAlign: Text['verticalAlign']): void => {
    if (original.trim() === '') return
    const { width, height } = sizeOf(lines)
    const id = `${container.id}-label`
    container.boundElements.push({ id, type: 'text' })
    const at = { x: centre[0] - width / 2, y: centre[1] - height / 2 }
    text(id, at, lines, original, { textAlign: 'center', verticalAlign, containerId: container.id })
  }

  return {
    elements,

    box(id: string, place: Place, label: string, look: Look = {}): void {
      const shape = add<Shape>({ ...base(id, place, look), type: look.ellipse ? 'ellipse' : 'rectangle' })
      const lines = wrapped(label, columnsIn(place.width - 10))
      const y = look.label === 'top' ? place.y + 5 + sizeOf(lines).height / 2 : place.y + place.height / 2
      labelOf(shape, lines, lines.join(' '), [place.x + place.width / 2, y], look.label ?? 'middle')
    },

    /** Loose text, its left upper corner at the place. */
    text(id: string, at: { x: number; y: number }, lines: string[]): void {
      if (lines.join('').trim() !== '') text(id, at, lines, lines.join('\n'))
    },

    line(id: string, from: Point, to: Point, look: Look = {}): void {
      add<Line>({ ...base(id, span([from, to]), look), type: 'line', ...course([from, to]), endArrowhead: null })
    },

    /** From box to box by the points given; both boxes know of it, and it follows them. */
    arrow(id: string, { from, to, points, label = '', head = 'triangle', tail, dashed = false }: Way): void {
      const arrow = add<Arrow>({
        ...base(id, span(points), { dashed }),
        type: 'arrow',
        ...course(points),
        startBinding: { elementId: from, focus: 0, gap: 1 },
        endBinding: { elementId: to, focus: 0, gap: 1 },
        startArrowhead: tail ?? null,
        endArrowhead: head,
        elbowed: false,
      })
      for (const end of new Set([from, to])) byId.get(end)!.boundElements.push({ id, type: 'arrow' })
      const lines = wrapped(label, labelColumns)
      labelOf(arrow, lines, lines.join(' '), middleOf(points), 'middle')
    },
  }
}

export type Sheet = ReturnType<typeof sheet>

export interface Way {
  from: string
  to: string
  points: Point[]
  label?: string
  head?: Head
  tail?: Head
  dashed?: boolean
}

/** Of a label on an arrow. */
export const labelColumns = 26

function span(points: Point[]): Place {
  const [left, top] = points[0]!
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return { x: left, y: top, width: Math.max(...xs) - Math.min(...xs), height: Math.max(...ys) - Math.min(...ys) }
}

/** Points count from the first one. */
function course(points: Point[]) {
  const [x, y] = points[0]!
  const relative = points.map((point): Point => [point[0] - x, point[1] - y])
  return { points: relative, lastCommittedPoint: null, startBinding: null, endBinding: null, startArrowhead: null }
}

/** As Excalidraw places a label: on the middle point, or between the two middle ones. */
function middleOf(points: Point[]): Point {
  const [left, right] = [points[Math.floor((points.length - 1) / 2)]!, points[Math.ceil((points.length - 1) / 2)]!]
  return [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2]
}

/** FNV-1a, 31 bits: a number for a name. */
function numberOf(name: string): number {
  let hash = 0x811c9dc5
  for (const sign of name) hash = Math.imul(hash ^ sign.codePointAt(0)!, 0x01000193)
  return hash >>> 1 || 1
}
