/**
 * Kinds of places that can be counted: "k of k sites". In: the scene. Out: how many there are, how many could not be told, and
 * a few of them. Rules look at them one by one; a place with an open finding fails the requirement before they are counted.
 */
import { rowsByName } from '../../rows-by-name'
import type { EntryPoint, Evidence } from '../../types'
import type { Scene } from '../scene'

export interface Sites {
  one: string
  many: string
  total: number
  /** Places of which it could not be told how their value comes about. */
  untold: number
  /** How the others are made: `6 fixed, 7 with bound values`. */
  told: string
  examples: Evidence[]
  /** What was looked for, where there is none. */
  looked: string
  /** They stand in manifests, and code that could not be read could say nothing of them. */
  inManifests?: true
}

type SiteKind = (scene: Scene) => Sites

/** Calls and assignments that hand text to something which reads it as more than text. */
const handedTo =
  (ids: string[], one: string, many: string, looked: string): SiteKind =>
  ({ program }) => {
    const rows = program.posture.input.interpreters.filter(({ id }) => ids.includes(id))
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((count, row) => count + of(row), 0)
    const instead = rows.flatMap((row) => row.instead)
    const without = instead.reduce((count, it) => count + it.count, 0)
    const parts: [number, string][] = [
      [sum((row) => row.fixed), 'written in the code'],
      [sum((row) => row.bound), 'with their values handed over apart'],
      [sum((row) => row.built), 'put together, and no outside data was followed there'],
      [without, `by ${instead[0]?.what ?? 'calls'}, which take no text`],
    ]
    return {
      one,
      many,
      total: sum((row) => row.calls) + without,
      untold: sum((row) => row.untold),
      told: parts.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : [])).join(', '),
      examples: [...rows.flatMap((row) => row.examples.map(({ at }) => at)), ...instead.flatMap(({ at }) => at)],
      looked,
    }
  }

const used =
  (kinds: string[], one: string, many: string, looked: string): SiteKind =>
  (scene) => {
    const uses = scene.usages(...kinds)
    return { one, many, total: uses.length, untold: 0, told: '', examples: uses.map(({ at }) => at), looked }
  }

const doorsThat =
  (one: string, many: string, looked: string, fits: (door: EntryPoint) => boolean): SiteKind =>
  ({ program }) => {
    const doors = program.entryPoints.filter(fits)
    return { one, many, total: doors.length, untold: 0, told: '', examples: doors.map(({ at }) => at), looked }
  }

/** Kinds of uses that models call cryptography. */
export const CRYPTOGRAPHY = [
  'hash',
  'web-hash',
  'md5',
  'sha1',
  'fast-hash',
  'mac',
  'cipher',
  'signature',
  'token-sign',
  'slow-hash',
  'key-pair',
  'symmetric-key',
]

const changes = (door: EntryPoint): boolean => (door.data ?? []).some(({ does }) => does !== 'read')

export const siteKinds: Record<string, SiteKind> = rowsByName({
  queries: handedTo(['sql', 'nosql'], 'query', 'queries', 'calls of database clients and ORMs'),
  'sql text': handedTo(['sql'], 'SQL statement', 'SQL statements', 'calls that run SQL'),
  commands: handedTo(
    ['shell'],
    'call that starts a program',
    'calls that start a program',
    'calls of `child_process` and of libraries that start programs',
  ),
  code: handedTo(
    ['code'],
    'call that runs text as code',
    'calls that run text as code',
    '`eval`, `new Function`, `vm`, timers and databases that are given code as text',
  ),
  markup: handedTo(
    ['markup'],
    'place that writes markup',
    'places that write markup',
    '`innerHTML`, `dangerouslySetInnerHTML`, `v-html` and answers made of markup',
  ),
  templates: handedTo(
    ['template'],
    'template that is compiled',
    'templates that are compiled',
    'calls of template engines that are given a template as text',
  ),
  'xml text': handedTo(['xml', 'xpath'], 'call that reads XML or XPath', 'calls that read XML or XPath', 'calls of XML parsers and of XPath'),
  ldap: handedTo(['ldap'], 'directory search', 'directory searches', 'calls of LDAP clients'),
  paths: handedTo(['path'], 'path', 'paths', 'calls that read, write or send a file'),
  requests: handedTo(['request'], 'request to another service', 'requests to other services', 'calls of HTTP clients'),
  redirects: handedTo(['redirect'], 'redirect', 'redirects', 'calls that send the visitor elsewhere'),
  headers: handedTo(['header'], 'header that is set', 'headers that are set', 'calls that set a header by name and value'),
  'log lines': handedTo(['log'], 'log call', 'log calls', 'calls of loggers and the console'),
  objects: handedTo(
    ['objects'],
    'call that turns text into objects',
    'calls that turn text into objects',
    'YAML readers and libraries that restore objects',
  ),
  prints: ({ program }) => {
    const { escaped, plain } = program.posture.input.prints
    const { unescaped } = program.posture.input
    const markup = program.posture.input.interpreters.find(({ id }) => id === 'markup')
    return {
      one: 'print in a template',
      many: 'prints in templates',
      total: escaped + plain,
      untold: plain,
      told: `${escaped} escaped by the engine`,
      examples: [...unescaped.map(({ at }) => at), ...(markup?.examples.map(({ at }) => at) ?? [])],
      looked: 'values that templates print',
    }
  },
  randomness: used(
    ['strong-random', 'predictable-number', 'predictable-bytes'],
    'place that makes a random value',
    'places that make a random value',
    'calls of random generators',
  ),
  digests: used(CRYPTOGRAPHY, 'use of cryptography', 'uses of cryptography', 'calls of hashes, ciphers and signatures'),
  ciphers: used(['cipher', 'cipher-without-iv'], 'encryption', 'encryptions', 'calls that encrypt'),
  'markdown readers': used(
    ['markdown-element'],
    'place that turns Markdown into markup',
    'places that turn Markdown into markup',
    'libraries of Markdown',
  ),
  comparisons: used(
    ['secret-comparison', 'safe-comparison', 'password-compare'],
    'comparison of a secret',
    'comparisons of secrets',
    'comparisons of secrets, codes and signatures',
  ),
  decryptions: used(['decryption'], 'decryption', 'decryptions', 'calls that decrypt'),
  'download names': (scene) => {
    const headers = scene.usages('response-header').filter(({ values }) => values.name?.texts.includes('content-disposition'))
    return {
      one: 'header that names a download',
      many: 'headers that name a download',
      total: headers.length,
      untold: 0,
      told: '',
      examples: headers.map(({ at }) => at),
      looked: 'answers with Content-Disposition',
    }
  },
  mails: ({ program }) => {
    const those = program.connections.filter(({ kind }) => kind === 'mail')
    return {
      one: 'place that sends mail',
      many: 'places that send mail',
      total: those.reduce((sum, { calls }) => sum + calls + 1, 0),
      untold: 0,
      told: '',
      examples: those.map(({ at }) => at),
      looked: 'clients of mail servers and services',
    }
  },
  'buffer sizes': used(
    ['buffer-access', 'buffer-constructor'],
    'place that reads or makes a buffer',
    'places that read or make a buffer',
    'reads of buffers at a place, and buffers of a size',
  ),
  cookies: used(['cookie', 'session-cookie'], 'cookie', 'cookies', 'calls that set a cookie'),
  'browser storage': used(
    ['kept-in-storage'],
    'write to browser storage',
    'writes to browser storage',
    'writes to localStorage, sessionStorage and cookies by script',
  ),
  'outgoing requests': used(['outgoing-request'], 'request to another service', 'requests to other services', 'calls of HTTP clients'),
  'database clients': used(['database-client'], 'database client', 'database clients', 'clients of databases'),
  servers: used(['server', 'listen', 'web-application'], 'server', 'servers', 'servers that are set up'),
  'file systems': used(['file-change'], 'file that is written', 'files that are written', 'calls that write a file'),
  'entry points': doorsThat('entry point', 'entry points', 'entry points', ({ kind }) => kind !== 'cli' && kind !== 'schedule'),
  'changing entry points': doorsThat(
    'entry point that changes records',
    'entry points that change records',
    'entry points that change stored records',
    changes,
  ),
  'record entry points': doorsThat(
    'entry point that reaches a record the request names',
    'entry points that reach a record the request names',
    'entry points that choose a stored record by what the request says',
    (door) => (door.data ?? []).some(({ chosenBy }) => chosenBy.length > 0),
  ),
  'stored writes': doorsThat(
    'entry point that stores what is sent',
    'entry points that store what is sent',
    'entry points that write fields of stored records',
    (door) => (door.data ?? []).some(({ does, writes }) => does !== 'read' && writes.length > 0),
  ),
  'static files': doorsThat(
    'directory that is served',
    'directories that are served',
    'static files that are served',
    ({ kind }) => kind === 'static',
  ),
  guards: ({ program }) => {
    const all = new Map(program.posture.authorization.enforcement.map((it) => [`${it.at.file}:${it.at.line}`, it.at]))
    for (const { guards } of program.entryPoints)
      for (const { role, at } of guards) if (role === 'authentication' || role === 'authorization') all.set(`${at.file}:${at.line}`, at)
    return {
      one: 'check of access',
      many: 'checks of access',
      total: all.size,
      untold: 0,
      told: '',
      examples: [...all.values()],
      looked: 'checks of who may pass',
    }
  },
  uploads: ({ program }) => {
    const { uploads } = program.posture.input
    return {
      one: 'upload',
      many: 'uploads',
      total: uploads.length,
      untold: 0,
      told: '',
      examples: uploads.map(({ at }) => at),
      looked: 'parsers of uploaded files',
    }
  },
  dependencies: ({ packages }) => ({
    one: 'package',
    many: 'packages',
    total: packages.size,
    untold: 0,
    told: '',
    examples: [...packages.values()].map(({ at }) => at).slice(0, 2),
    looked: 'packages that a manifest names',
    inManifests: true,
  }),
  'files read': ({ program }) => {
    const code = program.files.filter(({ kind }) => kind === 'code')
    return { one: 'code file', many: 'code files', total: code.length, untold: 0, told: '', examples: [], looked: 'code' }
  },
})
