/** What a program has for those who develop it: libraries that its package takes for development alone, and scripts that fill a database. */
import type { Program } from '../types'

export function isForDevelopment(manifests: Program['manifests'], file: string, library: string): boolean {
  const above = manifests.filter(({ path }) => /(?:^|\/)package\.json$/.test(path) && file.startsWith(folderOf(path)))
  // Of several, the nearest that names it.
  for (const { facts } of above.sort((one, other) => other.path.length - one.path.length)) {
    const scopes = facts.flatMap(({ kind, name, scope }) => (kind === 'dependency' && name === library ? [scope] : []))
    if (scopes.length > 0) return scopes.every((scope) => scope === 'dev')
  }
  return false
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/**
 * Records that a tool or a script puts into a new database, by the conventions of Knex, Sequelize, TypeORM and Prisma: many such databases
 * are for developers alone.
 */
export const fillsDatabase = (file: string, around = ''): boolean =>
  /^seed(?=[A-Z]|$)/.test(around) || /(?:^|\/)(?:seed(?:er)?s?\/|(?:seed(?:er|ing)?s?|populate)[.-][^/]*$)/.test(file)
