/**
 * Protection that was meant and is not there: a package that a manifest names and no code loads, and the lines that would load it
 * and are commented out. In: names of packages. Out: where each is named.
 */
import escapeStringRegexp from 'escape-string-regexp'
import type { Evidence } from '../../../types'
import { citeLine, isTestCode } from '../../linked'
import { importsOf } from '../../usages/imports'
import type { Scene } from './scene'

export interface LeftOut {
  package: string
  declared: Evidence
  /** Lines that load it, and do not run. */
  commented: Evidence[]
}

export function leftOut(scene: Scene, packages: RegExp): LeftOut[] {
  const { linked, known } = scene
  const used = new Set(importsOf(linked).flatMap((imports) => imports.flatMap((to) => (to.kind === 'package' ? [to.name] : []))))
  const found = new Map<string, LeftOut>()
  for (const { path, facts } of known.extracted.manifests)
    for (const { kind, ecosystem, name, line, text } of facts)
      if (kind === 'dependency' && ecosystem === 'npm' && packages.test(name) && !used.has(name) && !found.has(name))
        found.set(name, { package: name, declared: { file: path, line, text }, commented: commentedOut(scene, name) })
  return [...found.values()]
}

/** Nothing that runs loads it, so whatever line does load it does not run. */
function commentedOut({ linked, isLive }: Scene, name: string): Evidence[] {
  const { whole } = linked
  const loads = new RegExp(`(?:require\\(\\s*|from\\s+|import\\s+)['"]${escapeStringRegexp(name)}['"]`)
  return whole.files.flatMap(({ path, text }, file) => {
    if (!text.includes(name) || isTestCode(linked, path) || !isLive(path)) return []
    const match = loads.exec(text)
    return match ? [citeLine(linked, file, whole.lineAt(file, match.index))] : []
  })
}

/** ` helmet is a dependency, and the line that loads it is commented out.` */
export function leftOutWords(those: LeftOut[]): string {
  return those
    .map(
      ({ package: name, commented }) =>
        ` ${name} is a dependency, and ${commented.length > 0 ? 'the line that loads it is commented out' : 'no code loads it'}.`,
    )
    .join('')
}

export const leftOutPlaces = (those: LeftOut[]): Evidence[] => those.flatMap(({ declared, commented }) => [...commented, declared])
