/**
 * Secrets that are compared with an operator, which stops at the first character that differs: passwords, keys and tokens by
 * their names, and what a keyed or slow hash was computed to.
 */
import { type FileFacts, Kind } from '../../graph'
import type { Usage } from '../../types'
import { LabelKind } from '../labels'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf, once, remember } from '../lookup'
import { calledHere, namesOf, snake, thingNamed } from '../names'
import { isEqual, isUnequal, PLUS, summands } from '../operators'
import { sensitivityOf } from '../taint/sensitive'
import { usesOf } from '../uses'
import type { Whole } from '../whole/index'
import { isChangedThen } from './changed-then'
import { usage } from './modelled'
import { environmentNames, isInComponent, isKept, isOfAddress, isOfCookie, isOfProgram, isSent } from './unsent-secrets'
import { isOwnName } from './value-names'

/** The second entry of a form, and what was valid before: both are in the same hands. */
const REPEATED = /confirm|repeat|again|check(?!sum)|retype|re_?enter|verif|match|2$|old|new|current|previous|prev|next|last/i
/** Names of what proves where a message comes from. */
const PROOF =
  /(?:^|_)(?:signature|hmac|api_?key|access_?key|auth_?token|csrf_?token|secret|otp|hashed_?pass(?:word)?|pass(?:word)?_?hash)s?\d*(?=$|_)/
/** Words that tell the token of a session from that of a language. */
const EXPECTED = /expected|correct|stored|saved|real|valid|secret|access|refresh|auth|reset|verification|bearer|session|csrf|xsrf|api|user|admin/i
/** Words that stand where a type, a field or an empty value is asked for. */
const NO_SECRET =
  /^(?:|string|object|undefined|null|number|text|password|hidden|token|secret|true|false|none|required|current-password|new-password|bearer|basic|local|_+[a-z]+_+|[^\w*]+)$/i
/** Words of more than one, and signs around them, that stand where a value is known already, or was never set: `__SOME_PASSWORD__`, `---default---`, `*****`. */
const STANDS_IN = /^(?:[^\w\s]{2,}|([-_*#<>[\]{}.]{2,})\w[\w -]*([-_*#<>[\]{}.]{2,}))$/
const SLOW_OR_KEYED = /^(?:createHmac|pbkdf2Sync|pbkdf2|scryptSync|scrypt|HmacSHA\d+|HmacMD5|PBKDF2|hmac)$/

const HASHES = /hash|digest|md5|sha\d/i

export function secretComparisons(linked: Linked): Usage[] {
  const { whole } = linked
  const found: Usage[] = []
  const lookup = lookupOf(whole)
  const ofPages = new Set([...lookup.named(Kind.Global, /^(?:document|\$|jQuery)$/)].map((node) => whole.fileOf(node)))
  for (const node of lookup.of(Kind.Binary)) {
    // In a page whoever could measure the time holds both sides.
    if (ofPages.has(whole.fileOf(node))) continue
    if (!isEqual(whole.c[node] as number) && !isUnequal(whole.c[node] as number)) continue
    const sides = [whole.a[node] as number, whole.b[node] as number].map((side) => madeOnly(linked, side))
    const way = comparedAs(linked, sides)
    if (!way || isInComponent(linked, node)) continue
    if (isUnequal(whole.c[node] as number) && (isChangedThen(linked, node) || isTakenOut(linked, node))) continue
    const name = sides.flatMap((side) => calledAnywhere(linked, side)).find((it) => strengthOf(it)) ?? ''
    found.push(
      usage(linked, node, 'secret-comparison', '', name, {
        name: { state: 'constant', texts: [name] },
        way: { state: 'constant', texts: [way] },
      }),
    )
  }
  return found
}

function comparedAs(linked: Linked, sides: number[]): 'proof' | 'secret' | 'literal' | 'token' | undefined {
  const { whole } = linked
  const texts = sides.map((side) => (whole.kind[side] === Kind.String ? whole.text(whole.a[side] as number) : undefined))
  if (sides.some((side) => isPlain(linked, side))) return undefined
  const names = sides.map((side) => calledAnywhere(linked, side))
  const strengths = names.map((list) => list.map(strengthOf))
  // Most comparisons are of nothing that is called a secret, and few others need to be looked at.
  const isWeak = strengths.every((list) => list.every((strength) => strength === undefined))
  if (isWeak && (texts.some((text) => text !== undefined) || !sides.some((side) => isComputed(linked, side)))) return undefined
  if (sides.some((side) => isNumber(linked, side) || isOwnName(linked, side) || isMember(linked, side) || isWord(linked, side))) return undefined
  if (areOfOne(linked, sides) || sides.every((side, index) => texts[index] !== undefined || isKept(linked, side))) return undefined
  if (sides.every((side) => isOfAddress(linked, side)) || isPutTogetherAgain(linked, sides)) return undefined
  if (sides.every((side) => isOfProgram(linked, side) || environmentNames(linked, side).length > 0)) return undefined
  // Sent twice in one request, by a browser that keeps it: who sends it knows it.
  if (names.flat().some((name) => SENT_TWICE.test(name)) && sides.some((side) => isOfCookie(linked, side))) return undefined
  const all = names.flat()
  if (
    all.some((name) => /length|size|count|type/i.test(name)) ||
    (all.some((name) => REPEATED.test(name)) && !all.some((name) => PROOF.test(snake(name))))
  )
    return undefined
  const has = (strength: string) => strengths.some((list) => list.includes(strength as never))
  const literal = texts.find((text) => text !== undefined)
  if (literal !== undefined)
    return (has('password') || has('key')) && !NO_SECRET.test(literal) && !sides.some((side) => standsIn(linked, side)) ? 'literal' : undefined
  if (sides.some((side) => isComputed(linked, side))) return 'proof'
  // Nobody steers the characters of a plain hash one by one, where it is the sent value that is hashed.
  const isHashed = sides.some((side, index) => isHash(linked, side) && (names[1 - index] ?? []).some((name) => HASHES.test(name)))
  if (has('proof') || has('key')) return isHashed ? 'token' : 'secret'
  if (has('password')) return isHashed || sides.some((side) => isHash(linked, side)) ? 'token' : 'secret'
  // What is sent is held against what the program was given to know callers by.
  if (
    sides.some((side, at) => strengths[at]?.includes('token') && environmentNames(linked, side).length > 0 && isSent(linked, sides[1 - at] as number))
  )
    return 'secret'
  // `token` alone is as often a word of a language: both sides have to say it.
  if (!strengths.every((list) => list.includes('token')) || names[0]?.join() === names[1]?.join()) return undefined
  return all.some((name) => EXPECTED.test(name)) ? 'secret' : 'token'
}

/** What a value is called here, and in the environment that it came from. */
const calledAnywhere = (linked: Linked, node: number): string[] => [...new Set([...namesOf(linked, node), ...environmentNames(linked, node)])]

/** The one part of a text that is put together here which the code does not write out: `Bearer ${process.env.CRON_SECRET}`. */
function madeOnly({ whole, values }: Linked, node: number): number {
  const at = thingNamed(whole, node)
  if (at < 0 || at >= whole.size) return node
  const parts =
    whole.kind[at] === Kind.Template
      ? [...whole.items(whole.a[at] as number)]
      : whole.kind[at] === Kind.Binary && whole.c[at] === PLUS
        ? summands(whole, at)
        : []
  const [part, ...others] = parts.filter((each) => !values.texts(each).some(({ exact }) => exact))
  return part === undefined || others.length > 0 ? node : part
}

const strengthOf = once((name: string): 'proof' | 'password' | 'key' | 'token' | undefined => {
  // `secretId`, `keyName`, `apiKeyOwnerId`: what a secret, or whoever has it, is known by.
  if (/(?:secret|key|password|token)_?(?:id|name)s?$/i.test(name) || /(?:secret|key)_(?:\w+_)?ids?$/.test(snake(name))) return undefined
  // `Brand.OnePassword`: a name among others, and no value of its own.
  if (/^[A-Z]+[a-z]/.test(name)) return undefined
  const kind = sensitivityOf(name)
  if (PROOF.test(snake(name)) && !/count|type|length|valid|name|alg|label|field|missing|title|hint|prefix|status|error/i.test(name)) return 'proof'
  if (kind === 'password') return 'password'
  if (kind === 'secret') return /^token$/i.test(name) || /token$/i.test(name) ? 'token' : 'key'
  return undefined
})

/** `FieldType.SIGNATURE`, of an enumeration that is made elsewhere, `Suites.AES_128_HMAC_SHA1`, an algorithm; `Config.API_KEY` may hold the key. */
function isMember({ whole }: Linked, node: number): boolean {
  if (whole.kind[node] !== Kind.Load || !/^[A-Z][A-Z0-9_]*$/.test(whole.text(whole.b[node] as number))) return false
  const name = calledHere(whole, whole.a[node] as number)
  if (ALGORITHM.test(whole.text(whole.b[node] as number)) && /^[A-Z]+[a-z]/.test(name)) return true
  return /^[A-Z]+[a-z]\w*(?:Types?|Kinds?|Codes?|Enum|Status|Role|State|Mode|Reason|Errors?)$/.test(name)
}

const ALGORITHM = /^(?=.*(?:^|_)(?:SHA\d*|MD5|AES|RSA|ECDSA|HMAC)(?:_|$))(?!.*(?:KEY|SECRET|PASS|TOKEN))/

/** `jwt.split('.').join('.') === jwt`: whether a text is what it is made of again, which no stranger has a part in. */
function isPutTogetherAgain(linked: Linked, sides: readonly number[]): boolean {
  const { whole } = linked
  if (sides.some((side) => isComputed(linked, side))) return false
  const [one = -1, other = -1] = sides.map((side) => thingNamed(whole, side))
  return isJoinedOf(linked, one, other) || isJoinedOf(linked, other, one)
}

/** A list of parts that is joined, each of them cut out of one text. */
function isJoinedOf(linked: Linked, joined: number, text: number): boolean {
  const { whole, values } = linked
  if (joined < 0 || whole.kind[joined] !== Kind.Call || calledName(linked, joined) !== 'join') return false
  const cutOf = (part: number, hops = 0): boolean => {
    const at = thingNamed(whole, part)
    if (at < 0 || at >= whole.size || hops > MOST_CUTS) return false
    if (at === text) return hops > 0
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Call) return CUTS.test(calledName(linked, at)) && cutOf(receiverOf(linked, at), hops + 1)
    if (kind === Kind.Load || kind === Kind.LoadDynamic || kind === Kind.Element) return cutOf(whole.a[at] as number, hops + 1)
    if (kind === Kind.Array) return [...whole.items(whole.a[at] as number)].every((item) => cutOf(item, hops + 1))
    const made = values.definitions(at).filter((each) => each !== at)
    return made.length > 0 && made.every((each) => cutOf(each, hops + 1))
  }
  return cutOf(receiverOf(linked, joined))
}
const CUTS = /^(?:split|slice|map|filter|trim|concat)$/
const MOST_CUTS = 6

/** `this.known = this.known.filter((each) => each.password !== given.password)`: a list loses what it is told to, and tells nobody. */
function isTakenOut(linked: Linked, comparison: number): boolean {
  const { whole } = linked
  const fn = whole.functionOf(comparison)
  if (fn < 0 || !whole.functions[fn]?.returns.some((returned) => holds(whole, returned, comparison))) return false
  const uses = usesOf(whole)
  return [...lookupOf(whole).named(Kind.Call, 'filter')].some((call) => {
    if (whole.fileOf(call) !== whole.fileOf(comparison)) return false
    const callback = whole.args(call)[0] ?? -1
    if (callback < 0 || whole.kind[callback] !== Kind.Function || whole.a[callback] !== fn) return false
    const list = receiverOf(linked, call)
    if (list < 0 || whole.kind[list] !== Kind.Load) return false
    return [...uses.of(call)].some((user) => whole.kind[user] === Kind.Store && whole.c[user] === call && whole.b[user] === whole.b[list])
  })
}

/** Whether a condition is one of the parts of a value. */
const holds = (whole: Whole, value: number, condition: number, hops = 0): boolean =>
  value === condition || (hops < 4 && value >= 0 && whole.madeOf(value).some((part) => holds(whole, part, condition, hops + 1)))

/** `settings.masterKey === settings.readKey`: who fills in the one fills in the other. What an instance keeps may come from anywhere. */
function areOfOne({ whole }: Linked, sides: readonly number[]): boolean {
  const plain = (node: number): number => (node >= 0 && whole.kind[node] === Kind.Refine ? plain(whole.a[node] as number) : node)
  const [one, other] = sides.map(plain).map((side) => (side >= 0 && whole.kind[side] === Kind.Load ? plain(whole.a[side] as number) : -1))
  if (one === undefined || one < 0 || one !== other) return false
  // `const { password, sent } = request.body`
  if (whole.kind[one] === Kind.Load) return /^(?:body|query|params)$/.test(whole.text(whole.b[one] as number))
  return whole.kind[one] === Kind.Param || whole.kind[one] === Kind.Call || whole.kind[one] === Kind.Await
}

/**
 * A constant of the program that is no secret: the word that `Findings.SIGNATURE` or `CREDENTIALS` stands for (`signature-invalid`,
 * `shareCredentials`), a number.
 */
function isWord(linked: Linked, node: number): boolean {
  const { whole, solver } = linked
  const labels = whole.kind[node] === Kind.String ? [] : solver.of(node)
  return (
    labels.length > 0 &&
    labels.every((label) => {
      const at = solver.labels.data[label] as number
      if (solver.labels.kind[label] !== LabelKind.Value) return false
      return (
        whole.kind[at] === Kind.Number || (whole.kind[at] === Kind.String && (WORDS.test(whole.text(whole.a[at] as number)) || standsIn(linked, at)))
      )
    })
  )
}
const SENT_TWICE = /csrf|xsrf/i

/** A text that stands for a value. What was masked was a secret, of which nothing but asterisks is left. */
function standsIn({ whole }: Linked, node: number): boolean {
  if (whole.kind[node] !== Kind.String || !STANDS_IN.test(whole.text(whole.a[node] as number))) return false
  const { masked } = whole.files[whole.fileOf(node)] as FileFacts
  return !masked.some(({ pos, end }) => pos >= (whole.pos[node] as number) && end <= (whole.end[node] as number))
}

/** Words of a program, of more than one: `signature-invalid`, `shareCredentials`. */
const WORDS = /^(?:[a-z]+(?:[-_:. ][a-z]+)+|[a-z]+(?:[A-Z][a-z]+)+)$/

/** Neither secret: a literal that is no text, `typeof x`, an object or function. */
function isPlain({ whole }: Linked, node: number): boolean {
  switch (whole.kind[node] as Kind) {
    case Kind.Null:
    case Kind.Undefined:
    case Kind.Number:
    case Kind.Boolean:
    case Kind.Regex:
    case Kind.Unary:
    case Kind.Object:
    case Kind.Array:
    case Kind.Function:
      return true
    default:
      return false
  }
}

/** `FAILED_PASSWORD = -91`, wherever it is written. */
function isNumber({ whole, values }: Linked, node: number): boolean {
  const made = values.definitions(node)
  return (
    made.length > 0 &&
    made.every((at) => whole.kind[at] === Kind.Number || (whole.kind[at] === Kind.Unary && whole.kind[whole.a[at] as number] === Kind.Number))
  )
}

/** What a hash is called to make here and now: `await hashToken(given)`. */
function isHash(linked: Linked, node: number): boolean {
  const { whole } = linked
  let at = node
  while (at >= 0 && (whole.kind[at] === Kind.Await || whole.kind[at] === Kind.Refine)) at = whole.a[at] as number
  return whole.kind[at] === Kind.Call && HASHES.test(calledName(linked, at))
}

/** Made by a keyed or slow hash: `createHmac(…).update(…).digest('hex')`. */
function isComputed(linked: Linked, node: number, hops = 0): boolean {
  if (node < 0 || node >= linked.whole.size || hops > 8) return false
  return computed(linked, node, hops, () => findComputed(linked, node, hops))
}

const computed = remember<boolean>()

function findComputed(linked: Linked, node: number, hops: number): boolean {
  const { whole } = linked
  switch (whole.kind[node] as Kind) {
    case Kind.Call:
      if (SLOW_OR_KEYED.test(calledName(linked, node))) return true
      for (const fn of linked.solver.callees.get(node) ?? [])
        if (whole.functions[fn]?.returns.some((value) => isComputed(linked, value, hops + 1))) return true
      return isComputed(linked, receiverOf(linked, node), hops + 1)
    case Kind.Refine:
    case Kind.Await:
      return isComputed(linked, whole.a[node] as number, hops + 1)
    case Kind.Cell:
    case Kind.Choice:
      return whole.items(whole.a[node] as number).some((item) => isComputed(linked, item, hops + 1))
    case Kind.Binary:
    case Kind.Template:
      return whole.madeOf(node).some((part) => isComputed(linked, part, hops + 1))
    default:
      return false
  }
}
