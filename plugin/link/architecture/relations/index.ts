/**
 * Arrows between components. In: the model, sightings of stores and systems, calls over the network, imports and calls in the code. Out:
 * relations, each with the lines that prove it: between what runs on its own, and between the parts.
 */
import type { Evidence, Relation } from '../../../types'
import { citeLine } from '../../linked'
import type { CodeContainer } from '../components/containers'
import type { Model } from '../components/index'
import type { KnownArchitecture } from '../known'
import type { Sighting, Target } from '../targets'
import { codeRelations, lineOf } from './code'
import { type OwnCall, protocolOf } from './services'

export function relationsOf(
  known: KnownArchitecture,
  model: Model,
  found: { sightings: readonly Sighting[]; own: readonly OwnCall[]; idOf: (target: Target) => string },
): Relation[] {
  const arrows = new Arrows()
  const { linked } = known
  const users = usersOfLibraries(known, model)
  for (const { target, file, kind, through, at, calls, conditional } of found.sightings) {
    const container = model.containerAt(file)
    if (!container) continue
    const to = found.idOf(target)
    const from = model.ids.get(container) as string
    const part = partAt(known, model, file)
    for (const id of part && part !== from ? [from, part] : [from])
      arrows.add({ from: id, to, kind, through, evidence: [at], count: calls, ...(conditional ? { conditional } : {}) })
    // What a library does is done by the programs that load it.
    if (container.kind === 'library')
      for (const { program, by } of users(linked.fileIndex.get(file) ?? -1))
        arrows.add({ from: program, to, kind, through, evidence: [at, by], count: calls, ...(conditional ? { conditional } : {}) })
  }
  for (const { from, to, call, door } of found.own) {
    const fromId = model.ids.get(from) as string
    const toId = model.ids.get(to) as string
    const through = call.protocol === 'http' ? 'REST over HTTP' : protocolOf(call)
    // The call and the door that answers it: both ends are proven.
    arrows.add({ from: fromId, to: toId, kind: 'calls', through, evidence: [call.at, door.at], count: 1 })
    const part = partAt(known, model, call.at.file)
    if (part && part !== fromId) arrows.add({ from: part, to: toId, kind: 'calls', through, evidence: [call.at, door.at], count: 1 })
  }
  for (const relation of served(model)) arrows.add(relation)
  for (const relation of codeRelations(known, model)) arrows.add(relation)
  return arrows.all()
}

/** Programs that load a file of a library when they run, each with the import by which they come to the library first. */
function usersOfLibraries(known: KnownArchitecture, model: Model): (file: number) => { program: string; by: Evidence }[] {
  const programs = model.containers.filter(({ kind }) => kind !== 'library')
  const reached = new Map<CodeContainer, Map<number, Evidence | undefined>>()
  const reachOf = (program: CodeContainer) => {
    let found = reached.get(program)
    if (!found) {
      found = new Map<number, Evidence | undefined>(program.files.map((file) => [file, undefined]))
      for (const [file, by] of found)
        for (const { to, typesOnly, pos } of known.imports.importsOf[file] ?? []) {
          if (typesOnly || found.has(to) || model.containerOfFile[to]?.kind !== 'library') continue
          found.set(to, by ?? citeLine(known.linked, file, lineOf(known, file, pos)))
        }
      reached.set(program, found)
    }
    return found
  }
  return (file) =>
    programs.flatMap((program) => {
      const by = reachOf(program).get(file)
      return by ? [{ program: model.ids.get(program) as string, by }] : []
    })
}

function partAt({ linked }: KnownArchitecture, { componentOf }: Model, path: string): string | undefined {
  const file = linked.fileIndex.get(path)
  return file === undefined ? undefined : componentOf[file] || undefined
}

/** A server that hands out the built frontend: the line names its folder. */
function served({ containers, ids }: Model): Relation[] {
  const pages = containers.filter(({ kind }) => kind === 'frontend')
  return containers.flatMap((container) =>
    container.kind === 'frontend'
      ? []
      : container.doors.flatMap((door): Relation[] => {
          if (door.kind !== 'static') return []
          const page = pages.find((each) => names(door.at.text, each))
          return page
            ? [
                {
                  from: ids.get(container) as string,
                  to: ids.get(page) as string,
                  kind: 'serves',
                  through: 'static files',
                  evidence: [door.at],
                  count: 1,
                },
              ]
            : []
        }),
  )
}

function names(text: string, { folder }: CodeContainer): boolean {
  if (folder === '') return false
  const last = folder.slice(folder.lastIndexOf('/') + 1).replace(/[^\w-]/g, '.')
  return new RegExp(`['"\`/]${last}(?:/|['"\`]\\s*,\\s*['"\`])(?:dist|build|out|public|www|browser|\\.next)`).test(text)
}

const MOST_EVIDENCE = 8

/** Arrows of the same ends and sort become one, with the lines of all. */
class Arrows {
  private readonly found = new Map<string, Relation & { throughs: Set<string> }>()

  add(relation: Relation): void {
    const sort = /^(?:reads|writes|reads and writes)$/.test(relation.kind) ? 'data' : relation.kind
    const key = `${relation.from} ${relation.to} ${sort}`
    const known = this.found.get(key)
    if (!known) {
      this.found.set(key, { ...relation, evidence: [...relation.evidence], throughs: new Set([relation.through]) })
      return
    }
    known.count += relation.count
    if (known.kind !== relation.kind) known.kind = 'reads and writes'
    if (known.conditional && !relation.conditional) delete known.conditional
    known.throughs.add(relation.through)
    for (const at of relation.evidence)
      if (known.evidence.length < MOST_EVIDENCE && !known.evidence.some((each) => sameLine(each, at))) known.evidence.push(at)
  }

  all(): Relation[] {
    // A call of which nothing is known but that it is one adds nothing to an arrow that says what is done.
    const data = new Map(
      [...this.found.values()]
        .filter(({ kind }) => /^(?:reads|writes|reads and writes|sends mail|publishes)$/.test(kind))
        .map((each) => [`${each.from} ${each.to}`, each]),
    )
    const kept = [...this.found.values()].filter((each) => {
      const better = each.kind === 'calls' ? data.get(`${each.from} ${each.to}`) : undefined
      if (!better) return true
      better.count += each.count
      // What begins the connection stands in front of what is done through it.
      better.evidence = [...each.evidence, ...better.evidence.filter((at) => !each.evidence.some((known) => sameLine(known, at)))].slice(
        0,
        MOST_EVIDENCE,
      )
      for (const through of each.throughs) better.throughs.add(through)
      return false
    })
    return kept
      .map(({ throughs, ...relation }) => ({ ...relation, through: [...throughs].slice(0, 3).join(', ') }))
      .sort((one, other) => compare(one.from, other.from) || compare(one.to, other.to) || compare(one.kind, other.kind))
  }
}

function sameLine(one: Evidence, other: Evidence): boolean {
  return one.file === other.file && one.line === other.line
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
