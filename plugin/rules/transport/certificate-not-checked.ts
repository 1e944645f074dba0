import type { Setting, Usage } from '../../types'
import type { Hit } from '../rule'
import { isForDevelopers, isOff, isOn, mayBe, textOf, usageRule } from '../usage-rule'

/** A setting that is named after what it allows; one that is negated is the usual case. */
const ASKED_FOR = /^(?!!).*(?:self_?-?signed|insecure|ignore|skip|allow|accept|trust|unsafe|disable)/i

/** A target that is asked without encryption, or stands on the same machine: there is no certificate, or nobody in between. */
const NEAR = /^(?:http|ws):|^(?:https|wss):\/\/(?:localhost|127\.0\.0\.1|\[?::1\]?)(?=$|[:/])/i
const isNear = (target: Setting | undefined): boolean =>
  target?.state === 'constant' && target.texts.length > 0 && target.texts.every((text) => NEAR.test(text))

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
  of: [
    'certificate-check',
    'certificate-ignored',
    'certificate-trusted',
    'certificate-dismissed',
    'proxied-certificates',
    'browser-launch',
    'browser-context',
    'callers-certificate',
    'certificate-let-through',
  ],
  fault: (usage, { usages }) => {
    const { kind, values, api } = usage
    if (kind === 'browser-launch' || kind === 'browser-context')
      return isOn(values.ignoreHTTPSErrors) || isOn(values.acceptInsecureCerts) ? { confidence: 'low' } : undefined
    if (kind === 'certificate-dismissed' || kind === 'proxied-certificates') {
      if (kind === 'proxied-certificates' && !(isOff(values.value) && values.value?.state === 'constant' && !isNear(values.target))) return undefined
      if (isForDevelopers(usage)) return { confidence: 'low', subject: api }
      const isSure = kind === 'certificate-dismissed' || (values.target?.texts ?? []).some((text) => /^(?:https|wss):/i.test(text))
      return { confidence: isSure ? 'high' : 'medium', subject: api }
    }
    if (kind === 'callers-certificate')
      return isOff(values.value) && values.value?.state === 'constant'
        ? {
            confidence: textOf(values.read) === 'read' ? 'medium' : 'low',
            subject: api,
            description:
              'The server asks its callers for a certificate and lets in everyone, whoever signed theirs; nothing of the program reads `authorized` afterwards.',
          }
        : undefined
    if (kind === 'certificate-let-through') return letThrough(usage)
    const off = kind === 'certificate-check' ? values.value?.state === 'constant' && isOff(values.value) : isOn(values.value)
    if (!off) return undefined
    const sure = mayBe(values.reaches, 'library') || mayBe(values.reaches, 'section')
    if (isForDevelopers(usage))
      return {
        confidence: 'low',
        subject: api,
        description: `The check is off ${textOf(values.when)} alone; forgotten settings are what makes it matter.`,
      }
    // The same function has the checked way as well: whoever runs the program chooses.
    const isChoice =
      (usage.around !== '' || values.branch !== undefined) &&
      usages.some(
        (other) =>
          other.kind === kind &&
          other.at.file === usage.at.file &&
          other.around === usage.around &&
          isOn(other.values.value) &&
          // What stands beside each other at the top of a file are two settings, and no choice.
          (usage.around !== '' || other.values.branch !== undefined),
      )
    if (isChoice && kind === 'certificate-check')
      return {
        confidence: 'medium',
        subject: api,
        description:
          'A setting of whoever runs the program decides whether the other end has to prove who it is, and one of its values switches that off.',
      }
    const setting = textOf(values.setting) ?? ''
    if (ASKED_FOR.test(setting))
      return { confidence: 'medium', subject: api, description: `The check is switched off where \`${setting}\` is set, and only there.` }
    const asked = textOf(values.asked) ?? ''
    if (asked !== '')
      return { confidence: 'medium', subject: api, description: `The check is switched off where \`${asked}\` holds, and only there.` }
    return { confidence: sure && kind !== 'certificate-trusted' ? 'high' : sure ? 'medium' : 'low', subject: api }
  },
})

/** What a program of Electron answers for certificates that Chromium turned down. */
function letThrough(usage: Usage): Partial<Hit> {
  if (isForDevelopers(usage)) return { confidence: 'low' }
  const asked = textOf(usage.values.asked) ?? ''
  if (asked !== '') return { confidence: 'medium', description: `Certificates that were turned down are let through where \`${asked}\` holds.` }
  return { description: 'Chromium has turned the certificate down, and the program lets it through all the same, whoever shows it.' }
}
