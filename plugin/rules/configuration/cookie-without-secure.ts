import { isCredential, isMadeByPage, isOfAddress, isSameForAll, ofSession, removes, surelyOf } from '../cookie-settings'
import { isMissing, isOff, usageRule } from '../usage-rule'

/** Models of libraries by what they do where the option is left out. */
const SECURE_WHERE_ENCRYPTED = 'cookie-session'
const SECURE_UNASKED = '@fastify/session'
const WHERE_ENCRYPTED =
  'The library adds the attribute Secure to requests that came in encrypted, as far as it can tell: behind a proxy only where that is trusted. Nothing makes sure of it.'

const PLAIN = 'Without the attribute Secure a browser adds this cookie to plain HTTP requests too, where anyone on the way can read it.'

export default usageRule({
  id: 'cookie-without-secure',
  class: 'insecure-cookie',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:N/A:N',
  cwe: [614],
  title: 'Cookie is also sent over unencrypted connections',
  why: PLAIN,
  impact: ['A session or token can be read on an open network', 'One link to an http address is enough to make the browser send it'],
  fix: 'Set `secure: true`, at least in production.',
  code: "response.cookie('session', id, { secure: true, httpOnly: true, sameSite: 'lax' })",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html',
    'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Set-Cookie',
  ],
  of: ['cookie', 'browser-cookie', 'session-cookie', 'csrf-cookie', 'cookie-settings'],
  fault: (usage, program) => {
    if (usage.kind === 'cookie-settings') return isOff(usage.values.secure) ? surelyOf(usage) : undefined
    if (usage.kind === 'session-cookie') {
      const secure = ofSession(usage, 'secure')
      // Without any options at all, the call is of another interface.
      if (isMissing(usage.values.options)) return undefined
      if (isOff(secure)) return { confidence: 'high' }
      if (!isMissing(secure) || usage.library === SECURE_UNASKED) return undefined
      return usage.library === SECURE_WHERE_ENCRYPTED ? { confidence: 'medium', description: WHERE_ENCRYPTED } : { confidence: 'high' }
    }
    if (usage.kind === 'csrf-cookie') {
      const { cookie, secure } = usage.values
      if (isMissing(cookie) || isOff(cookie)) return undefined
      return isOff(secure) || isMissing(secure) ? { confidence: 'medium' } : undefined
    }
    if (isMissing(usage.values.value) || removes(usage)) return undefined
    if (!isOff(usage.values.secure) && !isMissing(usage.values.secure)) return undefined
    if (isMadeByPage(usage, program))
      return { confidence: 'low', metrics: { C: 'L' }, description: `${PLAIN} The page made its value up, so that nobody is let in by it.` }
    if (isOfAddress(usage, program))
      return { confidence: 'low', metrics: { C: 'L' }, description: `${PLAIN} It holds what stood in an address, so that nobody is let in by it.` }
    const credential = isCredential(usage)
    // Pages have helpers of that name, too, and keep other things in cookies than servers.
    const sure = /\bsetCookie$/.test(usage.api) || isSameForAll(usage) ? 'medium' : 'high'
    return { confidence: credential === 'yes' ? sure : 'low', ...(credential === 'no' ? { metrics: { C: 'L' } } : {}) }
  },
})
