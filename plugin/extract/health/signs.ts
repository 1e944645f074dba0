/** Characters and words as the token scanner sees them. */

/** Stands for every number, text and regular expression. */
export const LITERAL = 1

/** Of ASCII, 1 for what names are made of, 2 for white space. */
const CLASSES = new Uint8Array(128)
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$') CLASSES[sign.charCodeAt(0)] = 1
for (const code of [9, 11, 12, 13, 32]) CLASSES[code] = 2

export const isNameChar = (code: number) => (code < 128 ? CLASSES[code] === 1 : code >= 0xaa && code !== 0xfeff && code !== 0x2028 && code !== 0x2029)
export const isSpace = (code: number) => (code < 128 ? CLASSES[code] === 2 : code === 0xa0 || code === 0xfeff || code === 0x2028 || code === 0x2029)

/** Of a word that is scanned character by character (FNV-1a): begin with `HASH_START`, take each character in with `hashed`. */
export const HASH_START = 0x811c9dc5 | 0
export const hashed = (hash: number, code: number) => Math.imul(hash ^ code, 0x01000193)

export function hashOf(word: string): number {
  let hash = HASH_START
  for (let i = 0; i < word.length; i++) hash = hashed(hash, word.charCodeAt(i))
  return hash
}

/** 16 bits of it, above those of signs. Two words may share them; that fifty in a row do is no accident. */
export const tokenOf = (hash: number) => (((hash >>> 16) ^ hash) & 0xffff) | 0x80

/** Words behind which a slash begins a regular expression, and an exclamation mark negates; by their hashes. */
export const BEFORE_REGEX = new Set(
  'return typeof instanceof in of new delete void throw case do else yield await default extends'.split(' ').map(hashOf),
)
