/**
 * Calls that read or change stored data. In: what models say under `records`, and statements written as text. Out: by call, what
 * it does, the nodes that choose the records, and those that are written into them.
 */
import { Kind } from '../../graph'
import type { RecordAct, Spot } from '../flow-models'
import { atPlace, calledName, isOfTests, type Linked, receiverOf } from '../linked'
import { once, untilMoreIsLearned } from '../lookup'
import { thingNamed } from '../names'
import { modelsOfCalls, sinksOfKind } from '../usages/modelled'

export interface RecordCall {
  does: RecordAct
  library: string
  by: number[]
  puts: number[]
  /** As the code calls what holds the records: `Basket`, `orders`; '' where it has no name. */
  of: string
}

/** Every such call outside tests. */
export const recordCalls = untilMoreIsLearned((linked: Linked): Map<number, RecordCall> => {
  const calls = new Map<number, RecordCall>()
  const { whole } = linked
  for (const [call, [model]] of modelsOfCalls(linked).records) {
    if (!model || whole.kind[call] !== Kind.Call || isOfTests(linked, call)) continue
    calls.set(call, {
      does: model.does,
      library: model.library,
      by: model.by.flatMap((spot) => nodesAt(linked, call, spot)),
      puts: model.puts.flatMap((spot) => nodesAt(linked, call, spot)),
      of: holderOf(linked, receiverOf(linked, call)),
    })
  }
  for (const [call, { library }] of sinksOfKind(linked, 'sql')) {
    if (calls.has(call) || whole.kind[call] !== Kind.Call || isOfTests(linked, call)) continue
    const args = [...whole.args(call)]
    const told = args[0] === undefined ? undefined : statementOf(linked, args[0])
    if (told) calls.set(call, { ...told, library, by: args, puts: told.does === 'create' || told.does === 'update' ? args.slice(1) : [] })
  }
  return calls
})

/** Methods that name the table they give. */
export const NAMES_TABLE = /^(?:model|define|collection|getRepository|withRepository|getModel|getCollection|table|from)$/

/** `Order` of `mongoose.model('Order', …)`, `users` of `db.collection('users')`; else what it is called. */
export function holderOf(linked: Linked, node: number): string {
  const { whole, values } = linked
  for (const made of values.definitions(node).slice(0, 2)) {
    if (made >= whole.size || whole.kind[made] !== Kind.Call || !NAMES_TABLE.test(calledName(linked, made))) continue
    const name = tableNamed(linked, made)
    if (name) return name
  }
  return values.nameOf(node) || classAround(linked, node)
}

/** `NotesRepository` of what `this` does in a class that extends a library's store. */
function classAround({ whole }: Linked, node: number): string {
  if (node < 0 || whole.kind[node] !== Kind.This) return ''
  for (let fn = whole.functionOf(node); fn >= 0; fn = whole.functions[fn]?.parent ?? -1) {
    const owner = whole.functions[fn]?.owner ?? -1
    if (owner >= 0) return whole.classes[owner]?.fact.name ?? ''
  }
  return ''
}

/** `users` of `collection('users')`, `Order` of `getRepository(ctx, Order)`, where the last one names it. */
export function tableNamed(linked: Linked, call: number): string {
  const { whole, values } = linked
  const args = whole.args(call)
  const named = calledName(linked, call) === 'getRepository' ? args.at(-1) : args[0]
  if (named === undefined) return ''
  return values.texts(named).find(({ exact }) => exact)?.value ?? values.nameOf(named)
}

function nodesAt(linked: Linked, call: number, spot: Spot): number[] {
  if (spot === 'receiver') return [receiverOf(linked, call)].filter((node) => node >= 0)
  if (spot === '*') return [...linked.whole.args(call)]
  const found = atPlace(linked, call, spot, undefined)
  if (found.length > 0 || !spot.includes('.')) return found
  // Options that are no object of the code's own: what they are made of is all that can be asked.
  const whole = linked.whole.args(call)[Number(spot.split('.')[0])]
  return whole === undefined || linked.whole.kind[whole] === Kind.Object ? [] : [whole]
}

const MOST_MEMBERS = 4

const STATEMENT = /^\s*(select|insert|update|delete|replace|merge)\b(?:\s+(?:all|distinct|ignore|into|from|only)\b)*/i
const TABLE = /\b(?:from|into|update|join)\s+["'`[]?([\w.$]+)/i

/** What a statement does, by how its text begins. */
const statementOf = (linked: Linked, text: number): Pick<RecordCall, 'does' | 'of'> | undefined => actOfStatement(linked, text)?.act

/** The same, with the text that says so. */
export function actOfStatement(linked: Linked, text: number): { act: Pick<RecordCall, 'does' | 'of'>; text: string } | undefined {
  for (const value of [...linked.values.texts(text).map((known) => known.value), beginningOf(linked, text)].slice(0, 3)) {
    const act = actOfText(value)
    if (act) return { act, text: value }
  }
  return undefined
}

/** What a statement does to which table; undefined for what is no statement about records. */
export function actOfText(text: string): Pick<RecordCall, 'does' | 'of'> | undefined {
  const verb = STATEMENT.exec(text)?.[1]?.toLowerCase()
  if (!verb) return undefined
  const does = verb === 'select' ? 'read' : verb === 'delete' ? 'delete' : verb === 'update' || verb === 'merge' ? 'update' : 'create'
  return { does, of: (TABLE.exec(text)?.[1] ?? '').replace(/^.*\./, '') }
}

/** The text that a long concatenation or a template begins with. */
function beginningOf({ whole }: Linked, node: number): string {
  for (let at = node, hops = 0; at >= 0 && hops < 60; hops++) {
    const kind = whole.kind[at] as Kind
    if (kind === Kind.String) return whole.text(whole.a[at] as number)
    if (kind === Kind.Template || kind === Kind.Cell) at = whole.items(whole.a[at] as number)[0] ?? -1
    else if (kind === Kind.Binary || kind === Kind.Refine) at = whole.a[at] as number
    else return ''
  }
  return ''
}

const CHANGES = once((name) =>
  /^(?:save|update|updateAttributes|set|remove|destroy|deleteOne|updateOne|replaceOne|overwrite|patch|increment|decrement|softRemove)$/.test(name),
)
const ENDS = /^(?:remove|destroy|deleteOne|softRemove)$/

/** What a method of a record does to it, where the receiver is known to be one: `basket.update(…)`. */
export function methodOfRecord(linked: Linked, call: number): RecordAct | undefined {
  const name = calledName(linked, call)
  const receiver = receiverOf(linked, call)
  if (!CHANGES(name) || receiver < 0 || isMadeByPlatform(linked, receiver)) return undefined
  if (name === 'destroy' && !destroysRecords(linked)) return undefined
  return ENDS.test(name) ? 'delete' : 'update'
}

/** `new URL(record.address).searchParams`: a thing of the language's own, whatever it was made of. */
function isMadeByPlatform({ whole }: Linked, node: number): boolean {
  let at = thingNamed(whole, node)
  for (let hops = 0; hops < MOST_MEMBERS && whole.kind[at] === Kind.Load; hops++) at = thingNamed(whole, whole.a[at] as number)
  return whole.kind[at] === Kind.New && whole.kind[whole.a[at] as number] === Kind.Global
}

/** Libraries whose records have a method `destroy`. Of everything else it ends a stream, a socket or a session. */
const DESTROYS = /^(?:sequelize(?:-typescript)?|bookshelf|sails|waterline|@adonisjs\/lucid)$/

const destroysRecords = untilMoreIsLearned((linked: Linked): boolean =>
  [...recordCalls(linked).values()].some(({ library }) => DESTROYS.test(library)),
)

/** Functions that some of these nodes stand in, or that lead to one through calls. */
export function functionsLeadingTo(linked: Linked, nodes: Iterable<number>): Set<number> {
  const { whole, solver } = linked
  const functions = new Set<number>()
  const stack = [...nodes].map((node) => whole.functionOf(node))
  while (stack.length > 0) {
    const fn = stack.pop() as number
    if (fn < 0 || functions.has(fn)) continue
    functions.add(fn)
    stack.push(whole.functions[fn]?.parent ?? -1)
    for (const call of solver.callers.get(fn) ?? []) stack.push(whole.functionOf(call))
  }
  return functions
}
