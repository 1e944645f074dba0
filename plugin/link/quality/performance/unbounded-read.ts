/**
 * Lists that grow with the data and are read as a whole. In: reads of many records below doors. Out: a hotspot where no limit stands
 * in the options, in the chain or in the statement, and where the conditions do not already choose few.
 */
import { Kind } from '../../../graph'
import type { Hotspot } from '../../../types'
import { atPlace, calledName, cite, receiverOf } from '../../linked'
import { conditionsOf } from './conditions'
import { limitOf } from './limits'
import { nestedLists } from './nested-lists'
import type { Query } from './queries'
import { placeOf, type Scene } from './scene'

export function unboundedReads(scene: Scene): Hotspot[] {
  const { linked, queries, path, isTest, isTooling } = scene
  const { whole } = linked
  const seeded = tablesOfTheStart(scene)
  const bound = boundPlaces(scene)
  const found: Hotspot[] = []
  for (const query of queries.values()) {
    const file = whole.fileOf(query.call)
    if (query.does !== 'read' || isTest[file] || isTooling[file] || path.exposureOf(whole.functionOf(query.call)) !== 'request') continue
    if (query.gives === 'one') found.push(...nestedLists(scene, query))
    if (query.gives !== 'many' || query.library === 'redis') continue
    if (bound.has(query.call) || seeded.has(query.of)) continue
    const limit = limitOf(scene, query)
    if (limit === 'always' || limit === 'unknown') continue
    const chosen = query.sql ? bySql(scene, query) : conditionsOf(scene, query)
    if (chosen === 'few' || chosen === 'unknown' || isOneTaken(scene, query) || isScoped(scene, query)) continue
    found.push(hotspot(scene, query, limit === 'sometimes', chosen))
  }
  return found
}

/** Selections that the caller's own identity is part of. */
function boundPlaces({ known, queries, linked }: Scene): Set<number> {
  const places = new Set(
    known.entryPoints.flatMap(({ data }) => (data ?? []).flatMap(({ bound, at }) => (bound === 'selection' ? [`${at.file}:${at.line}`] : []))),
  )
  const found = new Set<number>()
  for (const call of queries.keys()) {
    const { file, line } = cite(linked, call)
    if (places.has(`${file}:${line}`)) found.add(call)
  }
  return found
}

/** Sequelize saves a record that is there; other mappers make one. */
const makesRecords = (name: string, library: string) => /create|insert|upsert|^add/i.test(name) || (name === 'save' && library !== 'sequelize')

/** Tables that only the start of the program or a script fills: they do not grow with use. */
function tablesOfTheStart({ queries, path, linked, isTooling, known }: Scene): Set<string> {
  const { whole } = linked
  const filled = new Set<string>()
  const grows = new Set<string>()
  for (const { call, of, does, library } of queries.values()) {
    if (does !== 'write' || of === '' || !makesRecords(calledName(linked, call), library)) continue
    const exposure = path.exposureOf(whole.functionOf(call))
    if (isTooling[whole.fileOf(call)] || exposure === 'startup') filled.add(of)
    else grows.add(of)
  }
  const plain = (name: string) => name.replace(/(?:Model|Entity|Schema)$/, '').toLowerCase()
  for (const { data, guards } of known.entryPoints) {
    // A door that lets nobody in adds nothing.
    if (guards.some(({ name }) => /(?:^|\.)deny/i.test(name))) continue
    for (const { does, of } of data ?? []) if (does === 'create') grows.add(of)
  }
  const growing = new Set([...grows].flatMap((name) => [plain(name), plain(name).replace(/s$/, '')]))
  return new Set([...filled].filter((name) => !growing.has(plain(name)) && !growing.has(plain(name).replace(/s$/, ''))))
}

/** Chosen by something that stands elsewhere: a scope that a call made, conditions on what is read along. */
function isScoped({ linked }: Scene, query: Query): boolean {
  const { whole, values } = linked
  const receiver = receiverOf(linked, query.call)
  if (query.guessed && receiver >= 0 && whole.kind[receiver] === Kind.Call && whole.args(receiver).length > 0) return true
  return query.includes.some((spot) =>
    atPlace(linked, query.call, spot).some((included) =>
      [included, ...values.elements(included)].some((item) => ['where', 'required', 'through'].some((key) => values.property(item, key).length > 0)),
    ),
  )
}

/** A condition that asks for an equal value, other than of a flag, chooses few. */
function bySql({ linked }: Scene, query: Query): 'few' | 'some' | 'all' {
  const [statement] = linked.whole.args(query.call)
  const texts = statement === undefined ? [] : linked.values.texts(statement).map(({ value }) => value)
  const wheres = texts.map((text) => /\bwhere\b([\s\S]*?)(?:\bgroup\s+by\b|\border\s+by\b|$)/i.exec(text)?.[1])
  if (
    wheres.some(
      (where) =>
        where !== undefined &&
        /[\w"`\])]\s*(?:=|\bin\b)\s*(?:\(?\s*(?:[$:?{'"@(]|\d|any\b))/i.test(where) &&
        !/^\s*[\w."`]*(?:is_?\w+|active|enabled|deleted\w*|status)\s*=\s*\S+\s*$/i.test(where),
    )
  )
    return 'few'
  return wheres.some((where) => where !== undefined) ? 'some' : 'all'
}

/** `const [first] = await …`, `rows[0]`: one is looked at, which is another fault. */
function isOneTaken({ linked, uses }: Scene, query: Query): boolean {
  if (query.sql && query.library === 'sequelize') return false
  const { whole } = linked
  let node = query.end
  for (let hops = 0; hops < 6; hops++) {
    const users = [...uses.of(node)]
    if (users.length === 0) return false
    if (users.every((user) => whole.kind[user] === Kind.Load && /^(?:0|length)$/.test(whole.text(whole.b[user] as number)))) return true
    const [only] = users
    if (users.length !== 1 || only === undefined) return false
    if (
      whole.kind[only] === Kind.Await ||
      whole.kind[only] === Kind.Refine ||
      (whole.kind[only] === Kind.Load && /^rows$/.test(whole.text(whole.b[only] as number)))
    )
      node = only
    else return false
  }
  return false
}

function hotspot(scene: Scene, query: Query, sometimes: boolean, chosen: 'some' | 'all'): Hotspot {
  const { linked, path } = scene
  const what = query.of && /^[\w$]+$/.test(query.of) ? `of \`${query.of}\`` : ''
  const detail = sometimes
    ? `\`${query.api}\` is limited only where the caller asks for it`
    : `\`${query.api}\` reads ${chosen === 'all' ? `every record ${what}`.trim() : `all records ${what} that match`.replace(/\s+/g, ' ')}, however many there are`
  return {
    kind: 'unbounded-read',
    api: query.api,
    library: query.library,
    ...placeOf(scene, query.call),
    because: path.wayTo(linked.whole.functionOf(query.call), 2).map((call) => cite(linked, call)),
    variant: sometimes ? 'optional-limit' : chosen,
    detail,
    confidence: query.guessed ? 'medium' : 'high',
  }
}
