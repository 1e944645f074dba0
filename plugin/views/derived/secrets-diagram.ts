/**
 * The ways of secrets: where they are kept, which part of the program reads them, what they are handed to. In: flows. Out: a graph
 * whose every line is proven by a place.
 */
import type { DiagramEdge, DiagramNode, Evidence, GraphDiagram, SecretFlow, SecretSource } from '../../types'

const groups = [
  { id: 'sources', label: 'Sources' },
  { id: 'program', label: 'Program' },
  { id: 'uses', label: 'Uses' },
]

const SOURCES: Record<SecretSource, string> = {
  'secrets manager': 'Secrets manager',
  'environment variable': 'Environment',
  generated: 'Made at the start',
  'config file': 'Settings',
  'key file': 'Key file',
  hardcoded: 'Written in the code',
  'could not tell': 'Unknown source',
}

/** Names that one line may hold before they are counted. */
const MOST_NAMES = 3

/** What stands somewhere and goes nowhere is no way; it is drawn only where there is nothing else to draw. */
function ways(flows: SecretFlow[]): SecretFlow[] {
  const found = flows.filter(({ source, use }) => use || source !== 'hardcoded')
  const rank = ({ use }: SecretFlow) => (use ? 0 : 1)
  return (found.length > 0 ? found : flows).sort((one, other) => rank(one) - rank(other))
}

export function secretsDiagram(flows: SecretFlow[]): GraphDiagram {
  const nodes = new Map<string, DiagramNode>()
  const edges = new Map<string, { edge: DiagramEdge; names: Set<string> }>()
  const node = (id: string, label: string, group: string, shape: DiagramNode['shape']): string => {
    if (!nodes.has(id)) nodes.set(id, { id, label, group, shape })
    return id
  }
  const edge = (from: string, to: string, name: string, evidence: Evidence): void => {
    const key = JSON.stringify([from, to])
    const known = edges.get(key) ?? { edge: { from, to, evidence }, names: new Set<string>() }
    known.names.add(name)
    edges.set(key, known)
  }
  for (const { secret, source, from, part, read, use } of ways(flows)) {
    // What is written in a file comes from no other place than the file.
    const place = source === 'hardcoded' || from === '' || from === part ? '' : `: ${from.replaceAll('`', '')}`
    const start = node(
      `source ${source} ${place}`,
      `${SOURCES[source]}${place}`,
      'sources',
      source === 'environment variable' ? 'round' : source === 'secrets manager' ? 'database' : 'box',
    )
    const middle = node(`part ${part}`, shortened(part), 'program', 'box')
    edge(start, middle, secret, read)
    if (!use) continue
    const taker = node(
      `use ${use.library} ${use.api}`,
      use.library && !use.api.includes(use.library) ? `${use.api} (${use.library})` : use.api,
      'uses',
      'hexagon',
    )
    if (use.file !== part) edge(middle, node(`part ${use.file}`, shortened(use.file), 'program', 'box'), secret, use.at)
    edge(`part ${use.file}`, taker, secret, use.at)
  }
  return {
    kind: 'graph',
    title: 'Ways of secrets',
    direction: 'LR',
    groups,
    nodes: [...nodes.values()],
    edges: [...edges.values()].map(({ edge: it, names }) => ({ ...it, label: labelOf([...names]) })),
  }
}

function labelOf(names: string[]): string {
  return names.length > MOST_NAMES ? `${names.slice(0, MOST_NAMES - 1).join(', ')} and ${names.length - MOST_NAMES + 1} more` : names.join(', ')
}

const shortened = (file: string) => file.split('/').slice(-2).join('/')
