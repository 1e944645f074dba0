import type { Flow } from '../../types'
import { taintRule } from '../taint-rule'

const WHY = 'Every object has more methods than its own, `constructor` among them, and what is not there cannot be called.'

/** Of an object, a module or a class that the program wrote. */
const isOwn = ({ library }: Flow): boolean => library === 'program'

export default taintRule({
  id: 'dynamic-method-call',
  class: 'code-injection',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:H/A:L',
  cwe: [754, 94],
  title: 'Outside data names the method that is called',
  why: WHY,
  impact: ['A method runs that was never meant to be reached', 'A missing method stops the request, or the process'],
  fix: 'Look functions up in a `Map`, or check with `Object.hasOwn` first.',
  code: 'const handler = handlers.get(request.params.name)\nif (!handler) return response.sendStatus(404)',
  references: [
    'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Map',
    'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Object/hasOwn',
    'https://cheatsheetseries.owasp.org/cheatsheets/Injection_Prevention_Cheat_Sheet.html',
  ],
  from: ['request', 'browser', 'message', 'parameter'],
  to: ['method'],
  where: (flow) => !isOwn(flow) || flow.source !== 'parameter',
  // A page that stops at a message does so for whoever sent it, or opened it.
  most: (flow) => (isOwn(flow) ? (flow.source === 'browser' ? 'low' : 'medium') : undefined),
  metrics: (flow) => (isOwn(flow) ? { AC: 'L', I: 'N' } : undefined),
  describe: (flow) =>
    isOwn(flow)
      ? `\`${flow.origin}\` names the function of the program that is called, and nothing asks before whether there is one of that name. What is not there cannot be called: the request stops, and where nobody catches it, the process.`
      : `${WHY} Here \`${flow.origin}\` reaches \`${flow.api}\`.`,
})
