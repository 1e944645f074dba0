/** PlantUML text. In: a drawing. Out: text that PlantUML (2020 and later) accepts, and in which a label is nothing but a label. */
import type { Diagram, DiagramNode, EntityDiagram, GraphDiagram, QuadrantDiagram, SequenceDiagram, SequenceStep, TimelineDiagram } from '../../types'
import { oneLine } from '../escape'
import { drawnRelations, fieldLine } from './entities'
import { distinct } from './words'

export const plantuml = { language: 'plantuml', write }

function write(diagram: Diagram): string {
  switch (diagram.kind) {
    case 'graph':
      return graph(diagram)
    case 'timeline':
      return gantt(diagram)
    case 'sequence':
      return sequence(diagram)
    case 'entities':
      return entities(diagram)
    case 'quadrant':
      return quadrants(diagram)
  }
}

/**
 * Letters, digits and a few single marks stand for themselves, everything else for its number, which PlantUML resolves
 * when it draws: after it has looked for directives, links, pictures, comments and markup.
 */
function label(text: string): string {
  const numbered = oneLine(text).replace(/[^\p{L}\p{N} _.,/()+:-]|([_.,/+:-])(?=\1)|(?<=([_.,/+:-]))\2/gu, numberOf)
  return numbered || ' '
}

function numberOf(sign: string): string {
  return `<U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`
}

const shapes: Record<NonNullable<DiagramNode['shape']>, string> = {
  box: 'rectangle',
  round: 'card',
  actor: 'actor',
  database: 'database',
  queue: 'queue',
  // PlantUML has hexagons only since 2021.
  hexagon: 'component',
}

/** Names of nodes and groups are ours, as are all words outside of quotation marks and behind colons. */
function graph({ title, direction, groups, nodes, edges }: GraphDiagram): string {
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index + 1}`]))
  const nodeLine = (node: DiagramNode) => `${shapes[node.shape ?? 'box']} "${label(node.label)}" as ${names.get(node.id)}`
  const packages = groups.flatMap((group, index) => {
    const members = nodes.filter((node) => node.group === group.id)
    if (members.length === 0) return []
    return [`package "${label(group.label)}" as g${index + 1} {`, ...members.map((node) => `  ${nodeLine(node)}`), '}']
  })
  const loose = nodes.filter((node) => !groups.some(({ id }) => id === node.group)).map(nodeLine)
  const lines = edges
    .filter(({ from, to }) => names.has(from) && names.has(to))
    .map((edge) => `${names.get(edge.from)} ${edge.dashed ? '..>' : '-->'} ${names.get(edge.to)}${said(edge.label)}`)
  return uml(title, [...(direction === 'LR' ? ['left to right direction'] : []), ...packages, ...loose, ...lines])
}

function entities(diagram: EntityDiagram): string {
  const names = new Map(diagram.entities.map(({ id }, index) => [id, `n${index + 1}`]))
  const boxes = diagram.entities.flatMap(({ id, name, fields, more }) => [
    `entity "${label(name)}" as ${names.get(id)} {`,
    // A word of ours comes first: some signs at the beginning would say who may see the field.
    ...fields.map((field) => `  {field} ${label(fieldLine(field))}`),
    ...(more > 0 ? [`  {field} and ${more} more`] : []),
    '}',
  ])
  const lines = drawnRelations(diagram).map(
    ({ from, to, fromMany, toMany, label: text }) =>
      `${names.get(from)} ${fromMany ? '}o' : '||'}--${toMany ? 'o{' : '||'} ${names.get(to)}${said(text)}`,
  )
  return uml(diagram.title, ['hide circle', ...boxes, ...lines])
}

function uml(title: string, lines: string[]): string {
  return ['@startuml', ...(title.trim() === '' ? [] : [`title ${label(title)}`]), ...lines, '@enduml'].join('\n')
}

function said(text: string | undefined): string {
  return text === undefined || text.trim() === '' ? '' : ` : ${label(text)}`
}

function sequence({ title, participants, steps }: SequenceDiagram): string {
  const names = new Map(participants.map(({ id }, index) => [id, `p${index + 1}`]))
  const heads = participants.map(({ id, label: text, shape }) => `${shape ?? 'participant'} "${label(text)}" as ${names.get(id)}`)
  return uml(title, [...heads, ...steps.flatMap((step) => stepLines(step, names, ''))])
}

function stepLines(step: SequenceStep, names: Map<string, string>, indent: string): string[] {
  const block = (word: string, text: string, steps: SequenceStep[]) => [
    `${indent}${word} ${label(text)}`,
    ...steps.flatMap((it) => stepLines(it, names, `${indent}  `)),
  ]
  const end = `${indent}end`
  switch (step.kind) {
    case 'message': {
      const [from, to] = [names.get(step.from), names.get(step.to)]
      if (!from || !to) return []
      return [`${indent}${from} ${step.reply ? '-->' : step.async ? '->>' : '->'} ${to}${said(step.label)}`]
    }
    case 'note': {
      const over = step.over.flatMap((id) => names.get(id) ?? [])
      // A note lies over one participant, or from one to another.
      const ends = [...new Set([over[0], over.at(-1)])]
      return over.length === 0 ? [] : [`${indent}note over ${ends.join(', ')} : ${label(step.text)}`]
    }
    case 'alternatives':
      return step.branches.length === 0
        ? []
        : [...step.branches.flatMap((branch, index) => block(index === 0 ? 'alt' : 'else', branch.label, branch.steps)), end]
    case 'optional':
      return [...block('opt', step.label, step.steps), end]
    case 'loop':
      return [...block('loop', step.label, step.steps), end]
  }
}

/** Tasks of one label would be one task to older versions, whatever they are called. */
function gantt({ sections }: TimelineDiagram): string {
  const tasks = sections.flatMap((section) => section.tasks)
  const labels = distinct(tasks.map((task) => task.label.trim() || 'unnamed'))
  const starts = tasks.map(({ start }) => start).sort()
  let count = 0
  const lines = sections.flatMap((section) => [
    `-- ${label(section.label)} --`,
    ...section.tasks.map(({ start, end }) => `[${label(labels[count]!)}] as [T${++count}] starts ${start} and ends ${end}`),
  ])
  return ['@startgantt', 'printscale weekly', ...(starts[0] ? [`Project starts ${starts[0]}`] : []), ...lines, '@endgantt'].join('\n')
}

/** Four boxes held in place by lines that are not drawn, each with its points and their values. */
function quadrants({ title, x, y, quadrants: fields, points }: QuadrantDiagram): string {
  const near = (value: number) => Math.min(1, Math.max(0, value))
  const quarterOf = (point: (typeof points)[number]) => (near(point.y) >= 0.5 ? (near(point.x) >= 0.5 ? 0 : 1) : near(point.x) >= 0.5 ? 3 : 2)
  const boxes = fields.flatMap((field, quarter) => [
    `rectangle "${label(field)}" as q${quarter + 1} {`,
    ...points.flatMap((point, index) =>
      quarterOf(point) === quarter
        ? [`  card "${label(point.label)} (${near(point.x).toFixed(2)}, ${near(point.y).toFixed(2)})" as d${index + 1}`]
        : [],
    ),
    '}',
  ])
  return uml(title, [
    ...boxes,
    'q2 -[hidden]right- q1',
    'q3 -[hidden]right- q4',
    'q2 -[hidden]down- q3',
    'q1 -[hidden]down- q4',
    `caption ${label(`${x.low} to ${x.high} from left to right, ${y.low} to ${y.high} from bottom to top`)}`,
  ])
}
