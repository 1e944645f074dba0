/**
 * Masks secrets in a source text before anything is derived from it. Each masked character becomes `*`, so that offsets and
 * line numbers hold. What stays: the first two characters of what a generator made, so that a reader can tell which one is
 * meant, unless it is too short for that.
 */
import type { MaskedSecret } from '../graph'
import { holdsHash, isReplacedLater, type SecretLook, secretLook } from '../secret-look'
import { isLabelAmongTexts } from './for-readers'
import { namesIn } from './named'
import { isPublicAt, shapesIn } from './shapes'

export interface Masked {
  text: string
  found: MaskedSecret[]
}

const NAME = /(?<name>[\w-]+)/
const VALUE = /(?<quote>['"`])(?<value>(?:(?!\k<quote>)[^\\\n]|\\.){4,})\k<quote>/
/** A name that says what it holds, then a quoted value: assigned, compared, or the fallback where there is none. Tried where such a name stands. */
const ASSIGNED = new RegExp(`${NAME.source}['"\`\\]]*\\s*(?::\\s*string\\s*=|[!=]==?|\\|\\|=?|\\?\\?=?|=>|[:=])\\s*${VALUE.source}`, 'iy')
/** `password === hash('value')`, `password: md5('value')`: what is hashed is the secret in the clear. */
const HASHED = new RegExp(
  `${NAME.source}['"\`\\]]*\\s*(?:[!=]==?|[:=])\\s*(?:await\\s+)?(?:[\\w$]+\\.)*(?:hash(?:Sync|Password|Pw)?|encrypt(?:Password)?|md5|sha1|sha256|sha512|scryptSync|pbkdf2Sync)\\(\\s*${VALUE.source}`,
  'iy',
)
const DIGEST = /^(?:md[45]|sha-?\d+|sha3-\d+|blake2\w*|ripemd\d*|whirlpool|argon2\w*|bcrypt)$/i
/** `set('password', 'value')`: what stands before the name, and from the name on. */
const CALLING = /\(\s*['"`][\w.-]*$/
const CALLED = new RegExp(`${NAME.source}['"\`]\\s*,\\s*${VALUE.source}`, 'iy')
/** `Authorization: Basic dXNlcjpwYXNz`, `Bearer eyJ…` in one quoted text. */
const HEADER = /['"`](?:Basic|Bearer|Token|ApiKey|Digest) +(?<value>[^'"`\s\\{}$<>*]{6,})(?=['"`])/g
/** `auth: 'user:password'` of an HTTP request. */
const USER_AND_PASSWORD = /\bauth['"]?\s*:\s*(['"])[^'"\s:\\]{1,60}:(?<value>[^'"\s\\{}$<>]{4,})\1/g
/** `scheme://user:password@host`, tried where `://` stands: to look for a scheme first takes ten times as long. */
const CONNECTION = /(?<=\b[a-z][a-z0-9+.-]*):\/\/([^\s:/@'"`]*):([^\s@/'"`]{2,})@/iy
/**
 * Calls whose argument is a key: `createHmac('sha256', 'value')`, `jwt.sign(payload, 'value')`, `cookieParser('value')`. What
 * stands before the key of a token is skipped, up to a line's length.
 */
const KEY_ARGUMENT = new RegExp(
  `(?:\\b(?:createHmac|createCipheriv|createDecipheriv)\\(\\s*['"\`][\\w-]+['"\`]\\s*,|\\b(?:jwt|jsonwebtoken|jws)\\w*\\.(?:sign|verify)\\([^;\\n]{1,160}?,|\\b(?:cookieParser|createSecretKey)\\()\\s*${VALUE.source}`,
  'gi',
)

/** `where('users.secret', 'NOT LIKE', 'test-%')`: how a column is compared. */
const COMPARES = /^(?:not )?(?:i?like|in|between|regexp|similar to)$/i

/** Ways of writing a value under a name, and what has to stand before the name for some of them. */
const UNDER_NAMES: { form: RegExp; behind?: RegExp; isSecret: (name: string, value: string) => boolean }[] = [
  { form: ASSIGNED, isSecret: looksSecret },
  { form: HASHED, isSecret: (name, value) => !DIGEST.test(value) && looksSecret(name, value) },
  // Two plain words are as likely two names: `omit('password', 'lastLogin')`.
  { form: CALLED, behind: CALLING, isSecret: (name, value) => !/^[a-z_]+$/i.test(value) && !COMPARES.test(value) && looksSecret(name, value) },
]

const IN_HEADERS: [kind: string, pattern: RegExp][] = [
  ['credential of a header', HEADER],
  ['user and password', USER_AND_PASSWORD],
]
/** Longest part of a name that is kept before the word that gives it away. */
const MOST_NAME = 60

export function mask(source: string): Masked {
  const found: Masked['found'] = []
  for (const { pattern, pos, end, look } of shapesIn(source)) found.push({ kind: pattern.type, pattern: pattern.id, pos, end, look })
  const take = (match: RegExpExecArray, kind: string, isSecret: (name: string, value: string) => boolean) => {
    const { name = '', quote, value = '' } = match.groups as { name?: string; quote?: string; value?: string }
    // What a template is made of is code, and no secret of its own.
    if ((quote === '`' && value.includes('${')) || !isSecret(name, value) || isReplacedLater(value)) return
    const end = match.index + match[0].length - 1
    const whole = name && `${/[\w$-]*$/.exec(source.slice(Math.max(0, match.index - MOST_NAME), match.index))?.[0] ?? ''}${name}`
    if (saysItsName(whole, value) || isColumn(source, end) || isPublicAt(source, end - value.length)) return
    const pos = end - value.length
    if (isComparedWithOther(source, end) || isLabelAmongTexts(source, pos, value)) return
    const isDefault = isUserBeside(source, pos, value)
    found.push({ kind, pos, end, look: lookOf(whole, value), ...(whole ? { name: whole } : {}), ...(isDefault ? { asUser: true as const } : {}) })
  }
  const { at: names, takesKeys } = namesIn(source)
  for (const { form, behind, isSecret } of UNDER_NAMES) {
    let from = 0
    for (const at of names) {
      const before = source.slice(Math.max(0, at - MOST_NAME), at)
      // `passed ? 'pass' : 'fail'`: one text of two, and no name of the other.
      if (at < from || (behind && !behind.test(before)) || ONE_OF_TWO.test(before)) continue
      form.lastIndex = at
      const match = form.exec(source)
      if (!match) continue
      // What stands in the value that was met is part of it.
      from = form.lastIndex
      take(match, 'named value', isSecret)
    }
  }
  if (takesKeys)
    for (const match of source.matchAll(KEY_ARGUMENT)) take(match, 'key argument', (_, value) => !/^(?:none|[HREP]S\d{3}|EdDSA)$/i.test(value))
  for (const { pos, end, look } of passwordsInAddresses(source)) found.push({ kind: 'password in an address', pos, end, look })
  for (const [kind, pattern] of IN_HEADERS)
    for (const match of source.matchAll(pattern)) {
      const value = match.groups?.value as string
      const pos = match.index + match[0].lastIndexOf(value)
      if (!/^(?:token|null|undefined|realm=)/i.test(value))
        found.push({ kind, pos, end: pos + value.length, look: secretLook(value.slice(value.indexOf(':') + 1)) })
    }
  if (found.length === 0) return { text: source, found }
  const distinct = merged(found)
  let text = ''
  let at = 0
  for (const { pos, end, look } of distinct) {
    // Half an escape would be no escape; and of words that somebody chose, two letters and a length are half the way to guess the rest.
    const kept = look === 'random' && end - pos > 8 && !source.slice(pos, pos + 2).includes('\\') ? 2 : 0
    text += source.slice(at, pos + kept) + source.slice(pos + kept, end).replace(/[^\n\r]/g, '*')
    at = end
  }
  return { text: text + source.slice(at), found: distinct }
}

/** `SET "secret" = "Settings"."value"`: of another table. */
const isColumn = (source: string, end: number): boolean => /^["`]\.["`\w]/.test(source.slice(end, end + 3))

/** `SECRET: 'production' === process.env.NODE_ENV ? required : optional`: a text that something else is compared with. */
const isComparedWithOther = (source: string, end: number): boolean =>
  /^['"`]\s*[!=]==?\s*(?:process\.|import\.meta\.)?env\.(?:NODE_ENV|MODE|[A-Z]*_?ENV(?:IRONMENT)?)\b/.test(source.slice(end, end + 60))

/** Farthest that a user name may stand from its password, in characters. */
const MOST_BESIDE = 200
const USER = /(?:^|[^\w])['"]?\w*user(?:_?name)?['"]?\s*[:=]\s*(['"`])(?<user>[^'"`\n]+)\1/gi

/** `{ user: 'shop', password: 'shop' }`: a name that everybody tries first, and nobody's secret. */
function isUserBeside(source: string, pos: number, value: string): boolean {
  const before = source.slice(Math.max(0, pos - MOST_BESIDE), pos)
  const after = source.slice(pos, pos + MOST_BESIDE)
  const beside = `${before.slice(before.lastIndexOf('{') + 1)}\n${after.split('}', 1)[0]}`
  return [...beside.matchAll(USER)].some(({ groups }) => groups?.user === value)
}

/** Passwords of `scheme://user:password@host`, by place. What is put in from elsewhere is none. */
export function passwordsInAddresses(source: string): { pos: number; end: number; look: SecretLook }[] {
  const found: { pos: number; end: number; look: SecretLook }[] = []
  for (let at = source.indexOf('://'); at >= 0; at = source.indexOf('://', at + 3)) {
    CONNECTION.lastIndex = at
    const match = CONNECTION.exec(source)
    if (!match) continue
    at = match.index + match[0].length - 3
    const [, user = '', value = ''] = match
    if (/^[$<{*%]|\$\{/.test(value) || /\$\{[^}]*$/.test(user)) continue
    const end = match.index + match[0].length - 1
    found.push({ pos: end - value.length, end, look: secretLook(value) })
  }
  return found
}

/** In order, each place once: the first to say what it is names it. */
function merged(found: Masked['found']): Masked['found'] {
  const distinct: Masked['found'] = []
  for (const place of found.sort((one, other) => one.pos - other.pos)) {
    const last = distinct[distinct.length - 1]
    if (!last || place.pos >= last.end) distinct.push({ ...place })
    else last.end = Math.max(last.end, place.end)
  }
  return distinct
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** `API_KEY: 'api_key'`, a name for something by that name; one word, `PASSWORD = 'password'`, may be a bad password. */
const saysItsName = (name: string, value: string) => /[a-z\d][A-Z]|[^_-][_-][^_-]/.test(name) && plain(name) === plain(value)

/** A value that only repeats its name, as event names, keys of translations and field names do, says nothing secret. */
export function lookOf(name: string, value: string): SecretLook {
  // What a password was made into opens nothing.
  if (holdsHash(value)) return 'placeholder'
  if (name && plain(value).length > 0 && (plain(name).endsWith(plain(value)) || plain(value) === plain(name))) return 'placeholder'
  // `user/change-password`, `auth.token.missing`, `reset_password`: words in the notation of names.
  if (name && /^[a-z]+(?:[-_./: ][a-z]+){1,3}$/i.test(value) && /pass|secret|token|key|credential|auth/i.test(value)) return 'placeholder'
  // What is wrong with it, as errors are told by name: `incorrectPassword`, `tokenHasExpired`.
  if (name && /^[a-z]+(?:[A-Z][a-z]+){1,5}$/.test(value) && FAULTS.test(value)) return 'placeholder'
  return secretLook(value)
}

const FAULTS =
  /^(?:in(?:correct|valid)|wrong|missing|bad|no|need|un(?:known|set)|expired|weak|empty)(?=[A-Z])|(?:Is|Has|Was|Not|Too|Must|Mis)[A-Z]\w*$|(?:Incorrect|Invalid|Wrong|Missing|Required|Expired|Unknown|Mismatch|NotFound|Changed)$/
const ABOUT =
  /(?:polic(?:y|ies)|types?|modes?|kinds?|strateg(?:y|ies)|providers?|hints?|levels?|strength|errors?|messages?|labels?|placeholder|titles?|ur[il]s?|paths?|fields?|formats?|algorithms?|status|states?|events?|actions?|names?|class|columns?|schema|rules?|headers?|grants?|scopes?|sources?|locations?)$/i
/** Words that answer a question about a secret and are none: `credentials: 'include'` of a request, `secret: 'none'`. */
const ANSWERS =
  /^(?:include|omit|same-origin|high|medium|low|none|always|never|deleted|removed|revoked|redacted|optional|required|strict|lax|public|private|true|false|yes|no|auto|default|enabled|disabled|hidden|visible|valid|invalid|missing|expired|weak|strong|unknown|any|all|both|header|query|body|cookie|session|env|environment|plain|hashed|encrypted|on|off|info|warn|warning|error|critical)$/i

/** A path of an address: three words or more, versions and parameters among them. */
const ADDRESS_PATH =
  /^(?:v\d+(?:\.\d+)*|[a-z]+(?:[-_][a-z]+)*|:[a-z]+|\{[a-z]+\})(?:\/(?:v\d+(?:\.\d+)*|[a-z]+(?:[-_][a-z]+)*|:[a-z]+|\{[a-z]+\})){2,}$/i

const ONE_OF_TWO = /[^?]\?\s*['"`][#\w.-]*$/

/** Keys that their services give out to stand in pages: PostHog projects, publishable keys of Stripe and Clerk, public tokens of Mapbox. */
const PUBLISHED = /^(?:phc_\w{20,}|pk_(?:live|test)_\w{10,}|pk\.eyJ[\w.-]+)$/

/** A few characters on both sides at most, and a sign that there were more. */
const LEFT_OUT = /^[\w-]{0,12}(?:\.{3}|…|\*{3,}|•{3,})[\w-]{0,8}$/

const BARE_ADDRESS = /^[a-z][a-z\d+.-]*:\/\/(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?\/?$/i

/** Files of keys and certificates, wherever they lie. */
const KEY_FILE = /^(?:[a-z]:)?(?:[\w.@${}-]*[\\/])*[\w.@${}-]+\.(?:key|pem|crt|cert?|cer|der|p12|pfx|p8|jks|keystore|ppk|asc|gpg|pub)$/i

/** A value under such a name that is not a path, a sentence, a placeholder, a header's or a field's name. */
export function looksSecret(name: string, value: string): boolean {
  if (/^x-[a-z-]+$/i.test(value) || PUBLISHED.test(value)) return false
  // What is shown of a secret, its middle left out: `sk-...5678`.
  if (LEFT_OUT.test(value)) return false
  // Marked as what stands in for a value: `---default---`.
  if (/^([-_*#=]{2,})[a-z]+\1$/i.test(value)) return false
  // Where a form's field is found in the page: `#account-secret-key`.
  if (/^#[a-z][a-z\d]*(?:[-_][a-z\d]+)+$/.test(value)) return false
  // A word of another language, which a page shows: `'login.password': 'Contraseña'`.
  if (/[^\p{ASCII}\P{L}]/u.test(value) && !/\d/.test(value)) return false
  if (/^[./]|^https?:|^\$\{|^<|^\{\{|^process\.|^%/.test(value)) return false
  // Where it is kept, or where it is asked for: `classpath:certs/server.p12`, `api/v4.0/user/login-with-token`.
  if (/^(?:classpath|file|resources?|vault|ssm|arn|op):/i.test(value) || ADDRESS_PATH.test(value)) return false
  // Where something listens: `grpc://prices:8443`. What opens it would stand in front of the host, or behind it.
  if (BARE_ADDRESS.test(value)) return false
  // The file that holds it: `certs/node.key`.
  if (KEY_FILE.test(value)) return false
  // What is told of a secret, by the last word of the name: `passwordPolicy`, `credentialType`.
  if (ABOUT.test(name) && /^[a-z][a-z-]*$/i.test(value)) return false
  if (ANSWERS.test(value)) return false
  // Under which a store keeps it: `SecretId: 'shop/database'`.
  if (/(?:id|arn|name|ref)$/i.test(name) && secretLook(value) !== 'random') return false
  const strong = /pass|pwd|secret|private|credential|encryption|crypto|cipher|signing|hmac|(?:api|jwt|master)_?-?key/i.test(name)
  if (/\s/.test(value)) return strong && value.split(/\s+/).length <= 4 && !/^[A-Z][a-z]+ /.test(value)
  if (!strong) return value.length >= 16 && /\d/.test(value) && /[a-z]/i.test(value)
  // `password: 'password'`, `type="password"`: a field's name or an input type.
  return !/^(?:current|new|old|confirm|repeat)?[-_]?(?:password|passwd|token|secret|text|hidden|string|bearer|basic|local|required|null|undefined)$/i.test(
    value,
  )
}
