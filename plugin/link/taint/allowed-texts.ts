/**
 * What a text does no harm to, by its form. In: an expression that it matches, or that nothing in it matches, or a part that it has not.
 * Out: kinds of harm that are ruled out.
 */
import { charactersAllowedBy } from '../regex/allowed-characters'
import { contains } from '../regex/characters'
import { beginningsOf } from '../regex/groups'
import { ABSOLUTE, ADDRESS, ALL, bitOf, DISCLOSED, HTML, maskOf, PATH, RAW, SCHEME, UPWARDS } from './kinds'
import { isPlainInShell } from './shell-words'

/** What a text does no harm to when a part never occurs in it. */
export function withoutPart(part: string): number {
  switch (part) {
    case '..':
    case '../':
    case '.':
    case './':
      return UPWARDS
    case '/':
      return PATH
    case '<':
    case '>':
      return HTML
    case "'":
    case '"':
      return maskOf(['sql', 'xpath'])
    case '\n':
    case '\r':
    case '\r\n':
      return maskOf(['log', 'header'])
    case '__proto__':
    case '_':
    case '__':
      return bitOf('property')
    default:
      return 0
  }
}

/** What a text does no harm to when a pattern matches nowhere in it, or everything that matches was taken out. */
export function withoutPattern(source: string): number {
  // `[^\w-]`: everything but harmless characters. Of these there may still be any number, and an expression may take long over them.
  const negated = /^\[\^((?:[^\]\\]|\\.)*)\][+*]?$/.exec(source)
  if (negated) return allowedCharacters(negated[1] as string) & ~bitOf('matched')
  let mask = 0
  if (/^\^(?:\\s\*)?\[?\\?-\]?(?:[+{]|$)/.test(source)) mask |= maskOf(['argument'])
  const characters = charactersOf(source)
  if (characters.has('<')) mask |= HTML
  if (characters.has("'") || characters.has('"')) mask |= maskOf(['sql', 'xpath'])
  if (/\\\.(?:\\\.|\{2|\+)(?!.*\w{2})/.test(source) || characters.has('.')) mask |= UPWARDS
  if (characters.has('/')) mask |= PATH
  if (characters.has('_')) mask |= bitOf('property')
  if (characters.has('\n') || characters.has('\r')) mask |= maskOf(['log', 'header'])
  if (/^(?:\\[Ws]|\\W)/.test(source) && /^\\W[+*]?$/.test(source)) mask |= maskOf(['all'])
  if (['*', '(', ')'].every((it) => characters.has(it))) mask |= maskOf(['ldap'])
  if ([...'.*+?^$', ...'{}()|[]'].filter((it) => characters.has(it)).length >= 8) mask |= maskOf(['regex'])
  return mask
}

/** The same of several patterns, each of which matches nowhere any more: characters that do harm only together. */
export function withoutPatterns(sources: readonly string[]): number {
  const characters = new Set(sources.flatMap((source) => [...charactersOf(source)]))
  return ['*', '(', ')', '\\'].every((it) => characters.has(it)) ? maskOf(['ldap']) : 0
}

/**
 * What a text does no harm to in which every character, or all but the last few, has another in its place:
 * `password.replace(/./g, '*')`, `number.replace(/.(?=.{4})/g, '*')`.
 */
export function coveredBy(source: string, by: string | undefined): number {
  if (by === undefined || by.includes('$')) return 0
  if (/^(?:\.|\[\\s\\S\]|\[\^\]|\\S)\+?$/.test(source)) return DISCLOSED | maskOf(['literal'])
  return /^(?:\.|\\[dwS])\(\?=(?:\.|\\[dwS])\{[1-6](?:,\d*)?\}\$?\)$/.test(source) ? DISCLOSED : 0
}

/** Characters that a class or an alternation of characters names. */
function charactersOf(source: string): Set<string> {
  const found = new Set<string>()
  const plain =
    /^\(?\[((?:[^\]\\]|\\.)*)\]\)?[+*]?$/.exec(source)?.[1] ??
    (/^\(?(?:\\.|[^\\[({])(?:\|(?:\\.|[^\\[({]))*\)?[+*]?$/.test(source)
      ? source
          .replace(/^\((.*)\)/, '$1')
          .replace(/([^\\])[+*]$/, '$1')
          .replaceAll('|', '')
      : undefined)
  if (plain === undefined) return found
  for (let i = 0; i < plain.length; i++) {
    const character = plain[i] as string
    if (character !== '\\') found.add(character)
    else {
      const escaped = plain[++i] ?? ''
      found.add(escaped === 'n' ? '\n' : escaped === 'r' ? '\r' : escaped)
    }
  }
  return found
}

/**
 * What one group of an expression does no harm to whose characters leave out those that stand between parts: `([^/]+)`. The expression
 * is held against the whole text, so that a group is one part of it; `matchAll` takes one after the other, which may be joined again.
 */
export function withoutSeparators(group: string): number {
  const set = /^\(?\[\^((?:[^\]\\]|\\.)+)\](?:[+*]|\{[\d,]+\})?\)?$/.exec(group)?.[1]
  return set === undefined ? 0 : [...charactersOf(`[${set}]`)].reduce((all, character) => all | (character === '/' ? withoutPart('/') : 0), 0)
}

/** What a text does no harm to when the whole of it matches. */
export function allowedBy(source: string, flags: string): number {
  const characters = charactersAllowedBy(source, flags)
  return byForm(source, flags) | (characters && isPlainInShell(characters) ? maskOf(['command']) : 0)
}

function byForm(source: string, flags: string): number {
  if (flags.includes('m')) return 0
  const begins = source.startsWith('^')
  const ends = /(?:^|[^\\])(?:\\\\)*\$$/.test(source)
  let mask = 0
  if (begins && /^\^\(?(?:\?:)?(?:https\??|ftp|mailto|http)/i.test(source)) mask |= SCHEME
  if (begins && /^\^https?\??:(?:\\?\/){2}[\w.\\-]+\\?\//i.test(source)) mask |= ADDRESS
  if (begins && /^\^\\?\/(?!\/)/.test(source)) mask |= SCHEME | behindSlash(source)
  if (!begins || !ends) return mask
  const inner = source.slice(1, -1)
  // Alternatives outside a group would not be anchored.
  if (/\|/.test(inner.replace(/\((?:[^()]|\([^()]*\))*\)/g, ''))) return mask
  const without = inner.replace(/\[\^?(?:[^\]\\]|\\.)*\]/g, (set) =>
    set.startsWith('[^') ? '.' : allowedCharacters(set.slice(1, -1)) === ALL ? '' : '.',
  )
  if (!/(?:^|[^\\])\.|\\[SDW]/.test(without)) return ALL & ~maskOf(['resource'])
  return mask
}

/** `^\/(?![/\\])`, `^\/[^/\\]`: one slash, and behind it none of those that make a host of what follows. */
function behindSlash(source: string): number {
  const [, ahead, set] = /^\^\\?\/(?:\(\?!((?:[^()\\]|\\.)*)\)|\[\^((?:[^\]\\]|\\.)*)\])/.exec(source) ?? []
  const refused = charactersOf(set === undefined ? (ahead ?? '') : `[${set}]`)
  if (!refused.has('/')) return 0
  return refused.has('\\') ? ADDRESS : maskOf(['redirect'])
}

/** What texts of such characters alone do no harm to. */
function allowedCharacters(set: string): number {
  const rest = set.replace(/\\[wd]|[a-z]-[a-z]|[A-Z]-[A-Z]|0-9|[A-Za-z0-9_@ ,:-]|\\[-_.@ ]|\\u[0-9a-f]{4}(?:-\\u[0-9a-f]{4})?|\\p\{[^}]*\}|\\s/gi, '')
  if (rest === '') return ALL
  if (/^\.+$/.test(rest)) return ALL
  return /[<>"'`;|&$()/\\]/.test(rest) ? (/[<]/.test(rest) ? 0 : HTML) : ALL
}

export const leadsUp = (start: string): boolean => /^\.\.(?:[/\\]|$)/.test(start)

/** What a text does no harm to that begins with another. */
export function begunWith(start: string): number {
  let mask = start.length > 0 ? maskOf(['method', 'property']) : 0
  if (/^(?:[a-z][\w+.-]*:)?\/\/[^/?#]+[/?#]/i.test(start)) mask |= ADDRESS
  // One slash, and then a name: a path of the own site.
  else if (/^\/[^/\\]/.test(start)) mask |= ADDRESS
  else if (/^[/#?]/.test(start)) mask |= SCHEME
  else mask |= schemeSays(start)
  if (leadsUp(start)) mask |= ABSOLUTE
  else if (start.length > 1 || !/^[./]/.test(start)) mask |= ABSOLUTE | RAW
  // An option begins with a dash. Of what is only put first in a program's name or path the rest may still be chosen.
  if (/^[^-]/.test(start) && !/^[./\\]/.test(start)) mask |= maskOf(['argument'])
  return mask
}

/**
 * What an address does no harm to that begins with a scheme. One that no browser knows is that of an app: it opens there, and leads
 * to no other site.
 */
function schemeSays(start: string): number {
  const scheme = /^([a-z][\w+.-]*):/i.exec(start)?.[1]?.toLowerCase()
  if (scheme === undefined || RUNS_SCRIPT.test(scheme)) return 0
  // Holds what it stands for: nobody is asked for it.
  if (scheme === 'data') return bitOf('url')
  return OF_THE_WEB.test(scheme) || start.slice(scheme.length, scheme.length + 3) !== '://' ? SCHEME : ADDRESS
}
const RUNS_SCRIPT = /^(?:javascript|vbscript|view-source|filesystem|about)$/
/** Schemes that lead to a host, or to what a page made. */
const OF_THE_WEB = /^(?:https?|mailto|tel|sms|ftps?|wss?|blob|file|git|ssh|svn|gopher|dict|ldaps?)$/

/**
 * What a part of a path does no harm to that an expression limits. Routers match what was sent and undo its escapes afterwards, so where
 * `%` may stand, any character may; what it begins with stays.
 */
export function limitedTo(source: string): number {
  const beginnings = beginningsOf(source, '')
  const begun = beginnings?.every((start) => start !== '') ? beginnings.reduce((all, start) => all & begunWith(start), ALL) : 0
  const characters = charactersAllowedBy(`^(?:${source})$`, '')
  // How it begins says nothing of whether it is in normal form.
  return (begun & ~RAW) | (characters && !contains(characters, '%') ? allowedBy(`^(?:${source})$`, '') : 0)
}
