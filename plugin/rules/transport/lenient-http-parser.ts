import { isOn, usageRule } from '../usage-rule'

export default usageRule({
  id: 'lenient-http-parser',
  class: 'request-smuggling',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N',
  cwe: [444],
  title: 'Malformed HTTP messages are accepted',
  why: 'Where two servers take the same bytes for different messages, one of them runs a request that the other never saw.',
  impact: ['A request is smuggled past the checks of the server in front', 'The answer for one visitor goes to another'],
  fix: 'Leave the strict parser on, and have the other end send what the standard allows.',
  code: 'createServer(handler).listen(8080)',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Nodejs_Security_Cheat_Sheet.html',
    'https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener',
  ],
  of: ['http-parser'],
  fault: ({ values }) => (isOn(values.lenient) || isOn(values.lenientLater) ? { confidence: 'medium' } : undefined),
})
