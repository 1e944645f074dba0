/**
 * Masks secrets in a source text before anything is derived from it. Each masked character becomes `*`, so that offsets and
 * line numbers hold. What stays: the first two characters of a value, so that a reader can tell which one is meant, unless
 * the value is too short for that.
 */
import type { MaskedSecret } from '../graph'
import { type SecretLook, secretLook } from '../secret-look'

export interface Masked {
  text: string
  found: MaskedSecret[]
}

/** Token shapes that mean a secret wherever they stand. Published prefixes of the providers' own documentation. */
const SHAPES: [kind: string, pattern: RegExp][] = [
  // Without its end only what is certainly part of it: the header alone is a text that programs look for.
  [
    'private key',
    /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[A-Za-z0-9+/=\\\s:,.-]*?-----END [A-Z ]*PRIVATE KEY-----|(?=(?:\\[nr]|\s)*[A-Za-z0-9+/=]{40})(?:\\[nr]|[A-Za-z0-9+/=\r\n])*)/g,
  ],
  // Written as one quoted text a line.
  ['private key', /(?<=-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]{0,6000})[A-Za-z0-9+/=]{40,}/g],
  ['cloud access key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g],
  ['source host token', /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,}|glpat-[A-Za-z0-9_-]{20,})\b/g],
  ['payment key', /\b[sr]k_(?:live|test)_[A-Za-z0-9]{10,}\b/g],
  ['chat token', /\bxox[abposr]-[A-Za-z0-9-]{10,}\b/g],
  ['API key', /\b(?:AIza[0-9A-Za-z_-]{35}|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|sk-[A-Za-z0-9_-]{32,}|npm_[A-Za-z0-9]{30,})\b/g],
  ['signed token', /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g],
]
/** Bodies of published examples and of what people write to show where a key goes. */
const SHOWN = /EXAMPLE|XXXX|\.\.\.|\*{3}|YOUR|0{8}|1234567|abcdef/i
/** One cheap look decides whether any shape is worth trying. */
const SHAPE_HINT = /PRIVATE KEY|AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|[sr]k_(?:live|test)_|xox[abposr]-|AIza|SG\.|\bsk-|npm_|eyJ/

const NAME =
  /(?<name>(?:pass(?:word|wd|phrase)?|pwd|secret|credential|token|api_?-?key|access_?-?key|private_?-?key|encryption_?-?key|signing_?-?key|hmac)[\w-]*)/
const VALUE = /(?<quote>['"`])(?<value>(?:(?!\k<quote>)[^\\\n]|\\.){4,})\k<quote>/
/** A name that says what it holds, then a quoted value: assigned, compared, or the fallback where there is none. */
const ASSIGNED = new RegExp(`${NAME.source}['"\`\\]]*\\s*(?::\\s*string\\s*=|[!=]==?|\\|\\|=?|\\?\\?=?|=>|[:=])\\s*${VALUE.source}`, 'gi')
/** `set('password', 'value')` */
const CALLED = new RegExp(`\\(\\s*['"\`][\\w.-]*?${NAME.source}['"\`]\\s*,\\s*${VALUE.source}`, 'gi')
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

const IN_HEADERS: [kind: string, pattern: RegExp][] = [
  ['credential of a header', HEADER],
  ['user and password', USER_AND_PASSWORD],
]
/** Longest part of a name that is kept before the word that gives it away. */
const MOST_NAME = 60

export function mask(source: string): Masked {
  const found: Masked['found'] = []
  if (SHAPE_HINT.test(source)) {
    const hasKey = source.includes('PRIVATE KEY')
    for (const [kind, pattern] of SHAPES) {
      if (kind === 'private key' && !hasKey) continue
      for (const match of source.matchAll(pattern))
        found.push({ kind, pos: match.index, end: match.index + match[0].length, look: SHOWN.test(match[0]) ? 'placeholder' : 'random' })
    }
  }
  const quoted = (pattern: RegExp, kind: string, isSecret: (name: string, value: string) => boolean) => {
    for (const match of source.matchAll(pattern)) {
      const { name = '', quote, value = '' } = match.groups as { name?: string; quote?: string; value?: string }
      // What a template is made of is code, and no secret of its own.
      if ((quote === '`' && value.includes('${')) || !isSecret(name, value)) continue
      const end = match.index + match[0].length - 1
      const whole =
        name && `${/[\w$-]*$/.exec(source.slice(Math.max(0, match.index - MOST_NAME), match.index + match[0].indexOf(name)))?.[0] ?? ''}${name}`
      found.push({ kind, pos: end - value.length, end, look: lookOf(name, value), ...(whole ? { name: whole } : {}) })
    }
  }
  quoted(ASSIGNED, 'named value', looksSecret)
  // Two plain words are as likely two names: `omit('password', 'lastLogin')`.
  quoted(CALLED, 'named value', (name, value) => !/^[a-z_]+$/i.test(value) && looksSecret(name, value))
  quoted(KEY_ARGUMENT, 'key argument', (_, value) => !/^(?:none|[HREP]S\d{3}|EdDSA)$/i.test(value))
  for (let at = source.indexOf('://'); at >= 0; at = source.indexOf('://', at + 3)) {
    CONNECTION.lastIndex = at
    const match = CONNECTION.exec(source)
    if (!match) continue
    at = match.index + match[0].length - 3
    const [, user = '', value = ''] = match
    if (/^[$<{*%]|\$\{/.test(value) || /\$\{[^}]*$/.test(user)) continue
    const end = match.index + match[0].length - 1
    found.push({ kind: 'password in an address', pos: end - value.length, end, look: secretLook(value) })
  }
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
  for (const { pos, end } of distinct) {
    // Half an escape would be no escape.
    const kept = end - pos > 8 && !source.slice(pos, pos + 2).includes('\\') ? 2 : 0
    text += source.slice(at, pos + kept) + source.slice(pos + kept, end).replace(/[^\n\r]/g, '*')
    at = end
  }
  return { text: text + source.slice(at), found: distinct }
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

/** A value that only repeats its name, as event names, keys of translations and field names do, says nothing secret. */
function lookOf(name: string, value: string): SecretLook {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (name && plain(value).length > 0 && (plain(name).endsWith(plain(value)) || plain(value) === plain(name))) return 'placeholder'
  // `user/change-password`, `auth.token.missing`, `reset_password`: words in the notation of names.
  if (name && /^[a-z]+(?:[-_./: ][a-z]+){1,3}$/i.test(value) && /pass|secret|token|key|credential|auth/i.test(value)) return 'placeholder'
  return secretLook(value)
}

const ABOUT =
  /(?:polic(?:y|ies)|types?|modes?|kinds?|strateg(?:y|ies)|providers?|hints?|levels?|strength|errors?|messages?|labels?|placeholder|titles?|ur[il]s?|paths?|fields?|formats?|algorithms?|status|states?|events?|actions?|names?|class|columns?|schema|rules?|headers?|grants?|scopes?|sources?|locations?)$/i
/** Words that answer a question about a secret and are none: `credentials: 'include'` of a request, `secret: 'none'`. */
const ANSWERS =
  /^(?:include|omit|same-origin|high|medium|low|none|always|never|optional|required|strict|lax|public|private|true|false|yes|no|auto|default|enabled|disabled|hidden|visible|valid|invalid|missing|expired|weak|strong|unknown|any|all|both|header|query|body|cookie|session|env|environment|plain|hashed|encrypted)$/i

/** A value under such a name that is not a path, a sentence, a placeholder, a header's or a field's name. */
function looksSecret(name: string, value: string): boolean {
  if (/^x-[a-z-]+$/i.test(value)) return false
  if (/^[./]|^https?:|^\$\{|^<|^\{\{|^process\.|^%/.test(value)) return false
  // What is told of a secret, by the last word of the name: `passwordPolicy`, `credentialType`.
  if (ABOUT.test(name) && /^[a-z][a-z-]*$/i.test(value)) return false
  if (ANSWERS.test(value)) return false
  const strong = /pass|pwd|secret|private|credential|encryption|signing|hmac|api_?-?key/i.test(name)
  if (/\s/.test(value)) return strong && value.split(/\s+/).length <= 4 && !/^[A-Z][a-z]+ /.test(value)
  if (!strong) return value.length >= 16 && /\d/.test(value) && /[a-z]/i.test(value)
  // `password: 'password'`, `type="password"`: a field's name or an input type.
  return !/^(?:current|new|old|confirm|repeat)?[-_]?(?:password|passwd|token|secret|text|hidden|string|bearer|basic|local|required|null|undefined)$/i.test(
    value,
  )
}
