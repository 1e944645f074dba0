/**
 * The component model as a workspace of Structurizr (docs.structurizr.com/json). In: components and relations. Out: a document with
 * model and views of all three levels; the line that proves an element or a relationship stands among its properties.
 */
import type { Component, Evidence, Program } from '../../types'

type Json = Record<string, unknown>

interface Element {
  id: string
  component: Component
  name: string
  relationships: Json[]
}

const OUTSIDE = new Set<Component['kind']>(['external system'])
const TAGS: Partial<Record<Component['kind'], string>> = {
  'data store': 'Database',
  cache: 'Database',
  'file store': 'Database',
  queue: 'Queue',
  frontend: 'Frontend',
}

export function structurizrOf({ project, architecture: { components, relations } }: Pick<Program, 'project' | 'architecture'>): Json | undefined {
  if (components.length === 0) return undefined
  let count = 0
  const next = () => String(++count)
  const systemId = next()
  const elements = new Map<string, Element>(
    components.map((component) => [component.id, { id: next(), component, name: component.name, relationships: [] }]),
  )
  const ends: { id: string; from: Element; to: Element }[] = []
  for (const { from, to, kind, through, evidence } of relations) {
    const [start, end] = [elements.get(from), elements.get(to)]
    if (!start || !end || start === end || isAncestor(start, end, elements) || isAncestor(end, start, elements)) continue
    const id = next()
    ends.push({ id, from: start, to: end })
    start.relationships.push({
      id,
      sourceId: start.id,
      destinationId: end.id,
      description: kind,
      ...(through === '' ? {} : { technology: through }),
      ...(kind === 'publishes' || kind === 'consumes' ? { interactionStyle: 'Asynchronous' } : {}),
      tags: 'Relationship',
      properties: proof(evidence),
    })
  }
  const all = [...elements.values()]
  nameApart(all)
  const containers = all.filter(({ component }) => component.level === 'container' && !OUTSIDE.has(component.kind))
  const parts = (of: Element) => all.filter(({ component }) => component.level === 'component' && component.parent === of.component.id)
  const externals = all.filter(({ component }) => component.level === 'container' && OUTSIDE.has(component.kind))
  return {
    name: project.name,
    description: 'Read from the code.',
    model: {
      softwareSystems: [
        {
          id: systemId,
          name: project.name,
          tags: 'Element,Software System',
          relationships: contextRelations(systemId, ends, next),
          containers: containers.map((element) => ({
            ...elementOf(element, 'Element,Container'),
            components: parts(element).map((part) => elementOf(part, 'Element,Component')),
          })),
        },
        ...externals.map((element) => elementOf(element, 'Element,Software System,External')),
      ],
    },
    views: {
      systemContextViews: [
        { ...view('context', { softwareSystemId: systemId }, [systemId, ...externals.map(({ id }) => id)], []), enterpriseBoundaryVisible: false },
      ],
      containerViews: [
        view(
          'containers',
          { softwareSystemId: systemId },
          [...containers, ...externals].map(({ id }) => id),
          ends,
        ),
      ],
      componentViews: containers
        .filter((element) => parts(element).length > 0)
        .map((element) => {
          const own = parts(element)
          const ids = new Set(own.map(({ id }) => id))
          const beside = ends.flatMap(({ from, to }) => (ids.has(from.id) === ids.has(to.id) ? [] : [ids.has(from.id) ? to : from]))
          const shown = [
            ...new Set(
              [...own, ...beside.filter((other) => other !== element && other.component.parent !== element.component.id)].map(({ id }) => id),
            ),
          ]
          return view(`components-${element.id}`, { softwareSystemId: systemId, containerId: element.id }, shown, ends)
        }),
      configuration: {
        styles: {
          elements: [
            { tag: 'Database', shape: 'Cylinder' },
            { tag: 'Queue', shape: 'Pipe' },
            { tag: 'Frontend', shape: 'WebBrowser' },
            { tag: 'External', background: '#999999', color: '#ffffff' },
          ],
        },
      },
    },
  }
}

function elementOf({ id, name, component, relationships }: Element, tags: string): Json {
  const { technology, purpose, kind, evidence } = component
  const own = TAGS[kind]
  return {
    id,
    name,
    ...(purpose === undefined ? {} : { description: purpose }),
    ...(technology === '' || tags.includes('Software System') ? {} : { technology }),
    tags: own === undefined ? tags : `${tags},${own}`,
    properties: { kind, ...proof(evidence) },
    relationships,
  }
}

/** Of all that one element contains, the format wants each name once. */
function nameApart(all: Element[]): void {
  const given = new Map<string, number>()
  for (const element of all) {
    const key = JSON.stringify([element.component.parent ?? '', element.name])
    const count = (given.get(key) ?? 0) + 1
    given.set(key, count)
    if (count > 1) element.name = `${element.name} (${count})`
  }
}

/** `server.ts:12`; an address of a page would say where a site stands. */
function proof(evidence: readonly Evidence[]): Record<string, string> {
  const [at] = evidence
  return at ? { evidence: `${at.file}:${at.line}` } : {}
}

/** What a container does with another system, its system does. */
function contextRelations(systemId: string, ends: { from: Element; to: Element }[], next: () => string): Json[] {
  const reached = new Map<string, Element>()
  for (const { from, to } of ends) if (OUTSIDE.has(to.component.kind) && !OUTSIDE.has(from.component.kind)) reached.set(to.id, to)
  return [...reached.keys()].map((destinationId) => ({ id: next(), sourceId: systemId, destinationId, description: 'uses', tags: 'Relationship' }))
}

function view(key: string, of: Json, ids: string[], ends: { id: string; from: Element; to: Element }[]): Json {
  const shown = new Set(ids)
  return {
    key,
    ...of,
    elements: ids.map((id) => ({ id })),
    relationships: ends.filter(({ from, to }) => shown.has(from.id) && shown.has(to.id)).map(({ id }) => ({ id })),
    automaticLayout: {
      implementation: 'Graphviz',
      rankDirection: 'TopBottom',
      rankSeparation: 300,
      nodeSeparation: 300,
      edgeSeparation: 0,
      vertices: false,
    },
  }
}

function isAncestor(one: Element, other: Element, elements: ReadonlyMap<string, Element>): boolean {
  for (let at = other.component.parent; at !== undefined; at = elements.get(at)?.component.parent) if (at === one.component.id) return true
  return false
}
