import type { Usage } from '../../types'
import type { Hit } from '../rule'
import { isMissing, isOnly, mayBe, usageRule } from '../usage-rule'

export default usageRule({
  id: 'cleartext-server',
  class: 'cleartext-transport',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N',
  cwe: [319, 300],
  title: 'A server speaks plain HTTP',
  why: 'The server listens without TLS. That is fine behind a proxy that adds it, which would not be seen here.',
  impact: ['Passwords and session cookies can be read on the way', 'Answers can be replaced by others'],
  fix: 'Let the server speak HTTPS, or say in the code that a proxy in front of it does (`trust proxy`).',
  code: 'https.createServer({ key, cert }, app).listen(443)',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Transport_Layer_Security_Cheat_Sheet.html',
    'https://expressjs.com/en/guide/behind-proxies.html',
  ],
  of: ['plain-server', 'cloud-listener'],
  // Only where somebody signs in is it told as more than a guess.
  fault: ({ kind, values }) => (kind === 'cloud-listener' ? ofListener(values) : { confidence: mayBe(values.signsIn, 'true') ? 'medium' : 'low' }),
})

/** Ports that a cloud takes for plain HTTP where no protocol is named. */
const HTTP_PORTS = ['80', '8000', '8008', '8080']

/** A balancer that does something else than to send its callers to HTTPS. */
function ofListener({ protocol, port, action }: Usage['values']): Partial<Hit> | undefined {
  if (!isMissing(action)) return undefined
  const isPlain = isMissing(protocol) ? isOnly(port, ...HTTP_PORTS) : isOnly(protocol, 'http')
  return isPlain ? { confidence: 'medium' } : undefined
}
