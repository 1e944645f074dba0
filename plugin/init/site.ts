/** A Docusaurus site as it lies on the disk. In: a directory. Out: its configuration file, and where the code is. Nothing of it is run. */
import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { product } from '../product'

/** In the order in which Docusaurus looks for them. */
const endings = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs']

/** @returns absolute path; undefined where there is no site */
export function configOf(directory: string): string | undefined {
  return endings
    .map((ending) => path.join(directory, `docusaurus.config${ending}`))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
}

/** The repository that the site is part of; without one the directory around it when that is a package, else the site itself. */
export function sourceFor(site: string): string {
  const around = path.dirname(site)
  const root = repositoryOf(site) ?? (existsSync(path.join(around, 'package.json')) ? around : site)
  return path.relative(site, root).split(path.sep).join('/') || '.'
}

function repositoryOf(directory: string): string | undefined {
  if (existsSync(path.join(directory, '.git'))) return directory
  const around = path.dirname(directory)
  return around === directory ? undefined : repositoryOf(around)
}

/** Looked up, not loaded. */
export function isInstalled(site: string): boolean {
  try {
    createRequire(path.join(site, 'package.json')).resolve(`${product.name}/package.json`)
    return true
  } catch {
    // Whatever hinders it here hinders Docusaurus as well.
    return false
  }
}
