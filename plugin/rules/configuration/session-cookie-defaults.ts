import { ofSession } from '../cookie-settings'
import { isMissing, usageRule } from '../usage-rule'

export default usageRule({
  id: 'session-cookie-defaults',
  class: 'session-settings',
  phase: 'Authentication',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
  cwe: [522, 693, 613],
  title: 'Session cookie keeps the defaults of its library',
  why: 'What the code does not say about the session cookie is left to the library.',
  impact: ['The default name tells which library runs the sessions', 'Applications on the same host get each other’s cookies'],
  fix: 'Give the cookie a name of your own and a path no wider than the application.',
  code: "session({ name: 'id', secret, cookie: { secure: true, maxAge: 30 * 60_000, path: '/app' } })",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html',
    'https://expressjs.com/en/advanced/best-practice-security.html',
  ],
  of: ['session-cookie'],
  fault: (usage) => {
    const { options, name, key, cookieName, innerName } = usage.values
    if (isMissing(options)) return undefined
    const names = [name, key, cookieName, innerName]
    const named = names.some((setting) => !isMissing(setting))
    // Browsers take a cookie of this prefix for its own host and all of its paths alone, and refuse one with a domain.
    const isOfHost = names.some((setting) => setting?.texts.some((text) => text.startsWith('__Host-')))
    const lacks = [
      ...(named ? [] : ['a name of its own']),
      ...(!isOfHost && isMissing(ofSession(usage, 'path')) ? ['a path'] : []),
      ...(!isOfHost && isMissing(ofSession(usage, 'domain')) ? ['a domain'] : []),
      ...(isMissing(ofSession(usage, 'httpOnly')) ? ['that scripts may not read it (`httpOnly`)'] : []),
    ]
    if (lacks.length === 0) return undefined
    // A cookie without a domain goes to fewer hosts, and one without a path is what most applications need.
    return {
      confidence: named ? 'low' : 'medium',
      description: `What the code does not say about the session cookie is left to the library. Here it does not say: ${lacks.join(', ')}.`,
    }
  },
})
