import type { Usage } from '../../types'
import { defineRule } from '../rule'

export default defineRule({
  id: 'double-escaping',
  class: 'incomplete-sanitization',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [116, 174],
  title: 'Escape characters are replaced in the wrong order',
  why: 'What one replacement writes is taken for part of the original text by the next.',
  impact: ['Texts come out escaped twice, or unescaped twice', 'Markup that was harmless while escaped works again'],
  fix: 'Escape the escape character itself first, and unescape it last, or do all of it in one pass.',
  code: "const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/\"/g, '&quot;')",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
    'https://owasp.org/www-community/Double_Encoding',
  ],
  check: ({ usages }) =>
    usages.flatMap((use) => {
      const description =
        use.kind === 'replacement' && !use.test && use.values.scope?.texts[0] === 'all' ? (escapedTwice(use) ?? unescapedTwice(use)) : undefined
      return description
        ? [
            {
              subject: `${use.around || use.at.file} ${use.api}`,
              at: use.at,
              around: use.values.pattern?.texts[0] ?? '',
              confidence: 'medium' as const,
              description,
            },
          ]
        : []
    }),
})

/** What begins an escaped character in HTML, in addresses and in program texts. */
const ESCAPES = ['&', '%', '\\']

function escapedTwice({ values }: Usage): string | undefined {
  const [matched, ...others] = values.matches?.texts ?? []
  const [by = ''] = values.by?.texts ?? []
  if (others.length > 0 || !matched || !ESCAPES.includes(matched) || !by.startsWith(matched) || by.length === 1) return undefined
  const earlier = values.before?.texts.find((text) => text.includes(matched) && text.length > 1 && !text.startsWith('\\$'))
  // Looking at what follows, such an expression spares what is escaped already.
  if (!earlier || /\(\?!/.test(values.pattern?.texts[0] ?? '')) return undefined
  return `\`${matched}\` is escaped after other characters have been: the \`${matched}\` of \`${earlier}\` is escaped again.`
}

function unescapedTwice({ values }: Usage): string | undefined {
  const matches = values.matches?.texts ?? []
  const [by = ''] = values.by?.texts ?? []
  if (!ESCAPES.includes(by) || matches.length === 0 || !matches.every((text) => text.startsWith(by) && text.length > 1)) return undefined
  const later = values.after?.texts.find((text) => text.startsWith(by) && text.length > 1 && !matches.includes(text))
  return later
    ? `\`${matches[0]}\` becomes \`${by}\` before \`${later}\` is replaced, so that a text which held \`${matches[0]}${later.slice(1)}\` is unescaped twice.`
    : undefined
}
