/** Ways in which callers prove who they are. In: tokens, cookies, strategies and libraries of the program. Out: one entry a way, with the eight steps of each. */
import { Kind } from '../../../graph'
import type { Control, Mechanism } from '../../../types'
import type { Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import { distinct, listed } from './control'
import { accountLibraries, askingNodes, delegated, passportCalls, strategies } from './delegated'
import { guardedBy } from './guarding'
import { keyState } from './keys'
import { basic, fixedKeys, secondFactors } from './keys-and-factors'
import type { Draft, Means } from './means'
import { stepsOf } from './mechanism-steps'
import { apiKeyNodes, handWritten } from './own-checks'
import type { Scene } from './scene'
import { isOfSession } from './sign-in'
import { usesOf } from './uses'

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
