/** Imports of samples: that there is such a module of the project, and that it exports the name. */

import path from 'node:path'
import escapeStringRegexp from 'escape-string-regexp'
import { NODE_MODULES } from '../../node-modules'
import type { Claim, ExportedSymbol, SampleImport } from '../../types'
import { isPlaceholder } from '../not-claims'
import { isNear, type OwnCode, ownCodeOf } from './own-code'
import type { Bench } from './sample-bench'

/** Sentences before a sample of what its reader is to write. */
const READERS_OWN =
  /\b(?:create|creating|add|adding|write|writing|make|define|defining|generate|implement|put|place|save|your|you(?:'ll| will| can| could)?|new|custom|example|assum\w+)\b/i

export interface Target {
  /** Files that the specifier may mean. */
  files: string[]
  /** Why nothing is said of it where there are none. */
  reason?: string
}

export function importClaims(bench: Bench): Claim[] {
  const code = ownCodeOf(bench.ground)
  const targets = bench.sample.imports.map((it) => ({ it, target: targetOf(bench, it.specifier, code) }))
  // A file in a folder of the project; one without a folder may be anybody's.
  const isInside = targets.some(({ it, target }) => /^\.[./]*\/[^./][^/]*\/./.test(it.specifier) && (target?.files.length ?? 0) > 0)
  return targets.flatMap(({ it, target }) => {
    if (!target) return foreign(bench, it, isInside, code)
    if (target.files.length > 0)
      return [bench.right(it.line, it.specifier, `${target.files[0]} is there.`, []), ...names(bench, it, target.files, code)]
    if (target.reason) return [bench.unsure(it.line, it.specifier, target.reason)]
    return missing(bench, it, isInside, code)
  })
}

/** undefined for a package that is none of this tree. */
export function targetOf({ document, ground }: Bench, specifier: string, code: OwnCode): Target | undefined {
  if (isPlaceholder(specifier.replace(/^[./]+/, ''))) return { files: [], reason: 'The address is a placeholder.' }
  if (!specifier.startsWith('.')) {
    const known = ground.program.inventory.modules.get(specifier)
    if (!known) return undefined
    return known.file ? { files: [known.file] } : { files: [], reason: 'What the package or alias leads to could not be told.' }
  }
  const tail = specifier.replace(/^(?:\.{1,2}\/?)+/, '')
  if (tail === '') return { files: [], reason: 'Which folder is meant is not told.' }
  const beside = path.posix.normalize(path.posix.join(path.posix.dirname(document.path), specifier))
  const exact = code.modulesEndingIn(beside).filter((file) => file.startsWith(beside))
  return { files: exact.length > 0 ? exact : code.modulesEndingIn(tail) }
}

function missing(bench: Bench, { specifier, line, names }: SampleImport, isInside: boolean, code: OwnCode): Claim[] {
  const { ground, document, fence } = bench
  const tail = specifier.replace(/^(?:\.{1,2}\/?)+/, '').replace(/\/$/, '')
  const folder = path.posix.dirname(tail)
  const where = folder === '.' ? undefined : ground.endingWith(folder)
  if (where === undefined || !ground.lookUp(where).isDirectory)
    return [bench.unsure(line, specifier, 'From where it is imported is not told, so it may be a file of the reader.')]
  // Counted from the document itself the folder is there: it is one of the project.
  const beside = path.posix.normalize(path.posix.join(path.posix.dirname(document.path), specifier))
  const besideFolder = path.posix.dirname(beside)
  const isBeside =
    !beside.startsWith('..') && besideFolder.includes('/') && ground.lookUp(besideFolder).isDirectory && !READERS_OWN.test(fence.before)
  const exporters = names.flatMap(({ imported, local }) => code.named(imported === '*' || imported === 'default' ? local : imported))
  const twins = neighbours(
    ground.program.files.map((file) => file.path),
    folder,
    path.posix.basename(tail),
  )
  if (!isBeside && twins.length === 0 && (!isInside || READERS_OWN.test(fence.before) || madeInDocument(bench, names)))
    return [bench.unsure(line, specifier, 'It may be a file that the reader makes.')]
  if (!isBeside && !isInside && exporters.length === 0) return [bench.unsure(line, specifier, 'It may be a file that the reader makes.')]
  const near = twins.length === 1 ? (twins[0] as string) : undefined
  const home = exporters.find(({ file }) => near === undefined || file !== near)
  return [
    bench.wrong(line, specifier, {
      says: `There is a module ${tail}.`,
      actual: near ? `There is none; ${folder} has ${path.posix.basename(near)}.` : `${where} has no such module.`,
      impact: 'Whoever copies the sample has a program that does not start.',
      action: near
        ? `Import ${path.posix.basename(near).replace(/\.[cm]?[jt]sx?$/, '')}${home && home.file !== near ? `, or ${home.name} from ${home.file}` : ''}.`
        : home
          ? `Import it from ${home.file}.`
          : 'Name the module that is there, or remove the import.',
      evidence: home ? [home.at] : near ? [{ file: near, line: 1, text: '' }] : [],
    }),
  ].filter(() => document.path !== '')
}

/** Modules of a folder whose name differs in case, or by a word after a dot: `user.model.js` for `User`. */
function neighbours(files: string[], folder: string, base: string): string[] {
  const wanted = base.toLowerCase().replace(/\.[cm]?[jt]sx?$/, '')
  return files.filter((file) => {
    const at = path.posix.dirname(file)
    if ((at !== folder && !at.endsWith(`/${folder}`)) || !/\.[cm]?[jt]sx?$/.test(file)) return false
    const stem = path.posix
      .basename(file)
      .toLowerCase()
      .replace(/\.[cm]?[jt]sx?$/, '')
    return stem !== wanted ? stem.split('.')[0] === wanted || wanted.split('.')[0] === stem || isNear(stem, wanted) : true
  })
}

/** Another block of the document shows how it is made. */
function madeInDocument({ document, fence }: Bench, names: SampleImport['names']): boolean {
  return document.fences.some(
    (other) =>
      other !== fence &&
      other.sample &&
      names.some(
        ({ local }) => other.sample?.declared.includes(local) && !other.sample.imports.some((it) => it.names.some((name) => name.local === local)),
      ),
  )
}

function names(bench: Bench, { specifier, names: all }: SampleImport, files: string[], code: OwnCode): Claim[] {
  const modules = files.map((file) => code.inFile(file))
  // Of a file that is no code, or whose exports could not be told, nothing is said.
  if (modules.some((symbols) => symbols.length === 0 || symbols.some(({ name }) => name === '*'))) return []
  return all.flatMap(({ imported, line }) => {
    if (imported === '*') return []
    const found = modules.flatMap(
      (symbols) => symbols.find((symbol) => (imported === 'default' ? symbol.isDefault : symbol.name === imported && !symbol.isDefault)) ?? [],
    )
    if (found[0])
      return imported === 'default' ? [] : [bench.right(line, `${imported} of ${specifier}`, `${found[0].file} exports it.`, [found[0].at])]
    if (imported === 'default') return withoutDefault(bench, specifier, line, modules, files)
    const members = modules.flatMap((symbols) => symbols.filter(({ isDefault }) => isDefault))
    // `require` hands out what was put into `module.exports`, and some of that is made while running.
    if (members.some(({ kind, open }) => kind === 'other' || open)) return []
    const near = modules.flat().find(({ name, isDefault }) => !isDefault && isNear(name, imported))
    const elsewhere = code.named(imported).find(({ file }) => !files.includes(file))
    return [
      bench.wrong(line, `${imported} of ${specifier}`, {
        says: `${specifier} exports ${imported}.`,
        actual: near
          ? `It exports ${near.name}, and no ${imported}.`
          : elsewhere
            ? `It does not; ${elsewhere.file} does.`
            : `${files[0]} exports nothing of that name.`,
        impact: 'Whoever copies the sample gets undefined, or a program that does not start.',
        action: near ? `Write ${near.name}.` : elsewhere ? `Import it from ${elsewhere.file}.` : 'Import what is there.',
        severity: 'High',
        evidence: near ? [near.at] : elsewhere ? [elsewhere.at] : [],
        ...(near && !near.isDefault ? { patch: { line, from: imported, to: near.name } } : {}),
      }),
    ]
  })
}

function withoutDefault(bench: Bench, specifier: string, line: number, modules: ExportedSymbol[][], files: string[]): Claim[] {
  const named = modules.flat().filter(({ isDefault, typed, kind }) => !isDefault && (typed !== undefined || kind !== 'other'))
  if (named.length === 0 || !files.every((file) => /\.(?:ts|tsx|mts|mjs)$/.test(file))) return []
  return [
    bench.wrong(line, `default of ${specifier}`, {
      says: `${specifier} has a default export.`,
      actual: `${files[0]} has none; it exports ${named
        .slice(0, 3)
        .map(({ name }) => name)
        .join(', ')}.`,
      impact: 'Whoever copies the sample gets undefined, or a program that does not start.',
      action: 'Import by name.',
      confidence: 'medium',
      evidence: named.slice(0, 1).map(({ at }) => at),
    }),
  ]
}

/** A sample that stands inside the project can import only what the project depends on. */
function foreign(bench: Bench, { specifier, line }: SampleImport, isInside: boolean, code: OwnCode): Claim[] {
  if (/^[a-z]+:|^\/|^[#~]|^@\//.test(specifier)) return []
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  if (NODE_MODULES.has(name)) return []
  const types = `@types/${name.replace(/^@/, '').replace('/', '__')}`
  if (code.packages.has(name) || code.packages.has(types)) return [bench.right(line, specifier, 'The project depends on it.', [])]
  if (!isInside || code.packages.size < 3) return [bench.unsure(line, specifier, 'It may be a package that the reader installs.')]
  const installs = new RegExp(`\\b(?:npm|yarn|pnpm|bun)\\b[^\\n]*\\s${escapeStringRegexp(name)}(?![\\w/-])`)
  if (READERS_OWN.test(bench.fence.before) || bench.document.fences.some(({ text }) => installs.test(text)))
    return [bench.unsure(line, specifier, 'It may be a package that the reader installs.')]
  return [
    bench.wrong(line, specifier, {
      says: `The project uses ${name}.`,
      actual: `No manifest names ${name}.`,
      impact: 'Whoever copies the sample has a program that does not start.',
      action: 'Name the package that is used, or add it to the dependencies.',
      confidence: 'medium',
    }),
  ]
}
