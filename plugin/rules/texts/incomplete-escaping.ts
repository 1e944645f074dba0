import type { Usage } from '../../types'
import { defineRule } from '../rule'

export default defineRule({
  id: 'incomplete-escaping',
  class: 'incomplete-sanitization',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [116, 80],
  title: 'Special characters are escaped or removed only in part',
  why: 'What is left of the special characters means to the receiving language what it always means.',
  impact: ['A second quote, bracket or path step gets through', 'The protection looks right in every test that uses one special character'],
  fix: 'Replace every occurrence, the escape character first, or better use the encoder of the language that the text is put into.',
  code: "const escaped = text.replace(/\\\\/g, '\\\\\\\\').replace(/'/g, \"\\\\'\")",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Injection_Prevention_Cheat_Sheet.html',
    'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/String/replaceAll',
  ],
  check: ({ usages }) => {
    const places = new Set<string>()
    return usages.flatMap((use) => {
      const description =
        use.kind === 'replacement' && !use.test && !use.values.subject ? (byItself(use) ?? onlyFirst(use) ?? withoutBackslash(use)) : undefined
      // A chain is one finding, whichever of its links is at fault.
      const place = `${use.at.file}:${use.at.line}`
      if (!description || places.has(place)) return []
      places.add(place)
      return [{ subject: `${use.around || use.at.file} ${use.api}`, at: use.at, around: pattern(use), confidence: 'medium' as const, description }]
    })
  },
})

/** Characters that some language gives a meaning, and that are removed to take it away. */
const TELLING = /^['"`<>&\\|;*{}[\]\n\r\t]$/
/** Steps out of a directory, encoded characters, beginnings of tags. */
const TELLING_TEXT = /^(?:[\\/]?\.\.[\\/]|[\\/]\.\.[\\/]?|%[\da-f]{2}|<\/?script>?|<!--|-->)$/i
/** Text in place of a character, as languages write it escaped. */
const ESCAPED = /^(?:\\.*|%[\da-f]{2}|&#?\w+;)$/is

const pattern = ({ values }: Usage) => values.pattern?.texts[0] ?? ''
const says = ({ values }: Usage, key: string) => values[key]?.texts[0] ?? ''

/** `text.replace(/"/g, '\"')`: the backslash that was meant belongs to the code, and the text never has it. */
function byItself(use: Usage): string | undefined {
  const { matches, by } = use.values
  const [match = '', ...others] = matches?.texts ?? []
  if (others.length > 0 || by?.state !== 'constant' || by.texts.length !== 1 || by.texts[0] !== match || !/^['"`\\/&<>]$/.test(match))
    return undefined
  // `/\/+/g` makes one of several.
  if (pattern(use).replaceAll('\\', '') !== match.replaceAll('\\', '')) return undefined
  return `${JSON.stringify(match)} is replaced by itself: where a backslash was meant in front, it takes two in the code.`
}

function onlyFirst(use: Usage): string | undefined {
  const matches = use.values.matches?.texts ?? []
  const { by } = use.values
  if (says(use, 'scope') !== 'first' || matches.length === 0 || !by || by.state !== 'constant' || use.values.again) return undefined
  const escapes = by.texts.every(
    (text) => ESCAPED.test(text) || (text.length === 2 * (matches[0] as string).length && text === (matches[0] as string).repeat(2)),
  )
  const isTelling = (text: string) =>
    TELLING.test(text) || TELLING_TEXT.test(text) || (escapes && /^[^\w\s]$/.test(text)) || (text === ' ' && by.texts.every((one) => one === '%20'))
  const removes = by.texts.every((text) => text === '' || (text === ' ' && /^[\r\n]+$/.test(matches[0] as string)))
  if (!matches.every(isTelling) || !(escapes || removes || matches.every((text) => /^%/.test(text)))) return undefined
  if (says(use, 'root') === 'normalize' && matches.every((text) => text.includes('..'))) return undefined
  // A line break that is taken off by itself is the one at the end.
  if (removes && by.texts.every((text) => text === '') && matches.every((text) => /^\r?\n$/.test(text)) && !use.values.others) return undefined
  // The line break at the end of what a program printed stands there once.
  if (removes && matches.every((text) => /^[\r\n]+$/.test(text)) && /^(?:exec|execFile|spawn|readFile)Sync$|^read|^prompt/.test(says(use, 'root')))
    return undefined
  return `Only the first ${JSON.stringify(matches[0])} is ${removes ? 'removed' : 'replaced'}; every further one stays.`
}

/** Quotes and what shells, patterns and templates give a meaning. */
const QUOTED = /^['"`*|{}[\]$]$/

function withoutBackslash(use: Usage): string | undefined {
  const matches = use.values.matches?.texts ?? []
  const { by, handled } = use.values
  if (matches.length === 0 || !matches.every((text) => QUOTED.test(text)) || by?.state !== 'constant') return undefined
  const escapes = by.texts.every(
    (text) => /^\\(?:\$&|\$\d|\$<\w+>)$/.test(text) || (text.length === 2 && text.startsWith('\\') && matches.includes(text[1] as string)),
  )
  if (!escapes || by.texts.length === 0 || handled?.texts.includes('\\')) return undefined
  return `A backslash is put in front of ${JSON.stringify(matches[0])}, and the text's own backslashes are left as they are: one in front of the quote takes the new one's meaning away.`
}
