/** Keys that come with every request, HTTP Basic, and second factors. In: uses of libraries and headers that are read. Out: mechanisms. */
import { Kind } from '../../../graph'
import { cite } from '../../linked'
import { lookupOf } from '../../lookup'
import { snake } from '../../names'
import { distinct, listed } from './control'
import { strategyNodes } from './delegated'
import { guardedBy } from './guarding'
import type { Draft } from './means'
import { apiKeyNodes } from './own-checks'
import type { Scene } from './scene'
import { type Use, usesOf } from './uses'

export function fixedKeys(scene: Scene): Draft[] {
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

export function basic(scene: Scene): Draft[] {
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

export function secondFactors(scene: Scene): Draft[] {
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
