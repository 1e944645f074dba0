import { isMissing, mayBe, usageRule } from '../usage-rule'

export default usageRule({
  id: 'chat-identity-unverified',
  class: 'authentication',
  phase: 'Authentication',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:L/A:N',
  cwe: [287],
  title: 'A chat widget believes whoever the page says is writing',
  why: 'The widget is told who the visitor is without the hash that only the server can make, so a visitor can name somebody else.',
  impact: ['Conversations of other people can be read', 'Staff answer an impostor'],
  fix: 'Make the identity hash on the server and pass it as `user_hash`.',
  code: "Intercom('boot', { app_id, user_id: user.id, user_hash: user.intercomHash })",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html',
    'https://developers.intercom.com/installing-intercom/web/identity-verification',
  ],
  of: ['chat-identity'],
  fault: ({ values, at }) => {
    if (values.command && !mayBe(values.command, 'boot', 'update')) return undefined
    if (isMissing(values.email) && isMissing(values.user)) return undefined
    if (values.email?.state === 'unknown' || !isMissing(values.hash)) return undefined
    return { at: values.settings?.at ?? at, confidence: 'medium' }
  },
})
