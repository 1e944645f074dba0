import type { Usage } from '../../types'
import type { Hit } from '../rule'
import { isMissing, mayBe, usageRule } from '../usage-rule'

const OLD = /^(?:TLSv1(?:\.[01])?|SSLv[23])$/i
const OLD_METHOD = /^(?:SSLv[23]|TLSv1(?:_1)?)(?:_(?:client|server))?_method$/i
const WEAK_CIPHER = /(?:^|[:+,])(?:[A-Z0-9-]*-)?(?:RC4|3?DES|NULL|EXPORT|EXP|MD5|aNULL|eNULL|ADH|AECDH|RC2|IDEA|SEED)\b/
/** Switches that together leave nothing older than TLS 1.1. */
const NEEDED = ['SSL_OP_NO_SSLv2', 'SSL_OP_NO_SSLv3', 'SSL_OP_NO_TLSv1']
/** Switches by which versions are chosen; others are about renegotiation, tickets, compression, the order of ciphers and faults of other programs. */
const CHOOSES_VERSIONS = /^SSL_OP_NO_(?:SSLv[23]|TLSv1(?:_[12])?)$/

export default usageRule({
  id: 'weak-tls-version',
  class: 'tls-validation',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N',
  cwe: [757, 319],
  title: 'An outdated version of TLS is accepted',
  why: 'TLS before 1.2, and the ciphers of that time, have known weaknesses. Whoever sits between the two ends can make them agree on the worst that both accept.',
  impact: ['Recorded traffic can be decrypted', 'Parts of a connection can be changed on the way'],
  fix: 'Ask for TLS 1.2 or later, or leave the choice to a current Node.',
  code: "https.createServer({ key, cert, minVersion: 'TLSv1.2' }, app)",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Transport_Layer_Security_Cheat_Sheet.html', 'https://www.rfc-editor.org/rfc/rfc8996'],
  of: ['tls-version', 'tls-switches', 'tls-ciphers', 'cloud-tls', 'cloud-tls-old'],
  fault: (usage) => {
    if (usage.kind.startsWith('cloud-tls')) return ofStack(usage)
    if (!isWeak(usage)) return undefined
    return { subject: usage.api, confidence: usage.kind === 'tls-version' ? 'high' : mayBe(usage.values.reaches, 'unknown') ? 'low' : 'medium' }
  },
})

function isWeak({ kind, api, values }: Usage): boolean {
  const texts = values.value?.texts ?? []
  if (kind === 'tls-switches') return texts.some((name) => CHOOSES_VERSIONS.test(name)) && !NEEDED.every((name) => texts.includes(name))
  // A leading ! takes a cipher out of the list.
  if (kind === 'tls-ciphers')
    return texts.some((text) => text.split(/[:,\s]/).some((cipher) => !cipher.startsWith('!') && !cipher.startsWith('-') && WEAK_CIPHER.test(cipher)))
  return texts.some((text) => OLD.test(text) || OLD_METHOD.test(text)) && (api !== 'maxVersion' || texts.every((text) => OLD.test(text)))
}

/** What a cloud calls its oldest sets of versions: `TLS_1_0`, `Policy-Min-TLS-1-0-2019-07`, `TLS_V1_1_2016`. */
const OLD_POLICY = /(?:^|[-_])(?:TLS[-_]?V?1(?:[-_][01])?|SSL[-_]?V3|TLS1[01]|LEGACY)(?:[-_](?:20\d\d(?:[-_]\d\d)?|ext))?$/i

/** Sets of a balancer that have no version in their name, and take TLS 1.0: AWS, security policies for listeners. */
const OLD_BY_DATE = /^ELBSecurityPolicy-(?:201[1-6]-\d\d|FS-2018-06)$/

function ofStack({ kind, values: { policy, options } }: Usage): Partial<Hit> | undefined {
  const texts = policy?.texts ?? []
  if (texts.length > 0 && texts.every((text) => OLD_POLICY.test(text))) return { at: policy?.at, trace: policy?.at ? [policy.at] : [] }
  if (texts.length > 0 && texts.every((text) => OLD_BY_DATE.test(text)))
    return { at: policy?.at, trace: policy?.at ? [policy.at] : [], confidence: 'medium' }
  return kind === 'cloud-tls-old' && options?.state !== 'unknown' && isMissing(policy) ? { confidence: 'medium' } : undefined
}
