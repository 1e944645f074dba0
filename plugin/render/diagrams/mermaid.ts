/** Mermaid text. In: a drawing. Out: text that Mermaid accepts whatever its labels say. */
import type { Diagram, DiagramNode, GraphDiagram, TimelineDiagram } from '../../types'
import { oneLine } from '../escape'

export const mermaid = {
  language: 'mermaid',
  write: (diagram: Diagram): string => (diagram.kind === 'graph' ? flowchart(diagram) : gantt(diagram)),
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
function flowchart(diagram: GraphDiagram): string {
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
  return [`flowchart ${diagram.direction}`, ...groups, ...loose, ...edges].join('\n')
}

/** Words that begin a statement of their own where a task's name stands. */
const statement =
  /^(accDescr|accTitle|axisFormat|click|dateFormat|excludes|gantt|includes|inclusiveEndDates|section|tickInterval|title|todayMarker|topAxis|vert|weekday|weekend)/i

/** A task's name ends at a colon, and semicolons and hashes end a line; so names keep letters, digits and plain marks. */
function gantt(diagram: TimelineDiagram): string {
  const plain = (text: string): string => {
    const marked = oneLine(text)
      .replace(/[^\p{L}\p{N} _./()+-]+/gu, ' ')
      .trim()
    return statement.test(marked) ? `(${marked})` : marked || 'unnamed'
  }
  const sections = diagram.sections.flatMap((section) => [
    `  section ${plain(section.label)}`,
    ...section.tasks.map((task) => `  ${plain(task.label)} : ${task.start}, ${task.end}`),
  ])
  return ['gantt', '  dateFormat YYYY-MM-DD', '  axisFormat %Y-%m-%d', ...sections].join('\n')
}
