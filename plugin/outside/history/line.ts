/** Secrets of one added line. In: a file's path and a line of it. Out: what counts as a credential, with its text. */
import { mask } from '../../secrets/mask'
import { purposeOfName } from '../../secrets/names'
import { placeOf, weigh } from '../../secrets/places'
import { redacted } from '../../secrets/shapes'
import { secretsWithText } from '../../secrets/texts'
import type { SecretSighting } from '../../types'

export type LineSecret = Pick<SecretSighting, 'pattern' | 'type' | 'name' | 'redacted' | 'weight' | 'because' | 'confidence'> & {
  secret: string
  at: string
}

const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|py|rb|php|java|kt|go|rs|cs|swift|scala)$/i
/** What a secret needs at least: a name and a value, an address with a password, or a run as long as issuers make them. */
const NAMED =
  /(?:pass|pwd|secret|token|key|credential|mnemonic|phrase)[\w.-]{0,40}["'`\]]{0,2}\s{0,3}(?:[:=,(]|=>|\|\||\?\?|by)\s{0,3}=?["'`]?[^\s"'`;,)({[<$]{3}/i
const ADDRESS = /:\/\/[^\s/:@"'`]*:[^\s@/"'`]{2,}@/
const LONG = /[A-Za-z0-9+/=_.-]{24}/
const MOST_TEXT = 160

/** Of a block of lines that begins with a key only the key. */
export function secretsInLine(file: string, latin: string, isKey: boolean): LineSecret[] {
  if (!LONG.test(latin) && !NAMED.test(latin) && !ADDRESS.test(latin)) return []
  const place = placeOf(file)
  if (place === 'test' && !isKey) return []
  const line = /[\x80-\xff]/.test(latin) ? Buffer.from(latin, 'latin1').toString('utf8') : latin
  const found = CODE.test(file) ? inCode(line) : secretsWithText(file, line)
  const shown = found.length > 0 ? (maskedLine(line, found).split('\n')[0]?.trim().slice(0, MOST_TEXT) ?? '') : ''
  return found.flatMap(({ pattern, type, name, look, pos, end }) => {
    if (isKey && !pattern.startsWith('private-key')) return []
    const { weight, because, confidence } = weigh({ pattern, name, look, place, file })
    if (weight !== 'credential' || confidence === 'low') return []
    return [{ pattern, type, name, weight, because, confidence, redacted: redacted(pattern, line, pos), secret: line.slice(pos, end), at: shown }]
  })
}

type Met = ReturnType<typeof secretsWithText>[number]

function inCode(line: string): Met[] {
  return mask(line).found.flatMap((it) => {
    if (it.kind === 'named value' && purposeOfName(it.name ?? '') === undefined) return []
    if (it.pattern === undefined && it.kind !== 'named value' && it.kind !== 'password in an address') return []
    const pattern = it.pattern ?? (it.kind === 'named value' ? 'named-value' : 'address-password')
    return [{ pattern, type: it.kind, name: it.name ?? '', pos: it.pos, end: it.end, look: it.look }]
  })
}

function maskedLine(line: string, found: Met[]): string {
  return found.reduceRight((text, { pattern, pos, end }) => text.slice(0, pos) + redacted(pattern, line, pos) + text.slice(end), line)
}
