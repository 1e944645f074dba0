/**
 * What a new password has to be. In: schemas, validators, decorators, patterns and comparisons of the program. Out: least and most
 * length and kinds of characters, each with its line, and whether the server or only a page asks for it.
 */
import { Kind } from '../../../graph'
import type { Evidence } from '../../../types'
import { calledName, cite, type Linked, receiverOf } from '../../linked'
import { lookupOf, merge, once } from '../../lookup'
import { variablesOf } from '../../names'
import { AT_LEAST, AT_MOST, GREATER, LESS } from '../../operators'
import { nameOfValue } from '../../usages/value-names'
import { isPasswordName } from './hashes'
import { numberOf } from './numbers'
import { isOfTests, type Scene } from './scene'

export interface Limit {
  /** `only`: no other characters than these are taken. */
  kind: 'least' | 'most' | 'characters' | 'only' | 'list'
  /** Length; of characters and lists 0. */
  number: number
  /** `a digit`, `a letter`; of `only` the class as it is written: `[a-zA-Z0-9]`. */
  asks: string[]
  side: 'server' | 'page'
  at: Evidence
}

type Found = Omit<Limit, 'side' | 'at'> & { node: number }

/** Methods of schemas, validators and forms, by what they limit. */
const LEAST = new Set(['min', 'minLength', 'MinLength', 'minlength', 'isMinLength'])
const MOST = new Set(['max', 'maxLength', 'MaxLength', 'maxlength'])
const BOTH = new Set(['isLength', 'Length', 'length', 'len', 'size'])
const PATTERN = new Set(['regex', 'pattern', 'matches', 'Matches', 'match', 'test', 'search', 'exec'])
const STRONG = new Set(['isStrongPassword', 'IsStrongPassword', 'passwordStrength', 'joiPasswordExtendCore', 'passwordComplexity'])
const ALPHANUMERIC = new Set(['alphanum', 'isAlphanumeric', 'IsAlphanumeric'])
const KEYS_LEAST = new Set(['minlength', 'minLength', 'min', 'minPasswordLength'])
const KEYS_MOST = new Set(['maxlength', 'maxLength', 'max', 'maxPasswordLength'])

export function passwordLimits(scene: Scene): Limit[] {
  const { linked } = scene
  const { whole } = linked
  const lookup = lookupOf(whole)
  const length = whole.string('length')
  const isLength = (node: number) => whole.kind[whole.a[node] as number] === Kind.Load && whole.b[whole.a[node] as number] === length
  const named = new Set([...LEAST, ...MOST, ...BOTH, ...PATTERN, ...STRONG, ...ALPHANUMERIC])
  const found: Found[] = []
  for (const node of merge([
    lookup.called(named),
    lookup.named(Kind.Property, isAboutPasswords),
    [...lookup.of(Kind.Binary)].filter(isLength),
    lookup.of(Kind.Jsx),
  ])) {
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Call || kind === Kind.New) found.push(...ofCall(linked, node))
    else if (kind === Kind.Property) found.push(...ofField(linked, node))
    else if (kind === Kind.Binary) found.push(...ofComparison(linked, node))
    else found.push(...ofElement(linked, node))
  }
  const seen = new Set<string>()
  return found
    .filter(({ node }) => !isOfTests(linked, node))
    .map(({ node, ...limit }): Limit => ({ ...limit, side: scene.isPage(fileOf(linked, node)) ? 'page' : 'server', at: cite(linked, node) }))
    .filter(({ kind, number, at, asks }) => {
      const key = `${kind} ${number} ${asks.join()} ${at.file}:${at.line}`
      return !seen.has(key) && Boolean(seen.add(key))
    })
}

const fileOf = ({ whole }: Linked, node: number): string => (whole.files[whole.fileOf(node)] as { path: string }).path

/** Fields and controls of forms: `password`, `newPassword`, `passwordControl`. */
const isAboutPasswords = (name: string): boolean =>
  /pass|pwd/i.test(name) &&
  (isPasswordName(name) || isPasswordName(name.replace(/(?:Control|Field|Input|Value|Form)$/, '')) || /^m(?:in|ax)PasswordLength$/.test(name))
/** Not the second entry, nor the one that is in force: nothing new is chosen there. */
const isNew = once((name: string): boolean => isAboutPasswords(name) && !/confirm|repeat|again|retype|current|old|verify/i.test(name))

// ── calls ────────────────────────────────────────────────────────────────────────────────────────────────────────────

function ofCall(linked: Linked, call: number): Found[] {
  const { whole, values } = linked
  const name = calledName(linked, call)
  const args = [...whole.args(call)]
  if (!isAboutPassword(linked, call, name)) return []
  const found: Found[] = []
  const put = (kind: 'least' | 'most', number: number | undefined) =>
    number !== undefined && number > 0 && number < 100_000 && found.push({ kind, number, asks: [], node: call })
  const first = args[0]
  if (STRONG.has(name))
    return [
      { kind: 'characters', number: 0, asks: ['lower case', 'upper case', 'a digit', 'a symbol'], node: call },
      { kind: 'least', number: strongLength(linked, args), asks: [], node: call },
    ]
  if (ALPHANUMERIC.has(name)) return [{ kind: 'only', number: 0, asks: ['letters and digits'], node: call }]
  if (LEAST.has(name)) put('least', first === undefined ? undefined : numberOf(linked, first))
  else if (MOST.has(name)) put('most', first === undefined ? undefined : numberOf(linked, first))
  else if (BOTH.has(name)) {
    // `isLength({ min, max })`, `validator.isLength(text, { min })`, `Length(8, 64)`
    const options = args.find((argument) => whole.kind[argument] === Kind.Object)
    if (options !== undefined) {
      put('least', numberOf(linked, values.property(options, 'min')[0] ?? -1))
      put('most', numberOf(linked, values.property(options, 'max')[0] ?? -1))
    } else {
      const numbers = args.map((argument) => numberOf(linked, argument)).filter((number) => number !== undefined)
      put('least', numbers[0])
      put('most', numbers[1])
    }
  } else if (PATTERN.has(name)) {
    const pattern = [receiverOf(linked, call), ...args].flatMap((node) => patternsAt(linked, node))[0]
    // The pattern says it; the call puts it in force.
    if (pattern !== undefined) found.push(...ofPattern(pattern.text, pattern.at))
  }
  return found
}

const strongLength = ({ values, whole }: Linked, args: readonly number[]): number => {
  const options = args.find((argument) => whole.kind[argument] === Kind.Object)
  const texts = options === undefined ? [] : values.property(options, 'minLength').flatMap((node) => values.numbers(node))
  // What validator.js takes where none is given.
  return texts[0] ?? 8
}

function patternsAt(linked: Linked, node: number): { text: string; at: number }[] {
  if (node < 0) return []
  const { whole, values } = linked
  return [node, ...values.definitions(node)].flatMap((at) => {
    if (at >= whole.size) return []
    if (whole.kind[at] === Kind.Regex) return [{ text: whole.text(whole.a[at] as number), at }]
    // `new RegExp('^[a-z]{3,30}$')`
    if ((whole.kind[at] !== Kind.New && whole.kind[at] !== Kind.Call) || calledName(linked, at) !== 'RegExp') return []
    const [source] = whole.args(at)
    return source !== undefined && whole.kind[source] === Kind.String ? [{ text: whole.text(whole.a[source] as number), at }] : []
  })
}

/** A call that has to do with a password: on its field, on a value of that name, or in a control or function that is called so. */
function isAboutPassword(linked: Linked, call: number, name: string): boolean {
  const { whole } = linked
  const args = [...whole.args(call)]
  const receiver = receiverOf(linked, call)
  // `/…/.test(password)`, `password.match(/…/)`, `isLength(password, …)`
  if (args.slice(0, 1).some((argument) => isNew(nameOfValue(linked, argument)))) return true
  if (receiver >= 0 && isNew(nameOfValue(linked, receiver))) return true
  if (isNew(fieldOfChain(linked, receiver))) return true
  if (isNew(namesOfCalls(linked).get(call) ?? '')) return true
  // `PASSWORD_RULE.test(value)` and the value that a validator of passwords is given.
  if (
    PATTERN.has(name) &&
    receiver >= 0 &&
    variablesOf(whole, receiver).some(({ name: variable }) => /pass(?:word|wd)?/i.test(variable)) &&
    name === 'test'
  )
    return true
  return PATTERN.has(name) && [receiver, ...args.slice(0, 1)].some((node) => isValidated(linked, node))
}

/** `password` of `body('password').trim().isLength(…)`. */
function fieldOfChain(linked: Linked, node: number): string {
  const { whole } = linked
  for (let at = node, hops = 0; at >= 0 && hops < 10; at = receiverOf(linked, at), hops++) {
    if (whole.kind[at] !== Kind.Call) return ''
    const [field] = whole.args(at)
    if (/^(?:body|check|checkBody|param|query)$/.test(calledName(linked, at)) && field !== undefined && whole.kind[field] === Kind.String)
      return whole.text(whole.a[field] as number)
  }
  return ''
}

const schemas = new WeakMap<Linked, Map<number, string>>()

/** Calls inside values of members that are about passwords: `passwordControl = new FormControl('', [Validators.minLength(5)])`. */
function namesOfCalls(linked: Linked): Map<number, string> {
  let known = schemas.get(linked)
  if (known) return known
  known = new Map()
  schemas.set(linked, known)
  const { whole } = linked
  const put = (node: number, name: string, depth = 0) => {
    if (node < 0 || node >= whole.size || depth > 12) return
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Call || kind === Kind.New) {
      if (known.has(node)) return
      known.set(node, name)
      for (const argument of whole.args(node)) put(argument, name, depth + 1)
      put(receiverOf(linked, node), name, depth + 1)
    } else if (kind === Kind.Array || kind === Kind.Refine || kind === Kind.Await || kind === Kind.Choice || kind === Kind.Load)
      for (const part of whole.madeOf(node)) put(part, name, depth + 1)
    else if (kind === Kind.Object && depth > 0)
      for (const entry of whole.items(whole.a[node] as number))
        if (whole.kind[entry] === Kind.Property) put(whole.b[entry] as number, name, depth + 1)
  }
  for (const property of lookupOf(whole).named(Kind.Property, isNew))
    if (whole.kind[whole.b[property] as number] !== Kind.Object) put(whole.b[property] as number, whole.text(whole.a[property] as number))
  for (const { node, name } of whole.names) if (isNew(name) && !/length|count/i.test(name)) put(node, name)
  for (const { members } of whole.classes)
    for (const { name, node, decorators } of members)
      if (isNew(name)) {
        put(node, name)
        for (const decorator of decorators) put(decorator, name)
      }
  return known
}

// ── patterns ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const ASKS: [RegExp, string][] = [
  [/\\d|\[0-9\]|\[\^\\D\]/, 'a digit'],
  [/\[a-z\](?!\w)/, 'lower case'],
  [/\[A-Z\](?!\w)/, 'upper case'],
  [/\[(?:a-zA-Z|A-Za-z)\]|\\p\{L\}/, 'a letter'],
  [/\\W|\[\^\\w|\[\^a-zA-Z0-9|\[\^A-Za-z0-9|[!@#$%^&*?_\-.]{4,}/, 'a symbol'],
]

/** Characters that a pattern demands, each in a lookahead or as all there is; and the length of one that spans the whole. */
function ofPattern(pattern: string, node: number): Found[] {
  const body = pattern.replace(/^\/|\/\w*$/g, '')
  const parts = [...body.matchAll(/\(\?=((?:[^()]|\([^()]*\))*)\)/g)].map(([, part]) => part as string)
  const demanded = parts.length > 0 ? parts : /^\^/.test(body) ? [] : [body]
  const asks = [...new Set(demanded.flatMap((part) => ASKS.filter(([sign]) => sign.test(part)).map(([, word]) => word)))]
  const run = /(?:\.|\]|\\[wdSW])\{(\d+)(?:,(\d*))?\}\)?\$?$/.exec(body)
  const found: Found[] = asks.length > 0 ? [{ kind: 'characters', number: 0, asks, node }] : []
  const only = onlyCharacters(body)
  if (only) found.push({ kind: 'only', number: 0, asks: [only], node })
  if (run && /^\^/.test(body)) {
    found.push({ kind: 'least', number: Number(run[1]), asks: [], node })
    const most = run[2] === undefined ? run[1] : run[2]
    if (most && /\$/.test(body)) found.push({ kind: 'most', number: Number(most), asks: [], node })
  }
  return found
}

/** The class of which a whole text has to be made, where it leaves out the letters of other scripts: `[\w!@]` of `/^(?=.*\d)[\w!@]{8,}$/`. */
function onlyCharacters(body: string): string | undefined {
  const left = body.replace(/\(\?[=!](?:[^()]|\([^()]*\))*\)/g, '')
  const whole = /^\^\(?(\\[wd]|\[(?!\^)(?:[^\]\\]|\\.)+\])(?:[*+]|\{\d+(?:,\d*)?\})\)?\$$/.exec(left)?.[1]
  return whole && !/\\[WDSp]|\\u|\\x|[^\x20-\x7e]/.test(whole) ? whole : undefined
}

// ── fields, comparisons, elements ────────────────────────────────────────────────────────────────────────────────────

/** `password: { type: String, minlength: 8, match: /\d/ }`, `password: { type: 'string', minLength: 8 }`, `validate: { len: [8, 64] }` */
function ofField(linked: Linked, property: number): Found[] {
  const { whole, values } = linked
  if (whole.a[property] === -1) return []
  const name = whole.text(whole.a[property] as number)
  const value = whole.b[property] as number
  const own = numberOf(linked, value)
  if (/^m(?:in|ax)PasswordLength$/.test(name))
    return own === undefined ? [] : [{ kind: name.startsWith('min') ? 'least' : 'most', number: own, asks: [], node: property }]
  if (!isNew(name) || whole.kind[value] !== Kind.Object) return []
  const found: Found[] = []
  for (const entry of whole.items(whole.a[value] as number)) {
    if (whole.kind[entry] !== Kind.Property || whole.a[entry] === -1) continue
    const key = whole.text(whole.a[entry] as number)
    const at = whole.b[entry] as number
    const [bound] = whole.kind[at] === Kind.Array ? [...whole.items(whole.a[at] as number)] : [at]
    const number = numberOf(linked, bound ?? -1)
    if (KEYS_LEAST.has(key) && number !== undefined) found.push({ kind: 'least', number, asks: [], node: entry })
    else if (KEYS_MOST.has(key) && number !== undefined) found.push({ kind: 'most', number, asks: [], node: entry })
    else if (key === 'match' || key === 'pattern' || key === 'regex')
      for (const pattern of patternsAt(linked, bound ?? -1)) found.push(...ofPattern(pattern.text, entry))
    else if (key === 'validate' || key === 'isLength')
      for (const len of [...values.property(at, 'len'), ...(key === 'isLength' ? [at] : [])]) {
        const numbers = values.elements(len).map((item) => numberOf(linked, item))
        const least = numbers[0] ?? numberOf(linked, values.property(len, 'min')[0] ?? -1)
        const most = numbers[1] ?? numberOf(linked, values.property(len, 'max')[0] ?? -1)
        if (least !== undefined) found.push({ kind: 'least', number: least, asks: [], node: entry })
        if (most !== undefined) found.push({ kind: 'most', number: most, asks: [], node: entry })
      }
  }
  return found
}

/** `password.length < 8`; the value that a validator of passwords is given counts as one. */
function ofComparison(linked: Linked, node: number): Found[] {
  const { whole } = linked
  const text = whole.a[whole.a[node] as number] as number
  if (!isNew(nameOfValue(linked, text)) && !isValidated(linked, text)) return []
  const number = numberOf(linked, whole.b[node] as number)
  if (number === undefined || number < 2) return []
  const operator = whole.c[node] as number
  // Whether a password that is too long is refused, or one that is long enough let through, its reader sees; the number is the same.
  if (operator === LESS || operator === AT_LEAST) return [{ kind: 'least', number, asks: [], node }]
  if (operator === AT_MOST) return [{ kind: number > 40 ? 'most' : 'least', number: number > 40 ? number : number + 1, asks: [], node }]
  if (operator === GREATER) return [{ kind: number > 40 ? 'most' : 'least', number: number > 40 ? number : number + 1, asks: [], node }]
  return []
}

/** The first parameter of a function that is called `password` or `validatePassword`, or of the validator of such a field. */
function isValidated({ whole }: Linked, value: number): boolean {
  let node = value
  while (node >= 0 && whole.kind[node] === Kind.Refine) node = whole.a[node] as number
  if (node < 0 || whole.kind[node] !== Kind.Param || whole.b[node] !== 0) return false
  const fn = whole.functions[whole.a[node] as number]
  if (!fn) return false
  const name = fn.fact.name
  if (
    isPasswordName(name) ||
    /^(?:is_?valid|validate|check|is_?strong)_?pass(?:word|wd)?$|^pass(?:word|wd)?_?(?:validator|rule|policy|check)$/i.test(name)
  )
    return true
  return passwordFields(whole).has(fn.node)
}

const fields = new WeakMap<Linked['whole'], Set<number>>()

/** Functions that are the validator of a field: `password: { validate(value) { … } }`. */
function passwordFields(whole: Linked['whole']): Set<number> {
  let known = fields.get(whole)
  if (known) return known
  known = new Set()
  fields.set(whole, known)
  for (const property of lookupOf(whole).named(Kind.Property, isNew)) {
    const value = whole.b[property] as number
    if (whole.kind[value] !== Kind.Object) continue
    for (const entry of whole.items(whole.a[value] as number)) {
      if (
        whole.kind[entry] !== Kind.Property ||
        whole.a[entry] === -1 ||
        !/^(?:validate|validator|custom)$/.test(whole.text(whole.a[entry] as number))
      )
        continue
      const at = whole.b[entry] as number
      if (whole.kind[at] === Kind.Function) known.add(at)
      if (whole.kind[at] === Kind.Object)
        for (const inner of whole.items(whole.a[at] as number))
          if (whole.kind[inner] === Kind.Property && whole.kind[whole.b[inner] as number] === Kind.Function) known.add(whole.b[inner] as number)
    }
  }
  return known
}

/** `<input type="password" minLength={8} />` */
function ofElement(linked: Linked, node: number): Found[] {
  const { whole, values } = linked
  const attributes = whole.b[node] as number
  if (attributes < 0 || whole.kind[attributes] !== Kind.Object) return []
  if (!values.property(attributes, 'type').some((type) => values.texts(type).some(({ value }) => value === 'password'))) return []
  return (['least', 'most'] as const).flatMap((kind): Found[] => {
    const number = numberOf(linked, values.property(attributes, kind === 'least' ? 'minLength' : 'maxLength')[0] ?? -1)
    return number === undefined ? [] : [{ kind, number, asks: [], node }]
  })
}
