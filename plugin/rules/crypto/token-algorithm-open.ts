import { usageRule } from '../usage-rule'

export default usageRule({
  id: 'token-algorithm-open',
  class: 'jwt-verification',
  phase: 'Authentication',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: [347, 345],
  title: 'The token chooses by which algorithm it is checked',
  why: 'The check is given a public key and no list of algorithms. Older versions of the libraries then take a token that is signed by HMAC with that very key, which everyone has, or one that is not signed at all.',
  impact: ['Whoever has the public key writes tokens for any user'],
  fix: 'Name the algorithms that are accepted.',
  code: "jwt.verify(token, publicKey, { algorithms: ['RS256'] })",
  references: ['https://www.rfc-editor.org/rfc/rfc8725', 'https://cheatsheetseries.owasp.org/cheatsheets/JSON_Web_Token_Cheat_Sheet.html'],
  of: ['open-algorithm'],
  fault: () => ({ confidence: 'medium' }),
})
