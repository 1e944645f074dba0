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
  ['private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g],
  ['cloud access key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g],
  ['source host token', /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,}|glpat-[A-Za-z0-9_-]{20,})\b/g],
  ['payment key', /\b[sr]k_(?:live|test)_[A-Za-z0-9]{10,}\b/g],
  ['chat token', /\bxox[abposr]-[A-Za-z0-9-]{10,}\b/g],
  ['API key', /\b(?:AIza[0-9A-Za-z_-]{35}|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|sk-[A-Za-z0-9_-]{32,}|npm_[A-Za-z0-9]{30,})\b/g],
  ['signed token', /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g],
]
/** One cheap look decides whether any shape is worth trying. */
const SHAPE_HINT = /PRIVATE KEY|AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|[sr]k_(?:live|test)_|xox[abposr]-|AIza|SG\.|\bsk-|npm_|eyJ/

/** A name that says what it holds, then a quoted value. Group 1: name, 2: quote, 3: value. */
const ASSIGNED =
  /((?:pass(?:word|wd|phrase)?|pwd|secret|credential|token|api_?-?key|access_?-?key|private_?-?key|encryption_?-?key|signing_?-?key|hmac)[\w-]*)['"`\]]*\s*(?:[:=]|=>|,)\s*(['"`])((?:(?!\2)[^\\\n]|\\.){4,})\2/gi
/** `scheme://user:password@host` */
const CONNECTION = /\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@'"`]*:([^\s@/'"`]{2,})@/gi
/** Calls whose argument is a key: `createHmac('sha256', 'value')`, `sign(payload, 'value')`. */
const KEY_ARGUMENT = /\b(?:createHmac|createCipheriv|createDecipheriv)\(\s*['"`][\w-]+['"`]\s*,\s*(['"`])((?:(?!\1)[^\\\n]|\\.){4,})\1/g

export function mask(source: string): Masked {
  const found: Masked['found'] = []
  if (SHAPE_HINT.test(source))
    for (const [kind, pattern] of SHAPES)
      for (const match of source.matchAll(pattern)) found.push({ kind, pos: match.index, end: match.index + match[0].length })
  for (const match of source.matchAll(ASSIGNED)) {
    const value = match[3] as string
    if (!looksSecret(match[1] as string, value)) continue
    const end = match.index + match[0].length - 1
    found.push({ kind: 'named value', pos: end - value.length, end })
  }
  for (const match of source.matchAll(CONNECTION)) {
    const value = match[1] as string
    if (/^[$<{*%]/.test(value)) continue
    const end = match.index + match[0].length - 1
    found.push({ kind: 'password in an address', pos: end - value.length, end })
  }
  for (const match of source.matchAll(KEY_ARGUMENT)) {
    const value = match[2] as string
    const end = match.index + match[0].length - 1
    found.push({ kind: 'key argument', pos: end - value.length, end })
  }
  if (found.length === 0) return { text: source, found }
  found.sort((one, other) => one.pos - other.pos)
  let text = ''
  let at = 0
  for (const { pos, end } of found) {
    if (pos < at) continue
    const kept = end - pos > 8 ? 2 : 0
    text += source.slice(at, pos + kept) + source.slice(pos + kept, end).replace(/[^\n\r]/g, '*')
    at = end
  }
  return { text: text + source.slice(at), found }
}

/** A value under such a name that is not a path, a sentence, a placeholder, a header's or a field's name. */
function looksSecret(name: string, value: string): boolean {
  if (/^[./]|^https?:|^\$\{|^<|^\{\{|^process\.|^%/.test(value)) return false
  const strong = /pass|pwd|secret|private|credential|encryption|signing|hmac|api_?-?key/i.test(name)
  if (/\s/.test(value)) return strong && value.split(/\s+/).length <= 4 && !/^[A-Z][a-z]+ /.test(value)
  if (!strong) return value.length >= 16 && /\d/.test(value) && /[a-z]/i.test(value)
  // `password: 'password'`, `type="password"`: a field's name or an input type.
  return !/^(?:current|new|old|confirm|repeat)?[-_]?(?:password|passwd|token|secret|text|hidden|string|bearer|basic|local|required|null|undefined)$/i.test(
    value,
  )
}
