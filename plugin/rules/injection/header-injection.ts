import type { Flow } from '../../types'
import { defineRule } from '../rule'
import { atMost } from '../sureness'
import { taintRule } from '../taint-rule'

const byFlow = taintRule({
  id: 'header-injection',
  class: 'header-injection',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [113, 644],
  title: 'Outside data becomes a header of the answer',
  why: 'Headers tell browsers what they may do, where to go and what to keep; the sender adds to that.',
  impact: ['A policy or a cookie is changed for the visitor', 'Old servers and proxies read a second answer behind a line end'],
  fix: 'Write fixed values, or choose from a list. Encode what must come from outside.',
  code: "response.set('Content-Language', languages.includes(wanted) ? wanted : 'en')",
  references: [
    'https://owasp.org/www-community/attacks/HTTP_Response_Splitting',
    'https://nodejs.org/api/http.html',
    'https://cheatsheetseries.owasp.org/cheatsheets/Injection_Prevention_Cheat_Sheet.html',
  ],
  from: ['request', 'message'],
  to: ['header'],
})

/** Node turns away line ends in headers, so what is left to do depends on the header; where it says where to go, that is a redirect. */
const elsewhere = defineRule({
  ...byFlow,
  check: (program) => {
    const redirects = new Set(program.flows.filter(({ sink }) => sink === 'redirect').map(placeOf))
    return byFlow.check({ ...program, flows: program.flows.filter((flow) => !redirects.has(placeOf(flow))) })
  },
})

const placeOf = ({ at }: Flow) => `${at.file}:${at.line}`

export default atMost(elsewhere, () => 'medium')
