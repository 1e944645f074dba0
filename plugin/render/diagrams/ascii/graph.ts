/** Boxes in frames, and below them every line by the box it starts at: with many lines, a drawing of them could not be read. */
import type { DiagramNode, GraphDiagram } from '../../../types'
import { distinct, wrapped } from '../words'
import { canvas, centred, longest, padded, widest } from './canvas'

type Block = string[]

/** Corners and edges of a box: left top, top, right top, left, right, left bottom, right bottom. */
const borders: Record<NonNullable<DiagramNode['shape']>, string> = {
  box: '+-+||++',
  round: ".-.()''",
  actor: ".-.<>''",
  database: ".=.||''",
  queue: '+-+[]++',
  hexagon: '/-\\||\\/',
}

const widestLabel = 40

export function graph({ nodes, groups, edges }: GraphDiagram): string[] {
  const names = namesOf(nodes, groups)
  // In its frame a box needs no name of the group.
  const boxNames = new Map(
    [...groups.map(({ id }) => id), undefined].flatMap((group) => [
      ...namesOf(
        nodes.filter((node) => node.group === group),
        [],
      ),
    ]),
  )
  const boxOf = (node: DiagramNode) => box(boxNames.get(node.id) ?? names.get(node.id)!, node.shape ?? 'box')
  const framed = groups.flatMap(({ id, label }) => {
    const members = nodes.filter(({ group }) => group === id)
    return members.length === 0 ? [] : [frame(label, inRows(members.map(boxOf), widest - 4))]
  })
  const loose = nodes.filter(({ group }) => !groups.some(({ id }) => id === group))
  const boxes = [...(framed.length === 0 ? [] : [inRows(framed, widest, 1)]), ...(loose.length === 0 ? [] : [inRows(loose.map(boxOf), widest)])]
  const known = edges.filter(({ from, to }) => names.has(from) && names.has(to))
  const starts = [...new Set(known.map(({ from }) => from))]
  const lines = starts.map((from) => [
    ...hanging('', names.get(from)!, ''),
    ...known.filter((edge) => edge.from === from).flatMap((edge) => line(names.get(edge.to)!, edge.label ?? '', edge.dashed === true)),
  ])
  return [...boxes, ...lines].flatMap((block, index) => (index === 0 ? block : ['', ...block]))
}

/** Names that tell nodes apart: two of one label are called after their groups, and counted only where that does not help. */
function namesOf(nodes: DiagramNode[], groups: GraphDiagram['groups']): Map<string, string> {
  const count = new Map<string, number>()
  for (const { label } of nodes) count.set(label, (count.get(label) ?? 0) + 1)
  const labels = nodes.map(({ label, group }) => {
    const title = groups.find(({ id }) => id === group)?.label ?? ''
    return count.get(label) === 1 || title.trim() === '' ? label : `${label} (${title})`
  })
  return new Map(distinct(labels).map((name, index) => [nodes[index]!.id, name]))
}

function box(label: string, shape: keyof typeof borders): Block {
  const lines = wrapped(label, widestLabel)
  const width = longest(lines) + 2
  const [leftTop, edge, rightTop, left, right, leftBottom, rightBottom] = [...borders[shape]]
  return [
    `${leftTop}${edge!.repeat(width)}${rightTop}`,
    ...lines.map((text) => `${left}${centred(text, width)}${right}`),
    `${leftBottom}${edge!.repeat(width)}${rightBottom}`,
  ]
}

/** Side by side as long as there is room, as words in a paragraph. */
export function inRows(blocks: Block[], room: number, gap = 0): Block {
  const sheet = canvas()
  let [column, row, height] = [0, 0, 0]
  for (const block of blocks) {
    const width = longest(block)
    if (column > 0 && column + width > room) [column, row, height] = [0, row + height + gap, 0]
    for (const [index, text] of block.entries()) sheet.put(column, row + index, text)
    column += width + 2
    height = Math.max(height, block.length)
  }
  return sheet.lines()
}

function frame(label: string, inside: Block): Block {
  const title = wrapped(label, widest - 6)
  const width = Math.max(longest(inside) + 2, longest(title) + 4)
  const [first, ...more] = title
  const top = first === '' ? '-' : `- ${first} -`
  return [
    `+${top}${'-'.repeat(width - longest([top]))}+`,
    ...more.map((text) => `| ${padded(text, width - 1)}|`),
    ...inside.map((text) => `| ${padded(text, width - 1)}|`),
    `+${'-'.repeat(width)}+`,
  ]
}

function line(target: string, label: string, dashed: boolean): string[] {
  const stroke = dashed ? '..' : '--'
  return hanging(`  |${stroke}${label.trim() === '' ? '' : ` ${label} ${stroke}`}> `, target, '  |    ')
}

/** Text that goes on under itself where it is too long for one line. */
export function hanging(head: string, text: string, indent: string): string[] {
  // The head's own blanks are part of the drawing: only what follows them is wrapped.
  const blanks = /^ */.exec(head)![0]
  const [first, ...more] = wrapped(`${head}${text}`, widest - blanks.length)
  const rest = more.length === 0 ? [] : wrapped(more.join(' '), widest - Math.max(indent.length, 4))
  return [blanks + first!, ...rest.map((it) => `${indent === '' ? '    ' : indent}${it}`)]
}
