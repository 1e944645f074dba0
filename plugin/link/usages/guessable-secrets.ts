/**
 * Secrets made of numbers that can be guessed: a variable, property, parameter or function that is named like a secret and
 * whose value comes from `Math.random()`, and such a value as the key of a cipher or signature.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { recordCalls } from '../access/records'
import { calledName, cite, citeLine, isTest, isTestCode, type Linked, receiverOf } from '../linked'
import { lookupOf, merge, once } from '../lookup'
import { snake } from '../names'
import { isEqual, isUnequal } from '../operators'
import { sensitivityOf } from '../taint/sensitive'
import { skipTrivia, type Whole } from '../whole/index'
import { classAround, isOfTable, isSentAlone } from './harmless-randoms'
import { modelledCalls, modelsOfCall, usage } from './modelled'
import { isOnlyName } from './names-of-things'
import { functionsAround } from './origin'

/** What nobody else may be able to make, beside passwords and tokens. */
const UNGUESSABLE =
  /(?:^|_)(?:u+id|guid|nonce|salt|otp|totp|csrf|xsrf|session_?id|sid|iv|api_?key|activation_?code|invite_?code|reset_?code|one_?time_?code)s?\d*(?=$|_)/
/** Letters without which a name is none of these, however it is written. */
const MAYBE_UNGUESSABLE = /uid|nonce|salt|otp|csrf|xsrf|session|sid|iv|api|activation|invite|reset|one/i
/** Calls that make something of their arguments, or of what they are called on, from which the number can be told. */
const OF_ARGUMENTS =
  /^(?:floor|round|ceil|trunc|abs|min|max|pow|String|Number|parseInt|parseFloat|btoa|charAt|at|fromCharCode|fromCodePoint|concat|from|slice|substr|substring|join|md5|sha1|sha256|digest|update|toFixed|BigInt|random|format)$/
const OF_RECEIVER =
  /^(?:toString|slice|substr|substring|replace|replaceAll|toFixed|padStart|padEnd|split|join|concat|toUpperCase|toLowerCase|trim|digest|hex|update|reverse|charAt|map|at|toPrecision)$/
/** With one of these in it, a function takes the number only where there is nothing better. */
const STRONG = /^(?:getRandomValues|randomBytes|randomUUID|randomInt|randomFillSync|randomFill)$/

/** How far back what was told already is looked for. */
const MOST_HOPS = 6

export function guessableSecrets(linked: Linked): Usage[] {
  const { whole } = linked
  const random = new Randoms(linked)
  const found: Usage[] = []
  const told = new Set<number>()
  /** What is made of a secret that was told already only passes it on. */
  const isTold = (node: number): boolean => {
    if (told.size === 0) return false
    const seen = new Set([node])
    let outermost = [node]
    for (let hops = 0; outermost.length > 0; hops++) {
      if (outermost.some((at) => told.has(at))) return true
      if (hops === MOST_HOPS) return false
      const parts = outermost.flatMap((at) => (at < 0 ? [] : whole.madeOf(at))).filter((part) => !seen.has(part))
      for (const part of parts) seen.add(part)
      outermost = [...new Set(parts)]
    }
    return false
  }
  const put = (node: number, pos: number, name: string, way: string, value = node) => {
    const file = whole.fileOf(node)
    const text = whole.files[file]?.text ?? ''
    const at = citeLine(linked, file, whole.lineAt(file, skipTrivia(text, pos)))
    const values: Usage['values'] = { name: { state: 'constant', texts: [name] }, way: { state: 'constant', texts: [way] } }
    if (way === 'variable' && isOfLock(linked, node)) values.lock = { state: 'constant', texts: ['true'] }
    const number = random.of(value)
    if (number >= 0 && modelsOfCall(linked, number).some(({ kind }) => kind === 'predictable-id')) {
      // What an id is made for is to tell things apart: only as what lets somebody in must it be no guess.
      if (sensitivityOf(name) !== 'secret' && sensitivityOf(name) !== 'password') return
      values.identifier = { state: 'constant', texts: [calledName(linked, number)] }
    }
    if (number >= 0) values.random = { state: 'constant', texts: [calledName(linked, number)], at: cite(linked, number) }
    const maker = makesUp(linked, node)
    if (maker) values.maker = { state: 'constant', texts: [maker] }
    const owner = way === 'property' || way === 'function' ? classAround(linked, node) : undefined
    if (owner) {
      values.owner = { state: 'constant', texts: [owner] }
      const field = way === 'function' ? madeBy(name) : name
      values.field = { state: 'constant', texts: [field.charAt(0).toLowerCase() + field.slice(1)] }
    }
    if (way === 'variable' && isSentAlone(linked, node)) values.sentAlone = { state: 'constant', texts: ['true'] }
    if (way === 'variable' && isOnlyName(linked, node)) values.onlyName = { state: 'constant', texts: ['true'] }
    if (isOfTable(linked, node, isSecretName)) values.table = { state: 'constant', texts: ['true'] }
    found.push({ ...usage(linked, node, 'guessable-secret', '', name, values), at, test: isTest(at.file) || isTestCode(linked, at.file) })
  }
  // A value is told where it first has a name of a secret; further names only pass it on.
  for (const { node, name, pos } of whole.names) {
    if (!isSecretName(name) || isTold(node) || !random.makes(node)) continue
    told.add(node)
    put(node, pos, name, 'variable')
  }
  const lookup = lookupOf(whole)
  const candidates = merge([
    lookup.named(Kind.Store, isSecretName),
    lookup.named(Kind.Property, isSecretName),
    callsWithSecrets(linked),
    [...modelledCalls(linked).keys()].filter((call) => whole.kind[call] !== Kind.Tagged),
  ])
  for (const node of candidates) {
    switch (whole.kind[node] as Kind) {
      case Kind.Store:
      case Kind.Property: {
        const isStore = whole.kind[node] === Kind.Store
        const key = isStore ? (whole.b[node] as number) : (whole.a[node] as number)
        const value = isStore ? (whole.c[node] as number) : (whole.b[node] as number)
        if (key < 0 || value < 0 || isTold(value) || !isSecretName(whole.text(key)) || !random.makes(value)) break
        told.add(value)
        put(node, whole.pos[node] as number, whole.text(key), 'property', value)
        break
      }
      case Kind.Call:
      case Kind.New:
        for (const [parameter, argument] of parametersOf(linked, node)) {
          const fact = whole.functions[whole.a[parameter] as number]?.fact
          const name = fact?.paramNames[whole.b[parameter] as number] ?? ''
          if (!isSecretName(name) || told.has(parameter) || !random.makes(argument) || isTold(argument)) continue
          told.add(parameter)
          put(parameter, whole.pos[parameter] as number, name, 'parameter', argument)
        }
        for (const [name, argument] of keysOf(linked, node))
          if (!isTold(argument) && random.makes(argument))
            put(node, whole.pos[node] as number, name, calledName(linked, node) === name ? 'key' : 'cookie', argument)
        break
    }
  }
  for (const { property, value } of codesOfRecords(linked)) {
    if (isTold(value) || !random.makes(value)) continue
    told.add(value)
    put(property, whole.pos[property] as number, whole.text(whole.a[property] as number), 'property', value)
  }
  // `function makeToken() { return Math.random()… }`
  for (const [fn, { fact, params, returns }] of whole.functions.entries()) {
    if (random.hasBetter(fn)) continue
    const made = madeBy(fact.name)
    // `makeIdForToken()` makes an id; what it is for is made elsewhere.
    if (!isSecretName(made.replace(/(?:By|For|From|With)[A-Z].*$/, ''))) continue
    // `token()` makes one as well; `uuid()` is more often asked for what only keeps things apart, and `token(list)` chooses.
    if (made === fact.name && (!sensitivityOf(made) || params.length > 0)) continue
    for (const value of returns)
      if (!isTold(value) && random.makes(value)) {
        told.add(value)
        put(value, whole.pos[value] as number, fact.name, 'function')
      }
  }
  return found
}

/** Records that are made to let somebody in: `passwordResetToken`, `VerificationCode`, `login_pins`. */
const LETS_IN =
  /(?:^|_)(?:reset|verif(?:y|ication)|activation|invit(?:e|ation)|confirm(?:ation)?|log_?in|sign_?in|one_?time|recovery|magic|auth|mfa|two_?factor|2fa)_(?:[a-z]+_)?(?:codes?|tokens?|pins?)$|(?:^|_)(?:otps?|passcodes?)(?:_|$)/
const CODE = /^(?:code|pin|otp|digits|number|value)$/i

/** What such a record holds that has a name of its own only with it: `prisma.passwordResetToken.create({ data: { code } })`. */
function codesOfRecords(linked: Linked): { property: number; value: number }[] {
  const { whole } = linked
  return [...recordCalls(linked).values()].flatMap(({ does, of, puts }) =>
    (does !== 'create' && does !== 'update') || !LETS_IN.test(snake(of))
      ? []
      : puts
          .filter((object) => whole.kind[object] === Kind.Object)
          .flatMap((object) => [...whole.items(whole.a[object] as number)])
          .filter((entry) => whole.kind[entry] === Kind.Property && whole.a[entry] !== -1 && CODE.test(whole.text(whole.a[entry] as number)))
          .map((property) => ({ property, value: whole.b[property] as number })),
  )
}

/** `token` of `generateToken`. */
const madeBy = (name: string) => name.replace(/^(?:generate|gen|make|create|get|new|random|build|produce|next)_?(?=[A-Z_]|$)/i, '')

/** `createFakeUsers`, `seedAccounts`: a function around a place that says of itself that nobody is behind what it makes. */
const makesUp = (linked: Linked, node: number): string | undefined =>
  functionsAround(linked, node)
    .map((fn) => linked.whole.functions[fn]?.fact.name ?? '')
    .find((name) => MADE_UP.test(snake(name)))

const MADE_UP = /(?:^|_)(?:fake|dummy|mock|sample|fixture)s?(?:_|$)|^seed_/

/**
 * `store.set(key, value, 'NX')`: put in only where nothing stands, and then asked for by who put it, which tells whose turn it is.
 * What is handed to anything but the store and its clients is more than that: a code that is sent is one, too.
 */
function isOfLock(linked: Linked, value: number): boolean {
  const { whole } = linked
  const file = whole.fileOf(value)
  const places = new Set([value])
  const users: number[] = []
  for (let node = whole.base[file] as number; node < (whole.base[file + 1] as number); node++)
    if (whole.madeOf(node).some((part) => places.has(part))) {
      // What it is when the store said yes.
      if (whole.kind[node] === Kind.Refine) places.add(node)
      else users.push(node)
    }
  return (
    users.some((user) => isOnlyIfNew(linked, user)) &&
    users.every((user) => (whole.kind[user] === Kind.Call ? OF_STORES.test(calledName(linked, user)) : isComparison(whole, user)))
  )
}

/** `(await store.get(key)) === value` */
const isComparison = ({ kind, c }: Whole, node: number): boolean =>
  kind[node] === Kind.Binary && (isEqual(c[node] as number) || isUnequal(c[node] as number))

const OF_STORES = /^(?:set|get|eval|evalsha)$/i

function isOnlyIfNew(linked: Linked, call: number): boolean {
  const { whole } = linked
  if (whole.kind[call] !== Kind.Call || !/^set$/i.test(calledName(linked, call))) return false
  return whole
    .args(call)
    .some(
      (argument) =>
        (whole.kind[argument] === Kind.String && /^nx$/i.test(whole.text(whole.a[argument] as number))) ||
        (whole.kind[argument] === Kind.Object && linked.values.property(argument, 'NX').length > 0),
    )
}

const isSecretName = once((name) => {
  const kind = sensitivityOf(name)
  return kind === 'password' || kind === 'secret' || (MAYBE_UNGUESSABLE.test(name) && UNGUESSABLE.test(snake(name)))
})

/** Calls of functions that have a parameter of such a name. */
function callsWithSecrets({ whole, solver }: Linked): number[] {
  const found: number[] = []
  whole.functions.forEach(({ fact }, fn) => {
    if (fact.paramNames.some(isSecretName)) found.push(...(solver.callers.get(fn) ?? []))
  })
  return found
}

/** Parameters of functions of the program and what a call puts in. */
function parametersOf({ whole, solver }: Linked, call: number): [parameter: number, argument: number][] {
  const args = whole.args(call)
  return [...(solver.callees.get(call) ?? [])].flatMap((fn) =>
    (whole.functions[fn]?.params ?? []).flatMap((parameter, index): [number, number][] => {
      const argument = args[index]
      return argument === undefined || whole.kind[argument] === Kind.Spread ? [] : [[parameter, argument]]
    }),
  )
}

/** Cookies by which a visitor is known again. */
const KNOWN_BY = /(?:^|_)(?:sess|session|sid|auth|remember|log_?in|logged)(?:_|$)/

/** Arguments that a model calls a key, and what a cookie keeps that lets its visitor in. */
function keysOf(linked: Linked, call: number): [api: string, argument: number][] {
  const args = linked.whole.args(call)
  const found: [string, number][] = []
  for (const { kind, values } of modelsOfCall(linked, call))
    if (kind === 'credential')
      for (const [role, spot] of Object.entries(values)) {
        const argument = /^\d+$/.test(spot) ? args[Number(spot)] : undefined
        if (/^(?:key|signing|password)/.test(role) && argument !== undefined) found.push([calledName(linked, call), argument])
      }
    else if (kind === 'cookie') {
      const [name, value] = [args[Number(values.name)], args[Number(values.value)]]
      const [text] = name === undefined ? [] : linked.values.texts(name).map(({ value }) => value)
      if (text !== undefined && value !== undefined && (isSecretName(text) || KNOWN_BY.test(snake(text)))) found.push([text, value])
    }
  return found
}

class Randoms {
  private readonly known = new Map<number, number>()

  private readonly strong: Set<number>

  constructor(private readonly linked: Linked) {
    const lookup = lookupOf(linked.whole)
    this.strong = lookup.functionsWith(lookup.called(STRONG))
  }

  /** Whether a value is made of a predictable number. */
  makes(node: number): boolean {
    return this.of(node) >= 0
  }

  /** Whether a function takes such a number only where there is nothing better. */
  hasBetter(fn: number): boolean {
    return this.strong.has(fn)
  }

  /** The call that gave the predictable number which a value is made of, -1 where there is none. */
  of(node: number, hops = 0): number {
    if (node < 0 || node >= this.linked.whole.size || hops > 14) return -1
    const known = this.known.get(node)
    if (known !== undefined) return known
    this.known.set(node, -1)
    const found = this.look(node, hops)
    this.known.set(node, found)
    return found
  }

  private look(node: number, hops: number): number {
    const { whole, solver } = this.linked
    const first = (nodes: Iterable<number>): number => {
      for (const part of nodes) {
        const found = this.of(part, hops + 1)
        if (found >= 0) return found
      }
      return -1
    }
    const kind = whole.kind[node] as Kind
    switch (kind) {
      case Kind.Load:
        // `lodash.random` as a value, and the length of a random text, are none.
        return /^\d+$/.test(whole.text(whole.b[node] as number)) ? first([whole.a[node] as number]) : -1
      case Kind.LoadDynamic:
        return this.isListed(whole.a[node] as number) ? -1 : first(whole.madeOf(node))
      case Kind.Object:
      case Kind.Param:
      case Kind.Function:
        return -1
      case Kind.Call:
      case Kind.New: {
        // What a test hands to the program, the program makes nothing by.
        if (modelsOfCall(this.linked, node).some(({ kind }) => kind === 'predictable-number' || kind === 'predictable-id'))
          return this.isOfTest(node) ? -1 : node
        const callees = solver.callees.get(node)
        if (callees && callees.size > 0)
          return first(
            [...callees].flatMap((fn) =>
              this.hasBetter(fn) ? [] : (whole.functions[fn]?.returns ?? []).flatMap((value) => this.returnedTo(node, fn, value)),
            ),
          )
        const name = calledName(this.linked, node)
        const args = [...whole.args(node)]
        return first([
          ...(OF_RECEIVER.test(name) ? [receiverOf(this.linked, node)] : []),
          // `Array.from({ length }, () => pick())`, `list.map(() => pick())`
          ...(/^(?:from|map|replace|reduce)$/.test(name) ? args.flatMap((argument) => this.givenBackBy(argument)) : []),
          ...(OF_ARGUMENTS.test(name) ? args : []),
        ])
      }
      default:
        return first(whole.madeOf(node))
    }
  }

  /**
   * A list of what was made elsewhere, `process.env.KEYS.split(',')`: the number only says whose turn it is. What is written in the
   * code, words and letters, is what secrets are made of.
   */
  private isListed(list: number, hops = 0): boolean {
    const { whole, values } = this.linked
    return values.definitions(list).some((made) => {
      if (hops > 6 || made >= whole.size || whole.kind[made] !== Kind.Call) return false
      const receiver = receiverOf(this.linked, made)
      const name = calledName(this.linked, made)
      if (receiver < 0) return false
      if (name !== 'split') return /^(?:map|filter|slice|concat|flat|flatMap|sort|reverse)$/.test(name) && this.isListed(receiver, hops + 1)
      const [separator] = whole.args(made)
      const between = separator === undefined ? [] : values.texts(separator)
      return (
        between.length > 0 && between.every(({ value }) => value !== '') && !values.texts(receiver).some(({ exact, value }) => exact && value !== '')
      )
    })
  }

  private isOfTest(node: number): boolean {
    const { whole } = this.linked
    return isTestCode(this.linked, whole.files[whole.fileOf(node)]?.path ?? '')
  }

  /**
   * What a call gets where a function gives a value back: of a callback in its options, `options.make()`, the one that this call hands
   * over; others hand over others.
   */
  private returnedTo(call: number, fn: number, value: number, hops = 0): readonly number[] {
    const { whole } = this.linked
    const kind = whole.kind[value] as Kind
    if (hops < 4 && (kind === Kind.Choice || kind === Kind.Cell || kind === Kind.Refine || kind === Kind.Await))
      return whole.madeOf(value).flatMap((part) => this.returnedTo(call, fn, part, hops + 1))
    const callee = kind === Kind.Call ? (whole.a[value] as number) : -1
    if (callee < 0 || whole.kind[callee] !== Kind.Load) return [value]
    const options = this.waysOf(whole.a[callee] as number)
    const parameter = options.find((way) => whole.kind[way] === Kind.Param && whole.a[way] === fn)
    if (parameter === undefined) return [value]
    const given = whole.args(call)[whole.b[parameter] as number]
    const handed = given === undefined ? options.filter((way) => way !== parameter) : this.waysOf(given)
    // What else it may be is somebody else's to know.
    if (handed.some((way) => !this.isWritten(way))) return [value]
    const name = whole.text(whole.b[callee] as number)
    return handed.flatMap((way) => this.linked.values.property(way, name)).flatMap((member) => this.givenBackBy(member))
  }

  /** An object whose members all stand there. */
  private isWritten(node: number): boolean {
    const { whole } = this.linked
    return (
      whole.kind[node] === Kind.Object &&
      [...whole.items(whole.a[node] as number)].every((entry) => whole.kind[entry] === Kind.Property && whole.a[entry] !== -1)
    )
  }

  private waysOf(node: number, hops = 0): number[] {
    const { whole } = this.linked
    const kind = whole.kind[node] as Kind
    return hops < 4 && (kind === Kind.Choice || kind === Kind.Cell || kind === Kind.Refine)
      ? whole.madeOf(node).flatMap((part) => this.waysOf(part, hops + 1))
      : [node]
  }

  private givenBackBy(value: number): readonly number[] {
    const { whole } = this.linked
    return whole.kind[value] === Kind.Function ? (whole.functions[whole.a[value] as number]?.returns ?? []) : []
  }
}
