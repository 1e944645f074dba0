import { defineRule } from '../rule'

/** Schemes under which a browser runs what an address holds. */
const RUNNING = ['javascript', 'data', 'vbscript']

export default defineRule({
  id: 'incomplete-scheme-check',
  class: 'input-validation',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [20, 184],
  title: 'Some schemes that run script are refused, and others are not',
  why: 'An address can be a program under more schemes than the ones that are refused here.',
  impact: ['A link with another scheme runs script in the page', 'The check looks complete and is relied on'],
  fix: 'Name the schemes that are allowed, such as https: and mailto:, and refuse every other one.',
  code: "const { protocol } = new URL(address)\nif (protocol !== 'https:' && protocol !== 'mailto:') return 'about:blank'",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
    'https://developer.mozilla.org/en-US/docs/Web/URI/Reference/Schemes',
  ],
  check: ({ usages }) =>
    usages
      .filter(({ kind, test }) => kind === 'scheme-check' && !test)
      .flatMap(({ api, at, around, values }) => {
        const refused = values.schemes?.texts ?? []
        const left = RUNNING.filter((scheme) => !refused.includes(scheme))
        if (left.length === 0) return []
        return [
          {
            subject: `${around || at.file} ${api}`,
            at,
            around: refused.join(' '),
            confidence: 'medium' as const,
            description: `${refused.map((scheme) => `\`${scheme}:\``).join(' and ')} ${refused.length > 1 ? 'are' : 'is'} looked for, and ${left.map((scheme) => `\`${scheme}:\``).join(' and ')} ${left.length > 1 ? 'are' : 'is'} not.`,
          },
        ]
      }),
})
