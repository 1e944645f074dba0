import { isCredential, isOfAddress, isSameForAll, ofSession, removes, surelyOf } from '../cookie-settings'
import { isMissing, isOff, usageRule } from '../usage-rule'

export default usageRule({
  id: 'cookie-without-httponly',
  class: 'insecure-cookie',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:N/A:N',
  cwe: [1004],
  title: 'Scripts of the page can read the cookie',
  why: 'Without the attribute HttpOnly every script that runs in the page can read this cookie, an injected one as well.',
  impact: ['One place where script can be injected is enough to take over sessions', 'Third-party scripts see the value'],
  fix: 'Set `httpOnly: true`; a page has no need to read what lets its visitor in.',
  code: "response.cookie('session', id, { secure: true, httpOnly: true, sameSite: 'lax' })",
  references: [
    'https://owasp.org/www-community/HttpOnly',
    'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Set-Cookie',
    'https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html',
  ],
  of: ['cookie', 'session-cookie', 'csrf-cookie', 'cookie-settings'],
  fault: (usage, program) => {
    if (usage.kind === 'cookie-settings') return isOff(usage.values.httpOnly) ? surelyOf(usage) : undefined
    // Libraries for sessions set it unless they are told not to.
    if (usage.kind === 'session-cookie') return isOff(ofSession(usage, 'httpOnly')) ? { confidence: 'high' } : undefined
    // Pages have to read the token that they send back, so a CSRF cookie may be open to them.
    if (usage.kind === 'csrf-cookie') return undefined
    if (isMissing(usage.values.value) || removes(usage)) return undefined
    if (!isOff(usage.values.httpOnly) && !isMissing(usage.values.httpOnly)) return undefined
    // Who asked knows what stood in the address.
    if (isOfAddress(usage, program)) return undefined
    const credential = isCredential(usage)
    if (credential === 'yes') {
      if (/csrf|xsrf/i.test(usage.values.name?.texts[0] ?? '')) return { confidence: 'low' }
      // Written out as false, it is meant: a page reads this one.
      return { confidence: isMissing(usage.values.httpOnly) && !isSameForAll(usage) ? 'high' : 'medium' }
    }
    return credential === 'unknown' ? { confidence: 'low' } : undefined
  },
})
