/** Lists the tree once. In: the root and what git ignores. Out: every plain file, and what could not be listed or followed. */
import { type Dirent, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import path from 'node:path'
import fastGlob from 'fast-glob'
import type { NotAnalysed } from '../types'
import { attempt } from './attempt'
import type { Ignored } from './ignored'
import { isOfProgram } from './own-modules'

export interface Listing {
  /** Sorted, POSIX, relative to the root. */
  files: string[]
  skipped: NotAnalysed[]
}

const versionControl = new Set(['.git', '.hg', '.svn', '.jj'])
/** Installed packages: tens of thousands of files that nobody here wrote. */
const installed = new Set(['node_modules', 'bower_components', 'jspm_packages', 'web_modules'])

export function isInstalled(file: string): boolean {
  return file.split('/').some((step) => installed.has(step))
}

export function walk(root: string, ignored: Ignored): Listing {
  const skipped: NotAnalysed[] = []
  const met: [file: string, entry: Dirent][] = []
  const name = (subject: string, reason: NotAnalysed['reason'], detail: string) => skipped.push({ subject, stage: 'scan', reason, detail })

  /**
   * Stands in for the disk, so that fast-glob never enters what is left out. What it meets is noted here, because a name
   * with a line break in it matches no glob, and hostile code must not be able to hide behind one.
   */
  function list(directory: string): Dirent[] {
    const folder = path.relative(root, directory).split(path.sep).join('/')
    const entries = attempt(() => readdirSync(directory, { withFileTypes: true }))
    if (typeof entries === 'string') {
      name(folder === '' ? './' : `${folder}/`, 'unreadable', `The directory cannot be listed: ${entries}.`)
      return []
    }
    ignored.enter(folder)
    return entries.filter((entry) => {
      const subject = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (versionControl.has(entry.name) || ignored.covers(subject, entry.isDirectory())) return false
      if (!entry.isDirectory() || !installed.has(entry.name) || isOwnModules(entry, folder, entries)) return met.push([subject, entry]) > 0
      name(`${subject}/`, 'vendored', 'Installed packages: the code of other people, neither listed nor read.')
      return false
    })
  }

  /**
   * Some trees keep their own packages in such a folder, so that Node finds them by name. Then git keeps the folder, though it leaves out
   * the one at the top, and no manifest stands beside it for which anybody could have installed anything. A copy without what git ignores
   * has the manifests alone to say so.
   */
  function isOwnModules({ name: own }: Dirent, folder: string, beside: readonly Dirent[]): boolean {
    if (folder === '' || beside.some((entry) => entry.name === 'package.json')) return false
    return ignored.covers(own, true) || isOfProgram(root, `${folder}/${own}`)
  }

  fastGlob.sync('**', { cwd: root, dot: true, followSymbolicLinks: false, fs: { readdirSync: list as unknown as typeof readdirSync } })

  const files: string[] = []
  for (const [file, entry] of met) {
    if (entry.isFile()) files.push(file)
    else if (entry.isSymbolicLink()) {
      const problem = problemOfLink(root, file)
      if (problem) name(file, ...problem)
    } else if (!entry.isDirectory()) name(file, 'unreadable', 'It is a pipe, a socket or a device, not a file; it was not opened.')
  }
  return { files: files.sort(), skipped }
}

/** Nothing when the target lies inside the tree, where the walk meets it anyway. */
function problemOfLink(root: string, link: string): [NotAnalysed['reason'], string] | undefined {
  const target = attempt(() => realpathSync(path.join(root, link)))
  const failure = { 'nothing is there': 'leads to nothing', 'it leads in a circle': 'leads in a circle' }[target]
  if (failure) return ['unreadable', `A symbolic link that ${failure}.`]
  if (!path.isAbsolute(target)) return ['unreadable', `A symbolic link whose target cannot be reached: ${target}.`]
  const relative = path.relative(root, target)
  if (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)) return undefined
  const written = readlinkSync(path.join(root, link))
  // An absolute path says where somebody's machine keeps things.
  return [
    'symlink out of the tree',
    `A symbolic link to ${path.isAbsolute(written) ? 'a place' : written}, outside the analysed directory; it was not followed.`,
  ]
}
