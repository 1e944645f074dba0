/** Libraries that do the whole of signing in. In: their options. Out: who they ask, and how a sign-in goes through them. */
import { Kind } from '../../../graph'
import { rowsByName } from '../../../rows-by-name'
import type { Evidence, SignIn } from '../../../types'
import { cite, type Linked } from '../../linked'
import type { Scene } from './scene'
import { packageOf, type Use, usesOf } from './uses'

export const CLIENT = 'Client'
export const APPLICATION = 'Application'

/** Calls that make an account library, those first that answer a door. */
export function accountUses({ linked, known }: Scene): Use[] {
  const answering = new Set(known.entryPoints.flatMap(({ at, handler }) => [at.file, ...(handler ? [handler.at.file] : [])]))
  const all = usesOf(linked, 'account-library')
  const live = all.filter((use) => answering.has(use.at.file))
  return live.length > 0 ? live : all
}

/** Auth.js and its like: the library answers, and the options say who proves what. */
export function libraryFlows(scene: Scene): SignIn[] {
  const { linked } = scene
  return accountUses(scene)
    .slice(0, 1)
    .flatMap((use): SignIn[] => {
      const providers = providersOf(scene, use.setting('options'))
      const entry = scene.known.entryPoints.find(({ path, kind }) => kind === 'http' && /\/auth\//.test(path))
      const door = entry ? `${entry.method} ${entry.path}` : use.package
      const at = entry?.at ?? use.at
      const step = (from: string, to: string, text: string, outcome: 'always' | 'valid' | 'invalid', evidence: Evidence, reply = false) => ({
        from,
        to,
        text,
        outcome,
        at: evidence,
        ...(reply ? { reply } : {}),
      })
      const library = use.package
      const pages = use.setting('options').flatMap((node) => linked.values.property(node, 'pages'))
      const page = pages.flatMap((node) => linked.values.property(node, 'signIn')).flatMap((node) => linked.values.texts(node))[0]?.value
      return [
        {
          door,
          at,
          steps: [
            step(CLIENT, APPLICATION, door, 'always', at),
            step(APPLICATION, library, 'hands the request to the library', 'always', use.at),
            ...providers.map(({ name, at: evidence }) => step(library, name, 'asks who it is', 'always', evidence)),
            step(library, CLIENT, 'sets the session cookie', 'valid', use.at, true),
            step(library, CLIENT, page ? `redirects to ${page}` : 'redirects to the page of errors', 'invalid', use.at, true),
          ],
        },
      ]
    })
}

/** Providers among the options of an account library, by the package or the name that each is made with. */
export function providersOf({ linked }: Scene, options: readonly number[]): { name: string; at: Evidence }[] {
  const { whole, values } = linked
  const found = options
    .flatMap((node) => [...values.property(node, 'providers'), ...values.property(node, 'socialProviders')])
    .flatMap((node) =>
      whole.kind[node] === Kind.Object
        ? values.propertyNames(node).map((name) => ({ name: titled(name), at: cite(linked, node) }))
        : values.elements(node).flatMap((made) => {
            const at = made < whole.size ? made : -1
            if (at < 0) return []
            const specifier = providerAt(linked, at)
            return specifier ? [{ name: titled(specifier), at: cite(linked, at) }] : []
          }),
    )
  return [...new Map(found.map((each) => [each.name, each])).values()]
}

function providerAt(linked: Linked, node: number): string {
  const { whole } = linked
  const callee = whole.kind[node] === Kind.Call ? (whole.a[node] as number) : node
  for (let at = callee, hops = 0; hops < 8 && at >= 0; hops++) {
    if (whole.kind[at] === Kind.Import) return /providers\/([\w-]+)/.exec(whole.text(whole.a[at] as number))?.[1] ?? linked.values.nameOf(callee)
    if (whole.kind[at] !== Kind.Load && whole.kind[at] !== Kind.Refine) break
    at = whole.a[at] as number
  }
  return linked.values.nameOf(callee) || packageOf(linked, callee, '')
}

const SPELLED: Record<string, string> = rowsByName({
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin: 'LinkedIn',
  credentials: 'user name and password',
  'azure-ad': 'Microsoft Entra',
  email: 'e-mail',
})

function titled(name: string): string {
  const bare = name.replace(/Provider$/, '') || name
  return SPELLED[bare.toLowerCase()] ?? bare.replace(/^./, (letter) => letter.toUpperCase())
}
