import { defineRule, type Hit } from '../rule'
import { textOf } from '../usage-rule'

/** A chat message, a formula or an address that is made by a template has no markup that could be escaped. */
const SURE: Record<string, Pick<Hit, 'confidence' | 'description'> | undefined> = {
  markup: { confidence: 'high' },
  perhaps: {
    confidence: 'medium',
    description: 'What this one template makes is not escaped. Whether that is markup, as other templates of the program make, could not be told.',
  },
  'all unknown': { confidence: 'medium', description: 'Nothing that is rendered is escaped. Whether any of it is markup could not be told.' },
  'all text': { confidence: 'low', description: 'Nothing that is rendered is escaped, and nothing here says that any of it is markup.' },
  text: { confidence: 'low', description: 'What this one template makes is not escaped, and nothing here says that it is markup.' },
}

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
  check: ({ usages }) => [
    ...usages
      .filter(({ kind, test, values }) => kind === 'strict-escaping' && !test && values.enabled?.texts.includes('false'))
      .map(
        ({ api, at, around }): Hit => ({
          subject: `${around || at.file} ${api}`,
          at,
          around: api,
          trace: [at],
          confidence: 'high',
          description: `\`${api}(false)\` lets every value be printed as markup, and templates and frames be loaded from anywhere.`,
        }),
      ),
    ...usages
      // What a message has beside its markup, mail programs show as it is.
      .filter(({ kind, test, values }) => kind === 'escaping-off' && !test && !values.part)
      .map(({ api, at, around, values }) => ({
        subject: `${around || at.file} ${api}`,
        at,
        around: api,
        trace: [at],
        ...SURE[textOf(values.makes) ?? ''],
      })),
  ],
})
