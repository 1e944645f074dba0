import { defineRule } from '../rule'

export default defineRule({
  id: 'incomplete-suffix-check',
  class: 'input-validation',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N',
  cwe: [20],
  title: 'A text that is not found counts as the end of another',
  why: 'Where nothing is found the position is -1, and so is the difference of the lengths when the text is one character shorter than what is looked for.',
  impact: ['A name of the right length passes a check that asks for an ending', 'Hosts or file types get through that were meant to be refused'],
  fix: 'Use endsWith(), or refuse -1 first.',
  code: "if (origin.endsWith('.example.com')) accept(origin)",
  references: [
    'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/String/endsWith',
    'https://cheatsheetseries.owasp.org/cheatsheets/Input_Validation_Cheat_Sheet.html',
  ],
  check: ({ usages }) =>
    usages
      .filter(({ kind, test, values }) => kind === 'suffix-check' && !test && values.guarded?.texts[0] === 'false')
      .map(({ api, at, around }) => ({ subject: `${around || at.file} ${api}`, at, around: api, confidence: 'medium' as const })),
})
