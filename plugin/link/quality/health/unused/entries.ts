/**
 * Files that something outside of the code begins at: tools, frameworks, people. In: what is known of the program. Out: for each code
 * file why it is begun at, or undefined. Conventions are a table; adding a framework is a line.
 */
import type { FileFacts } from '../../../../graph'
import { isTestCode } from '../../../linked'
import type { KnownQuality } from '../../known'
import { conventions } from './conventions'
import type { Mentions } from './mentions'

/** What is asked for where the program begins. */
export type KnownBegun = Pick<KnownQuality, 'linked' | 'extracted' | 'entryPoints' | 'imports'>

/** Why a file is begun at, and whether what it exports may be asked for from there. */
export interface Entry {
  why: string
  gives: boolean
}

export function entriesOf(known: KnownBegun, mentions: Mentions): (Entry | undefined)[] {
  const run = programsRun(known)
  return placesOf(known, mentions).map((why, file) => {
    if (why === undefined) return undefined
    const { path } = known.linked.whole.files[file] as { path: string }
    // A program that is started gives nothing to whoever starts it; what is named besides being imported gives what is imported.
    return { why, gives: !run.has(path) && !(why === NAMED && (known.imports.importersOf[file]?.length ?? 0) > 0) }
  })
}

/** Files that a script starts: `ts-node src/seed.ts`. */
function programsRun({ extracted }: KnownBegun): Set<string> {
  const found = new Set<string>()
  for (const { path, text } of extracted.configs) {
    if (!/(?:^|\/)package\.json$/.test(path)) continue
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    for (const [, file] of text
      .replaceAll(/\\"/g, "'")
      .matchAll(
        /\b(?:node|nodejs|ts-node(?:-dev|-esm)?|tsx|nodemon|bun|esno|esrun|babel-node|vite-node|swc-node|jiti)(?=\s)[^"&|;]{0,200}?\s(?:\.\/)?([\w@./-]+\.[cm]?[jt]sx?)\b/g,
      ))
      found.add(folder + file)
  }
  return found
}

function placesOf(known: KnownBegun, mentions: Mentions): (string | undefined)[] {
  const { linked, entryPoints } = known
  const { whole, dependencies, modules } = linked
  const held = conventions.filter(({ needs }) => !needs || needs.some((name) => dependencies.has(name)))
  const published = new Set(modules.packageEntries())
  const routed = new Set(entryPoints.filter(({ framework, generated }) => !generated && FILE_ROUTED.test(framework)).map(({ at }) => at.file))
  return whole.files.map((facts, file) => {
    const { path, text } = facts
    if (isTestCode(linked, path)) return 'a test'
    if (published.has(path)) return 'an entry of a package'
    if (text.startsWith('#!')) return 'a program that is called by its name'
    const convention = held.find(({ files }) => files.test(path))
    if (convention) return convention.why
    if (routed.has(path)) return 'a route by its place'
    const mentioned = mentions.ofFile(path)
    if (mentioned) return mentioned === 'file' ? NAMED : mentioned === 'folder' ? 'loaded with its folder' : LOADED_ANYWHERE
    return runsByItself(known, facts, file) ? 'a script that gives nothing to others' : undefined
  })
}

/** Some text means the folders of many packages: a doubt, and little more. */
export const LOADED_ANYWHERE = 'loaded with folders of its name'
const NAMED = 'named by a text of the code or of a setting'

/** Frameworks whose files are routes by where they lie. */
const FILE_ROUTED =
  /^(?:next|nuxt|remix|@remix-run\/.*|react-router|@sveltejs\/kit|astro|nitro|expo-router|@cloudflare\/.*|aws-lambda|azure-functions|@netlify\/.*|@vercel\/.*|fresh|analog)/

/** Exports nothing, and does something as soon as it is read. */
function runsByItself({ linked: { whole } }: KnownBegun, { graph, path }: FileFacts, file: number): boolean {
  if (/\.(?:vue|svelte|astro)$/.test(path)) return false
  return graph.exports.length === 0 && (whole.commonjs[file] as number[]).length === 0 && (whole.exportsNode[file] as number) < 0
}
