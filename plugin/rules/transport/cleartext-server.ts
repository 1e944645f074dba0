import type { Setting, Usage } from '../../types'
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
function ofListener({ protocol, port, action, does }: Usage['values']): Partial<Hit> | undefined {
  if (!isMissing(action) || mayBe(does, 'redirect')) return undefined
  if (isOnly(protocol, ...EITHER)) return { ...told(protocol), confidence: 'medium', ...FRONT }
  if (isOnly(protocol, 'plaintext')) return { ...told(protocol), confidence: 'medium', ...BROKER }
  const isPlain = isMissing(protocol) ? isOnly(port, ...HTTP_PORTS) : isOnly(protocol, 'http')
  return isPlain ? { confidence: 'medium' } : undefined
}

/** What a distribution calls it to take what comes in plain HTTP as it takes HTTPS. */
const EITHER = ['allow_all', 'allow-all']

const told = (setting: Setting | undefined): Partial<Hit> => (setting?.at ? { at: setting.at, trace: [setting.at] } : {})

const FRONT = {
  title: 'A distribution answers plain HTTP as well',
  description: 'Visitors who follow an `http:` address stay on plain HTTP, where anyone on the way reads and changes what is sent.',
}
const BROKER = {
  title: 'Brokers are spoken to in plain text',
  description: 'Messages go to the brokers and come from them without TLS, so that anyone on the way reads and changes them.',
}
