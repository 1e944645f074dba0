/**
 * Files that something outside of the code begins at: tools, frameworks, people. In: what is known of the program. Out: for each code
 * file why it is begun at, or undefined. Conventions are a table; adding a framework is a line.
 */
import type { FileFacts } from '../../../../graph'
import { isTestCode } from '../../../linked'
import type { KnownQuality } from '../../known'
import { conventions } from './conventions'
import type { Mentions } from './mentions'

export function entriesOf(known: KnownQuality, mentions: Mentions): (string | undefined)[] {
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
    if (mentions.ofFile(path)) return 'named by a text of the code or of a setting'
    return runsByItself(known, facts, file) ? 'a script that gives nothing to others' : undefined
  })
}

/** Frameworks whose files are routes by where they lie. */
const FILE_ROUTED = /^(?:next|nuxt|remix|@remix-run\/.*|react-router|@sveltejs\/kit|astro|nitro|expo-router|@cloudflare\/.*|aws-lambda|azure-functions|@netlify\/.*|@vercel\/.*|fresh|analog)/

/** Exports nothing, and does something as soon as it is read. */
function runsByItself({ linked: { whole } }: KnownQuality, { graph, path }: FileFacts, file: number): boolean {
  if (/\.(?:vue|svelte|astro)$/.test(path)) return false
  return graph.exports.length === 0 && (whole.commonjs[file] as number[]).length === 0 && (whole.exportsNode[file] as number) < 0
}
