/** Mermaid text. In: a drawing. Out: text that Mermaid accepts whatever its labels say. */
import type { Diagram, DiagramNode, EntityDiagram, GraphDiagram, QuadrantDiagram, SequenceDiagram, SequenceStep, TimelineDiagram } from '../../types'
import { oneLine } from '../escape'
import { drawnRelations, keySigns } from './entities'
import type { AddressOf } from './writer'

export const mermaid = { language: 'mermaid', write }

function write(diagram: Diagram, addressOf: AddressOf = () => undefined): string {
  switch (diagram.kind) {
    case 'graph':
      return flowchart(diagram, addressOf)
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
 * Letters, digits and a few marks stand for themselves, everything else for its number. The colon is among the
 * numbered: Mermaid looks for words like `style` followed by one in the whole text, quoted or not.
 */
function label(text: string): string {
  const numbered = oneLine(text).replace(/[^\p{L}\p{N} _.,/()+@-]/gu, (character) => `#${character.codePointAt(0)};`)
  return numbered || ' '
}

const shapes: Record<NonNullable<DiagramNode['shape']>, (text: string) => string> = {
  box: (text) => `[${text}]`,
  round: (text) => `(${text})`,
  actor: (text) => `([${text}])`,
  database: (text) => `[(${text})]`,
  queue: (text) => `[[${text}]]`,
  hexagon: (text) => `{{${text}}}`,
}

/** Names of nodes and groups are ours: `n1`, `g1`. Theirs could be words of the language. */
function flowchart(diagram: GraphDiagram, addressOf: AddressOf): string {
  const names = new Map(diagram.nodes.map((node, index) => [node.id, `n${index + 1}`]))
  const nodeLine = (node: DiagramNode): string => `${names.get(node.id)}${shapes[node.shape ?? 'box'](`"${label(node.label)}"`)}`
  const groups = diagram.groups.flatMap((group, index) => {
    const members = diagram.nodes.filter((node) => node.group === group.id)
    if (members.length === 0) return []
    return [`  subgraph g${index + 1}["${label(group.label)}"]`, ...members.map((node) => `    ${nodeLine(node)}`), '  end']
  })
  const loose = diagram.nodes.filter((node) => !diagram.groups.some((group) => group.id === node.group)).map((node) => `  ${nodeLine(node)}`)
  const edges = diagram.edges
    .filter((edge) => names.has(edge.from) && names.has(edge.to))
    .map((edge) => {
      const arrow = edge.dashed ? '-.->' : '-->'
      return `  ${names.get(edge.from)} ${arrow}${edge.label ? `|"${label(edge.label)}"|` : ''} ${names.get(edge.to)}`
    })
  const clicks = diagram.nodes.flatMap(({ id, leadsTo }) => {
    const address = leadsTo && addressOf(leadsTo)
    return address ? [`  click ${names.get(id)} href "${address.replaceAll('"', '%22')}"`] : []
  })
  return [`flowchart ${diagram.direction}`, ...groups, ...loose, ...edges, ...clicks].join('\n')
}

/**
 * Types and names of fields are words to Mermaid: other signs become underscores. Beyond ASCII its words begin with À (U+00C0), which
 * leaves out the three letters ª, µ and º.
 */
function entities(diagram: EntityDiagram): string {
  const names = new Map(diagram.entities.map(({ id }, index) => [id, `e${index + 1}`]))
  const word = (text: string) => {
    const plain = oneLine(text)
      .replace(/(?:[^\p{L}\p{N}_-]|[\u0080-\u00BF])+/gu, '_')
      .replace(/^[^\p{L}_]+|_+$/gu, '')
    return plain || 'unknown'
  }
  const boxes = diagram.entities.flatMap(({ id, name, fields, more }) => [
    `  ${names.get(id)}["${label(name)}"] {`,
    ...fields.map(({ name: field, type, key }) => `    ${word(type)} ${word(field)}${key ? ` ${keySigns[key]}` : ''}`),
    ...(more > 0 ? [`    and_${more}_more ${more === 1 ? 'field' : 'fields'}`] : []),
    '  }',
  ])
  const lines = drawnRelations(diagram).map(
    ({ from, to, fromMany, toMany, label: text }) =>
      `  ${names.get(from)} ${fromMany ? '}o' : '||'}--${toMany ? 'o{' : '||'} ${names.get(to)} : "${label(text ?? ' ')}"`,
  )
  return ['erDiagram', '  direction LR', ...boxes, ...lines].join('\n')
}

/** What begins a statement of its own where a task's name stands, by the rules of Mermaid's lexer for Gantt charts; a date is one, too. */
const statement =
  /^(?:accDescr|accTitle|axisFormat|call|click|dateFormat|excludes|gantt|href|includes|inclusiveEndDates|section|tickInterval|title|todayMarker|topAxis|vert|weekday|weekend|\d{4}-\d\d-\d\d)/i

/** A task's name ends at a colon, and semicolons and hashes end a line; so names keep letters, digits and plain marks. */
function gantt(diagram: TimelineDiagram): string {
  const plain = (text: string): string => {
    const marked = oneLine(text)
      .replace(/[^\p{L}\p{N} ’_./()+-]+/gu, ' ')
      .trim()
    return statement.test(marked) ? `(${marked})` : marked || 'unnamed'
  }
  const sections = diagram.sections.flatMap((section) => [
    `  section ${plain(section.label)}`,
    ...section.tasks.map((task) => `  ${plain(task.label)} : ${task.start}, ${task.end}`),
  ])
  return ['gantt', '  dateFormat YYYY-MM-DD', '  axisFormat %Y-%m-%d', ...sections].join('\n')
}

function sequence({ participants, steps }: SequenceDiagram): string {
  const names = new Map(participants.map(({ id }, index) => [id, `p${index + 1}`]))
  // Mermaid has no cylinder here: a store is a participant like others.
  const heads = participants.map(
    ({ id, label: text, shape }) => `  ${shape === 'actor' ? 'actor' : 'participant'} ${names.get(id)} as ${label(text)}`,
  )
  return ['sequenceDiagram', ...heads, ...steps.flatMap((step) => stepLines(step, names, '  '))].join('\n')
}

function stepLines(step: SequenceStep, names: Map<string, string>, indent: string): string[] {
  const inside = (steps: SequenceStep[]) => steps.flatMap((it) => stepLines(it, names, `${indent}  `))
  switch (step.kind) {
    case 'message': {
      const [from, to] = [names.get(step.from), names.get(step.to)]
      if (!from || !to) return []
      const arrow = step.reply ? '-->>' : step.async ? '-)' : '->>'
      return [`${indent}${from}${arrow}${to}: ${label(step.label)}`]
    }
    case 'note':
      return [`${indent}Note over ${step.over.flatMap((id) => names.get(id) ?? []).join(',')}: ${label(step.text)}`]
    case 'alternatives':
      return [
        ...step.branches.flatMap((branch, index) => [`${indent}${index === 0 ? 'alt' : 'else'} ${label(branch.label)}`, ...inside(branch.steps)]),
        `${indent}end`,
      ]
    case 'optional':
      return [`${indent}opt ${label(step.label)}`, ...inside(step.steps), `${indent}end`]
    case 'loop':
      return [`${indent}loop ${label(step.label)}`, ...inside(step.steps), `${indent}end`]
  }
}

function quadrants({ title, x, y, quadrants: fields, points }: QuadrantDiagram): string {
  const quoted = (text: string) =>
    `"${
      oneLine(text)
        .replace(/[^\p{L}\p{N} _.,/()+-]+/gu, ' ')
        .trim() || ' '
    }"`
  const at = (value: number) => Math.min(1, Math.max(0, value)).toFixed(2)
  return [
    'quadrantChart',
    `  title ${label(title)}`,
    `  x-axis ${quoted(x.low)} --> ${quoted(x.high)}`,
    `  y-axis ${quoted(y.low)} --> ${quoted(y.high)}`,
    ...fields.map((field, index) => `  quadrant-${index + 1} ${quoted(field)}`),
    ...points.map((point) => `  ${quoted(point.label)}: [${at(point.x)}, ${at(point.y)}]`),
  ].join('\n')
}
