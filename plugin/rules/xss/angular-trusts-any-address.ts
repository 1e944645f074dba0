import type { Usage } from '../../types'
import { defineRule, type Hit } from '../rule'

/** Any host: `**`, `http://**`, and a host that anybody can end: `https://**.example.com` takes `https://evil.test/?.example.com`. */
const OPEN = /^\*\*$|^(?:https?:)?\/\/\*\*/

export default defineRule({
  id: 'angular-trusts-any-address',
  class: 'xss',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [79, 346],
  title: 'AngularJS loads templates and frames from any host',
  why: 'The list of trusted addresses has a wildcard where the host stands, so it keeps nothing out.',
  impact: ['A template of another host runs as part of this application'],
  fix: 'List the hosts by name, each with its scheme; use ** for paths alone.',
  code: "$sceDelegateProvider.trustedResourceUrlList(['self', 'https://assets.example.com/**'])",
  references: [
    'https://docs.angularjs.org/api/ng/provider/$sceDelegateProvider',
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
  ],
  check: ({ usages }) => [
    ...usages
      .filter(({ kind, values, test }) => kind === 'trusted-links' && !test && values.addresses?.texts.some(takesScripts))
      .map(
        (usage): Hit => ({
          ...hitAt(usage),
          title: 'AngularJS leaves links that run scripts as they are',
          description: 'The expression lets `javascript:` addresses into links, which run when somebody follows them.',
        }),
      ),
    ...usages
      .filter(({ kind, values, test }) => kind === 'trusted-addresses' && !test && values.addresses?.texts.some((text) => OPEN.test(text)))
      .map((usage): Hit => ({ ...hitAt(usage), confidence: 'high' })),
  ],
})

const hitAt = ({ api, at, around }: Usage): Hit => ({ subject: `${around || at.file} ${api}`, at, around: api, trace: [at] })

/** An expression that names the scheme, and does not rule it out, or takes anything. */
const takesScripts = (expression: string) =>
  (/javascript/i.test(expression) && !/\(\?!|\[\^/.test(expression)) || /^\/?\^?(?:\\s\*)?(?:\(?\.[*+]\)?)?\$?\/?[a-z]*$/.test(expression)
