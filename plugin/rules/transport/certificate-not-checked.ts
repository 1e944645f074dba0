import { isOff, isOn, mayBe, usageRule } from '../usage-rule'

export default usageRule({
  id: 'certificate-not-checked',
  class: 'tls-validation',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: [295, 599],
  title: 'Connections are made without checking the certificate',
  why: 'Encryption protects against listeners only if the other end is who it should be, and this setting switches the question off.',
  impact: ['Whoever sits between the two ends can read and change everything', 'Credentials that are sent can be taken'],
  fix: 'Leave the check on; where the certificate is signed by an authority of your own, pass that as `ca`.',
  code: "new https.Agent({ ca: readFileSync('company-ca.pem') })",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Transport_Layer_Security_Cheat_Sheet.html', 'https://nodejs.org/api/tls.html'],
  of: ['certificate-check', 'certificate-ignored', 'certificate-trusted', 'browser-launch'],
  fault: ({ kind, values, api }) => {
    if (kind === 'browser-launch') return isOn(values.ignoreHTTPSErrors) || isOn(values.acceptInsecureCerts) ? { confidence: 'low' } : undefined
    const off = kind === 'certificate-check' ? values.value?.state === 'constant' && isOff(values.value) : isOn(values.value)
    if (!off) return undefined
    const sure = mayBe(values.reaches, 'library') || mayBe(values.reaches, 'section')
    return { confidence: sure && kind !== 'certificate-trusted' ? 'high' : sure ? 'medium' : 'low', subject: api }
  },
})
