/**
 * Providers that say who somebody is. In: strategies and providers that files import, addresses to which a page sends its visitor to sign in.
 * Out: sightings. An address in a text counts only where it is that of a sign-in.
 */
import { Kind } from '../../../graph'
import { rowsByName } from '../../../rows-by-name'
import { cite, isTestCode } from '../../linked'
import { lookupOf } from '../../lookup'
import type { KnownArchitecture } from '../known'
import type { Sighting } from '../targets'
import { systemAt } from './products'

const SIGN_IN = /^https:\/\/([\w.{}-]+)\/(?:[\w.{}/-]*)(?:oauth2?|authorize|saml|openid|o\/oauth2)\b/i
const PROVIDER = /^(?:passport-([\w-]+?)(?:-oauth\d*|-token|-oidc|-openidconnect|-oauth-bearer)*|(?:next-auth|@auth\/[\w-]+)\/providers\/([\w-]+))$/
/** Strategies that ask nobody else. */
const OWN =
  /^(?:local|jwt|http|http-bearer|custom|anonymous|strategy|oauth2|cookie|credentials|email|nodemailer|magic-link|oauth|oauth1|oauth2-refresh|openid|hash|unique-token|totp|webauthn|headerapikey|remember-me|trusted-header|openidconnect|saml|client-cert|2fa-totp|localapikey|jsonwebtoken)$/
const SPELLED: Record<string, string> = rowsByName({
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin: 'LinkedIn',
  'azure-ad': 'Microsoft Entra ID',
  'microsoft-entra-id': 'Microsoft Entra ID',
  google: 'Google',
  auth0: 'Auth0',
  ldapauth: 'LDAP server',
  cognito: 'Amazon Cognito',
})

export function identitySightings({ linked }: KnownArchitecture): Sighting[] {
  const { whole } = linked
  const found: Sighting[] = []
  const put = (name: string, through: string, at: Sighting['at']) =>
    found.push({
      target: { name, kind: 'external system', technology: through, purpose: 'says who somebody is' },
      file: at.file,
      kind: 'calls',
      through,
      at,
      calls: 1,
    })
  const isMeant = (text: string) => text.length < 300 && SIGN_IN.test(text)
  for (const node of lookupOf(whole).named(Kind.String, isMeant)) {
    const { path } = whole.files[whole.fileOf(node)] as { path: string }
    const host = SIGN_IN.exec(whole.text(whole.a[node] as number))?.[1] as string
    const system = systemAt(host) ?? (host === 'github.com' ? 'GitHub OAuth' : undefined)
    if (system && !isTestCode(linked, path)) put(system, 'OAuth', cite(linked, node))
  }
  whole.files.forEach(({ path, graph }, file) => {
    for (const { specifier, pos, typeOnly } of graph.imports) {
      const match = typeOnly ? null : PROVIDER.exec(specifier)
      const provider = (match?.[1] ?? match?.[2])?.replace(/\d+$|-openid$/, '')
      if (!provider || OWN.test(provider) || isTestCode(linked, path)) continue
      const name = SPELLED[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1)
      const text = whole.files[file]?.text ?? ''
      const line = whole.lineAt(file, pos + (/^\s*/.exec(text.slice(pos, pos + 400))?.[0].length ?? 0))
      put(/ID$|server$|Cognito$|Auth0$/.test(name) ? name : `${name} OAuth`, specifier, {
        file: path,
        line,
        text: whole.lineText(file, line).trim().slice(0, 160),
      })
    }
  })
  return found
}
