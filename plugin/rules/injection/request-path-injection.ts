import { mostOfWay } from '../sureness'
import { taintRule } from '../taint-rule'

export default taintRule({
  id: 'request-path-injection',
  size: 'small',
  class: 'request-path',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:L/A:N',
  cwe: [74, 22, 918],
  title: 'Outside data decides on the path of a request that the server signs in with',
  why: 'Frameworks decode what stands in an address, so a value may hold `/` and `..`: with it the sender names another resource of the service that is asked, and the server vouches for the request.',
  impact: ['Resources of that service which were never offered are read', 'What the sender may not do there is done with the rights of the server'],
  fix: 'Encode every value that becomes a part of a path, and take only what an identifier looks like; `encodeURIComponent` leaves `..` as it is.',
  code: "if (!/^[\\w-]+$/.test(id)) return response.sendStatus(400)\nawait fetch('https://billing.example.com/invoices/' + encodeURIComponent(id), { headers })",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html',
    'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/encodeURIComponent',
    'https://portswigger.net/web-security/api-testing/server-side-parameter-pollution',
  ],
  from: ['request', 'message'],
  to: ['request-path'],
  // On a long way too much may ask what it names; an address that was sent as a whole, and asked of, is none that the program begins.
  where: (flow) => flow.composed === true && mostOfWay(flow) !== 'low',
  // Whether that service has anything else to give is not in the code.
  most: (flow) => (flow.doubt ? 'low' : 'medium'),
  describe: (flow) =>
    `Here \`${flow.origin}\` becomes a part of the path that \`${flow.api}\` asks for, and the request carries \`${flow.credential}\` of the server’s own. A value with \`../\` leads to another resource there.`,
})
