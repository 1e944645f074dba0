import { isOn, usageRule } from '../usage-rule'

export default usageRule({
  id: 'validation-collects-every-error',
  class: 'resource-exhaustion',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:L',
  cwe: [400],
  title: 'Validation goes on after the first error',
  why: 'With `allErrors` the validator collects every mistake of a document, so a caller decides how much work and memory a refusal costs.',
  impact: ['A small number of requests with many mistakes keeps the process busy'],
  fix: 'Stop at the first error; collect them all only while developing.',
  code: "new Ajv({ allErrors: process.env.NODE_ENV === 'development' })",
  references: ['https://ajv.js.org/security.html', 'https://cheatsheetseries.owasp.org/cheatsheets/Denial_of_Service_Cheat_Sheet.html'],
  of: ['ajv'],
  // How much it matters depends on who sends the documents.
  fault: ({ values }) => (isOn(values.allErrors) ? { confidence: 'low' } : undefined),
})
