/** Statements that are put together by calls on calls. In: a call. Out: what the whole statement does, told once. */
import { Kind } from '../../graph'
import type { DataUse } from '../../types'
import { calledName, type Linked, receiverOf } from '../linked'
import { skipTrivia } from '../whole/index'
import { type Act, NOTHING } from './act'
import { Weight } from './items'
import { rootOf, type Stores } from './stores'
import { recordText, shortened } from './words'

/** Words of query builders, by what they do to records. */
const BUILDS: [RegExp, DataUse['does']][] = [
  [/^(?:insert|insertInto|batchInsert|insertGraph|upsert)$/, 'create'],
  [/^(?:update|updateTable|increment|decrement|patch|set)$/, 'update'],
  [/^(?:delete|del|deleteFrom|truncate)$/, 'delete'],
]
const BUILDERS = /^(?:select|from|insert|insertInto|update|updateTable|delete|deleteFrom|selectFrom|table|queryBuilder|createQueryBuilder|raw)$/

/** `knex('tasks').where({ id }).update(changes)`: one statement, told at its last link. */
export function statementAct(linked: Linked, stores: Stores, call: number, paths: readonly number[]): Act | undefined {
  const { whole } = linked
  if (/^(?:then|catch|finally)$/.test(calledName(linked, call))) return undefined
  const root = paths.map((path) => rootOf(linked, path)).find((each) => stores.has(each))
  if (root === undefined || !isConnecting(linked, call, paths, root)) return undefined
  if (isInnerLink(linked, call)) return NOTHING
  const links = [call]
  for (let at = receiverOf(linked, call); links.length < 40 && at >= 0 && whole.kind[at] === Kind.Call; at = receiverOf(linked, at)) links.push(at)
  const first = links.at(-1) as number
  const names = links.map((link) => calledName(linked, link))
  const verb = BUILDS.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1] ?? 'read'
  const table = links.flatMap((link) =>
    link === first || /^(?:from|into|table|insertInto|updateTable|deleteFrom|selectFrom)$/.test(calledName(linked, link))
      ? whole.args(link).slice(0, 1)
      : [],
  )
  const of = table.flatMap((node) => linked.values.texts(node)).find(({ exact, value }) => exact && /^[\w.]+$/.test(value))?.value ?? ''
  return {
    to: { kind: 'store', name: stores.of(root, call) },
    label: shortened(recordText(verb, of, '')),
    weight: verb === 'read' ? Weight.Telling : Weight.Main,
    at: first,
  }
}

/** A link of a statement that some link of begins at a connection. */
function isConnecting(linked: Linked, call: number, paths: readonly number[], root: string): boolean {
  const { models, solver, whole } = linked
  const connects = (path: number) => (models.acts.get(path) ?? []).some(({ act }) => act.act === 'connect' && act.kind === 'database')
  let links = 0
  for (let at = call; links < 40 && at >= 0 && whole.kind[at] === Kind.Call; at = receiverOf(linked, at), links++) {
    const own = at === call ? paths : [...(solver.apiCalls.get(at) ?? [])]
    if (
      own.some(connects) &&
      own.some((path) => rootOf(linked, path) === root) &&
      (links > 0 || receiverOf(linked, at) < 0 || isInnerLink(linked, at) || BUILDERS.test(calledName(linked, at)))
    )
      return true
  }
  return false
}

function isInnerLink({ whole }: Linked, call: number): boolean {
  const { text } = whole.files[whole.fileOf(call)] as { text: string }
  const after = text.slice(skipTrivia(text, whole.end[call] as number), skipTrivia(text, whole.end[call] as number) + 20)
  return /^\??\.(?!\s*(?:then|catch|finally)\b)/.test(after)
}
