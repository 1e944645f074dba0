import { defineRule } from '../rule'

export default defineRule({
  id: 'escaping-switched-off',
  class: 'xss',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [79, 116],
  title: 'A template engine is told not to escape anything',
  why: 'With escaping switched off, every value in every template is printed as markup unless somebody thinks of escaping it by hand.',
  impact: ['Any text of a visitor that a page shows can hold a script', 'A template that is added later is open from its first day'],
  fix: 'Leave automatic escaping on, and mark the few values that are markup and have been cleaned.',
  code: "nunjucks.configure('views', { autoescape: true })",
  references: [
    'https://mozilla.github.io/nunjucks/api.html#configure',
    'https://handlebarsjs.com/api-reference/compilation.html',
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
  ],
  check: ({ usages }) =>
    usages
      // What a message has beside its markup, mail programs show as it is.
      .filter(({ kind, test, values }) => kind === 'escaping-off' && !test && !values.part)
      .map(({ api, at, around }) => ({ subject: `${around || at.file} ${api}`, at, around: api, trace: [at], confidence: 'high' as const })),
})
