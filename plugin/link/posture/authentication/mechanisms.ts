/** Ways in which callers prove who they are. In: tokens, cookies, strategies and libraries of the program. Out: one entry a way, with the eight steps of each. */
import { Kind } from '../../../graph'
import type { Control, Evidence, Mechanism } from '../../../types'
import { cite, type Linked } from '../../linked'
import { lookupOf, merge } from '../../lookup'
import { snake } from '../../names'
import { accountUses, providersOf } from './accounts'
import { distinct, listed } from './control'
import { guardedBy } from './guarding'
import { keyState } from './keys'
import type { Draft, Means } from './means'
import { stepsOf } from './mechanism-steps'
import { apiKeyNodes, handWritten } from './own-checks'
import { isOfTests, type Scene } from './scene'
import { isOfSession } from './sign-in'
import { strategiesMade } from './tokens'
import { type Use, usesOf } from './uses'

export function mechanismsOf(scene: Scene, means: Means): Mechanism[] {
  const drafts = [
    ...tokenMechanism(scene, means),
    ...sessionMechanisms(scene, means),
    ...accountLibraries(scene),
    ...delegated(scene),
    ...fixedKeys(scene),
    ...basic(scene),
    ...secondFactors(scene),
    ...strategies(scene),
    ...own(scene, means),
  ]
  return drafts.map((draft) => ({ ...draft, steps: stepsOf(scene, means, draft) }))
}

/** Words that are written in a way of their own keep it: `SameSite`. */
const lowered = (aspect: string): string => (/^[A-Z][a-z]+\b/.test(aspect) ? aspect.slice(0, 1).toLowerCase() + aspect.slice(1) : aspect)

const worst = (rows: ReadonlyMap<string, Control>, ids: readonly string[]): Control[] =>
  ids.flatMap((id) => rows.get(id) ?? []).filter(({ state }) => state === 'fail')

function tokenMechanism(scene: Scene, { tokens: { issues, checks }, rows }: Means): Draft[] {
  const real = checks.filter(({ isBarrier }) => !isBarrier)
  if (issues.length + real.length === 0) return []
  const algorithms = [...new Set(issues.map(({ algorithm }) => algorithm).filter((name) => name !== ''))]
  const guarding = guardedBy(scene, [...real.map(({ node }) => node), ...passportCalls(scene, /jwt|bearer/i)])
  const issuing = scene.doors
    .filter(({ functions }) => issues.some(({ node }) => functions.has(scene.linked.whole.functionOf(node))))
    .map(({ label }) => label)
  const keys = issues.length > 0 ? issues.map(({ key }) => key) : real.map(({ key }) => key)
  const hard = keys.some((key) => keyState(key) === 'fail')
  const faults = worst(rows, ['token-algorithm', 'token-key', 'token-lifetime', 'token-algorithms-pinned', 'token-client-storage'])
  const openPublic = real.some(({ isPublic, algorithms: named }) => isPublic && named === undefined)
  const strength =
    hard || openPublic || issues.some(({ algorithm }) => /^none$/i.test(algorithm))
      ? 'weak'
      : issues.length > 0 && keys.every((key) => keyState(key) === 'unknown')
        ? 'could not tell'
        : faults.length > 0
          ? 'adequate'
          : 'strong'
  return [
    {
      kind: 'token',
      name: `JSON Web Token${algorithms.length > 0 ? ` (${listed(algorithms)})` : ''}`,
      implementation: listed([
        ...issues.map(({ package: name }) => scene.versioned(name)),
        ...real.map(({ package: name }) => scene.versioned(name)),
      ]),
      library: issues[0]?.package ?? real[0]?.package,
      usedAt: [...new Set([...issuing, ...guarding.doors])],
      strength,
      because: hard
        ? 'The key stands in the code, so whoever reads it signs tokens.'
        : openPublic
          ? 'Checks leave it to the token how it is signed, with a key that others may have.'
          : faults.length > 0
            ? `Short of what is advised: ${listed(faults.map(({ aspect }) => lowered(aspect)))}.`
            : 'Signed with a key from outside the code, checked with named algorithms, and short-lived.',
      evidence: distinct([...issues.map(({ at }) => at), ...real.map(({ at }) => at)]),
    },
  ]
}

/** `passport.authenticate('jwt')`, `AuthGuard('jwt')` */
function passportCalls({ linked }: Scene, names: RegExp): number[] {
  return [...lookupOf(linked.whole).named(Kind.Call, /^(?:authenticate|AuthGuard)$/)].filter((node) => {
    const [first] = linked.whole.args(node)
    return first !== undefined && linked.values.texts(first).some(({ exact, value }) => exact && names.test(value))
  })
}

function sessionMechanisms(scene: Scene, { cookies, rows }: Means): Draft[] {
  const { linked } = scene
  const sessions = cookies.filter(({ session }) => session && !session.accounts)
  if (sessions.length === 0) return []
  const reads = identitiesRead(linked)
  const guarding = guardedBy(scene, [...reads, ...passportCalls(scene, /local|session/i)])
  const faults = worst(rows, [
    'cookie-secure',
    'cookie-same-site',
    'cookie-http-only',
    'session-store',
    'session-secret',
    'session-regenerated',
    'cookie-lifetime',
  ])
  const hard = faults.some(({ id }) => id === 'session-secret' || id === 'session-regenerated')
  const signing = scene.doorsFor('sign in').map(({ label }) => label)
  const identities = [...new Set(scene.known.usages.filter(({ kind, test }) => kind === 'login-session' && !test).map(({ api }) => api))]
  return [
    {
      kind: 'session',
      name: `Session cookie (${listed(sessions.map(({ name }) => name))})`,
      implementation: `${listed(sessions.map(({ library }) => scene.versioned(library)))}${identities.length > 0 ? `; who is signed in: session.${identities.join(', session.')}` : ''}`,
      library: sessions[0]?.library,
      usedAt: [...new Set([...signing, ...guarding.doors])],
      strength: hard ? 'weak' : faults.length > 0 ? 'adequate' : 'strong',
      because:
        faults.length > 0
          ? `Short of what is advised: ${listed(faults.map(({ aspect }) => lowered(aspect)))}.`
          : 'The settings of cookie and store are as advised.',
      evidence: distinct(sessions.map(({ at }) => at)),
    },
  ]
}

/** `req.session.userId`: what a guard reads of a session. */
function identitiesRead(linked: Linked): number[] {
  const { whole } = linked
  const named = lookupOf(whole).named(Kind.Load, /user|account|uid|login|logged|auth|member|customer|passport|admin/i)
  // Passport asks the session itself.
  const asked = lookupOf(whole).named(Kind.Call, /^(?:isAuthenticated|isUnauthenticated)$/)
  return [...[...named].filter((node) => isOfSession(linked, whole.a[node] as number)), ...asked]
}

function accountLibraries(scene: Scene): Draft[] {
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
function askingNodes(scene: Scene): number[] {
  const { linked } = scene
  if (usesOf(linked, 'account-library').length === 0) return []
  const asks = /^(?:getServerSession|unstable_getServerSession|getToken|auth|getSession|validateSession|validateRequest|withAuth)$/
  return [...lookupOf(linked.whole).named(Kind.Call, asks)].filter((node) => !isOfTests(linked, node) && !scene.isPage(cite(linked, node).file))
}

const TITLES: Record<string, string> = { 'next-auth': 'Auth.js (next-auth)', 'better-auth': 'Better Auth', lucia: 'Lucia' }
const titleOf = (name: string): string => TITLES[name] ?? (name.startsWith('@auth/') ? `Auth.js (${name})` : name)

function delegated(scene: Scene): Draft[] {
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

function fixedKeys(scene: Scene): Draft[] {
  const { linked } = scene
  const plugins = usesOf(linked, 'fixed-token')
  const nodes = apiKeyNodes(scene)
  if (plugins.length + nodes.length === 0) return []
  const guarding = guardedBy(scene, [...nodes, ...plugins.map(({ node }) => node)])
  return [
    {
      kind: 'api-key',
      name: 'API key',
      implementation: listed([...plugins.map((use) => scene.versioned(use.package)), ...(nodes.length > 0 ? ['functions of the project'] : [])]),
      library: plugins[0]?.package,
      usedAt: guarding.doors,
      strength: 'could not tell',
      because: 'A key that is sent with every request is as strong as its length and its keeping; neither shows in the code.',
      evidence: distinct([...plugins.map(({ at }) => at), ...nodes.map((node) => cite(linked, node))]),
    },
  ]
}

function basic(scene: Scene): Draft[] {
  const { linked } = scene
  const uses = usesOf(linked, 'http-basic')
  const strategy = strategyNodes(scene).filter(({ name }) => name === 'passport-http')
  if (uses.length + strategy.length === 0) return []
  return [
    {
      kind: 'basic',
      name: 'HTTP Basic',
      implementation: listed([...uses.map((use) => scene.versioned(use.package)), ...strategy.map(({ name }) => scene.versioned(name))]),
      library: uses[0]?.package ?? strategy[0]?.name,
      usedAt: guardedBy(scene, [...uses.map(({ node }) => node), ...strategy.map(({ node }) => node)]).doors,
      strength: 'weak',
      because: 'The password goes over the wire with every request and cannot be taken back without changing it.',
      evidence: distinct([...uses.map(({ at }) => at), ...strategy.map(({ at }) => at)]),
    },
  ]
}

function secondFactors(scene: Scene): Draft[] {
  const { linked } = scene
  const doors = scene.doorsFor('second factor')
  const inDoors = (uses: readonly Use[]) =>
    doors.filter(({ functions }) => uses.some(({ node }) => functions.has(linked.whole.functionOf(node)))).map(({ label }) => label)
  const codes = usesOf(linked, 'one-time-code-check')
  const keys = usesOf(linked, 'key-check', 'key-registration')
  const messages = usesOf(linked, 'message-code-check')
  const draft = (name: string, uses: readonly Use[], strength: Draft['strength'], because: string): Draft[] =>
    uses.length === 0
      ? []
      : [
          {
            kind: 'multi-factor',
            name,
            implementation: listed(uses.map((use) => scene.versioned(use.package))),
            library: uses[0]?.package,
            usedAt: inDoors(uses),
            strength,
            because,
            evidence: distinct([
              ...uses.map(({ at }) => at),
              ...usesOf(linked, 'one-time-code-secret')
                .filter((use) => uses.some((each) => each.package === use.package))
                .map(({ at }) => at),
            ]),
          },
        ]
  const isOptional = optionalFactor(scene)
  return [
    ...draft(
      `TOTP${isOptional ? ', optional for each user' : ''}`,
      codes,
      'adequate',
      `A code of an authenticator app; it can be fished for, unlike a key that is bound to the site.${isOptional ? ' Users decide whether they have one.' : ''}`,
    ),
    ...draft('WebAuthn', keys, 'strong', 'A key that is bound to the site cannot be fished for.'),
    ...draft('Code by message', messages, 'weak', 'Messages can be read on the way, and numbers taken over.'),
  ]
}

/** A sign-in asks whether this user has a second factor: `user.totpSecret !== ''`. */
function optionalFactor(scene: Scene): boolean {
  const { linked } = scene
  const asked = lookupOf(linked.whole).named(Kind.Load, (name) =>
    /totp_?secret|two_?factor|2fa|mfa_?(?:enabled|secret)|otp_?(?:enabled|secret)/.test(snake(name)),
  )
  return scene.doorsFor('sign in').some(({ functions }) => [...asked].some((node) => functions.has(linked.whole.functionOf(node))))
}

function strategyNodes({ linked }: Scene): { node: number; name: string; at: Evidence }[] {
  return strategiesMade(linked).map(({ node, name }) => ({ node, name, at: cite(linked, node) }))
}

const FAMILIAR: Record<string, string> = {
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
}

/** Strategies of Passport that are none of the above: others who say who somebody is, keys, and user names with passwords. */
function strategies(scene: Scene): Draft[] {
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

/** Checks that the project wrote itself, and that nothing above explains. */
function own(scene: Scene, means: Means): Draft[] {
  const { tokens, cookies } = means
  const { linked } = scene
  const explained = new Set([
    ...guardedBy(scene, [...tokens.checks.map(({ node }) => node), ...passportCalls(scene, /./)]).doors,
    ...(cookies.some(({ session }) => session && !session.accounts) ? guardedBy(scene, identitiesRead(linked)).doors : []),
    ...guardedBy(scene, [...apiKeyNodes(scene), ...askingNodes(scene)]).doors,
    ...guardedBy(
      scene,
      usesOf(linked, 'delegated-login', 'account-library', 'http-basic', 'fixed-token').map(({ node }) => node),
    ).doors,
  ])
  return handWritten(scene, explained)
}
