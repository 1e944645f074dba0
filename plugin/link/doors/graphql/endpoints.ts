/** Servers of GraphQL. In: calls that models say make one. Out: where each is reached, by file and package. */
import type { Guard } from '../../../types'
import { callsThat } from '../../acts'
import type { Guards } from '../../guards'
import { LabelKind } from '../../labels'
import { apiPathsOf, atPlace, cite, isTest, type Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import type { DoorContext } from '../door'
import { filePath, mountedAt } from '../mounts'
import type { Packages } from '../packages'

export interface Endpoint {
  path: string
  library: string
  file: string
  package: string
  /** What stands before it, and what its context demands of every caller. */
  guards: Guard[]
}

export const USUAL_PATH = '/graphql'

export function endpointsOf(linked: Linked, guards: Guards, routes: DoorContext['routes'], packages: Packages): Endpoint[] {
  const { models, whole } = linked
  const found: (Endpoint & { certain: boolean })[] = []
  const put = (call: number, library: string, told: string | undefined, made: readonly number[] = []) => {
    const { path: file } = whole.files[whole.fileOf(call)] as { path: string }
    if (isTest(file)) return
    found.push({
      path: told ?? USUAL_PATH,
      library,
      file,
      package: packages.of(file),
      guards: [...routes.guardsBefore((node) => isMadeBy(linked, node, call, made)), ...contextGuards(linked, guards, call)],
      certain: told !== undefined,
    })
  }
  for (const { call, path, library, act } of callsThat(linked, 'graphql')) {
    if (act.plugin) continue
    const made = [models.paths.find(path, '()'), models.paths.find(path, '!')]
    const { path: file } = whole.files[whole.fileOf(call)] as { path: string }
    put(call, library, optionText(linked, call, act.path) ?? mountedAt(linked, call, made) ?? filePath(file), made)
  }
  for (const call of lookupOf(whole).called('register')) {
    const [plugin] = whole.args(call)
    if (plugin === undefined) continue
    for (const path of apiPathsOf(linked, plugin))
      for (const { library, act } of models.acts.get(path) ?? [])
        if (act.act === 'graphql' && act.plugin) {
          const prefix = optionText(linked, call, '1.prefix') ?? ''
          const own = optionText(linked, call, act.path)
          put(call, library, own === undefined && prefix === '' ? undefined : `${prefix}${own ?? USUAL_PATH}`.replace(/\/{2,}/g, '/'))
        }
  }
  // Where one call of a package says its path, others that are part of the same server do not say another.
  const certain = new Set(found.filter((endpoint) => endpoint.certain).map((endpoint) => endpoint.package))
  return found.filter((endpoint) => endpoint.certain || !certain.has(endpoint.package)).map(({ certain: _, ...endpoint }) => endpoint)
}

const isMadeBy = (linked: Linked, node: number, call: number, made: readonly number[]): boolean =>
  node === call || linked.values.definitions(node).includes(call) || apiPathsOf(linked, node).some((path) => made.includes(path))

function optionText(linked: Linked, call: number, place: string | undefined): string | undefined {
  if (place === undefined) return undefined
  const { values } = linked
  const [index, name] = place.split('.') as [string, string]
  const [text] = [
    ...atPlace(linked, call, place),
    ...factoryResults(linked, linked.whole.args(call)[Number(index)]).flatMap((node) => values.property(node, name)),
  ]
    .flatMap((node) => values.texts(node))
    .filter(({ exact }) => exact)
    .map(({ value }) => value)
  return text === undefined ? undefined : `/${text.replace(/^\/+/, '')}`
}

/** What `useFactory: () => ({ … })` hands back. */
function factoryResults({ solver, values, whole }: Linked, options: number | undefined): number[] {
  if (options === undefined) return []
  return values
    .property(options, 'useFactory')
    .flatMap((node) => solver.of(node))
    .filter((label) => solver.labels.kind[label] === LabelKind.Function)
    .flatMap((label) => whole.functions[solver.labels.data[label] as number]?.returns ?? [])
}

/** `context: ({ req }) => { if (!req.user) throw … }` turns strangers away before any resolver runs. */
function contextGuards(linked: Linked, guards: Guards, call: number): Guard[] {
  const { solver, values, whole } = linked
  const found: Guard[] = []
  for (const argument of whole.args(call))
    for (const node of values.property(argument, 'context'))
      for (const label of solver.of(node)) {
        if (solver.labels.kind[label] !== LabelKind.Function) continue
        const [denial] = guards.ofFunction(solver.labels.data[label] as number).denials
        if (denial) found.push({ name: 'context', role: denial.role, scope: 'application', at: node < whole.size ? cite(linked, node) : denial.at })
      }
  return found
}
