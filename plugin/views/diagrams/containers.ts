/**
 * The system as C4 shows it (c4model.com): in its surroundings, as containers that run or keep, and as the components of each
 * container; and the same containers as frontend, backend and data. In: components and relations. Out: graphs.
 */
import type { Architecture, Component, DiagramNode, Evidence, Program, Relation } from '../../types'
import { componentNode, type Drawing, Graph, shortened } from './drawn'

type System = Pick<Program, 'architecture' | 'entryPoints' | 'uiRoutes' | 'project'>

/** A part of a container stands for it. */
function containerOf({ components }: Architecture): (id: string) => Component | undefined {
  const byId = new Map(components.map((component) => [component.id, component]))
  return (id) => {
    let found = byId.get(id)
    while (found?.parent !== undefined && found.level === 'component') found = byId.get(found.parent)
    return found
  }
}

/** What is done, in a word or two; by which means, only where one calls another. That a part uses a part is what a line says anyway. */
function said({ kind, through }: Relation, to: Component): string {
  if (isStore(to) && kind === 'calls') return 'uses'
  if (kind === 'imports') return ''
  if (kind !== 'calls') return kind
  const [means = ''] = through.replace(/\s*\(.*?\)/g, '').split(', ')
  return means === '' || /^(?:imports|calls)/.test(means) ? '' : shortened(means, 24)
}

const STORES = new Set<Component['kind']>(['data store', 'cache', 'queue', 'file store'])
const isStore = ({ kind }: Component) => STORES.has(kind)
const isOutside = ({ kind }: Component) => kind === 'external system'

/** Relations between containers, those of their parts included. */
function between(architecture: Architecture): { from: Component; to: Component; relation: Relation }[] {
  const of = containerOf(architecture)
  return architecture.relations.flatMap((relation) => {
    const [from, to] = [of(relation.from), of(relation.to)]
    return from && to && from !== to ? [{ from, to, relation }] : []
  })
}

/** Consumers are led to by what they take messages from. */
function addRelation(graph: Graph, from: string, to: string, relation: Relation, target: Component): void {
  const [start, end] = relation.kind === 'consumes' ? [to, from] : [from, to]
  graph.edge(start, end, said(relation, target), relation.evidence[0], { dashed: relation.conditional === true, weight: relation.count })
}

const containersOf = ({ components }: Architecture) => components.filter(({ level }) => level === 'container')

/** Libraries, where there are more of them than programs: then how they lean on each other is the architecture. */
function packagesOf({ components }: Architecture): Component[] {
  const libraries = components.filter(({ kind, level, parent }) => kind === 'library' && level === 'component' && parent === undefined)
  const programs = components.filter((it) => it.level === 'container' && !isStore(it) && !isOutside(it))
  return libraries.length > programs.length ? libraries : []
}

/** People and programs that come in, each by something that is open to them. */
function addCallers({ entryPoints, uiRoutes }: System, graph: Graph, frontends: Component[], backends: Component[], group: string | undefined): void {
  const actor = (id: string, label: string): DiagramNode => ({ id, label, shape: 'actor', ...(group === undefined ? {} : { group }) })
  const within = ({ folder }: Component, at: Evidence | undefined) =>
    at !== undefined && folder !== undefined && (folder === '' || at.file.startsWith(`${folder}/`))
  for (const frontend of frontends) {
    const at = uiRoutes.find((route) => within(frontend, route.at))?.at ?? frontend.evidence[0]
    graph.node(actor('caller users', 'Users'))
    graph.edge('caller users', frontend.id, 'use', at)
  }
  const inside = [...backends].sort((one, other) => (other.folder ?? '').length - (one.folder ?? '').length)
  for (const entry of entryPoints) {
    const backend = inside.find((each) => within(each, entry.at))
    if (!backend) continue
    if (entry.kind === 'cli') {
      graph.node(actor('caller operators', 'Operators'))
      graph.edge('caller operators', backend.id, 'run', entry.at)
    } else if (OPEN.has(entry.kind)) {
      graph.node(actor('caller clients', 'Clients'))
      graph.edge('caller clients', backend.id, ANSWERS[entry.kind] ?? 'call', entry.at)
    }
  }
}

const OPEN = new Set(['http', 'graphql', 'rpc', 'websocket', 'webhook', 'static'])
const ANSWERS: Record<string, string> = { http: 'HTTP', static: 'HTTP', webhook: 'webhooks', graphql: 'GraphQL', rpc: 'RPC', websocket: 'WebSocket' }

const tiers = [
  { id: 'callers', label: 'Outside' },
  { id: 'frontend', label: 'Frontend' },
  { id: 'backend', label: 'Backend' },
  { id: 'shared', label: 'Shared code' },
  { id: 'data', label: 'Data' },
  { id: 'external', label: 'External systems' },
]

function tierOf(component: Component): string {
  if (isStore(component)) return 'data'
  if (isOutside(component)) return 'external'
  return component.kind === 'frontend' ? 'frontend' : component.kind === 'library' || component.kind === 'module' ? 'shared' : 'backend'
}

export function architectureDrawing(system: System): Drawing {
  const { architecture } = system
  const graph = new Graph()
  const containers = containersOf(architecture)
  for (const component of containers) graph.node(componentNode(component, tierOf(component)))
  for (const component of packagesOf(architecture)) graph.node(componentNode(component, 'shared'))
  addCallers(
    system,
    graph,
    containers.filter(({ kind }) => kind === 'frontend'),
    containers.filter((it) => tierOf(it) === 'backend'),
    'callers',
  )
  for (const { from, to, relation } of between(architecture)) addRelation(graph, from.id, to.id, relation, to)
  return { diagram: graph.diagram('Architecture', 'LR', tiers, 2) }
}

export function contextDrawing(system: System): Drawing {
  const { architecture, project } = system
  const graph = new Graph()
  const containers = containersOf(architecture)
  const own = containers.filter((it) => !isStore(it) && !isOutside(it))
  const [first] = own.flatMap(({ evidence }) => evidence)
  if (own.length > 0) graph.node({ id: 'system', label: project.name, group: 'system', ...(first ? { leadsTo: first } : {}) })
  for (const component of containers.filter(isOutside)) graph.node(componentNode(component, 'external'))
  // Only in its surroundings is the system one: who calls a part calls it.
  const callers = new Graph()
  for (const component of own) callers.node(componentNode(component, undefined))
  addCallers(
    system,
    callers,
    own.filter(({ kind }) => kind === 'frontend'),
    own.filter(({ kind }) => kind !== 'frontend'),
    undefined,
  )
  const outer = callers.diagram('', 'LR', [], 3)
  for (const node of outer.nodes) if (node.id.startsWith('caller ')) graph.node({ ...node, group: 'callers' })
  for (const { from, label, evidence } of outer.edges) graph.edge(from, 'system', label ?? '', evidence)
  for (const { from, to, relation } of between(architecture)) {
    if (isOutside(to) && !isOutside(from)) addRelation(graph, 'system', to.id, relation, to)
    else if (isOutside(from) && !isOutside(to)) addRelation(graph, from.id, 'system', relation, to)
  }
  return {
    diagram: graph.diagram(
      'System context',
      'LR',
      [
        { id: 'callers', label: 'People and programs' },
        { id: 'system', label: 'The system' },
        { id: 'external', label: 'External systems' },
      ],
      2,
    ),
  }
}

export function containerDrawing(system: System): Drawing {
  const { architecture, project } = system
  const graph = new Graph()
  const containers = containersOf(architecture)
  const relations = between(architecture)
  // A library runs nowhere by itself: in C4 terms it is part of the containers that use it.
  const own = containers.filter(({ kind }) => kind !== 'library' && kind !== 'module')
  for (const component of own) graph.node(componentNode(component, isOutside(component) ? 'external' : 'system'))
  addCallers(
    system,
    graph,
    own.filter(({ kind }) => kind === 'frontend'),
    own.filter((it) => !isStore(it) && !isOutside(it) && it.kind !== 'frontend'),
    'callers',
  )
  for (const { from, to, relation } of relations) addRelation(graph, from.id, to.id, relation, to)
  const libraries = containers.length - own.length
  return {
    diagram: graph.diagram(
      'Containers',
      'LR',
      [
        { id: 'callers', label: 'People and programs' },
        { id: 'system', label: project.name },
        { id: 'external', label: 'External systems' },
      ],
      2,
    ),
    ...(libraries > 0
      ? {
          notes: [
            `${libraries} ${libraries === 1 ? 'library is' : 'libraries are'} not drawn here: in C4 terms, what does not run by itself is part of the containers that use it.`,
          ],
        }
      : {}),
  }
}

/** One picture a container that has parts; the largest first. */
export function componentDrawings({ architecture }: System): Drawing[] {
  const of = containerOf(architecture)
  const parts = (container: Component) => architecture.components.filter(({ level, parent }) => level === 'component' && parent === container.id)
  return containersOf(architecture)
    .map((container) => ({ container, inside: parts(container) }))
    .filter(({ inside }) => inside.length > 1)
    .sort((one, other) => other.inside.length - one.inside.length)
    .map(({ container, inside }) => {
      const graph = new Graph()
      const own = new Set(inside.map(({ id }) => id))
      for (const component of inside)
        graph.node(
          componentNode(
            {
              ...component,
              name: component.name.replace(` (${container.name})`, ''),
              technology: component.technology === container.technology ? '' : component.technology,
            },
            'container',
          ),
        )
      for (const relation of architecture.relations) {
        const [from, to] = [own.has(relation.from) ? relation.from : of(relation.from)?.id, own.has(relation.to) ? relation.to : of(relation.to)?.id]
        if (from === undefined || to === undefined || (!own.has(from) && !own.has(to)) || from === container.id || to === container.id) continue
        for (const id of [from, to]) {
          const component = graph.has(id) ? undefined : of(id)
          if (component) graph.node(componentNode(component, isStore(component) ? 'data' : isOutside(component) ? 'external' : 'others'))
        }
        const target = of(relation.to)
        if (target) addRelation(graph, from, to, relation, target)
      }
      return {
        of: container.name,
        diagram: graph.diagram(
          `Components of ${container.name}`,
          'LR',
          [
            { id: 'others', label: 'Other containers' },
            { id: 'container', label: container.name },
            { id: 'data', label: 'Data' },
            { id: 'external', label: 'External systems' },
          ],
          2,
        ),
      }
    })
}
