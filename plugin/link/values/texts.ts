/** Texts of literals, and of what is put together of them: templates, concatenations, `[a, b].join('/')`. */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { lookupOf } from '../lookup'
import { PLUS, summands } from '../operators'
import { isTest, triesOut } from '../test-files'
import { standsFor } from './bound'
import { keyOf } from './own-keys'
import type { Context, Reading, Text } from './reading'
import { openWays } from './turns'

/** Most texts of one expression. */
const MOST_TEXTS = 32
/** `kebabCase(name)` and its like, by which names of functions become parts of paths. */
const CASES = new Map<string, (text: string) => string>([
  ['kebabCase', (text) => wordsOf(text).join('-')],
  ['snakeCase', (text) => wordsOf(text).join('_')],
  ['lowerCase', (text) => wordsOf(text).join(' ')],
])
const wordsOf = (text: string): string[] => (text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [text]).map((word) => word.toLowerCase())
const PATHS = /^(?:node:)?path(?:\/(?:posix|win32))?$|^(?:upath|pathe|path-browserify)$/
const ADDS = new Set(['push', 'unshift', 'splice'])

/** Texts an expression may be; empty when nothing is known of it. */
export function findTexts(reading: Reading, node: number, context: Context, hops: number): Text[] {
  const { whole, solver } = reading
  const key = context.bindings.size > 0 ? keyOf(reading, standsFor(reading, { node, context }).node) : undefined
  if (key !== undefined) return [{ value: key, exact: true }]
  const given = whole.kind[node] === Kind.Call ? givenBack(reading, node, context, hops) : []
  if (given.length > 0) return given
  const found = new Map<string, Text>()
  const put = (text: Text) => {
    if (found.size < MOST_TEXTS) found.set(text.value, text)
  }
  for (const label of reading.labels(node, context)) {
    if (solver.labels.kind[label] !== LabelKind.Value) continue
    // What tests put into an object does not get into the program's own.
    if (isInTest(reading, solver.labels.data[label] as number) && !isInTest(reading, node)) continue
    for (const text of fold(reading, solver.labels.data[label] as number, context, hops)) put(text)
    if (found.size >= MOST_TEXTS) break
  }
  if (found.size === 0 && whole.kind[node] === Kind.Call) for (const text of foldCall(reading, node, context, hops)) put(text)
  if (found.size === 0) {
    const name = settingAsked(reading, node) || reading.nameOf(node)
    if (name) put({ value: `{${name}}`, exact: false })
  }
  return [...found.values()]
}

/** `config.get('server.signInPath')`: the last name of what is asked for says more than the method. */
function settingAsked({ whole }: Reading, node: number): string {
  const callee = whole.kind[node] === Kind.Call ? (whole.a[node] as number) : -1
  if (callee < 0 || whole.kind[callee] !== Kind.Load || whole.text(whole.b[callee] as number) !== 'get') return ''
  const [key] = whole.args(node)
  if (key === undefined || whole.kind[key] !== Kind.String) return ''
  return /^(?:\w+[.:])*([A-Za-z_]\w*)$/.exec(whole.text(whole.a[key] as number))?.[1] ?? ''
}

/** Ways in which a function comes back, beyond which nothing is read off it. */
const MOST_RETURNS = 3
/** Calls in calls. */
const MOST_CALLS = 4

/** `pathOf('/users')` of a function of the program that makes a text of what it is handed there; empty where that is not known in full. */
function givenBack(reading: Reading, call: number, context: Context, hops: number): Text[] {
  const { whole, solver } = reading
  const callees = solver.callees.get(call)
  if (callees?.size !== 1 || hops > MOST_CALLS) return []
  const [fn] = callees
  const of = whole.functions[fn as number]
  const args = whole.args(call)
  if (!of || of.params.length === 0 || args.length === 0 || of.returns.length > MOST_RETURNS) return []
  if (of.params.some((param) => whole.c[param] === 1) || args.some((argument) => whole.kind[argument] === Kind.Spread)) return []
  const bindings: Context['bindings'] = new Map()
  of.params.forEach((param, index) => {
    if (args[index] !== undefined) bindings.set(param, { node: args[index], context })
  })
  // `/${root}/${path}` under `if (root)`: what is empty there is no beginning.
  const inside: Context = { ...context, bindings }
  return of.returns
    .flatMap((value) => waysBack(reading, value, inside))
    .flatMap((value) => (isMade(reading, value) ? reading.texts(value, inside, hops + 1) : []))
    .filter(({ exact, value }) => exact && !value.startsWith('//'))
}

/** `let path = '/' + name; if (isOne) path += '/:id'`: what may stand there in the end, by what is known of the conditions around it. */
function waysBack(reading: Reading, value: number, context: Context, hops = 0): number[] {
  const { whole } = reading
  const kind = whole.kind[value] as Kind
  if (hops > MOST_CALLS || (kind !== Kind.Choice && kind !== Kind.Cell && kind !== Kind.Refine)) return [value]
  const items = kind === Kind.Refine ? [whole.a[value] as number] : openWays(reading, value, context)
  return items.flatMap((item) => waysBack(reading, item, context, hops + 1))
}

/** A text that is put together there: what is only looked up or handed through says the solver. */
function isMade({ whole }: Reading, node: number): boolean {
  const kind = whole.kind[node] as Kind
  return kind === Kind.Template || (kind === Kind.Binary && whole.c[node] === PLUS)
}

function isInTest({ whole, known }: Reading, node: number): boolean {
  if (node < 0 || node >= whole.size) return false
  known.tests ??= Uint8Array.from(whole.files, ({ path }: { path: string }, file) => (isTest(path) || triesOut(whole, file) ? 1 : 0))
  return known.tests[whole.fileOf(node)] === 1
}

/** Text of one literal, template or concatenation. */
function fold(reading: Reading, node: number, context: Context, hops: number): Text[] {
  const { whole } = reading
  switch (whole.kind[node] as Kind) {
    case Kind.String:
    case Kind.Number:
      return [{ value: whole.text(whole.a[node] as number), exact: true }]
    case Kind.Boolean:
      return [{ value: whole.a[node] === 1 ? 'true' : 'false', exact: true }]
    case Kind.Regex:
      return [{ value: whole.text(whole.a[node] as number), exact: true }]
    case Kind.Template:
      return product(reading, [...whole.items(whole.a[node] as number)], context, hops)
    case Kind.Binary:
      return whole.c[node] === PLUS ? product(reading, summands(whole, node), context, hops) : []
    default:
      return []
  }
}

/** `[a, b].join('/')`, `path.join(a, b)`, `a.concat(b)`, `String(a)`. */
function foldCall(reading: Reading, call: number, context: Context, hops: number): Text[] {
  const { whole } = reading
  const callee = whole.a[call] as number
  const args = [...whole.args(call)]
  if (whole.kind[callee] === Kind.Global && whole.text(whole.a[callee] as number) === 'String' && args[0] !== undefined)
    return reading.texts(args[0], context, hops + 1)
  if (isImportedJoin(reading, callee)) return pathOf(reading, args, context, hops)
  if (whole.kind[callee] !== Kind.Load) return []
  const receiver = whole.a[callee] as number
  const method = whole.text(whole.b[callee] as number)
  if (method === 'concat' && whole.kind[receiver] !== Kind.Array) return product(reading, [receiver, ...args], context, hops)
  const recased = args[0] !== undefined && args.length === 1 ? CASES.get(method) : undefined
  if (recased) return reading.texts(args[0] as number, context, hops + 1).map((text) => (text.exact ? { ...text, value: recased(text.value) } : text))
  if (method === 'toString' || method === 'trim') return reading.texts(receiver, context, hops + 1)
  if (method === 'replace' || method === 'replaceAll') return withoutSlashes(reading, receiver, args, context, hops)
  if (method !== 'join') return []
  const written = reading.elements(receiver, context)
  const isList = !(written.length === 1 && written[0] === receiver)
  if (!isList) return pathOf(reading, args, context, hops)
  // What is put in later stands there on some way: it is not known that it does, nor what it is.
  const items = isAddedTo(reading, receiver) ? [...written, -1] : written
  const [separator] = args[0] === undefined ? [{ value: ',', exact: true }] : reading.texts(args[0], context, hops + 1)
  return joinedBy(reading, items, separator?.value ?? '', context, hops)
}

/** @param parts nodes, -1 for one that is not known */
function joinedBy(reading: Reading, parts: readonly number[], separator: string, context: Context, hops: number): Text[] {
  let texts: Text[] = []
  for (const [index, part] of parts.entries()) {
    const ways = part < 0 ? [] : reading.texts(part, context, hops + 1)
    const known = ways.length > 0 ? ways : [{ value: '{…}', exact: false }]
    texts = joined(index === 0 ? [{ value: '', exact: true }] : texts, index === 0 ? '' : separator, known)
  }
  return texts
}

const pathOf = (reading: Reading, parts: readonly number[], context: Context, hops: number): Text[] =>
  joinedBy(reading, parts, '/', context, hops).map(({ value, exact }) => ({ value: value.replace(/\/{2,}/g, '/'), exact }))

/** `import { join } from 'node:path'` */
const isImportedJoin = ({ whole }: Reading, callee: number): boolean =>
  whole.kind[callee] === Kind.Import && whole.text(whole.b[callee] as number) === 'join' && PATHS.test(whole.text(whole.a[callee] as number))

/** `path.replace(/^\/+/, '')`: slashes at an end, which is all that is said of paths in so few words. */
function withoutSlashes(reading: Reading, text: number, [pattern, by]: readonly number[], context: Context, hops: number): Text[] {
  const { whole } = reading
  if (pattern === undefined || by === undefined || whole.kind[pattern] !== Kind.Regex || whole.kind[by] !== Kind.String) return []
  if (whole.text(whole.a[by] as number) !== '') return []
  const ends = /^\/(\^)?(?:\\\/|\[\/\])([*+]?)(\$)?\/[gu]*$/.exec(whole.text(whole.a[pattern] as number))
  if (!ends?.[1] === !ends?.[3]) return []
  const most = ends?.[2] === '' ? 1 : Number.POSITIVE_INFINITY
  return reading
    .texts(text, context, hops + 1)
    .map(({ value, exact }) => ({ value: ends?.[1] ? trimmed(value, most) : reversed(trimmed(reversed(value), most)), exact }))
}

function trimmed(text: string, most: number): string {
  let from = 0
  while (from < most && text[from] === '/') from++
  return text.slice(from)
}

const reversed = (text: string): string => [...text].reverse().join('')

/** Whether a list that is written with elements gets more of them: `const parts = ['a']; if (ok) parts.push('b')`. */
function isAddedTo(reading: Reading, list: number): boolean {
  const { whole, solver } = reading
  const lists = listsAddedTo(reading)
  return solver.of(list).some((label) => {
    const at = solver.labels.data[label] as number
    return lists.has(label) && whole.kind[at] === Kind.Array && whole.items(whole.a[at] as number).length > 0
  })
}

/** Labels of lists that something is put into. */
function listsAddedTo({ whole, solver, known }: Reading): ReadonlySet<number> {
  if (known.added?.changes === solver.changes) return known.added.lists
  const lists = new Set<number>()
  for (const call of lookupOf(whole).named(Kind.Call, ADDS)) {
    const callee = whole.a[call] as number
    if (whole.kind[callee] !== Kind.Load) continue
    for (const label of solver.of(whole.a[callee] as number)) if (solver.labels.kind[label] === LabelKind.Object) lists.add(label)
  }
  known.added = { changes: solver.changes, lists }
  return lists
}

function product(reading: Reading, parts: number[], context: Context, hops: number): Text[] {
  let texts: Text[] = [{ value: '', exact: true }]
  for (const part of parts) {
    const ways = reading.whole.kind[part] === Kind.Array ? listed(reading, part, context, hops) : reading.texts(part, context, hops + 1)
    const known = ways.length > 0 ? ways : [{ value: '{…}', exact: false }]
    texts = joined(texts, '', known)
  }
  return texts
}

/** `'(' + [one, other] + ')'`: a list within a text has commas between. */
function listed(reading: Reading, list: number, context: Context, hops: number): Text[] {
  let texts: Text[] = [{ value: '', exact: true }]
  for (const [index, item] of reading.elements(list, context).entries()) {
    const ways = reading.texts(item, context, hops + 1)
    texts = joined(texts, index === 0 ? '' : ',', ways.length > 0 ? ways : [{ value: '{…}', exact: false }])
  }
  return texts
}

/** Each text with each ending behind it, as many as are kept. */
function joined(texts: readonly Text[], separator: string, endings: readonly Text[]): Text[] {
  const found: Text[] = []
  for (const text of texts)
    for (const ending of endings) {
      if (found.length >= MOST_TEXTS) return found
      found.push({ value: text.value + separator + ending.value, exact: text.exact && ending.exact })
    }
  return found
}
