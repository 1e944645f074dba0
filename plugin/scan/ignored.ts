/**
 * What .gitignore leaves out, at every level, as git reads it, and outside git as well. In: the analysed root. Out: a
 * question for every entry of the walk.
 */
import { lstatSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ignore, { type Ignore } from 'ignore'

export interface Ignored {
  /** Reads the rules of a directory; asked once, before its entries. Path relative to the root, '' for the root. */
  enter(folder: string): void
  /** Whether an entry of a directory that was entered is left out. */
  covers(entry: string, isFolder: boolean): boolean
}

/** Rules of one file, for paths below `base` (relative to the root of all rules, with a slash at the end, or ''). */
interface Level {
  base: string
  rules: Ignore
}

/**
 * @param prefix path of the analysed root inside its repository, '' or with a slash at the end: rules above the root hold in it too
 */
export function ignoredBelow(root: string, prefix: string): Ignored {
  const top = path.resolve(
    root,
    ...prefix
      .split('/')
      .filter(Boolean)
      .map(() => '..'),
  )
  const weakest = levelOf('', textOf(path.join(gitDirectoryOf(top), 'info', 'exclude')))
  const levels = new Map<string, Level | undefined>()

  function load(folder: string): void {
    const base = folder === '' ? '' : `${folder}/`
    levels.set(base, levelOf(base, textOf(path.join(top, folder, '.gitignore'))))
  }

  const steps = prefix.split('/').filter(Boolean)
  for (let depth = 0; depth < steps.length; depth++) load(steps.slice(0, depth).join('/'))

  function covers(entry: string, isFolder: boolean): boolean {
    if (!isFolder && exampleOfSettings.test(entry)) return false
    const full = `${prefix}${entry}`
    const path = isFolder ? `${full}/` : full
    for (let slash = full.lastIndexOf('/'); ; slash = full.lastIndexOf('/', slash - 1)) {
      const says = verdictOf(levels.get(full.slice(0, slash + 1)), path)
      if (says !== undefined) return says
      if (slash < 0) break
    }
    return verdictOf(weakest, path) ?? false
  }

  return { enter: (folder) => load(`${prefix}${folder}`.replace(/\/$/, '')), covers }
}

/** There to be committed, by force where `.env*` is left out; outside git nothing else tells. */
const exampleOfSettings = /(?:^|\/)\.env[\w.-]*\.(?:example|sample|template|dist)$/

/** True or false where a rule of this level decides, undefined where none does. */
function verdictOf(level: Level | undefined, entry: string): boolean | undefined {
  if (!level) return undefined
  const below = entry.slice(level.base.length)
  const { ignored, unignored } = level.rules.test(below)
  if (!ignored) return unignored ? false : undefined
  // The walk came in here, hence a stronger level took the parent back, and what this level says of the parent is void.
  const parent = path.posix.dirname(below.replace(/\/$/, ''))
  return parent !== '.' && level.rules.test(`${parent}/`).ignored ? undefined : true
}

/** Patterns with many stars can take the age of the universe on a long name. Without one more is analysed, never less. */
const mostStars = 6

function levelOf(base: string, text: string | undefined): Level | undefined {
  if (text === undefined) return undefined
  const patterns = text
    .split(/\r?\n/)
    .filter((line) => line.length < 1000 && line.split('/').every((step) => step.split('*').length - 1 <= mostStars))
  return { base, rules: ignore().add(patterns.join('\n')) }
}

/** A worktree or a submodule has a file in place of the directory, and shares `info` with its main repository. */
function gitDirectoryOf(top: string): string {
  const dotGit = path.join(top, '.git')
  const pointer = /^gitdir: (.+)$/m.exec(textOf(dotGit) ?? '')?.[1]
  if (pointer === undefined) return dotGit
  const directory = path.resolve(top, pointer.trim())
  const common = textOf(path.join(directory, 'commondir'))
  return common === undefined ? directory : path.resolve(directory, common.trim())
}

/** Undefined where there is no plain file of sensible size to be read. */
function textOf(file: string): string | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (!stats?.isFile() || stats.size > 1_000_000) return undefined
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // What may not be read cannot leave anything out; the walk names the file itself.
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return undefined
    throw error
  }
}
