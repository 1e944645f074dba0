/**
 * Acts on stored data as the one who asks for them sees them. In: calls that models or their text tell to be such acts. Out: the
 * same by call, where a statement that is prepared acts where it is run, one that a helper of the program is handed (`query(text,
 * values)`) acts where the helper is called, and one written as a tagged template acts where it stands; each with the columns that
 * its text asks for and those that it writes.
 */
import { Kind } from '../../graph'
import { apiPathsOf, isOfTests, type Linked, receiverOf } from '../linked'
import { lookupOf, untilMoreIsLearned } from '../lookup'
import { thingAwaited } from '../names'
import { columnsOf, type WrittenColumn } from '../posture/data-fields/statements'
import { sinksOfKind } from '../usages/modelled'
import { chains, type LaterCondition } from './chains'
import { actOfStatement, actOfText, functionsLeadingTo, type RecordCall, recordCalls } from './records'

export interface StoredAct extends RecordCall {
  /** Columns that the conditions of a statement name. */
  columns?: string[]
  /** Columns that a statement writes. */
  written?: WrittenColumn[]
  /** Conditions that are put on it where a variable holds it. */
  later?: readonly LaterCondition[]
}

/** Helpers between a call and the driver that are looked through. */
const MOST_HELPERS = 3

interface Known {
  acts: Map<number, StoredAct>
  tagged: Map<number, number[]>
  functions?: Set<number>
}

const knownOf = untilMoreIsLearned((linked: Linked): Known => {
  const acts = new Map<number, StoredAct>(recordCalls(linked))
  for (const [call, { library }] of sinksOfKind(linked, 'sql')) {
    if (linked.whole.kind[call] !== Kind.Call || isOfTests(linked, call)) continue
    const found = actsOfText(linked, call, library, acts.has(call))
    if (found.some(({ node }) => node !== call)) acts.delete(call)
    for (const { node, act } of found) acts.set(node, act)
  }
  prepared(linked, acts)
  for (const [call, chain] of chains(linked)) acts.set(call, chain)
  built(linked, acts)
  return { acts, tagged: taggedActs(linked, acts) }
})

/** Every such act outside tests. */
export const storedActs = (linked: Linked): ReadonlyMap<number, StoredAct> => knownOf(linked).acts

/** Acts of a function itself that are no calls. */
export const taggedActsOf = (linked: Linked, fn: number): readonly number[] => knownOf(linked).tagged.get(fn) ?? []

/** Functions that such an act stands in, or that lead to one through calls. */
export function functionsWithActs(linked: Linked): Set<number> {
  const of = knownOf(linked)
  of.functions ??= functionsLeadingTo(linked, of.acts.keys())
  return of.functions
}

interface Placed {
  node: number
  act: StoredAct
}

/** A statement given to a driver: of the call itself, or of those who hand it to the function around. */
function actsOfText(linked: Linked, call: number, library: string, isKnown: boolean): Placed[] {
  const { whole, values } = linked
  const [first, second] = whole.args(call)
  if (first === undefined) return []
  const text = values.property(first, 'text')[0] ?? values.property(first, 'sql')[0] ?? first
  const param = parameterOf(linked, text)
  if (param >= 0) {
    const handed = handedTo(linked, param, library, 0)
    if (handed.length > 0) return handed
  }
  const given = text === first ? second : values.property(first, 'values')[0]
  const act = isKnown || text !== first ? actOf(linked, text, given === undefined ? [] : [given], library, [...whole.args(call)]) : undefined
  return act ? [{ node: call, act }] : []
}

/**
 * What a statement does with what is bound to it; undefined where its text is not known.
 * @param given a list or an object of all that is bound, or each by itself
 * @param all everything that the call is given
 */
function actOf(linked: Linked, text: number, given: readonly number[], library: string, all: number[]): StoredAct | undefined {
  const told = actOfStatement(linked, text)
  if (!told) return undefined
  const bound = given.length === 1 ? elementsOf(linked, given[0] as number) : [...given]
  return { ...told.act, library, ...partsOf(linked, told, [text], bound, given[0], all) }
}

/** What chooses the records and what is written, told apart by where in the text it is bound. */
function partsOf(
  linked: Linked,
  { act, text }: { act: Pick<RecordCall, 'does'>; text: string },
  texts: readonly number[],
  bound: readonly number[],
  given: number | undefined,
  all: number[],
): Pick<StoredAct, 'by' | 'puts' | 'columns' | 'written'> {
  const columns = columnsAsked(text)
  const written = columnsOf(linked, text, bound, given)
  // `INSERT INTO notes VALUES (?)` names no columns.
  if (act.does === 'create') return { by: [], puts: written.length === 0 ? [...bound] : [], columns, written }
  const where = text.search(/\bwhere\b/i)
  const chosen = act.does === 'update' && where > 0 ? boundAfter(linked, text, where, bound, given) : undefined
  return { by: chosen ? [...texts, ...chosen] : all, puts: [], columns, written }
}

/** What stands for the holes of a text from a place on; undefined where that cannot be told. */
function boundAfter(linked: Linked, text: string, from: number, bound: readonly number[], given: number | undefined): number[] | undefined {
  const after = text.slice(from)
  const numbered = [...after.matchAll(/\$(\d+)/g)].map(([, number]) => bound[Number(number) - 1])
  const named =
    given === undefined ? [] : [...after.matchAll(/[^:\w][:@$]([a-z_]\w*)/gi)].map(([, name]) => linked.values.property(given, name as string)[0])
  const before = [...text.slice(0, from).matchAll(/\?/g)].length
  const inOrder = [...after.matchAll(/\?/g)].map((_, index) => bound[before + index])
  const found = [...numbered, ...named, ...inOrder]
  return found.some((node) => node === undefined) ? undefined : (found as number[])
}

function elementsOf({ whole, values }: Linked, node: number): number[] {
  return whole.kind[node] === Kind.Function ? [] : values.elements(node)
}

/** The parameter that a node is, and nothing else; -1 where it is none. */
function parameterOf({ whole }: Linked, node: number): number {
  const at = thingAwaited(whole, node)
  return whole.kind[at] === Kind.Param ? at : -1
}

/** Calls of a helper that takes the text of a statement, each with what it does. */
function handedTo(linked: Linked, param: number, library: string, depth: number): Placed[] {
  const { whole } = linked
  const fn = whole.a[param] as number
  const index = whole.functions[fn]?.params.indexOf(param) ?? -1
  if (index < 0 || depth >= MOST_HELPERS) return []
  return [...(linked.solver.callers.get(fn) ?? [])].flatMap((call): Placed[] => {
    const args = [...whole.args(call)]
    const text = args[index]
    if (text === undefined || isOfTests(linked, call)) return []
    const outer = parameterOf(linked, text)
    if (outer >= 0) return handedTo(linked, outer, library, depth + 1)
    const act = actOf(linked, text, args.slice(index + 1, index + 2), library, args)
    return act ? [{ node: call, act }] : []
  })
}

/** `db.prepare('SELECT …')` does nothing yet: `.get(id)` does. */
function prepared(linked: Linked, acts: Map<number, StoredAct>): void {
  const { whole } = linked
  const lookup = lookupOf(whole)
  const made = new Map([...acts].filter(([call]) => /^prepare(?:Sync)?$/.test(nameOfMethod(linked, call))))
  if (made.size === 0) return
  const run = new Set<number>()
  for (const call of lookup.called(/^(?:get|all|run|iterate|each|values|raw|pluck|execute|query|step|bind)$/)) {
    const callee = whole.a[call] as number
    if (whole.kind[callee] !== Kind.Load || made.has(call)) continue
    const from = linked.values.definitions(whole.a[callee] as number).find((each) => made.has(each))
    const act = from === undefined ? undefined : made.get(from)
    if (!act || from === undefined) continue
    const args = whole.args(call).filter((argument) => whole.kind[argument] !== Kind.Function)
    const [text] = whole.args(from)
    const told = text === undefined ? undefined : actOf(linked, text, args, act.library, [...act.by, ...args])
    acts.set(call, told ?? { ...act, by: [...act.by, ...args], puts: [] })
    run.add(from)
  }
  for (const each of run) acts.delete(each)
}

/** `const user = new User({ … }); await user.save()`: made first, and stored as it was made. */
function built(linked: Linked, acts: Map<number, StoredAct>): void {
  const { whole, models, values } = linked
  const { records } = models.flows
  for (const call of lookupOf(whole).called(/^(?:save|insert|\$save)$/)) {
    if (acts.has(call)) continue
    const receiver = receiverOf(linked, call)
    const made = receiver < 0 ? undefined : values.definitions(receiver).find((each) => each < whole.size && whole.kind[each] === Kind.New)
    if (made === undefined || isOfTests(linked, call)) continue
    const type = whole.a[made] as number
    const model = apiPathsOf(linked, type)
      .flatMap((path) => records.get(models.paths.find(path, '.create')) ?? [])
      .find(({ does }) => does === 'create')
    if (model)
      acts.set(call, {
        does: 'create',
        library: model.library,
        by: [],
        puts: whole.args(made).slice(0, 1),
        of: values.nameOf(type).replace(/^(?:\*|default)$/, ''),
      })
  }
}

function nameOfMethod({ whole }: Linked, call: number): string {
  const callee = whole.a[call] as number
  return whole.kind[callee] === Kind.Load ? whole.text(whole.b[callee] as number) : ''
}

/** A whole statement, and no sentence that begins like one. */
const WHOLE = /^\s*(?:select\b[\s\S]+\bfrom\b|insert\s+(?:\w+\s+)?into\b|update\s+\S+\s+set\b|delete\s+from\b|replace\s+into\b)/i

/** `` sql`DELETE FROM orders WHERE id = ${id}` ``; by the function that it stands in. */
function taggedActs(linked: Linked, acts: Map<number, StoredAct>): Map<number, number[]> {
  const { whole } = linked
  const found = new Map<number, number[]>()
  for (const node of lookupOf(whole).of(Kind.Tagged)) {
    const parts = [...whole.args(node)]
    if (parts.length < 2 || !WHOLE.test(textOf(linked, parts[0] as number)) || isOfTests(linked, node)) continue
    const bound = parts.filter((_, index) => index % 2 === 1)
    const text = parts.map((part, index) => (index % 2 === 1 ? '?' : textOf(linked, part))).join('')
    const act = actOfText(text)
    if (!act) continue
    acts.set(node, { ...act, library: '', ...partsOf(linked, { act, text }, [], bound, undefined, bound) })
    const fn = whole.functionOf(node)
    const list = found.get(fn)
    if (list) list.push(node)
    else found.set(fn, [node])
  }
  return found
}

const textOf = ({ whole }: Linked, node: number): string => (whole.kind[node] === Kind.String ? whole.text(whole.a[node] as number) : '')

const CONDITION = /\bwhere\b([\s\S]*?)(?:\b(?:order|group)\s+by\b|\blimit\b|\breturning\b|$)/gi
const COMPARED = /((?:["'`[]?\w+["'`\]]?\.)?["`[]?[A-Za-z_]\w*["`\]]?)\s*(?:=|<>|!=|<=?|>=?|\b(?:not\s+)?(?:in|i?like|is|between)\b)/gi

/** Columns that the conditions of a statement compare: `id` and `user_id` of `WHERE id = $1 AND user_id = $2`. */
export function columnsAsked(text: string): string[] {
  const found = new Set<string>()
  for (const [, condition = ''] of text.matchAll(CONDITION))
    for (const [, name = ''] of condition.matchAll(COMPARED)) found.add((name.split('.').at(-1) as string).replace(/["'`[\]]/g, ''))
  return [...found].filter((name) => !/^(?:and|or|not|null|where)$/i.test(name))
}
