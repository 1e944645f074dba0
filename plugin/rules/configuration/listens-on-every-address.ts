import { mayBe, usageRule } from '../usage-rule'

export default usageRule({
  id: 'listens-on-every-address',
  class: 'network-exposure',
  phase: 'Security Surface',
  cvss: 'AV:A/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N',
  cwe: [1327],
  title: 'A server listens on every address of the machine',
  why: 'The code asks for all network interfaces. In a container that is as it should be; on a machine of its own the service is reachable from every network that the machine is in.',
  impact: ['A service that is meant for the machine itself can be reached from outside'],
  fix: 'Take the address from the configuration, and let it be 127.0.0.1 by default.',
  code: "server.listen(port, process.env.HOST ?? '127.0.0.1')",
  references: ['https://nodejs.org/api/net.html', 'https://cheatsheetseries.owasp.org/cheatsheets/Network_Segmentation_Cheat_Sheet.html'],
  of: ['listen'],
  fault: ({ values }) => ([values.host, values.option].some((setting) => mayBe(setting, '0.0.0.0', '::')) ? { confidence: 'low' } : undefined),
})
