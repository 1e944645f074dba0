/**
 * Which component of the code runs in a unit? In: where its image is made, what starts in it, what its image is called. Out: the id of
 * a component; none where nothing says it.
 */
import type { Component } from '../../../types'
import { baseOf, dirOf, isWithin, joined } from '../paths'
import type { Declared } from './declared'
import { nameOfImage } from './kinds'

/** Where several have one folder, those that run by themselves come first. */
const ORDER: Component['kind'][] = ['backend', 'worker', 'function', 'command', 'frontend', 'library', 'module']
const SITES = new Set(['netlify', 'firebase'])

export function runsOf(components: readonly Component[], project: string): (unit: Declared) => string | undefined {
  const own = components
    .filter(({ folder, level }) => folder !== undefined && level === 'container')
    .sort((one, other) => (other.folder as string).length - (one.folder as string).length || ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind))
  const runnable = own.filter(({ kind }) => kind !== 'library' && kind !== 'module')

  const at = (path: string, unit: Declared): Component | undefined => {
    const [nearest] = own.filter(({ folder }) => isWithin(path, folder as string))
    // An image of the whole tree, whose code is all in folders below, is that of the one program there that answers.
    const same = nearest
      ? own.filter(({ folder }) => folder === nearest.folder)
      : runnable.filter(({ folder, kind }) => isWithin(folder as string, path) && kind !== 'frontend' && kind !== 'command')
    if (!nearest && same.length !== 1) return undefined
    const wanted = SITES.has(unit.from) ? 'frontend' : /worker|queue|job|cron|consumer/i.test(`${unit.name} ${unit.type}`) ? 'worker' : undefined
    return same.find(({ kind }) => kind === wanted) ?? same[0]
  }
  const named = (name: string): Component | undefined =>
    runnable.find((it) => it.name === name || it.id === name || baseOf(it.folder as string) === name || it.name.endsWith(`/${name}`))

  return (unit) => {
    const folder = unit.build ? folderOf(unit) : undefined
    if (folder !== undefined) {
      const workspace = workspaceIn(unit.command ?? '')
      const started = (workspace === undefined ? undefined : named(baseOf(workspace))) ?? startedBy(unit.command ?? '', folder, at, unit)
      if (started) return started.id
      const dockerfile = unit.build?.dockerfile
      // An image made at the root of a Dockerfile that lies elsewhere is of what lies there.
      const beside = dockerfile === undefined ? undefined : at(dirOf(joined(folder, dockerfile)), unit)
      return (beside && beside.folder !== '' ? beside : at(folder, unit))?.id
    }
    if (unit.from === 'serverless' && unit.command !== undefined) return at(joined(unit.folder, unit.command), unit)?.id
    if (unit.image === undefined) return undefined
    const image = baseOf(nameOfImage(unit.image))
    return (named(image) ?? (runnable.length === 1 && image === baseOf(project) ? runnable[0] : undefined))?.id
  }
}

/** Relative to the root; undefined for what lies outside of it, or elsewhere altogether. */
export function folderOf(unit: Declared): string | undefined {
  const context = unit.build?.context ?? '.'
  if (/^[a-z]+:|^git@|[${}]/i.test(context)) return undefined
  const ups = joined('', context) === '' ? 0 : context.split('/').filter((part) => part === '..').length
  if (ups > unit.folder.split('/').filter(Boolean).length) return undefined
  return context.startsWith('/') ? undefined : joined(unit.folder, context)
}

/** `pnpm --filter api start`, `yarn workspace @shop/api start`, `npm run start -w api`, `nx serve api`. */
function workspaceIn(command: string): string | undefined {
  return /(?:--filter[= ]|--scope[= ]|\bworkspace |(?:-w|--workspace)[= ]|\bnx (?:serve|run) )['"]?(@?[\w./-]+)/.exec(command)?.[1]
}

/** A file that the command names. */
function startedBy(
  command: string,
  folder: string,
  at: (path: string, unit: Declared) => Component | undefined,
  unit: Declared,
): Component | undefined {
  const file = /(?:^|[\s'"])((?:\.?\/)?[\w@.-]+(?:\/[\w@.-]+)+\.[cm]?[jt]s)\b/.exec(command)?.[1]
  if (file === undefined) return undefined
  const found = at(joined(folder, file.replace(/^\/(?:usr\/src\/)?(?:app|home\/node)\//, '')), unit)
  return found && found.folder !== '' ? found : undefined
}
