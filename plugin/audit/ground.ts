/**
 * What claims are held against: the program, and the look-ups that several readers share. Made once a run. Paths are
 * relative to the analysed root.
 */
import path from 'node:path'
import ignore from 'ignore'
import type { DocumentFacts, ManifestFact, Program } from '../types'

export interface Ground {
  program: Program
  documents: DocumentFacts[]
  document(path: string): DocumentFacts | undefined
  /** Whether there is such a file or directory; `caseOnly` where just the case of letters differs. */
  lookUp(path: string): { exists: boolean; isDirectory: boolean; actual?: string }
  /** Facts of the manifests of the package that a document belongs to, nearest first: its own folder's, then those above. */
  manifestsFor(document: string): { path: string; facts: ManifestFact[] }[]
  /** The folder of the package that a file belongs to, '' for the root; files of it begin with that. */
  packageOf(file: string): string
  /** A file or folder whose path ends so, at a slash; undefined where there is none. */
  endingWith(tail: string): string | undefined
  foldersEndingWith(tail: string): string[]
  /** Files by base name. */
  named(base: string): string[]
  /** Whether a `.gitignore` leaves out what would have that path. */
  isIgnored(path: string): boolean
}

export function groundOf(program: Program, documents: DocumentFacts[]): Ground {
  const files = new Set([...program.files.map((file) => file.path), ...(program.unread ?? [])])
  const directories = new Set<string>([''])
  const byName = new Map<string, string[]>()
  for (const file of files) {
    const base = path.posix.basename(file)
    byName.set(base, [...(byName.get(base) ?? []), file])
    for (let at = path.posix.dirname(file); at !== '.' && !directories.has(at); at = path.posix.dirname(at)) directories.add(at)
  }
  // What is there and was not read: pictures, archives, what options leave out.
  for (const { subject, stage } of program.notAnalysed)
    if (stage === 'scan') (subject.endsWith('/') ? directories : files).add(subject.replace(/\/$/, ''))
  const foldersByName = new Map<string, string[]>()
  for (const folder of directories) {
    const base = path.posix.basename(folder)
    foldersByName.set(base, [...(foldersByName.get(base) ?? []), folder])
  }
  const folded = new Map([...files, ...directories].map((it) => [it.toLowerCase(), it]))
  const byPath = new Map(documents.map((document) => [document.path, document]))
  const packages = program.manifests
    .filter((manifest) => path.posix.basename(manifest.path) === 'package.json')
    .map((manifest) => folderOf(manifest.path))
    .filter((folder) => folder !== '')
    .sort((a, b) => b.length - a.length)
  const manifests = program.manifests.map((manifest) => ({ ...manifest, folder: folderOf(manifest.path) }))
  const rules = program.inventory.ignored.map(({ folder, patterns }) => ({
    base: folder === '' ? '' : `${folder}/`,
    rules: ignore({ allowRelativePaths: true }).add(patterns),
  }))
  return {
    program,
    documents,
    isIgnored(wanted) {
      const clean = path.posix.normalize(wanted)
      return (
        !clean.startsWith('..') &&
        rules.some(({ base, rules: own }) => clean.startsWith(base) && clean !== base && own.ignores(clean.slice(base.length)))
      )
    },
    document: (it) => byPath.get(it),
    named: (base) => byName.get(base) ?? [],
    endingWith(tail) {
      const base = path.posix.basename(tail)
      const ends = (it: string) => it === tail || it.endsWith(`/${tail}`)
      return (byName.get(base) ?? []).find(ends) ?? (foldersByName.get(base) ?? []).find(ends)
    },
    foldersEndingWith: (tail) => (foldersByName.get(path.posix.basename(tail)) ?? []).filter((it) => it === tail || it.endsWith(`/${tail}`)),
    lookUp(wanted) {
      const clean = path.posix.normalize(wanted).replace(/\/$/, '').replace(/^\.$/, '')
      if (files.has(clean)) return { exists: true, isDirectory: false }
      if (directories.has(clean)) return { exists: true, isDirectory: true }
      const actual = folded.get(clean.toLowerCase())
      return { exists: false, isDirectory: actual !== undefined && directories.has(actual), ...(actual === undefined ? {} : { actual }) }
    },
    packageOf(file) {
      const folder = packages.find((it) => file.startsWith(`${it}/`))
      return folder === undefined ? '' : `${folder}/`
    },
    manifestsFor(document) {
      const folder = folderOf(document)
      return manifests
        .filter((manifest) => manifest.folder === '' || folder === manifest.folder || folder.startsWith(`${manifest.folder}/`))
        .sort((a, b) => b.folder.length - a.folder.length || (a.path < b.path ? -1 : 1))
    },
  }
}

function folderOf(file: string): string {
  const folder = path.posix.dirname(file)
  return folder === '.' ? '' : folder
}
