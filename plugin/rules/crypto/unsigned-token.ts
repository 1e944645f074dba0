import { usageRule } from '../usage-rule'

export default usageRule({
  id: 'unsigned-token',
  class: 'jwt-verification',
  phase: 'Authentication',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: [347, 327],
  title: 'A token is made without a signature',
  why: 'A token whose algorithm is `none` can be written by anyone, so whoever accepts it accepts everything.',
  impact: ['Callers sign in as whom they like'],
  fix: 'Sign tokens, and name the algorithm.',
  code: "jwt.sign(claims, privateKey, { algorithm: 'RS256' })",
  references: ['https://www.rfc-editor.org/rfc/rfc8725', 'https://cheatsheetseries.owasp.org/cheatsheets/JSON_Web_Token_Cheat_Sheet.html'],
  of: ['token-sign', 'token-unsecured'],
  fault: (usage) => {
    if (usage.kind === 'token-unsecured') return { confidence: 'medium' }
    const { state, texts = [] } = usage.values.algorithm ?? {}
    if (!texts.some(isNone)) return undefined
    // One of several algorithms may be for tests.
    return { confidence: state === 'constant' && texts.every(isNone) ? 'medium' : 'low' }
  },
})

const isNone = (text: string) => /^none$/i.test(text)
