import type { Confidence, Usage } from '../../types'
import { defineRule } from '../rule'

export default defineRule({
  id: 'quoted-regex',
  class: 'incomplete-sanitization',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [116, 185],
  title: 'Regular expression stands in quotes and matches nothing',
  why: 'In quotes, the slashes and flags are part of the text that is looked for: the text stays as it was sent.',
  impact: ['What was to be removed or escaped is still there', 'Code behind it relies on a text that was never changed'],
  fix: 'Write the expression without quotes.',
  code: "// before: text.replace('/[<>]/g', '')\nconst cleaned = text.replace(/[<>]/g, '')",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Input_Validation_Cheat_Sheet.html',
    'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/String/replace',
  ],
  check: ({ usages }) =>
    usages.flatMap((use) => {
      const confidence = use.kind === 'quoted-regex' && !use.test ? sureness(use) : undefined
      if (!confidence) return []
      const written = `'/${says(use, 'pattern')}/${says(use, 'flags')}'`
      return [
        {
          subject: `${use.around || use.at.file} ${use.api}`,
          at: use.at,
          around: written,
          confidence,
          description: OF_EXPRESSIONS.test(use.api)
            ? `\`${written}\` is a text: the slashes and what stands behind them are part of the expression that is made of it, and it finds next to nothing.`
            : `\`${written}\` is a text and no regular expression: only that very text is found, and everything else stays as it is.`,
        },
      ]
    }),
})

/** They make an expression of a text. */
const OF_EXPRESSIONS = /^(?:match|matchAll|search)$/
/** What an expression has and no path: escapes, ends, brackets around signs, and what is repeated. */
const TELLING = /\\[\w./\\+*?()[\]{}|^$'"-]|^\^|\$$|\[\^|\[[^\]]*[^\w\s.:@\]-][^\]]*\]|[\])\w.][+*]|\{\d+,?\d*\}|[^|]\|[^|]/
const MEANT = /[[\](){}|^$+*?\\]/

const says = ({ values }: Usage, key: string) => values[key]?.texts[0] ?? ''

function sureness(use: Usage): Confidence | undefined {
  const [pattern, flags] = [says(use, 'pattern'), says(use, 'flags')]
  // In a path, the last part may be a single letter.
  const isTold = TELLING.test(pattern)
  if (OF_EXPRESSIONS.test(use.api)) return isTold && flags ? 'medium' : undefined
  if (isTold) return flags ? 'high' : 'medium'
  const isPath = /^:?\w+\(?$|^[[{(<:$]/.test(pattern) && use.values.by?.texts.some((text) => text.startsWith('/'))
  if (isPath || /^:\w|^\[\.{3}/.test(pattern)) return undefined
  return flags.includes('g') || (flags && MEANT.test(pattern)) ? 'medium' : undefined
}
