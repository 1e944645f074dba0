/** Secrets told by their shape alone. In: any text. Out: where they stand. Expensive expressions run only where a keyword of theirs stands. */
import { isTokenForShow, type SecretLook } from '../secret-look'
import { automatonOf, standingIn } from './automaton'
import { patterns, type SecretPattern } from './patterns'

export interface Shaped {
  pattern: SecretPattern
  pos: number
  end: number
  look: SecretLook
}

/** Bodies of published examples and of what people write to show where a key goes. */
const SHOWN = /EXAMPLE|XXXX|\.\.\.|\*{3}|YOUR|0{8}|1234567|abcdef/i
/** Seed phrases that development tools print for everybody. */
const SHOWN_PHRASE = /^(?:test ){11}junk$|(?:abandon ){3}|^candy maple cake|^myth like bonus|^(\w+)(?: \1)+/

/** Each once, with the patterns that it is a keyword of. */
export const keywords = [...new Set(patterns.flatMap((pattern) => pattern.keywords))]
const patternsOf = keywords.map((keyword) => patterns.filter((pattern) => pattern.keywords.includes(keyword)))
const automaton = automatonOf(keywords)

/** In the order of the table, so that of two that match the same place the more telling comes first. */
export function shapesIn(text: string): Shaped[] {
  const found: Shaped[] = []
  const standing = standingIn(automaton, text)
  if (standing.size === 0) return found
  /** A line of a key that is only shown. */
  const isInShown = (at: number) =>
    found.some(({ pattern: { id }, pos, end, look }) => id === 'private-key' && look === 'placeholder' && pos <= at && at < end)
  const worth = new Set([...standing].flatMap((keyword) => patternsOf[keyword] as SecretPattern[]))
  for (const pattern of patterns) {
    if (!worth.has(pattern)) continue
    for (const match of text.matchAll(pattern.pattern)) {
      const value = match.groups?.value ?? match[0]
      const pos = match.index + (match.groups?.value === undefined ? 0 : match[0].lastIndexOf(value))
      if (isInEmbeddedFile(text, pos) || isMadePublic(pattern, text, pos)) continue
      found.push({
        pattern,
        pos,
        end: pos + value.length,
        look: SHOWN.test(value) || SHOWN_PHRASE.test(value) || isCutOff(value) || isTokenForShow(value) || isInShown(pos) ? 'placeholder' : 'random',
      })
    }
  }
  return found
}

const WHOLE_KEY = /^-----BEGIN ([A-Z ]*)PRIVATE KEY-----([\s\S]*)-----END /

/** Fewest characters of base64 that a key of a kind has; of others those of the shortest there is, an Ed25519 key by itself. */
const SHORTEST_KEYS: readonly [kind: RegExp, characters: number][] = [
  [/^RSA /, 300],
  [/^OPENSSH /, 250],
  [/^ENCRYPTED /, 130],
  [/^EC /, 90],
]
const SHORTEST_KEY = 64

/**
 * The beginning of a key that is shown in place of a whole one: too little for any, or less than it says itself (X.690, 8.1.3). Only a
 * text with both ends in it can be told to be no more.
 */
function isCutOff(value: string): boolean {
  const [, kind = '', between = ''] = WHOLE_KEY.exec(value) ?? []
  // Encrypted in the old way, told by headers of its own.
  if (between === '' || /[A-Za-z]:/.test(between)) return false
  const body = between.replace(/\\[nr]|[^A-Za-z0-9+/]/g, '')
  if (body.length < (SHORTEST_KEYS.find(([of]) => of.test(kind))?.[1] ?? SHORTEST_KEY) - 2) return true
  if (!body.startsWith('MII')) return false
  const bytes = Buffer.from(body, 'base64')
  return bytes[0] === 0x30 && bytes[1] === 0x82 && bytes.readUInt16BE(2) + 4 > bytes.length
}

const EMBEDDED = ';base64,'

/** Among the letters of an image or a font that is written out, `data:image/png;base64,…`, every short form comes up by chance. */
function isInEmbeddedFile(text: string, pos: number): boolean {
  let start = pos
  while (start > 0 && /[\w+/=-]/.test(text[start - 1] as string)) start--
  return text.slice(Math.max(0, start - EMBEDDED.length), start) === EMBEDDED
}

/** Longest object that is looked through, to either side, in characters. */
const MOST_BESIDE = 600

function isMadePublic({ publicBeside }: SecretPattern, text: string, pos: number): boolean {
  if (!publicBeside) return false
  const before = text.slice(Math.max(0, pos - MOST_BESIDE), pos)
  const after = text.slice(pos, pos + MOST_BESIDE)
  return publicBeside.test(`${before.slice(before.lastIndexOf('{') + 1)}\n${after.split('}', 1)[0]}`)
}

/** Whether a text that stands there is meant for everybody, under whatever name. */
export const isPublicAt = (text: string, pos: number): boolean =>
  patterns.some(
    (pattern) => pattern.publicBeside && pattern.keywords.some((keyword) => text.startsWith(keyword, pos)) && isMadePublic(pattern, text, pos),
  )

const byId = new Map(patterns.map((pattern) => [pattern.id, pattern]))

/** What pages call a form. */
export const typeOf = (id: string) => byId.get(id)?.type ?? id

const NOTHING = '********'
/** A prefix shorter than this is no name of anybody. */
const SHORTEST_PREFIX = 3

/** What may be shown of a secret: the prefix that every secret of its kind has, and nothing of its own, not even how long it is. */
export function redacted(id: string | undefined, text: string, pos: number): string {
  if (id?.startsWith('private-key')) return publicPrefix(id)
  const prefixes = (byId.get(id ?? '')?.keywords ?? []).filter((it) => it.length >= SHORTEST_PREFIX && text.startsWith(it, pos))
  return `${prefixes.sort((one, other) => other.length - one.length)[0] ?? ''}${NOTHING}`
}

/** The same where the text is not at hand: only of forms with one prefix. */
export function publicPrefix(id: string): string {
  if (id.startsWith('private-key')) return `-----BEGIN PRIVATE KEY----- ${NOTHING}`
  const { keywords: all = [], pattern } = byId.get(id) ?? {}
  const [only = ''] = all
  const isPrefix = all.length === 1 && only.length >= SHORTEST_PREFIX && pattern?.source.replace(/^\\b|^\(\?<!.*?\)/, '').startsWith(only)
  return `${isPrefix ? only : ''}${NOTHING}`
}
