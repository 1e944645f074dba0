/**
 * The component model. In: what is known of the program. Out: containers and their parts, stores and systems beside them, and whose each code
 * file is. Arrows are drawn in `relations/`.
 */
import type { Component, Evidence } from '../../../types'
import type { KnownArchitecture } from '../known'
import { dirOf, isWithin } from '../paths'
import { idOfTarget, type Sighting, type Target } from '../targets'
import { type CodeContainer, containersOf, distinct } from './containers'
import { nameContainers } from './names'
import { asComponent, type Part, partsOf } from './parts'
import { type Start, startsOf } from './starts'
import { technologyOf } from './technology'
import { type Unit, unitsOf } from './units'

export interface Model {
  containers: CodeContainer[]
  /** Component of each container. */
  ids: Map<CodeContainer, string>
  components: Component[]
  parts: Part[]
  /** By number of a code file: the part it belongs to, else the container; '' for what is no part of the system. */
  componentOf: string[]
  containerOfFile: (CodeContainer | undefined)[]
  /** Of any path: code files by what loads them, others by the folder around them. */
  containerAt(path: string): CodeContainer | undefined
  units: Unit[]
  starts: Start[]
}

export function modelOf(known: KnownArchitecture): Model {
  const units = unitsOf(known)
  const starts = startsOf(known, units)
  const containers = containersOf(known, units, starts)
  const { whole, fileIndex } = known.linked
  const names = nameContainers(known, containers, servesPages)
  const runsAnything = containers.some(({ kind }) => kind !== 'library')
  const ids = idsOf(containers)
  const taken = new Set(ids.values())
  const componentOf: string[] = new Array(whole.files.length).fill('')
  const containerOfFile: (CodeContainer | undefined)[] = new Array(whole.files.length).fill(undefined)
  const components: Component[] = []
  const parts: Part[] = []
  for (const container of containers) {
    const id = ids.get(container) as string
    const technology = technologyOf(known, container)
    const told = container.kind === 'backend' || container.files.length === container.unit.files.length ? container.unit.description : undefined
    const purpose = told && plain(told)
    components.push({
      id,
      name: names.get(container) as string,
      kind: container.kind,
      level: container.kind === 'library' && runsAnything ? 'component' : 'container',
      folder: container.folder,
      technology,
      ...(purpose ? { purpose } : {}),
      files: container.files.length || container.others.length,
      doors: container.doors.length,
      evidence: container.evidence,
    })
    const own = container.kind === 'command' || (container.kind === 'library' && runsAnything) ? [] : partsOf(known, container, id)
    for (const file of container.files) {
      componentOf[file] = id
      containerOfFile[file] = container
    }
    for (const found of own) {
      // A command may stand in a folder whose other files are a part of the program around it.
      const part = taken.has(found.id) ? { ...found, id: `${found.id}#module` } : found
      parts.push(part)
      components.push(asComponent(part, id, technology))
      for (const file of part.files) componentOf[file] = part.id
    }
  }
  nameApart(components)
  const containerAt = (path: string): CodeContainer | undefined => {
    const file = fileIndex.get(path)
    if (file !== undefined) return containerOfFile[file]
    return (
      containers.find(({ others }) => others.some((other) => other.path === path)) ??
      containers.find(({ unit, kind }) => unit.dir === dirOf(path) && (kind === 'backend' || kind === 'function' || kind === 'worker')) ??
      containers.find(({ unit }) => unit.dir === dirOf(path)) ??
      // A schema of records belongs to the package around it.
      (path.endsWith('.prisma') ? containers.find(({ unit, kind }) => kind === 'backend' && isWithin(path, unit.dir)) : undefined)
    )
  }
  return { containers, ids, components, parts, componentOf, containerOfFile, containerAt, units, starts }
}

/** A description without pictures and links. */
function plain(text: string): string {
  return text
    .replace(/!?\[((?:[^[\]]|\[[^\]]*\])*)\]\([^)]*\)/g, (_, inside: string) => (/^!?\[|badge|status|coverage/i.test(inside) ? '' : inside))
    .replace(/\s+/g, ' ')
    .trim()
}

/** Parts of different containers may have one name; what draws or lists them needs to tell them apart. */
function nameApart(components: Component[]): void {
  const counts = new Map<string, number>()
  for (const { name } of components) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1)
  const names = new Map(components.map(({ id, name }) => [id, name]))
  const folders = new Map<string, number>()
  for (const each of components) {
    if ((counts.get(each.name.toLowerCase()) ?? 0) < 2 || each.parent === undefined) continue
    each.name = `${each.name} (${names.get(each.parent)})`
    folders.set(each.name, (folders.get(each.name) ?? 0) + 1)
  }
  for (const each of components) if ((folders.get(each.name) ?? 0) > 1 && each.folder) each.name = `${each.name.replace(/\)$/, '')}, ${each.folder})`
}

function servesPages({ doors }: CodeContainer): boolean {
  return doors.some(
    ({ kind, path, responses, method }) =>
      (kind === 'static' && (path === '/' || path === '')) || (method === 'GET' && responses.some(({ media }) => media === 'text/html')),
  )
}

/** By folder; where several stand in one, by what they are, and numbered where they are the same. */
function idsOf(containers: readonly CodeContainer[]): Map<CodeContainer, string> {
  const baseOf = ({ folder, unit }: CodeContainer) => folder || unit.dir || 'app'
  const inFolder = new Map<string, number>()
  for (const container of containers) inFolder.set(baseOf(container), (inFolder.get(baseOf(container)) ?? 0) + 1)
  const given = new Map<string, number>()
  return new Map(
    containers.map((container) => {
      const base = baseOf(container)
      if (inFolder.get(base) === 1) return [container, base]
      const id = `${base}#${container.kind}`
      const number = (given.get(id) ?? 0) + 1
      given.set(id, number)
      return [container, number === 1 ? id : `${id}-${number}`]
    }),
  )
}

/** Stores and systems, each once, with the lines that prove it. Where one product is met as two things it is what it keeps. */
export function targetComponents(sightings: readonly Sighting[]): { components: Component[]; idOf: (target: Target) => string } {
  const rank: Target['kind'][] = ['data store', 'cache', 'queue', 'file store', 'external system']
  const found = new Map<string, { target: Target; evidence: Evidence[]; technologies: Set<string>; files: Set<string> }>()
  const keyOf = ({ name }: Target) => name.replace(/\s+\(.*\)$/, '').toLowerCase()
  for (const { target, at, proof } of sightings) {
    const key = keyOf(target)
    const one = found.get(key)
    if (!one) found.set(key, { target, evidence: [...(proof ?? []), at], technologies: new Set([target.technology]), files: new Set() })
    else {
      if (rank.indexOf(target.kind) < rank.indexOf(one.target.kind))
        one.target = { ...target, ...((target.purpose ?? one.target.purpose) ? { purpose: (target.purpose ?? one.target.purpose) as string } : {}) }
      else if (target.name.length > one.target.name.length && one.target.kind === target.kind) one.target = { ...one.target, name: target.name }
      one.technologies.add(target.technology)
      one.evidence.push(...(proof ?? []), at)
    }
  }
  const ids = new Map<string, string>()
  const given = new Set<string>()
  for (const [key, { target }] of found) {
    let id = idOfTarget(target)
    // `Foo API` and `foo-api` are two as long as nobody says otherwise.
    for (let number = 2; given.has(id); number++) id = `${idOfTarget(target)}-${number}`
    given.add(id)
    ids.set(key, id)
  }
  return {
    components: [...found].map(([key, { target, evidence, technologies }]) => ({
      id: ids.get(key) as string,
      name: target.name,
      kind: target.kind,
      level: 'container',
      technology: [...new Map([...technologies].map((each) => [each.toLowerCase(), each])).values()].slice(0, 3).join(', '),
      ...(target.purpose ? { purpose: target.purpose } : {}),
      files: 0,
      doors: 0,
      evidence: distinct(evidence).slice(0, 8),
    })),
    idOf: (target) => ids.get(keyOf(target)) as string,
  }
}
