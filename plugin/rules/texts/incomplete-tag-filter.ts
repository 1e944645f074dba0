import { defineRule } from '../rule'

export default defineRule({
  id: 'incomplete-tag-filter',
  class: 'incomplete-sanitization',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [116, 185],
  title: 'Regular expression misses ways to write a tag',
  why: 'Browsers read tags and comments in more spellings than the expression does: in other case, with space before the bracket, over several lines.',
  impact: ['Script that is spelled otherwise passes the filter', 'What was cut out as a comment is shown as markup'],
  fix: 'Use an HTML sanitizer or parser instead of a regular expression.',
  code: "import DOMPurify from 'isomorphic-dompurify'\nconst clean = DOMPurify.sanitize(html)",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
    'https://html.spec.whatwg.org/multipage/parsing.html',
  ],
  check: ({ usages }) =>
    usages
      .filter(({ kind, test, values }) => kind === 'regex-fault' && !test && values.fault?.texts[0] === 'tag')
      // What takes a page apart to read it keeps nothing out.
      .filter(({ values }) => values.methods?.texts.some((method) => /^(?:replace|replaceAll|test|match|search)$/.test(method)))
      .map(({ at, around, values }) => ({
        subject: `${around || at.file} regex`,
        at,
        around: values.pattern?.texts[0] ?? '',
        confidence: 'medium' as const,
        description: `It does not match ${JSON.stringify(values.detail?.texts[0])}, which a browser reads in the same way.`,
      })),
})
