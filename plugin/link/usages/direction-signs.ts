/**
 * Signs that turn the direction of writing (Unicode Standard Annex 9, section 2) and go on turning it where the comment or the text that
 * holds them ends: editors show the code behind them in another order than it runs in (CVE-2021-42574). In: the text of each file. Out: one
 * use a line. What is closed again within its own words, as in a sentence of two scripts, turns nothing else.
 */
import type { Usage } from '../../types'
import { citeLine, isTestCode, type Linked } from '../linked'
import { constant } from './setting'

const SIGN = /[\u202A-\u202E\u2066-\u2069]/
const OPENS_EMBEDDING = '\u202A\u202B\u202D\u202E'
const OPENS_ISOLATE = '\u2066\u2067\u2068'
const CLOSES = { '\u202C': OPENS_EMBEDDING, '\u2069': OPENS_ISOLATE } as Record<string, string>
/** What ends a comment or a text. */
const ENDS = /\*\/|["'`]/
/** Letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/
const TRANSLATIONS = /(?:^|\/)(?:locales?|i18n|l10n|lang(?:uage)?s?|translations?|messages)(?:\/|\.)/i

export function directionSigns(linked: Linked): Usage[] {
  return linked.whole.files.flatMap(({ path, text }, file) => {
    if (!SIGN.test(text) || TRANSLATIONS.test(path)) return []
    const test = isTestCode(linked, path)
    return text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((line, index): Usage[] => {
      const signs = SIGN.test(line) ? turning(line) : []
      if (signs.length === 0) return []
      const at = citeLine(linked, file, index + 1)
      const values = { signs: constant(...new Set(signs.map(nameOf))), ...(RIGHT_TO_LEFT.test(line) ? { script: constant('right to left') } : {}) }
      return [
        { kind: 'direction-signs', api: nameOf(signs[0] as string), library: '', at: { ...at, text: shown(at.text) }, around: '', values, test },
      ]
    })
  })
}

const nameOf = (sign: string): string => `U+${(sign.codePointAt(0) as number).toString(16).toUpperCase()}`

/** The signs themselves would turn the report as well. */
const shown = (text: string): string => text.replace(new RegExp(SIGN, 'g'), (sign) => `<${nameOf(sign)}>`)

/** Signs that are open where a comment, a text or the line ends. */
function turning(line: string): string[] {
  const open: { sign: string; at: number }[] = []
  const found: string[] = []
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] as string
    if (!SIGN.test(sign) || isOfExpression(line, at)) continue
    const closes = CLOSES[sign]
    if (closes === undefined) open.push({ sign, at })
    else {
      // An isolate that ends takes with it what was opened inside.
      let from = open.length - 1
      while (from >= 0 && !closes.includes((open[from] as { sign: string }).sign)) from--
      if (from < 0) continue
      for (const begun of open.splice(from)) if (ENDS.test(line.slice(begun.at, at))) found.push(begun.sign)
    }
  }
  return [...found, ...open.map(({ sign }) => sign)]
}

/** `/[\u202A-\u202E]/` with the signs themselves: what looks for them. */
function isOfExpression(line: string, at: number): boolean {
  const [before = '', after = ''] = [line[at - 1], line[at + 1]]
  const isBeside = (sign: string) => sign === '-' || sign === '[' || sign === ']' || SIGN.test(sign)
  return isBeside(before) && isBeside(after) && (before === '-' || after === '-' || before === '[' || after === ']')
}
