import { defineRule } from '../rule'

export default defineRule({
  id: 'unescaped-template-output',
  class: 'xss',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:L/UI:R/S:C/C:L/I:L/A:N',
  cwe: [79],
  title: 'A template prints a value as markup',
  why: 'Templates escape what they print unless they are told not to; where this value comes from is not known here.',
  impact: ['Where the value holds text of others, a script in it runs'],
  fix: 'Print the value as text, or clean it with a sanitizer before it is printed.',
  code: '<p>{{ comment.text }}</p>',
  references: [
    'https://vuejs.org/guide/best-practices/security.html#html-injection',
    'https://svelte.dev/docs/svelte/@html',
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
  ],
  // Where the value is known to come from outside, another rule says so.
  check: ({ usages, flows }) =>
    usages
      .filter(({ kind, values, test }) => kind === 'printed-markup' && !test && values.value?.state !== 'constant')
      .filter(({ at }) => !flows.some((flow) => flow.sink === 'html' && flow.at.file === at.file && flow.at.line === at.line))
      .map(({ at }) => ({ subject: at.file, at, around: at.text, trace: [at], confidence: 'low' as const })),
})
