/**
 * Generators of sites that documents belong to. In: a document. Out: the folder of the site whose pages it is one of: a package of its
 * own, whose scripts and versions are about the site and not about what its pages describe.
 */
import path from 'node:path'
import type { Ground } from './ground'

const CONFIGURATION =
  /^(?:docusaurus\.config\.[cm]?[jt]s|mkdocs\.ya?ml|_config\.ya?ml|astro\.config\.[cm]?[jt]s|hugo\.(?:toml|ya?ml)|gatsby-config\.[cm]?[jt]s|book\.toml|antora\.ya?ml)$/
const PRESS = /(?:^|\/)\.vite?press\/config\.[cm]?[jt]s$|(?:^|\/)\.vuepress\/config\.[cm]?[jt]s$/

const known = new WeakMap<Ground, string[]>()

/** Folders that hold the configuration of a generator, '' for the root; the deepest first. */
function sitesOfDocs(ground: Ground): string[] {
  let folders = known.get(ground)
  if (!folders) {
    const all = ground.program.files.map((file) => file.path)
    const found = [
      ...all.filter((file) => CONFIGURATION.test(path.posix.basename(file))).map(folderOf),
      ...all.filter((file) => PRESS.test(file)).map((file) => folderOf(folderOf(file))),
    ]
    folders = [...new Set(found)].sort((a, b) => b.length - a.length)
    known.set(ground, folders)
  }
  return folders
}

/** The site that a document is below, '' for one at the root; undefined where there is none. */
export function siteAround(document: string, ground: Ground): string | undefined {
  return sitesOfDocs(ground).find((folder) => folder === '' || document.startsWith(`${folder}/`))
}

/** A page of a site in a folder of its own: not what stands beside the configuration, such as how to build the site. */
export function isPageOfSite(document: string, ground: Ground): boolean {
  const site = siteAround(document, ground)
  return site !== undefined && site !== '' && folderOf(document) !== site
}

const folderOf = (file: string): string => path.posix.dirname(file).replace(/^\.$/, '')
