import type { Usage } from '../../types'
import type { Hit } from '../rule'
import { isMissing, isOff, isOnly, usageRule } from '../usage-rule'

export default usageRule({
  id: 'database-without-tls',
  size: 'medium',
  class: 'cleartext-transport',
  phase: 'Data Protection',
  cvss: 'AV:A/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N',
  cwe: [319],
  title: 'The connection to the database asks for no encryption',
  why: 'Queries, their results and the password of the connection travel as they are, unless the server insists on encryption.',
  impact: ['Whoever can listen on the network between the two reads everything'],
  fix: 'Ask for TLS in the options of the driver.',
  code: 'new Sequelize(url, { dialectOptions: { ssl: { require: true, ca } } })',
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Database_Security_Cheat_Sheet.html', 'https://sequelize.org/docs/v6/'],
  of: ['database-settings', 'cloud-transit'],
  fault: ({ kind, values }) => {
    if (kind === 'cloud-transit') return ofStack(values)
    if (values.options?.state === 'unknown' || values.ssl?.state === 'unknown') return undefined
    if (!(isMissing(values.ssl) || isOff(values.ssl)) || !isMissing(values.encrypt) || !isMissing(values.flatSsl)) return undefined
    const hosts = values.host?.texts ?? []
    const near = hosts.length > 0 && hosts.every((host) => /^(?:localhost|127\.|::1|0\.0\.0\.0|\/|[^.]+$)/.test(host))
    return { confidence: near || hosts.length === 0 ? 'low' : 'medium' }
  },
})

/** A store of a cloud that speaks in the clear unless it is told to encrypt. */
function ofStack({ options, encrypted }: Usage['values']): Partial<Hit> | undefined {
  if (isOnly(encrypted, 'false')) return { confidence: 'high' }
  return options?.state !== 'unknown' && isMissing(encrypted) ? { confidence: 'medium' } : undefined
}
