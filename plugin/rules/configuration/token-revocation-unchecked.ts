import { isMissing, usageRule } from '../usage-rule'

export default usageRule({
  id: 'token-revocation-unchecked',
  size: 'medium',
  class: 'token-revocation',
  phase: 'Authentication',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N',
  cwe: [522, 693, 613],
  title: 'A token stays valid after its owner has signed out',
  why: 'The guard takes every token that is signed and in date. Nothing asks whether it has been withdrawn in the meantime.',
  impact: ['A stolen token works until it ends', 'Somebody who lost access keeps it for as long'],
  fix: 'Keep tokens short-lived, or ask a list of withdrawn ones with `isRevoked`.',
  code: "expressjwt({ secret, algorithms: ['HS256'], isRevoked: async (request, token) => revoked.has(token?.payload.jti) })",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/JSON_Web_Token_Cheat_Sheet.html', 'https://github.com/auth0/express-jwt'],
  of: ['token-guard'],
  // Short-lived tokens are a choice, too; how long they live is said where they are made.
  fault: ({ values }) => (!isMissing(values.options) && isMissing(values.isRevoked) ? { confidence: 'low' } : undefined),
})
