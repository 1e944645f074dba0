/**
 * The table of everything that has doors: from the models, from what detectors find without one, and from the fixtures that prove
 * each row. In: model files and fixture directories. Out: rows, and what has no fixture.
 */
import fs from 'node:fs'
import path from 'node:path'
import { checkedModels } from '../../plugin/link/models'
import { casesIn, expectationsIn, FIXTURES } from './fixture-programs'

export type Kind =
  | 'HTTP'
  | 'GraphQL'
  | 'Remote procedures'
  | 'Sockets'
  | 'Queues'
  | 'Events'
  | 'Schedules'
  | 'Commands'
  | 'Webhooks'
  | 'Pages of user interfaces'
  | 'Calls of other services'
  | 'Formats of data'

export interface Row {
  kind: Kind
  title: string
  /** Those that a fixture uses. */
  libraries: string[]
  reads: string[]
  fixtures: string[]
}

/** How fixtures name kinds, in comments and in `expected.txt`. */
const KINDS: Record<string, Kind> = {
  http: 'HTTP',
  static: 'HTTP',
  graphql: 'GraphQL',
  rpc: 'Remote procedures',
  websocket: 'Sockets',
  queue: 'Queues',
  event: 'Events',
  schedule: 'Schedules',
  cli: 'Commands',
  webhook: 'Webhooks',
}

interface Fixture {
  /** Below `test/fixtures`. */
  name: string
  kinds: Set<Kind>
  /** Packages that it imports or depends on, with their subpaths. */
  packages: Set<string>
}

type ModelFile = ReturnType<typeof checkedModels>[string]

/** Found by detectors without a key of a model that says so. */
const DETECTED: { title: string; libraries: string[]; kind: Kind; reads: string[] }[] = [
  ...[
    ['Commander', 'commander'],
    ['Yargs', 'yargs'],
    ['oclif', '@oclif/core'],
    ['Clipanion', 'clipanion'],
    ['citty', 'citty'],
    ['CAC', 'cac'],
    ['Sade', 'sade'],
    ['cmd-ts', 'cmd-ts'],
    ['Cleye', 'cleye'],
    ['argparse', 'argparse'],
    ['meow', 'meow'],
    ['arg', 'arg'],
    ['minimist', 'minimist'],
    ['util.parseArgs', 'util'],
  ].map(([title, library]) => ({
    title: title as string,
    libraries: [library as string],
    kind: 'Commands' as const,
    reads: ['commands', 'flags', 'arguments', 'defaults'],
  })),
  { title: 'Socket.IO', libraries: ['socket.io'], kind: 'Sockets', reads: ['events', 'namespaces', 'payloads', 'guards', 'messages out'] },
  { title: 'ws', libraries: ['ws'], kind: 'Sockets', reads: ['messages', 'paths', 'guards', 'messages out'] },
  { title: 'tRPC', libraries: ['@trpc/server'], kind: 'HTTP', reads: ['procedures', 'inputs', 'guards'] },
  { title: 'oRPC', libraries: ['@orpc/server'], kind: 'HTTP', reads: ['procedures', 'inputs', 'guards'] },
  { title: 'GraphQL.js', libraries: ['graphql'], kind: 'GraphQL', reads: ['operations', 'arguments', 'types', 'guards'] },
  { title: 'Pothos', libraries: ['@pothos/core'], kind: 'GraphQL', reads: ['operations', 'arguments', 'types', 'guards'] },
  { title: 'Nexus', libraries: ['nexus'], kind: 'GraphQL', reads: ['operations', 'arguments', 'types', 'guards'] },
  { title: 'LoopBack', libraries: ['@loopback/rest'], kind: 'HTTP', reads: ['routes', 'parameters', 'guards'] },
  { title: 'Sails', libraries: ['sails'], kind: 'HTTP', reads: ['routes', 'actions', 'policies'] },
  { title: 'Vue Router', libraries: ['vue-router'], kind: 'Pages of user interfaces', reads: ['paths', 'components', 'guards'] },
  { title: 'React Router', libraries: ['react-router-dom', 'react-router'], kind: 'Pages of user interfaces', reads: ['paths', 'components'] },
  { title: 'Angular Router', libraries: ['@angular/router'], kind: 'Pages of user interfaces', reads: ['paths', 'components', 'guards'] },
  { title: 'Ember', libraries: ['@ember/routing', 'ember-source'], kind: 'Pages of user interfaces', reads: ['paths', 'components'] },
  { title: 'TanStack Router', libraries: ['@tanstack/react-router'], kind: 'Pages of user interfaces', reads: ['paths', 'components'] },
]

/** What is put on the page by its formats and hosts, not by its title. */
const LISTED_APART = new Set(['data-formats.yaml', 'service-libraries.yaml'])

export function fixtures(): Fixture[] {
  return ['routes', 'interfaces', 'services', 'formats'].flatMap((area) => {
    const root = path.join(FIXTURES, area)
    const names = area === 'formats' ? fs.readdirSync(root) : casesIn(root)
    return names.map((name) => fixtureAt(`${area}/${name}`, path.join(root, name)))
  })
}

function fixtureAt(name: string, directory: string): Fixture {
  const kinds = new Set<Kind>()
  if (expectationsIn(directory, 'route').some(({ todo }) => !todo)) kinds.add('HTTP')
  for (const key of ['entry', 'out'])
    for (const { text } of expectationsIn(directory, key)) {
      const kind = KINDS[text.split(' ')[0] as string]
      if (kind) kinds.add(kind)
    }
  if (expectationsIn(directory, 'route').some(({ text }) => / webhook=(?!none)/.test(text))) kinds.add('Webhooks')
  if (expectationsIn(directory, 'page').length > 0) kinds.add('Pages of user interfaces')
  if (expectationsIn(directory, 'calls').length > 0) kinds.add('Calls of other services')
  if (expectationsIn(directory, 'format').length > 0) kinds.add('Formats of data')
  const table = path.join(directory, 'expected.txt')
  if (fs.existsSync(table))
    for (const line of fs.readFileSync(table, 'utf8').split('\n')) {
      const kind = KINDS[line.split(' ')[0] as string]
      if (kind) kinds.add(kind)
    }
  return { name, kinds, packages: packagesIn(directory) }
}

function packagesIn(directory: string): Set<string> {
  const found = new Set<string>()
  for (const file of fs.readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const at = path.join(directory, file)
    if (!/\.(?:[cm]?[jt]sx?|vue|svelte|astro|json)$/.test(file) || !fs.statSync(at).isFile()) continue
    const text = fs.readFileSync(at, 'utf8')
    if (path.basename(file) === 'package.json') {
      const { dependencies, devDependencies } = JSON.parse(text) as Record<string, Record<string, string> | undefined>
      for (const name of Object.keys({ ...dependencies, ...devDependencies })) found.add(name)
      continue
    }
    if (/\bBun\.serve\(/.test(text)) found.add('bun')
    if (/\bfetch\(/.test(text)) found.add('fetch')
    for (const [, name] of text.matchAll(/(?:\bfrom\s*|\brequire\(\s*|\bimport\s*\(?\s*)['"]([^'"./][^'"]*|\$[^'"]*)['"]/g))
      found.add((name as string).replace(/^(?:node|npm|jsr):(@?[^@]+)(?:@.*)?$/, '$1'))
  }
  return found
}

/** Kinds of doors that a model opens by its own keys. */
function kindsOf(model: ModelFile): Set<Kind> {
  const kinds = new Set<Kind>()
  const decorators = model.decorators ?? []
  const files = model.files ?? []
  if (model.routes || model.resources || model.tables || model.servers || model.autoloads || model.contracts || model.procedureServers)
    kinds.add('HTTP')
  if (decorators.some(({ decorator }) => decorator === 'route' || decorator === 'generator')) kinds.add('HTTP')
  if (files.some(({ handlers }) => ['exports', 'default', 'page', 'forms', 'action'].includes(handlers))) kinds.add('HTTP')
  if (files.some(({ handlers, shows }) => handlers === 'shown' || shows)) kinds.add('Pages of user interfaces')
  if (model.graphqlServers) kinds.add('GraphQL')
  if (model.grpcServers) kinds.add('Remote procedures')
  for (const { kind } of [...(model.listeners ?? []), ...decorators.filter(({ decorator }) => decorator === 'listen')])
    if (kind && KINDS[kind]) kinds.add(KINDS[kind])
  for (const { kind } of model.publications ?? []) kinds.add(KINDS[kind] as Kind)
  if (model.services || model.serviceClients) kinds.add('Calls of other services')
  if (model.formats) kinds.add('Formats of data')
  return kinds
}

function readsOf(model: ModelFile, kind: Kind): string[] {
  const says = (key: keyof ModelFile, words: string) => (model[key] ? [words] : [])
  const decorated = (is: string[], words: string) => (model.decorators?.some(({ decorator }) => is.includes(decorator)) ? [words] : [])
  switch (kind) {
    case 'HTTP':
      return [
        'routes',
        ...new Set([...says('requests', 'parameters'), ...says('inputs', 'parameters'), ...decorated(['parameter'], 'parameters')]),
        ...new Set([...says('answers', 'answers'), ...says('returned', 'answers'), ...decorated(['answers'], 'answers')]),
        ...new Set([
          ...says('uses', 'guards'),
          ...says('hooks', 'guards'),
          ...says('guardNames', 'guards'),
          ...decorated(['guards', 'roles'], 'guards'),
          ...(model.files?.some(({ handlers }) => handlers === 'middleware') ? ['guards'] : []),
        ]),
      ]
    case 'Pages of user interfaces':
      return ['paths', 'files']
    case 'GraphQL':
      return ['operations', 'arguments', 'types', 'guards']
    case 'Remote procedures':
      return ['methods', 'messages', 'guards']
    case 'Calls of other services':
      return ['hosts', 'who decides them', 'methods', 'paths']
    default:
      return [
        ...(model.listeners || decorated(['listen'], 'in').length > 0
          ? [kind === 'Schedules' ? 'times' : kind === 'Events' || kind === 'Sockets' ? 'events in' : 'messages in']
          : []),
        ...(model.publications && kind !== 'Schedules' ? [kind === 'Events' ? 'events out' : 'messages out'] : []),
      ]
  }
}

/** Rows in the order of the page, and whatever has no fixture that shows it. */
export function supported(): { rows: Row[]; missing: string[] } {
  const all = fixtures()
  const rows: Row[] = []
  const missing: string[] = []
  const add = (kind: Kind, title: string, libraries: readonly string[], reads: string[], name: string) => {
    const proofs = all.filter((fixture) => fixture.kinds.has(kind) && libraries.some((library) => uses(fixture, library)))
    if (proofs.length === 0) {
      missing.push(`${name}: ${kind}`)
      return
    }
    const known = rows.find((row) => row.kind === kind && row.title === title)
    const used = libraries.filter((library) => proofs.some((fixture) => uses(fixture, library)))
    if (known) {
      known.libraries = [...new Set([...known.libraries, ...used])]
      known.reads = [...new Set([...known.reads, ...reads])]
      known.fixtures = [...new Set([...known.fixtures, ...proofs.map((fixture) => fixture.name)])]
    } else rows.push({ kind, title, libraries: used, reads, fixtures: proofs.map((fixture) => fixture.name) })
  }
  for (const [name, model] of Object.entries(checkedModels())) {
    if (LISTED_APART.has(name)) continue
    for (const kind of kindsOf(model)) if (kind !== 'Formats of data') add(kind, model.title, packagesOf(model), readsOf(model, kind), name)
  }
  for (const { title, libraries, kind, reads } of DETECTED) add(kind, title, libraries, reads, title)
  for (const { package: names, host } of checkedModels()['service-libraries.yaml']?.serviceClients ?? []) {
    const proofs = all.filter((fixture) => fixture.kinds.has('Calls of other services') && names.some((each) => uses(fixture, each)))
    if (proofs.length === 0) missing.push(`${names.join(', ')}: Calls of other services`)
    else
      rows.push({
        kind: 'Calls of other services',
        title: host,
        libraries: names.filter((each) => proofs.some((fixture) => uses(fixture, each))),
        reads: ['operations', 'hosts'],
        fixtures: proofs.map(({ name }) => name),
      })
  }
  rows.push(...formatRows())
  const order = [...new Set<Kind>([...Object.values(KINDS), 'Pages of user interfaces', 'Calls of other services', 'Formats of data'])]
  rows.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind) || one.title.localeCompare(other.title, 'en'))
  return { rows, missing: missing.sort() }
}

/** Packages of a model, and those that it names in quotes. */
function packagesOf(model: ModelFile): string[] {
  const quoted = [...JSON.stringify([model.types ?? {}, model.services ?? []]).matchAll(/\\"npm:([^"\\]+)\\"/g)].map(([, name]) => name as string)
  return [...new Set([...model.library, ...quoted])]
}

const uses = ({ packages }: Fixture, library: string) => [...packages].some((name) => name === library || name.startsWith(`${library}/`))

/** Formats are told by the expectations themselves. */
function formatRows(): Row[] {
  const root = path.join(FIXTURES, 'formats')
  const rows = new Map<string, Row>()
  for (const name of fs.readdirSync(root))
    for (const { text } of expectationsIn(path.join(root, name), 'format')) {
      const [format = '', direction = '', library = ''] = text.split(' ')
      const title = format.replace(/%/g, ' ')
      const row = rows.get(title) ?? { kind: 'Formats of data' as const, title, libraries: [], reads: [], fixtures: [] }
      if (library !== '-' && !row.libraries.includes(library)) row.libraries.push(library)
      if (!row.reads.includes(direction)) row.reads.push(direction)
      if (!row.fixtures.includes(`formats/${name}`)) row.fixtures.push(`formats/${name}`)
      rows.set(title, row)
    }
  return [...rows.values()]
}
