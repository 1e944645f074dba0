/** Versions of dependencies that are written down, so that every build takes the same. */
import Joi from 'joi'
import { counted, listed, type Outcome, outcome } from '../outcome'
import { check } from './check'

const LOCKS = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/

export const lockFile = check<{ found: Outcome['says']; none: Outcome['says'] }>(
  Joi.object({ found: Joi.valid('met', 'partly').default('met'), none: Joi.valid('partly', 'not met').default('not met') }),
  ({ found, none }, { program }) => {
    const isThere = (path: string) => LOCKS.test(path)
    const locks = [...program.files.map(({ path }) => path), ...program.notAnalysed.map(({ subject }) => subject)].filter(isThere)
    const own = program.manifests.filter(({ path, facts }) => /(?:^|\/)package\.json$/.test(path) && facts.some(({ kind }) => kind === 'dependency'))
    if (own.length === 0) return outcome('nothing', 'No manifest names a dependency.')
    const at = (file: string) => ({ file, line: 1, text: '' })
    if (locks.length === 0)
      return outcome(
        none,
        `Looked for a lock file of npm, Yarn, pnpm or Bun beside ${counted(own.length, 'manifest')}: none.`,
        own.map(({ path }) => at(path)),
      )
    const folder = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)
    // The lock file of a workspace's root speaks for the packages below it.
    const without = own.filter(({ path }) => !locks.some((lock) => folder(path).startsWith(folder(lock))))
    if (without.length > 0)
      return outcome(
        'partly',
        `${own.length - without.length} of ${counted(own.length, 'manifest')} with a lock file; without: ${listed(without.map(({ path }) => path))}.`,
        without.map(({ path }) => at(path)),
      )
    return outcome(found, `Lock file: ${listed(locks, 3)}.`, locks.map(at))
  },
)
