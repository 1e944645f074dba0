/**
 * Masks secrets in a source text before anything is derived from it. Each masked character becomes `*`, so that offsets and
 * line numbers hold. What stays: the first two characters of a value, so that a reader can tell which one is meant, unless
 * the value is too short for that.
 */

export interface Masked {
  text: string
  found: { kind: string; pos: number; end: number }[]
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
/** One cheap look decides whether any shape is worth trying. */
const SHAPE_HINT = /PRIVATE KEY|AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|[sr]k_(?:live|test)_|xox[abposr]-|AIza|SG\.|\bsk-|npm_|eyJ/

const NAME =
  /(?<name>(?:pass(?:word|wd|phrase)?|pwd|secret|credential|token|api_?-?key|access_?-?key|private_?-?key|encryption_?-?key|signing_?-?key|hmac)[\w-]*)/
const VALUE = /(?<quote>['"`])(?<value>(?:(?!\k<quote>)[^\\\n]|\\.){4,})\k<quote>/
/** A name that says what it holds, then a quoted value: assigned, compared, or the fallback where there is none. */
const ASSIGNED = new RegExp(`${NAME.source}['"\`\\]]*\\s*(?::\\s*string\\s*=|[!=]==?|\\|\\|=?|\\?\\?=?|=>|[:=])\\s*${VALUE.source}`, 'gi')
/** `set('password', 'value')` */
const CALLED = new RegExp(`\\(\\s*['"\`][\\w.-]*?${NAME.source}['"\`]\\s*,\\s*${VALUE.source}`, 'gi')
/** `scheme://user:password@host` */
const CONNECTION = /\b[a-z][a-z0-9+.-]*:\/\/([^\s:/@'"`]*):([^\s@/'"`]{2,})@/gi
/**
 * Calls whose argument is a key: `createHmac('sha256', 'value')`, `jwt.sign(payload, 'value')`, `cookieParser('value')`. What
 * stands before the key of a token is skipped, up to a line's length.
 */
const KEY_ARGUMENT = new RegExp(
  `(?:\\b(?:createHmac|createCipheriv|createDecipheriv)\\(\\s*['"\`][\\w-]+['"\`]\\s*,|\\b(?:jwt|jsonwebtoken|jws)\\w*\\.(?:sign|verify)\\([^;\\n]{1,160}?,|\\b(?:cookieParser|createSecretKey)\\()\\s*${VALUE.source}`,
  'gi',
)

export function mask(source: string): Masked {
  const found: Masked['found'] = []
  if (SHAPE_HINT.test(source))
    for (const [kind, pattern] of SHAPES)
      for (const match of source.matchAll(pattern)) found.push({ kind, pos: match.index, end: match.index + match[0].length })
  const quoted = (pattern: RegExp, kind: string, isSecret: (name: string, value: string) => boolean) => {
    for (const match of source.matchAll(pattern)) {
      const { name = '', quote, value = '' } = match.groups as { name?: string; quote?: string; value?: string }
      // What a template is made of is code, and no secret of its own.
      if ((quote === '`' && value.includes('${')) || !isSecret(name, value)) continue
      const end = match.index + match[0].length - 1
      found.push({ kind, pos: end - value.length, end })
    }
  }
  quoted(ASSIGNED, 'named value', looksSecret)
  // Two plain words are as likely two names: `omit('password', 'lastLogin')`.
  quoted(CALLED, 'named value', (name, value) => !/^[a-z_]+$/i.test(value) && looksSecret(name, value))
  quoted(KEY_ARGUMENT, 'key argument', () => true)
  for (const match of source.matchAll(CONNECTION)) {
    const [, user = '', value = ''] = match
    if (/^[$<{*%]|\$\{/.test(value) || /\$\{[^}]*$/.test(user)) continue
    const end = match.index + match[0].length - 1
    found.push({ kind: 'password in an address', pos: end - value.length, end })
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

/** A value under such a name that is not a path, a sentence, a placeholder, a header's or a field's name. */
function looksSecret(name: string, value: string): boolean {
  if (/^x-[a-z-]+$/i.test(value)) return false
  if (/^[./]|^https?:|^\$\{|^<|^\{\{|^process\.|^%/.test(value)) return false
  const strong = /pass|pwd|secret|private|credential|encryption|signing|hmac|api_?-?key/i.test(name)
  if (/\s/.test(value)) return strong && value.split(/\s+/).length <= 4 && !/^[A-Z][a-z]+ /.test(value)
  if (!strong) return value.length >= 16 && /\d/.test(value) && /[a-z]/i.test(value)
  // `password: 'password'`, `type="password"`: a field's name or an input type.
  return !/^(?:current|new|old|confirm|repeat)?[-_]?(?:password|passwd|token|secret|text|hidden|string|bearer|basic|local|required|null|undefined)$/i.test(
    value,
  )
}
