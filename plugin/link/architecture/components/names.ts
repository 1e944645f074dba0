/**
 * What containers are called. In: what manifests, READMEs and folders call them. Out: a name as a person would say it: what is the program's
 * own in the name of its package, and what it is. Words that any package may have say nothing and are left out.
 */
import { rowsByName } from '../../../rows-by-name'
import type { KnownArchitecture } from '../known'
import { baseOf, dirOf } from '../paths'
import type { CodeContainer } from './containers'

/** Words of package names that tell nothing of what the program is about. */
const GENERIC = new Set(
  'app application apps api apis rest restful server servers backend frontend front back end client web website webapp site ui demo demos example examples sample samples boilerplate starter template skeleton seed project service services official create kit main core monorepo root repo repository workspace workspaces test simple basic my the a an of for with and using node nodejs js ts javascript typescript express expressjs nestjs nest angular vue vuejs next nextjs nuxt svelte sveltekit fastify koa hapi mongo mongodb mongoose postgres postgresql mysql sqlite prisma typeorm graphql apollo docker python flask django fullstack stack mern mean'.split(
    ' ',
  ),
)
/** Words at the end of a package's name that say what it is; the kind of the container says so better. */
const KIND_WORDS =
  /[\s-]+(?:api|server|backend|frontend|client|web|webapp|website|site|app|application|service|ui|worker|functions?|example|sample|demo|boilerplate|starter|template|skeleton|project)$/i
/** Technologies as a person writes them, where a capital at the front is not enough. */
const SPELLED: Record<string, string> = rowsByName({
  nodejs: 'Node.js',
  node: 'Node.js',
  nestjs: 'NestJS',
  nest: 'NestJS',
  nextjs: 'Next.js',
  next: 'Next.js',
  graphql: 'GraphQL',
  api: 'API',
  ui: 'UI',
  cli: 'CLI',
  sdk: 'SDK',
  mongodb: 'MongoDB',
  mysql: 'MySQL',
  postgres: 'PostgreSQL',
  typescript: 'TypeScript',
  javascript: 'JavaScript',
  http: 'HTTP',
  aws: 'AWS',
  cms: 'CMS',
  crm: 'CRM',
  oauth: 'OAuth',
  db: 'database',
  auth: 'auth',
  sql: 'SQL',
})

export function nameContainers(
  known: KnownArchitecture,
  containers: readonly CodeContainer[],
  servesPages: (container: CodeContainer) => boolean,
): Map<CodeContainer, string> {
  const names = new Map<CodeContainer, string>()
  const many = (kinds: CodeContainer['kind'][]) => containers.filter(({ kind }) => kinds.includes(kind)).length > 1
  const severalServers = many(['backend', 'function'])
  const severalPages = many(['frontend'])
  for (const container of containers) {
    const base = ownWords(known, container)
    names.set(
      container,
      nameOf(known, container, container.kind === 'command' ? base : capital(base), {
        severalServers,
        severalPages,
        frontends: containers.some(({ kind }) => kind === 'frontend'),
        pages: servesPages(container),
      }),
    )
  }
  // Of two with one name the folder tells which is which.
  for (const [container, name] of names)
    if ([...names.values()].filter((other) => other === name).length > 1) names.set(container, `${name} (${container.folder || 'root'})`)
  return names
}

function nameOf(
  known: KnownArchitecture,
  container: CodeContainer,
  base: string,
  of: { severalServers: boolean; severalPages: boolean; frontends: boolean; pages: boolean },
): string {
  switch (container.kind) {
    case 'frontend': {
      const technology = container.draws ?? container.whole
      if (container.whole && /^(?:Docusaurus|VitePress|VuePress)$/.test(container.whole)) return 'Documentation site'
      if (!of.severalPages && technology) return `${technology} frontend`
      return base ? `${base} frontend` : technology ? `${technology} frontend` : 'Frontend'
    }
    case 'backend':
      if (container.whole) return base ? `${base} web application` : `${container.whole} application`
      if (/\bgateway$/i.test(base)) return base
      if (of.severalServers && container.unit.dir !== '')
        return base ? `${base} service` : container.unit.dir ? `${titled(baseOf(container.unit.dir))} service` : 'API server'
      if (of.pages) return of.frontends ? (base ? `${base} server` : 'Web server') : base ? `${base} web application` : 'Web application'
      return base ? `${base} API` : 'API server'
    case 'function':
      return base ? `${base} functions` : 'Functions'
    case 'worker':
      return base && container.unit.dir !== '' ? `${base} worker` : 'Worker'
    case 'command':
      return commandName(known, container, base)
    case 'library':
      return container.unit.files.length === container.files.length
        ? (container.unit.name ?? (base || titled(baseOf(container.folder))))
        : `${titled(baseOf(container.folder) || 'shared')} code`
  }
}

function commandName(known: KnownArchitecture, container: CodeContainer, base: string): string {
  const bins = container.starts.filter(({ how }) => how === 'bin')
  const bin = bins[0]
  if (bin) return bins.length === 1 || container.files.length === container.unit.files.length ? `${bin.name} command` : 'Commands'
  const paths = new Set(container.starts.map(({ file }) => known.linked.whole.files[file]?.path))
  const asks = known.connections.filter(({ places }) => (places ?? []).some(({ at }) => paths.has(at.file)))
  if (asks.length > 0 && asks.every(({ kind }) => kind === 'database')) return 'Database scripts'
  const through = container.doors.find(({ kind }) => kind === 'cli')?.through
  if (through) return `${through} command`
  return container.folder ? `${titled(baseOf(container.folder))}` : base ? `${base} command` : 'Commands'
}

/** What is the program's own in the name of its package, written as its README writes it; the name of its one technology where nothing is. */
function ownWords(known: KnownArchitecture, { unit, whole }: CodeContainer): string {
  const isRoot = unit.dir === ''
  const heading = headingOf(known, unit.dir)
  const headingIsName = heading !== undefined && heading.split(/\s+/).length <= 4
  const raw = (unit.name ?? (isRoot ? (headingIsName ? heading : known.project) : baseOf(unit.dir))).replace(/^@[^/]+\//, '')
  const words = wordsOf(raw)
  const own = words.filter((word) => !GENERIC.has(word.toLowerCase()))
  if (own.length > 0) {
    const spelled = heading && spelledIn(heading, raw)
    let name = spelled ?? words.map((word) => (heading && spelledIn(heading, word)) || spell(word)).join(' ')
    for (let next = name.replace(KIND_WORDS, ''); next !== name && next !== ''; next = name.replace(KIND_WORDS, '')) name = next
    return name
  }
  // A name made of technologies and common words: one technology still tells something, a list of them does not.
  const technologies = words.filter((word) =>
    known.technologies.some(({ name, category }) => category === 'framework' && squash(name) === squash(spell(word))),
  )
  if (technologies.length === 1 && words.length <= 2 && !whole)
    return known.technologies.find(({ name }) => squash(name) === squash(spell(technologies[0] as string)))?.name ?? ''
  return ''
}

/** The README's own way to write a name: `OrchardShop` for `orchardshop`. */
function spelledIn(text: string, name: string): string | undefined {
  const wanted = squash(name)
  const words = text.split(/\s+/)
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= words.length; to++)
      if (squash(words.slice(from, to).join('')) === wanted)
        return words
          .slice(from, to)
          .join(' ')
          .replace(/[^\w)]+$/, '')
  return undefined
}

function headingOf({ told }: KnownArchitecture, dir: string): string | undefined {
  const text = told.readmes
    .find(({ path }) => dirOf(path) === dir)
    ?.heading.replace(/[^\p{L}\p{N} ._+#&'()-]+/gu, ' ')
    .trim()
  return text ? text : undefined
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_./-]+/)
    .filter(Boolean)
}

function spell(word: string): string {
  return SPELLED[word.toLowerCase()] ?? (/[A-Z]/.test(word) ? word : word.charAt(0).toUpperCase() + word.slice(1))
}

/** `user-profiles` as `User profiles`. */
export function titled(name: string): string {
  const words = wordsOf(name)
  return words
    .map((word, index) =>
      index === 0 ? capital(spell(word)) : (SPELLED[word.toLowerCase()] ?? (/[A-Z]/.test(word.slice(1)) ? word : word.toLowerCase())),
    )
    .join(' ')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function squash(text: string): string {
  return text
    .toLowerCase()
    .replace(/\.js$/, '')
    .replace(/[^a-z0-9]/g, '')
    .replace(/js$/, '')
}
