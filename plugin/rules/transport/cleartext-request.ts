import { isOff, isOn, isOnly, mayBe, textOf, usageRule } from '../usage-rule'

export default usageRule({
  id: 'cleartext-request',
  class: 'cleartext-transport',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N',
  cwe: [319],
  title: 'A connection is made without encryption',
  why: 'What is sent and answered on this connection can be read and changed by anyone on the way.',
  impact: ['Data and credentials that are sent can be read', 'The answer can be replaced by another'],
  fix: 'Use the encrypted scheme of the protocol: https, wss, sftp.',
  code: "await fetch('https://api.example.com/orders')",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Transport_Layer_Security_Cheat_Sheet.html', 'https://owasp.org/www-project-top-ten/'],
  of: ['cleartext-address', 'cleartext-scheme', 'ftp-connection', 'telnet-connection', 'grpc-insecure', 'cloud-bucket', 'plain-login'],
  fault: ({ kind, values, at }) => {
    switch (kind) {
      case 'ftp-connection':
        if (isOnly(values.secure, 'control'))
          return { confidence: 'medium', description: 'Only what is commanded is encrypted: files go, and come, as they are, for anyone on the way.' }
        return isOn(values.secure) && !mayBe(values.secure, 'false')
          ? undefined
          : values.options?.state === 'unknown' || values.secure?.state === 'computed'
            ? { confidence: 'low' }
            : { confidence: 'medium' }
      case 'telnet-connection':
      case 'grpc-insecure':
        return { confidence: 'medium' }
      case 'cloud-bucket':
        if (values.options?.state === 'unknown') return undefined
        return values.enforceSSL?.state === 'missing' || isOff(values.enforceSSL)
          ? {
              confidence: 'medium',
              description: 'The bucket answers requests over plain HTTP as well, since its policy does not ask for encryption (`enforceSSL`).',
            }
          : undefined
      case 'plain-login':
        return {
          confidence: textOf(values.host) === undefined ? 'low' : 'medium',
          description: `Nothing encrypts this connection${values.host?.texts[0] ? ` to ${values.host.texts[0]}` : ''}: passwords and messages on it can be read and changed by anyone on the way.`,
        }
      case 'cleartext-scheme':
        return { confidence: 'medium' }
      default: {
        // Software that is fetched to be run is told by a rule of its own.
        if (isOnly(values.near, 'true') || isOnly(values.program, 'true')) return undefined
        const host = textOf(values.host)
        return {
          at,
          confidence: host === undefined ? 'low' : 'medium',
          ...(host ? { description: `What is sent to ${host} and answered can be read and changed by anyone on the way.` } : {}),
        }
      }
    }
  },
})
