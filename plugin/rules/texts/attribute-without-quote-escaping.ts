import { defineRule } from '../rule'

/** Their values are programs: `&quot;` is read as a quote before they run, so that the ampersand ends a text in them, too. */
const HANDLER = /^on[a-z]+$/i

export default defineRule({
  id: 'attribute-without-quote-escaping',
  class: 'incomplete-sanitization',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [116, 79],
  title: 'Text in an attribute keeps the quote that ends the attribute',
  why: 'Angle brackets are taken out of the text, and the quote around the attribute is not: the text can end it and add an attribute of its own, such as an event handler.',
  impact: ['Script of an attacker runs in the page', 'It works although tags are removed'],
  fix: 'Escape both kinds of quotes and the ampersand as well, or let a template engine write the attribute.',
  code: "import escapeHtml from 'escape-html'\nconst title = escapeHtml(product.title)",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html'],
  check: ({ usages }) =>
    usages
      .filter(({ kind, test }) => kind === 'attribute-text' && !test)
      .flatMap(({ api, at, around, values }) => {
        const [quote = '"'] = values.quote?.texts ?? []
        const [name = ''] = values.name?.texts ?? []
        const missing = [quote, ...(HANDLER.test(name) ? ['&'] : [])].find((character) => !values.handled?.texts.includes(character))
        if (!missing) return []
        return [
          {
            subject: `${around || at.file} ${name || 'attribute'} ${api}`,
            at,
            around: quote,
            confidence: 'medium' as const,
            description: `The text stands inside ${quote}…${quote}, has lost its angle brackets, and keeps ${missing}.`,
          },
        ]
      }),
})
