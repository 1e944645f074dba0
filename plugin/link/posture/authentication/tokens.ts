/**
 * Tokens that the program signs and checks. In: uses of token libraries. Out: for each that is signed its algorithm, key, claims and
 * lifetimes, each with what it is for; for each check what it pins and where it takes the token from.
 */
import type { Scene } from './scene'
import { type Check, checkOf, checksByStrategy } from './token-checks'
import { type Issue, issueOf } from './token-issues'
import { type Use, usesOf } from './uses'

export interface Tokens {
  issues: Issue[]
  checks: Check[]
}

export function tokensOf(scene: Scene): Tokens {
  const { linked } = scene
  const settings = usesOf(linked, 'token-settings')
  const issues = usesOf(linked, 'token-sign', 'token-issue')
    .filter(notIn(scene))
    .map((use) =>
      issueOf(
        scene,
        use,
        settings.find((each) => family(each.package) === family(use.package)),
      ),
    )
  const checks = [
    ...usesOf(linked, 'token-verify', 'token-check', 'token-guard')
      .filter(notIn(scene))
      .flatMap((use) =>
        checkOf(
          scene,
          use,
          settings.find((each) => family(each.package) === family(use.package)),
        ),
      ),
    ...checksByStrategy(scene),
  ].sort((one, other) => one.node - other.node)
  return { issues: distinctBy(issues), checks: distinctBy(checks) }
}

const notIn =
  (scene: Scene) =>
  ({ node }: Use) =>
    !scene.isPage((scene.linked.whole.files[scene.linked.whole.fileOf(node)] as { path: string }).path)
const distinctBy = <T extends { node: number }>(list: T[]): T[] => [...new Map(list.map((each) => [each.node, each])).values()]
/** A plugin and what it puts on requests are one library. */
const family = (name: string): string => (/^(?:@fastify\/jwt|fastify-jwt|fastify|any|token-libraries)$/.test(name) ? 'fastify' : name)
