import { taintRule } from '../taint-rule'

export default taintRule({
  id: 'prototype-pollution',
  class: 'prototype-pollution',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:H/A:L',
  cwe: [1321, 915],
  title: 'Outside data decides which property is written',
  why: 'The names `__proto__`, `constructor` and `prototype` lead to an object that all others share.',
  impact: ['Every object of the process gets a property of the sender’s choice', 'Checks such as `user.isAdmin` answer yes', 'The process stops'],
  fix: 'Keep what outside names choose in a `Map` or an object without a prototype, and turn the three names away.',
  code: 'const settings = new Map()\nsettings.set(request.body.name, request.body.value)',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Prototype_Pollution_Prevention_Cheat_Sheet.html',
    'https://developer.mozilla.org/en-US/docs/Web/Security/Attacks/Prototype_pollution',
  ],
  from: ['request', 'browser', 'message', 'library'],
  to: ['property', 'merge'],
})
