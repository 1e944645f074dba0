import { defineRule } from '../rule'

export default defineRule({
  id: 'incomplete-removal',
  class: 'incomplete-sanitization',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [116, 80],
  title: 'What is removed can be put together again by the removal',
  why: 'The text is gone through once. Where a forbidden part stands inside another one, taking it out leaves the outer one whole.',
  impact: ['Markup, a scheme or a path step that was to be removed is there afterwards', 'Later code relies on a text that was never clean'],
  fix: 'Refuse a text that holds something forbidden, repeat the removal until nothing changes, or use a parser of the language.',
  code: "let before\ndo {\n  before = text\n  text = text.replace(/\\.\\.\\//g, '')\n} while (text !== before)",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
    'https://owasp.org/www-community/attacks/Path_Traversal',
  ],
  check: ({ usages }) =>
    usages
      .filter(({ kind, test, values }) => kind === 'replacement' && !test && values.returns && !values.subject && values.again?.texts[0] !== 'loop')
      .filter(({ values }) => values.root?.texts[0] !== 'normalize' || !values.returns?.texts[0]?.includes('..'))
      .map(({ api, at, around, values }) => ({
        subject: `${around || at.file} ${api}`,
        at,
        around: values.pattern?.texts[0] ?? '',
        confidence: 'medium' as const,
        description: `\`${values.returns?.texts[0]}\` written around itself is there again after it has been removed once.`,
      })),
})
