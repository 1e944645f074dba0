/** Others who say who somebody is. In: account libraries, clients of providers, strategies of Passport. Out: mechanisms. */
import { Kind } from '../../../graph'
import { rowsByName } from '../../../rows-by-name'
import type { Evidence } from '../../../types'
import { cite } from '../../linked'
import { lookupOf, merge } from '../../lookup'
import { accountUses, providersOf } from './accounts'
import { distinct, listed } from './control'
import { guardedBy } from './guarding'
import type { Draft } from './means'
import { isOfTests, type Scene } from './scene'
import { strategiesMade } from './strategies'
import { type Use, usesOf } from './uses'

export function accountLibraries(scene: Scene): Draft[] {
  const uses = accountUses(scene)
  const byPackage = new Map(uses.map((use) => [use.package, use]))
  return [...byPackage.values()].map((use) => {
    const providers = providersOf(scene, use.setting('options'))
    const all = uses.filter((each) => each.package === use.package)
    const asking = askingNodes(scene)
    return {
      kind: 'delegated' as const,
      name: `${titleOf(use.package)}${providers.length > 0 ? ` with ${listed(providers.map(({ name }) => name))}` : ''}`,
      implementation: scene.versioned(use.package),
      library: use.package,
      usedAt: guardedBy(scene, asking).doors,
      strength: 'adequate' as const,
      because: `${providers.length > 0 ? 'Others say who somebody is, and t' : 'T'}he library keeps the session; what its options leave out has its defaults.`,
      evidence: distinct([...all.map(({ at }) => at), ...providers.map(({ at }) => at)]),
    }
  })
}

/** Calls that ask an account library who is calling. */
export function askingNodes(scene: Scene): number[] {
  const { linked } = scene
  if (usesOf(linked, 'account-library').length === 0) return []
  const asks = /^(?:getServerSession|unstable_getServerSession|getToken|auth|getSession|validateSession|validateRequest|withAuth)$/
  return [...lookupOf(linked.whole).named(Kind.Call, asks)].filter((node) => !isOfTests(linked, node) && !scene.isPage(cite(linked, node).file))
}

const TITLES: Record<string, string> = rowsByName({ 'next-auth': 'Auth.js (next-auth)', 'better-auth': 'Better Auth', lucia: 'Lucia' })
const titleOf = (name: string): string => TITLES[name] ?? (name.startsWith('@auth/') ? `Auth.js (${name})` : name)

export function delegated(scene: Scene): Draft[] {
  const byPackage = new Map<string, Use[]>()
  for (const use of usesOf(scene.linked, 'delegated-login')) byPackage.set(use.package, [...(byPackage.get(use.package) ?? []), use])
  const libraries = [...byPackage].map(
    ([name, uses]): Draft => ({
      kind: 'delegated',
      name: `Delegated login (${name})`,
      implementation: scene.versioned(name),
      library: name,
      usedAt: guardedBy(
        scene,
        uses.map(({ node }) => node),
      ).doors,
      strength: 'adequate',
      because: 'Another service says who somebody is; how strictly it asks is set there.',
      evidence: distinct(uses.map(({ at }) => at)),
    }),
  )
  return [...libraries, ...authorizeAddresses(scene)]
}

/** An address with `response_type=` that code puts together itself: `token` hands the token over in the address. */
function authorizeAddresses(scene: Scene): Draft[] {
  const { linked } = scene
  const { whole } = linked
  const found = [...lookupOf(whole).named(Kind.String, /[?&]response_type=(?:token|code|id_token)/)].filter((node) => !isOfTests(linked, node))
  if (found.length === 0) return []
  const isImplicit = found.some((node) => /response_type=(?:id_)?token/.test(whole.text(whole.a[node] as number)))
  const named = merge([
    lookupOf(whole).named(
      Kind.String,
      /accounts\.google\.com|googleapis\.com\/oauth|github\.com\/login\/oauth|facebook\.com\/.*oauth|login\.microsoftonline\.com|appleid\.apple\.com/,
    ),
  ])
  const hosts = [...named].flatMap((node) =>
    /google/.test(whole.text(whole.a[node] as number))
      ? ['Google']
      : /github/.test(whole.text(whole.a[node] as number))
        ? ['GitHub']
        : /facebook/.test(whole.text(whole.a[node] as number))
          ? ['Facebook']
          : /microsoft/.test(whole.text(whole.a[node] as number))
            ? ['Microsoft']
            : ['Apple'],
  )
  return [
    {
      kind: 'delegated',
      name: `OAuth 2.0${hosts.length > 0 ? ` (${listed(hosts)})` : ''}, ${isImplicit ? 'implicit flow' : 'by an address of the program'}`,
      implementation: 'Written in the project',
      library: undefined,
      usedAt: [],
      strength: isImplicit ? 'weak' : 'could not tell',
      because: isImplicit
        ? 'The token comes back in the address, where history, logs and scripts see it; the flow is no longer advised.'
        : 'Whether state and code challenge are sent and checked could not be told.',
      evidence: distinct(found.map((node) => cite(linked, node))),
    },
  ]
}

export function strategyNodes({ linked }: Scene): { node: number; name: string; at: Evidence }[] {
  return strategiesMade(linked).map(({ node, name }) => ({ node, name, at: cite(linked, node) }))
}

const FAMILIAR: Record<string, string> = rowsByName({
  'google-oauth20': 'Google',
  'google-oauth2': 'Google',
  google: 'Google',
  github: 'GitHub',
  github2: 'GitHub',
  facebook: 'Facebook',
  twitter: 'Twitter',
  'azure-ad': 'Microsoft Entra',
  'azure-ad-oauth2': 'Microsoft Entra',
  'slack-oauth2': 'Slack',
  slack: 'Slack',
  microsoft: 'Microsoft',
  saml: 'SAML',
  openidconnect: 'OpenID Connect',
  oauth2: 'OAuth 2.0',
  ldapauth: 'LDAP',
  auth0: 'Auth0',
  apple: 'Apple',
  discord: 'Discord',
  linkedin: 'LinkedIn',
})

/** Strategies of Passport that are none of the above: others who say who somebody is, keys, and user names with passwords. */
export function strategies(scene: Scene): Draft[] {
  const found = strategyNodes(scene).filter(({ name }) => !/^passport-(?:jwt|http|http-bearer|custom)$/.test(name))
  const groups: [
    is: (what: string) => boolean,
    kind: Draft['kind'],
    nameOf: (whats: string[]) => string,
    strength: Draft['strength'],
    because: string,
  ][] = [
    [
      (what) => /local/.test(what),
      'other',
      () => 'User name and password (Passport)',
      'could not tell',
      'As strong as the passwords and what keeps them; see the table of passwords.',
    ],
    [
      (what) => /api-?key|header/.test(what),
      'api-key',
      () => 'API key (Passport)',
      'could not tell',
      'As strong as the keys, which the code does not show.',
    ],
    [
      (what) => /totp|2fa/.test(what),
      'multi-factor',
      () => 'TOTP (Passport)',
      'adequate',
      'A code of an authenticator app; it can be fished for, unlike a key that is bound to the site.',
    ],
    [
      () => true,
      'delegated',
      (whats) => `Delegated login (${listed(whats.map((what) => FAMILIAR[what] ?? what))})`,
      'adequate',
      'Another service says who somebody is; how strictly it asks is set there.',
    ],
  ]
  const left = new Set(found)
  return groups.flatMap(([is, kind, nameOf, strength, because]): Draft[] => {
    const members = [...left].filter(({ name }) => is(whatOf(name)))
    for (const member of members) left.delete(member)
    if (members.length === 0) return []
    const whats = [...new Set(members.map(({ name }) => whatOf(name)))]
    const asked = passportCalls(scene, new RegExp(whats.map((what) => what.split('-')[0]).join('|'), 'i'))
    return [
      {
        kind,
        name: nameOf(whats),
        implementation: listed(members.map(({ name }) => scene.versioned(name))),
        library: members[0]?.name,
        usedAt: guardedBy(scene, asked).doors,
        strength,
        because,
        evidence: distinct(members.map(({ at }) => at)),
      },
    ]
  })
}

const whatOf = (name: string): string => name.replace(/^.*passport-/, '')

/** `passport.authenticate('jwt')`, `AuthGuard('jwt')` */
export function passportCalls({ linked }: Scene, names: RegExp): number[] {
  return [...lookupOf(linked.whole).named(Kind.Call, /^(?:authenticate|AuthGuard)$/)].filter((node) => {
    const [first] = linked.whole.args(node)
    return first !== undefined && linked.values.texts(first).some(({ exact, value }) => exact && names.test(value))
  })
}
