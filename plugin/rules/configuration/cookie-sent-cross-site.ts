import { isCredential, ofSession, removes } from '../cookie-settings'
import { isOff, isOnly, usageRule } from '../usage-rule'

export default usageRule({
  id: 'cookie-sent-cross-site',
  class: 'insecure-cookie',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:L/A:N',
  cwe: [1275, 352],
  title: 'Cookie is sent with requests that other sites make',
  why: 'With `SameSite=None` browsers add this cookie to requests from every site, so that only tokens stand between those sites and the actions of a signed-in visitor.',
  impact: ['Other sites can act in the name of a signed-in visitor', 'The visitor can be followed from site to site'],
  fix: 'Use `lax` or `strict`, unless the application is meant to run inside other sites and checks a CSRF token.',
  code: "session({ name: 'id', secret, cookie: { secure: true, sameSite: 'lax' } })",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html',
    'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Set-Cookie',
  ],
  of: ['cookie', 'session-cookie'],
  fault: (usage) => {
    const sameSite = usage.kind === 'session-cookie' ? ofSession(usage, 'sameSite') : usage.values.sameSite
    if (removes(usage)) return undefined
    if (isOnly(sameSite, 'none')) return { confidence: usage.kind === 'session-cookie' || isCredential(usage) === 'yes' ? 'medium' : 'low' }
    // Browsers of today take a cookie without the attribute as lax; older ones do not.
    return usage.kind === 'session-cookie' && sameSite?.state === 'constant' && isOff(sameSite) ? { confidence: 'low' } : undefined
  },
})
