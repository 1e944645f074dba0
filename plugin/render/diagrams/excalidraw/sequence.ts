/** Lifelines with a small box wherever a message leaves or arrives: arrows hold on to boxes, and cannot to a line. */
import type { SequenceDiagram, SequenceStep } from '../../../types'
import { type Branch, branchesOf, depthOf } from '../frames'
import { wrapped } from '../words'
import { columnsIn, type Look, labelColumns, lineHeight, type Place, roomFor, type Sheet, sizeOf } from './elements'

/** Pixels: between lifelines, a box on one, between one step and the next, and the room to the side of a frame. */
const [lane, bar, step, inset] = [300, { width: 12, height: 20 }, 24, 20]

export function sequence({ participants, steps }: SequenceDiagram, sheet: Sheet, top: number): void {
  const margin = depthOf(steps) * inset
  const heads = participants.map(({ label }) => roomFor(label, columnsIn(lane - 80)))
  const headHeight = Math.max(50, ...heads.map(({ height }) => height))
  const centres = participants.map((_, index) => margin + lane * (index + 0.5))
  const columns = new Map(participants.map(({ id }, index) => [id, index]))
  const right = margin + lane * (participants.length + 0.5)
  let y = top + headHeight + step
  const counts: Record<string, number> = {}
  const name = (kind: string): string => {
    counts[kind] = (counts[kind] ?? 0) + 1
    return `${kind}${counts[kind]}`
  }

  // Frames lie below what they hold, so everything is drawn when all places are known.
  const frames: (() => void)[] = []
  const drawings: (() => void)[] = []

  const frame = (branches: Branch[], depth: number): void => {
    const start = y
    const left = depth * inset
    const width = right + margin - 2 * left
    const titles: { y: number; lines: string[]; id: string; isFirst: boolean }[] = []
    const id = name('frame')
    branches.forEach((branch, index) => {
      const lines = wrapped(branch.title, columnsIn(width - 20))
      titles.push({ y, lines, id: `${id}-title${index + 1}`, isFirst: index === 0 })
      y += sizeOf(lines).height + 16
      for (const inside of branch.steps) draw(inside, depth + 1)
    })
    const height = y - start
    frames.push(() => {
      sheet.box(id, { x: left, y: start, width, height }, '', { dashed: true })
      for (const title of titles) {
        sheet.text(title.id, { x: left + 10, y: title.y + 8 }, title.lines)
        if (!title.isFirst) sheet.line(`${title.id}-line`, [left, title.y], [left + width, title.y], { dashed: true })
      }
    })
    y += step
  }

  const barAt = (column: number, at: number): Place => ({ x: centres[column]! - bar.width / 2, y: at, ...bar })

  const message = (from: number, to: number, said: Extract<SequenceStep, { kind: 'message' }>): void => {
    const id = name('m')
    const { height } = sizeOf(wrapped(said.label, labelColumns))
    // The label lies on its arrow.
    const before = Math.max(0, (height - bar.height) / 2)
    const way = {
      from: `${id}-from`,
      to: `${id}-to`,
      label: said.label,
      head: said.async ? 'arrow' : 'triangle',
      dashed: said.reply === true,
    } as const
    if (from === to) {
      const [first, second] = [barAt(from, y), barAt(from, y + Math.max(bar.height + 16, height))]
      const [start, end] = [first.y + bar.height / 2, second.y + bar.height / 2]
      const [near, far] = [centres[from]! + bar.width / 2 + 2, centres[from]! + lane / 2]
      y = second.y + bar.height + step
      drawings.push(() => {
        sheet.box(way.from, first, '', white)
        sheet.box(way.to, second, '', white)
        sheet.arrow(id, {
          ...way,
          points: [
            [near, start],
            [far, start],
            [far, (start + end) / 2],
            [far, end],
            [near, end],
          ],
        })
      })
      return
    }
    const [first, second] = [barAt(from, y + before), barAt(to, y + before)]
    const middle = first.y + bar.height / 2
    const reach = (bar.width / 2 + 2) * Math.sign(to - from)
    y = Math.max(first.y + bar.height, y + height) + step
    drawings.push(() => {
      sheet.box(way.from, first, '', white)
      sheet.box(way.to, second, '', white)
      sheet.arrow(id, {
        ...way,
        points: [
          [centres[from]! + reach, middle],
          [centres[to]! - reach, middle],
        ],
      })
    })
  }

  const note = (over: number[], text: string): void => {
    const [first, last] = [Math.min(...over), Math.max(...over)]
    const width = (last - first) * lane + lane - 80
    const { height } = sizeOf(wrapped(text, columnsIn(width - 10)))
    const place = { x: centres[first]! - (lane - 80) / 2, y, width, height: height + 20 }
    const id = name('note')
    y += place.height + step
    drawings.push(() => sheet.box(id, place, text, { fill: '#ffec99' }))
  }

  function draw(it: SequenceStep, depth: number): void {
    switch (it.kind) {
      case 'message': {
        const [from, to] = [columns.get(it.from), columns.get(it.to)]
        if (from !== undefined && to !== undefined) message(from, to, it)
        break
      }
      case 'note': {
        const over = it.over.flatMap((id) => columns.get(id) ?? [])
        if (over.length > 0) note(over, it.text)
        break
      }
      default:
        frame(branchesOf(it), depth)
    }
  }

  for (const it of steps) draw(it, 0)
  // Outer frames were finished after those that they hold.
  for (const draw of frames.reverse()) draw()
  participants.forEach(({ label, shape }, index) => {
    const { width } = heads[index]!
    const wide = Math.max(100, width)
    const look = shape === 'actor' ? { rounded: true, fill: '#ffec99' } : shape === 'database' ? { rounded: true, fill: '#b2f2bb' } : {}
    sheet.line(`p${index + 1}-line`, [centres[index]!, top + headHeight], [centres[index]!, y + lineHeight], { dashed: true })
    sheet.box(`p${index + 1}`, { x: centres[index]! - wide / 2, y: top, width: wide, height: headHeight }, label, look)
  })
  for (const draw of drawings) draw()
}

const white: Look = { fill: '#ffffff' }
