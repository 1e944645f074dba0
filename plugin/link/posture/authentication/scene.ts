/** What every part of this report asks for. In: what is known of the program. Out: its sign-in doors, its page code, versions of its packages. */
import type { Evidence } from '../../../types'
import { isOfTests, type Linked } from '../../linked'
import type { Known } from '../known'
import { type Door, doorsOf, type Purpose } from './doors'

export interface Scene {
  known: Known
  linked: Linked
  doors: Door[]
  doorsFor(...purposes: Purpose[]): Door[]
  /** Doors of any purpose in whose functions a node stands. */
  doorsAround(node: number): Door[]
  /** Whether a file runs in a page rather than on the server. */
  isPage(file: string): boolean
  /** `express-jwt 0.1.3`, as some manifest declares it. */
  versioned(name: string): string
}

export function sceneOf(known: Known): Scene {
  const { linked, usages, extracted, entryPoints } = known
  const doors = doorsOf(linked, entryPoints)
  const pages = new Set(usages.filter(({ kind }) => kind === 'page-code').map(({ at }) => at.file))
  const serving = directoriesOf(entryPoints.map(({ at }) => at))
  const paging = directoriesOf([...pages].map((file) => ({ file })))
  const versions = new Map<string, string>()
  for (const { facts } of extracted.manifests)
    for (const { kind, ecosystem, name, version } of facts)
      if (kind === 'dependency' && ecosystem === 'npm' && version && !versions.has(name)) versions.set(name, version)
  return {
    known,
    linked,
    doors,
    doorsFor: (...purposes) => doors.filter(({ purpose }) => purposes.includes(purpose)),
    doorsAround: (node) => doors.filter(({ functions }) => functions.has(linked.whole.functionOf(node))),
    isPage: (file) => pages.has(file) || liesWith(file, paging, serving),
    versioned: (name) => {
      const version = versions.get(name)
      return version && /\d/.test(version) ? `${name} ${version.replace(/^[\^~=v]+/, '')}` : name
    },
  }
}

/** Package, or first directories, of files, with how many of them lie there. */
function directoriesOf(places: readonly Pick<Evidence, 'file'>[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { file } of places) {
    const [first] = file.split('/')
    if (file.includes('/')) counts.set(first as string, (counts.get(first as string) ?? 0) + 1)
  }
  return counts
}

/** A form that touches neither window nor document lies beside many files that do, and beside no door. */
function liesWith(file: string, paging: ReadonlyMap<string, number>, serving: ReadonlyMap<string, number>): boolean {
  const [first] = file.split('/') as [string]
  return file.includes('/') && (paging.get(first) ?? 0) >= 3 && !serving.has(first)
}

export { isOfTests }

export const fileOf = ({ whole }: Linked, node: number): string => (whole.files[whole.fileOf(node)] as { path: string }).path
