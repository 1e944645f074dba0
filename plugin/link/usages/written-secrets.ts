/**
 * Secrets that stand in the code: handed to a library as a credential or key, put into an authorization header, or kept under
 * a name that says so. One usage a literal, at the literal, since that is what has to go; `use` is where it is handed over.
 */
import type { FileFacts, MaskedSecret } from '../../graph'
import { Kind } from '../../graph'
import { isReplacedLater, type SecretLook, secretLook } from '../../secret-look'
import { purposeOfName } from '../../secrets/names'
import { placeOf } from '../../secrets/places'
import type { Evidence, Setting, Usage } from '../../types'
import type { UsageModel } from '../flow-models'
import { LabelKind } from '../labels'
import { cite, citeLine, isTestCode, type Linked } from '../linked'
import { lookupOf, merge } from '../lookup'
import { variablesOf } from '../names'
import { sensitivityOf } from '../taint/sensitive'
import { usesOf } from '../uses'
import { skipTrivia } from '../whole/index'
import { isRefusedByDefault } from './configuration-defaults'
import { isShownAround } from './example-data'
import { asksForNoLogin } from './login-free'
import { modelledCalls, modelledStores, usage } from './modelled'
import { isOutsideProduction } from './outside-production'
import { isKeyOfPage } from './page-keys'
import { refusedWhere } from './refused-fallbacks'
import { registrations } from './registered'
import { writtenIn } from './written'

interface Found {
  /** String node, -1 where it stands in no value: in a comment. */
  literal: number
  file: number
  pos: number
  end: number
  /** `password`, `token`, `key`, `salt`, `signing`, `username`, `header`; `name` and `shape` where only the text itself speaks. */
  role: string
  look: SecretLook
  /** Where it is handed over, -1 when nowhere. */
  use: number
  api: string
  library: string
  fallback: boolean
  /** Name, shape or scheme of a header that gave it away. */
  name: string
  /** Id of the shape. */
  pattern?: string
}

/** Of two ways in which one literal was found, the earlier says more. */
const ROLES = ['signing', 'password', 'token', 'header', 'key', 'salt', 'name', 'shape', 'username']

export function writtenSecrets(linked: Linked): Usage[] {
  const strings = new Strings(linked)
  const best = new Map<string, Found>()
  const put = (found: Found) => {
    const place = `${found.file}:${found.pos}`
    const known = best.get(place)
    const further = known && known.role === found.role && found.use > known.use && isNear(linked, found)
    if (!known || further || ROLES.indexOf(found.role) < ROLES.indexOf(known.role)) best.set(place, found)
  }
  for (const found of handedOver(linked, strings)) put(found)
  for (const found of inHeaders(linked, strings)) put(found)
  for (const found of named(linked, strings)) put(found)
  return [...best.values()].map((found) => usageOf(linked, found))
}

// ── handed to a library ──────────────────────────────────────────────────────────────────────────────────────────────

function* handedOver(linked: Linked, strings: Strings): Generator<Found> {
  const { whole } = linked
  const isCredential = ({ kind }: UsageModel) => kind === 'credential'
  const [calls, stores] = [modelledCalls(linked), modelledStores(linked)]
  for (const node of merge([[...calls.keys()], [...stores.keys()]])) {
    if (whole.kind[node] === Kind.Tagged) continue
    const ways = calls.get(node) ?? stores.get(node) ?? []
    if (ways.some(isCredential) && asksForNoLogin(linked, node)) continue
    yield* handedAt(linked, strings, node, ways.filter(isCredential))
  }
  for (const [node, ways] of registrations(linked)) yield* handedAt(linked, strings, node, ways.filter(isCredential))
}

/** Of more texts that one credential may be, none need be it: they come out of a store of all settings, whatever their names. */
const MOST_OF_ONE = 5

/** What one call or assignment is handed. */
function* handedAt(linked: Linked, strings: Strings, node: number, ways: readonly UsageModel[]): Generator<Found> {
  const { whole } = linked
  const kind = whole.kind[node] as Kind
  const found = new Map<number, Found>()
  for (const model of new Set(ways))
    for (const [key, spot] of Object.entries(model.values)) {
      const role = key.replace(/\d+$/, '')
      for (const value of valuesAt(linked, node, spot, role === 'users')) {
        const { literals, fallback } = writtenIn(linked, value)
        for (const literal of literals.length > MOST_OF_ONE ? [] : literals) {
          const api = kind === Kind.Store ? whole.text(whole.b[node] as number) : written(linked, node)
          const judged = strings.judge(literal, role)
          if (judged) found.set(literal, { ...strings.place(literal), ...judged, use: node, api, library: model.library, fallback, name: '' })
        }
      }
    }
  // A user name alone is no secret; beside a password it is half of what lets somebody in.
  const withPassword = kind === Kind.Store || [...found.values()].some(({ role }) => role !== 'username')
  for (const it of found.values()) if (it.role !== 'username' || withPassword) yield it
}

/** A call as the code writes it, without its arguments: `jwt.sign`, `new pg.Client`. */
function written({ whole }: Linked, call: number): string {
  return whole
    .sourceOf(call)
    .replace(/[(<].*$/s, '')
    .trim()
    .slice(0, MOST_API)
}
const MOST_API = 60

/** Nodes at a spot; of an object of passwords, the values of all its properties. */
function valuesAt(linked: Linked, node: number, spot: string, all: boolean): number[] {
  const { whole, solver, values } = linked
  const [first, ...names] = spot.split('.') as [string, ...string[]]
  const args = whole.kind[node] === Kind.Store ? [whole.c[node] as number] : [...whole.args(node)]
  const index = Number(first)
  if (args[index] === undefined || args.slice(0, index + 1).some((argument) => whole.kind[argument] === Kind.Spread)) return []
  let nodes = [args[index] as number]
  for (const name of names) nodes = nodes.flatMap((at) => values.property(at, name))
  if (!all) return nodes
  return nodes.flatMap((at) =>
    solver.of(at).flatMap((label) => (solver.labels.kind[label] === LabelKind.Object ? [...(solver.fieldsOf.get(label)?.values() ?? [])] : [])),
  )
}

// ── authorization headers ────────────────────────────────────────────────────────────────────────────────────────────

const HEADER = /^(?:proxy-)?authorization$/i
const SCHEME = /^(?:basic|bearer|digest|token|apikey|oauth|negotiate|jwt)\b\s*/i
const SETS_HEADER = /^(?:append|set|add|setHeader|header|setRequestHeader)$/

/** What a header of `Digest` tells beside its answer: `, algorithm=MD5`. */
const PARAMETER = /(?:^|[\s,"])(?:algorithm|qop|charset|userhash|nc)\s*=\s*"?[\w-]*"?/gi

function* inHeaders(linked: Linked, strings: Strings): Generator<Found> {
  const { whole } = linked
  const textOf = (node: number) => (node >= 0 && whole.kind[node] === Kind.String ? whole.text(whole.a[node] as number) : '')
  const lookup = lookupOf(whole)
  for (const node of merge([lookup.named(Kind.Property, HEADER), lookup.named(Kind.Store, HEADER), lookup.named(Kind.Call, SETS_HEADER)])) {
    let value = -1
    switch (whole.kind[node] as Kind) {
      case Kind.Property:
        if (whole.a[node] !== -1 && HEADER.test(whole.text(whole.a[node] as number))) value = whole.b[node] as number
        break
      case Kind.Store:
        if (HEADER.test(whole.text(whole.b[node] as number))) value = whole.c[node] as number
        break
      case Kind.Call: {
        const args = whole.args(node)
        if (args.length === 2 && HEADER.test(textOf(args[0] as number))) value = args[1] as number
        break
      }
    }
    if (value < 0) continue
    const { literals, whole: isAll } = writtenIn(linked, value, true)
    // A header that is no credential of a known scheme is something else of that name.
    const scheme = literals.map((literal) => SCHEME.exec(textOf(literal))?.[0].trim().toLowerCase()).find((found) => found !== undefined)
    if (scheme === undefined) continue
    const credentials = literals.filter((literal) => {
      // What stands around the values of a header with parameters: `OAuth key="${key}", token="${token}"`.
      const own = textOf(literal)
        .replace(SCHEME, '')
        .replace(/(?:^|[\s,"])[\w-]+\s*=\s*"?$/, '')
        .replace(PARAMETER, '')
      return own.replace(/[:\s,"]/g, '') !== ''
    })
    if (credentials.length > MOST_OF_ONE) continue
    for (const literal of credentials) {
      const judged = strings.judge(literal, 'header')
      if (judged) yield { ...strings.place(literal), ...judged, use: node, api: 'Authorization', library: 'http', fallback: !isAll, name: scheme }
    }
  }
}

// ── under a name, or of a shape ──────────────────────────────────────────────────────────────────────────────────────

/** Texts for people, and data that shows how something is used. */
const WORDS =
  /(?:^|\/)(?:locales?|i18n|lang|languages|translations?|intl|messages|stories|storybook|__fixtures__|fixtures?|mocks?|docs?)\/|\.(?:stories|story|fixture|mock)s?\.\w+$|(?:^|[./-])[a-z]{2}[-_][A-Z]{2}\.\w+$/
const LOCAL = /^@(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|host\.docker\.internal)\b/
const SHOWN_HOST = /^@(?:host(?:name)?|server|domain|example\.\w+|[\w.-]*\.example\.\w+|<|\$|\{)/i

function* named(linked: Linked, strings: Strings): Generator<Found> {
  for (const [file, facts] of linked.whole.files.entries()) {
    if (WORDS.test(facts.path)) continue
    for (const [index, secret] of facts.masked.entries()) {
      if (secret.look === 'placeholder' || isContinued(facts, facts.masked[index - 1], secret)) continue
      const literal = strings.around(file, secret)
      const base = { literal, file, pos: secret.pos, end: secret.end, look: secret.look, use: -1, api: '', library: '', fallback: false }
      switch (secret.kind) {
        case 'named value': {
          const kind = sensitivityOf(secret.name ?? '')
          const isSecret = kind === 'password' || kind === 'secret' || purposeOfName(secret.name ?? '') === 'encryption key'
          if (literal < 0 || !isSecret || isNoValue(facts, secret) || isMadeUp(facts.path, secret.name ?? '') || isShownAround(facts, secret))
            continue
          // A row of digits is a password that somebody set, and no key.
          if (secret.look === 'digits' && kind !== 'password') continue
          yield { ...base, role: 'name', name: secret.name ?? '', fallback: isFallback(facts, secret) }
          break
        }
        case 'password in an address': {
          const host = facts.text.slice(secret.end, secret.end + 60)
          if (literal < 0 || SHOWN_HOST.test(host) || secret.look === 'digits') continue
          yield { ...base, role: 'shape', name: secret.kind, fallback: LOCAL.test(host) }
          break
        }
        case 'key argument':
          if (literal >= 0 && secret.look !== 'digits') yield { ...base, role: 'key', name: '', fallback: false }
          break
        case 'credential of a header':
        case 'user and password':
          break
        default:
          if (isShown(facts, secret)) continue
          // Tokens in comments were pasted for a reason too; what follows `eyJ` there shows a format.
          if (literal >= 0 || secret.kind !== 'signed token')
            yield { ...base, role: 'shape', name: secret.kind, ...(secret.pattern ? { pattern: secret.pattern } : {}) }
      }
    }
  }
}

/** A further line of what the one before belongs to, as a key that is written line by line has many. */
function isContinued({ text }: FileFacts, before: MaskedSecret | undefined, { pattern, pos }: MaskedSecret): boolean {
  return (
    before !== undefined &&
    pattern === 'private-key-line' &&
    before.pattern === pattern &&
    /^(?:[\s'"`+,]|\\[nr])*$/.test(text.slice(before.end, pos))
  )
}

/** What a form shows where nothing was put in yet: `placeholder="e.g. …"`. */
function isShown({ text }: FileFacts, { pos }: MaskedSecret): boolean {
  return /\bplaceholder['"]?\s*[=:]\s*\{?\s*(['"`])(?:(?!\1)[^\n])*$/i.test(text.slice(Math.max(0, pos - FARTHEST_KEY), pos))
}

/** What a description shows of a value: `Joi.string().example('…')`, `@ApiProperty({ example: '…' })`. */
function isExample({ text }: FileFacts, { pos }: Found): boolean {
  return /(?:\.examples?\s*\(|\bexamples?['"]?\s*:)\s*\[?\s*(['"`])(?:(?!\1)[^\n])*$/i.test(text.slice(Math.max(0, pos - FARTHEST_KEY), pos))
}

/**
 * A text next to such a name that is no value of it: the answer of `typeof`, how a request treats cookies (`credentials:
 * 'same-origin'`), a member of an enumeration, the label of one in a table: `[Brand.OnePassword]: 'One Password'`.
 */
function isNoValue({ text }: FileFacts, { pos, end, name = '' }: MaskedSecret): boolean {
  if (/^credentials$/i.test(name) || ASKS.test(name)) return true
  if (name === 'token' && STYLES.test(text.slice(end, end + 40))) return true
  const before = text.slice(Math.max(0, pos - FARTHEST_KEY), pos)
  if (SAYS.test(beforeObject(before))) return true
  if (/\btypeof\s+[\w.$]+\s*[!=]==?\s*['"`]$/.test(before)) return true
  if (/\[[\w$.]+\.[A-Z]\w*\]\s*:\s*['"`]$/.test(before)) return true
  if (OTHER_WAY.test(before) || OF_ROUTE.test(before) || AS_MISSING.test(before)) return true
  return /[\n{,]\s*[A-Z]\w*\s*=\s*['"`]$/.test(before) && /^[A-Z]+[a-z]/.test(name)
}

/** A step of a dialogue and what it is: `'ask-ci-secrets': 'choice'`. */
const ASKS = /^(?:ask|confirm|choose|select|enter|show|hide|reset|change|forgot|verify|check|missing|invalid|wrong)-/
/** What an editor gives a kind of word: `{ token: 'keyword.control', foreground: '#80c0ff' }`. */
const STYLES = /^['"`]\s*,\s*['"]?(?:foreground|background|fontStyle)\b/
/** The other of two texts: `ok ? 'Password saved' : 'Nothing saved'`. */
const OTHER_WAY = /\?\s*(?:'[^'\n]*'|"[^"\n]*"|`[^`\n]*`)\s*:\s*['"`]$/
/** As good as none: `!secret || secret === 'my_shop_secret'`. */
const AS_MISSING = /!\s*([\w$][\w$.?[\]]*)\s*\|\|\s*\1\s*===?\s*['"`]$/
/** What belongs to a route: `'PATCH /users/:id/password': 'User.Changed'`. */
const OF_ROUTE = /['"`](?:GET|POST|PUT|PATCH|DELETE) \/[^'"`\n]*['"`]\s*:\s*['"`]$/

/** `MOCK_PAYMENT_TOKEN`, and what a script sends that plays somebody else's part: `scripts/simulate-webhook.ts`. */
function isMadeUp(path: string, name: string): boolean {
  return /(?:^|[_-])(?:mock|fake|dummy|sample)(?:[_-]|$)/i.test(name) || /^(?:mock|fake|dummy|sample)(?=[A-Z])/.test(name) || PLAYS.test(path)
}
const PLAYS = /(?:^|[/._-])(?:simulat(?:e|es|ed|ion|or)|mock)[-_.][^/]*$/i

/** How far in front of a text the object that it stands in is looked for, in characters. */
const FARTHEST_KEY = 400
/** What an object is for that says something about each field: `errors: { password: 'tooShort' }`, `new Invalid({ … })`. */
const SAYS =
  /(?:(?:errors?|messages?|issues|violations|hints?|labels?|prefix(?:es)?|placeholders?|tooltips?|translations?|descriptions?)['"]?\s*(?::|=)|(?:error|exception|invalid|failure|message)\w*\()[\s\w.?:&|()]*$/i

/** What stands in front of the innermost object that is still open. */
function beforeObject(before: string): string {
  let depth = 0
  for (let at = before.length - 1; at >= 0; at--) {
    if (before[at] === '}') depth++
    else if (before[at] === '{' && depth-- === 0) return before.slice(0, at)
  }
  return ''
}

function isFallback({ text }: FileFacts, { pos }: MaskedSecret): boolean {
  return /(?:\|\||\?\?)\s*['"`]$/.test(text.slice(Math.max(0, pos - 12), pos))
}

// ── literals ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** How many of a list in ascending order are no greater than a number. */
function countTo<T>(list: readonly T[], most: number, of: (item: T) => number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (of(list[middle] as T) <= most) low = middle + 1
    else high = middle
  }
  return low
}

class Strings {
  /** Texts of a file, by where they begin: offset, end, node, and the farthest end so far. */
  private readonly byFile = new Map<number, [number, number, number, number][]>()
  private readonly maskedIn = new Map<number, MaskedSecret[]>()

  constructor(private readonly linked: Linked) {}

  /** The text that a place lies in. */
  around(file: number, { pos, end }: { pos: number; end: number }): number {
    const { whole } = this.linked
    let list = this.byFile.get(file)
    if (!list) {
      list = []
      for (let node = whole.base[file] as number; node < (whole.base[file + 1] as number); node++) {
        const kind = whole.kind[node] as Kind
        if (kind === Kind.String || kind === Kind.Template || kind === Kind.Tagged)
          list.push([whole.pos[node] as number, whole.end[node] as number, node, 0])
      }
      list.sort(([one, , first], [other, , second]) => one - other || first - second)
      let farthest = 0
      for (const text of list) {
        farthest = Math.max(farthest, text[1])
        text[3] = farthest
      }
      this.byFile.set(file, list)
    }
    let best = -1
    let shortest = Number.POSITIVE_INFINITY
    for (let index = countTo(list, pos, ([from]) => from) - 1; index >= 0; index--) {
      const [from, to, node, farthest] = list[index] as [number, number, number, number]
      // Of those further in front, none comes this far.
      if (farthest < end) break
      if (to < end || to - from > shortest || (to - from === shortest && node > best)) continue
      best = node
      shortest = to - from
    }
    return best
  }

  place(literal: number): Pick<Found, 'literal' | 'file' | 'pos' | 'end' | 'pattern'> {
    const { whole } = this.linked
    const file = whole.fileOf(literal)
    const pos = skipTrivia((whole.files[file] as FileFacts).text, whole.pos[literal] as number)
    const secret = this.masked(literal)
    const end = secret?.end ?? (whole.end[literal] as number) - 1
    return { literal, file, pos: secret?.pos ?? pos + 1, end, ...(secret?.pattern ? { pattern: secret.pattern } : {}) }
  }

  private masked(literal: number): MaskedSecret | undefined {
    const { whole } = this.linked
    const file = whole.fileOf(literal)
    let masked = this.maskedIn.get(file)
    if (!masked) {
      masked = [...(whole.files[file] as FileFacts).masked].sort((one, other) => one.pos - other.pos)
      this.maskedIn.set(file, masked)
    }
    const [from, to] = [whole.pos[literal] as number, whole.end[literal] as number]
    for (let index = countTo(masked, from - 1, ({ pos }) => pos); index < masked.length; index++) {
      const secret = masked[index] as MaskedSecret
      if (secret.pos > to) return undefined
      if (secret.end <= to) return secret
    }
    return undefined
  }

  /** What a literal is in a role; undefined where it is nothing to report. */
  judge(literal: number, role: string): { role: string; look: SecretLook } | undefined {
    const { whole } = this.linked
    const text = whole.text(whole.a[literal] as number)
    const secret = this.masked(literal)
    if (text.trim() === '' || /^(?:null|undefined|none|true|false|default|utf-?8|hex|base64|(?:HS|RS|ES|PS)\d{3}|EdDSA)$/i.test(text))
      return undefined
    if (isReplacedLater(text) || (role !== 'signing' && role !== 'key' && IS_GONE.test(text))) return undefined
    // A public key is there to be read, and an address without a password opens nothing.
    if (/-----BEGIN (?:[A-Z]+ )*(?:PUBLIC KEY|CERTIFICATE)/.test(text)) return undefined
    if (!secret && /^(?:https?|wss?|\w+):\/\//.test(text)) return undefined
    if (role === 'username') return { role, look: 'words' }
    if (role === 'login') {
      const password = text.slice(text.indexOf(':') + 1)
      if (!text.includes(':') || password === '') return undefined
      const look = secret?.look ?? secretLook(password)
      return look === 'placeholder' || look === 'digits' ? undefined : { role: 'password', look }
    }
    const value = role === 'header' ? text.replace(SCHEME, '') : text
    const look = secret && !(role === 'signing') ? secret.look : secretLook(role === 'header' ? (value.split(':').at(-1) as string) : value)
    // Nobody signs with a public key; one that is no key at all stands there for want of one.
    const isPublic = variablesOf(whole, literal).some(({ name }) => /public/i.test(name)) || isPublicBy(this.linked, literal)
    if (role === 'signing')
      return isPublic && (secret?.look ?? look) === 'placeholder' ? undefined : { role: isPublic ? 'key' : role, look: secret?.look ?? look }
    // What the program itself computes with is the key, however it looks.
    if (role === 'key' || role === 'salt') return { role, look }
    return look === 'placeholder' || look === 'digits' ? undefined : { role: role === 'users' ? 'password' : role, look }
  }
}

/** Stands where a credential was, and says so. */
const IS_GONE = /^(?:\W*)(?:deleted|removed|revoked|redacted|disabled|unused|anonymi[sz]ed|masked|hidden|cleared)(?:\W*)$/i

/** `const publicKey = file ? read(file) : 'text'`: the statement's own name, where the text is one of several. */
function isPublicBy({ whole }: Linked, literal: number): boolean {
  const { text } = whole.files[whole.fileOf(literal)] as FileFacts
  const pos = skipTrivia(text, whole.pos[literal] as number)
  const line = text.slice(text.lastIndexOf('\n', pos) + 1, pos)
  return /^\s*(?:export\s+)?(?:const|let|var)\s+\w*public\w*\s*(?::[^=]+)?=[^;]*[?:|]\s*$/i.test(line)
}

// ── as evidence ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** Farthest that a literal and its use may be apart to be shown as one piece of code, in lines. */
const ONE_PIECE = 10

function usageOf(linked: Linked, found: Found): Usage {
  const { whole } = linked
  const line = whole.lineAt(found.file, found.pos)
  const at = hidden(linked, found, citeLine(linked, found.file, line))
  const text = (value: string, where?: Evidence): Setting => ({ state: 'constant', texts: [value], ...(where ? { at: where } : {}) })
  const use = found.use >= 0 ? hidden(linked, found, cite(linked, found.use)) : undefined
  const last = Math.max(whole.lineAt(found.file, found.end), use && isNear(linked, found) ? use.line : line)
  const refused = refusedWhere(linked, found.literal)
  const values: Usage['values'] = {
    role: text(found.role),
    look: text(found.look),
    fallback: text(String(found.fallback)),
    name: text(found.name),
    called: text(calledAt(linked, found)),
    ...(isRefusedByDefault(linked, found.literal) ? { refused: text('true') } : {}),
    ...(refused === undefined ? {} : { refused: text('true'), where: text(refused) }),
    ...(found.pattern === 'google-api-key' && isKeyOfPage(linked, found.literal) ? { ofPage: text('true') } : {}),
    ...(found.literal >= 0 && isOutsideProduction(linked, found.literal) ? { development: text('true') } : {}),
    ...(placeOf(at.file) === 'test' ? { ofTests: text('true') } : {}),
    ...(found.role === 'shape' && isExample(whole.files[found.file] as FileFacts, found) ? { example: text('true') } : {}),
    ...(isUser(linked, found) ? { asUser: text('true') } : {}),
    ...(found.pattern ? { pattern: text(found.pattern) } : {}),
    ...(use ? { use: text(found.api, use) } : {}),
  }
  // What somebody else gave out is worth the same in a test.
  const isChosenHere = found.role === 'name' || found.name === 'password in an address'
  const node = found.use >= 0 ? found.use : found.literal
  const made = node >= 0 ? usage(linked, node, 'written-secret', found.library, found.api, values) : undefined
  return {
    kind: 'written-secret',
    api: found.api,
    library: found.library,
    around: made?.around ?? '',
    values,
    test: isTestCode(linked, at.file) || (isChosenHere && placeOf(at.file) === 'test'),
    at: last > line ? { ...at, endLine: last } : at,
  }
}

/** The user name beside it is the same text. */
const isUser = ({ whole }: Linked, { file, pos, end }: Found): boolean =>
  (whole.files[file] as FileFacts).masked.some((secret) => secret.asUser === true && secret.pos >= pos && secret.end <= end)

/** Variable, property or key that the text is put into; '' where it is put into none. */
function calledAt({ whole }: Linked, { literal, file, pos }: Found): string {
  const variable = literal < 0 ? undefined : variablesOf(whole, literal)[0]?.name
  if (variable) return variable
  const { text } = whole.files[file] as FileFacts
  const from = literal < 0 ? pos : skipTrivia(text, whole.pos[literal] as number) + 1
  const before = text.slice(Math.max(0, from - 120), from)
  const own =
    /([A-Za-z_$][\w$-]*)['"\]]*\s*(?::\s*\w+\s*)?(?:[!=]==?|\|\|=?|\?\?=?|[:=])\s*(?:process\.env\S+\s*(?:\|\||\?\?)\s*)?['"`]$/.exec(before)?.[1] ??
    ''
  return own === 'default' ? (settingAround(whole, literal) ?? own) : own
}

/** `signingKey` of `signingKey: { format: String, default: '…' }`. */
function settingAround(whole: Linked['whole'], literal: number): string | undefined {
  const keyOf = (value: number) => [...usesOf(whole).of(value)].find((user) => whole.kind[user] === Kind.Property && whole.a[user] !== -1)
  const own = literal < 0 ? undefined : keyOf(literal)
  const around = own === undefined ? undefined : keyOf(lookupOf(whole).objectOf(own))
  return around === undefined ? undefined : whole.text(whole.a[around] as number)
}

/** Whether a literal and its use can be shown as one piece of code. */
function isNear({ whole }: Linked, { literal, use }: Found): boolean {
  if (literal < 0 || use < 0 || whole.fileOf(literal) !== whole.fileOf(use)) return false
  const distance = whole.linesOf(use)[0] - whole.linesOf(literal)[0]
  return distance >= 0 && distance <= ONE_PIECE
}

/** The line without the secret, for what no pattern had masked: that it is one shows only now. */
function hidden({ whole }: Linked, { literal, role }: Found, evidence: Evidence): Evidence {
  if (literal < 0 || role === 'username' || whole.kind[literal] !== Kind.String) return evidence
  const text = whole.text(whole.a[literal] as number)
  if (text.length < 4 || text.includes('\n')) return evidence
  return { ...evidence, text: evidence.text.replaceAll(text, '*'.repeat(text.length)) }
}
