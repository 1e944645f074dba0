import { atMost, isValidated } from '../sureness'
import { taintRule } from '../taint-rule'
import { isTemplateCall } from './template-object-injection'

const byFlow = taintRule({
  id: 'mass-assignment',
  class: 'mass-assignment',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:L/I:H/A:N',
  cwe: [915, 1321],
  title: 'A whole object from outside is stored as a record',
  why: 'The sender decides which fields there are, those that no form shows among them.',
  impact: ['Roles, owners and prices are set by whoever asks', 'Records point to other people’s'],
  fix: 'Pick the fields that may be set, by name or by a schema that strips all others.',
  code: 'const { name, email } = request.body\nawait User.create({ name, email })',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Mass_Assignment_Cheat_Sheet.html',
    'https://owasp.org/API-Security/editions/2023/en/0xa3-broken-object-property-level-authorization/',
  ],
  from: ['request', 'message'],
  to: ['record'],
  where: (flow) => !isTemplateCall(flow),
})

export default atMost(byFlow, (hit, program) => (isValidated(hit, program) ? 'low' : undefined))
