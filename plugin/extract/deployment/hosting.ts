/**
 * Files that a hosting product reads from the repository. Each product has one function that knows its keys; adding one is an
 * entry of the table at the end.
 */
import type { DeclaredReference, DeclaredUnit } from '../../types'
import type { Source } from '../manifests/format'
import { readJson } from '../manifests/read/json'
import { at, entriesOf, entryAt, itemsOf, type Located, oneOrMore, textOf } from '../manifests/read/located'
import { readToml } from '../manifests/read/toml'
import { readYaml } from '../manifests/read/yaml'
import { environment } from './compose'
import type { DeploymentReader, Teller } from './reader'

type Product = (root: Located, tell: Teller, source: Source) => DeclaredUnit[]

/** Text of the first of these that is there. */
const first = (of: Located | undefined, ...paths: string[][]) => paths.map((path) => at(of, ...path)).find((it) => textOf(it) !== undefined)

const started = (command: Located | undefined) => (textOf(command) === undefined ? {} : { command: textOf(command) as string })
const lineOf = (root: Located, ...keys: string[]) =>
  keys.map((key) => entryAt(root, key)?.line).find((line) => line !== undefined) ?? entriesOf(root)[0]?.line ?? 1

const vercel: Product = (root, tell) => [
  tell.unit('Vercel', 'service', 'deployment', lineOf(root, 'name', 'builds', 'framework', 'functions'), { build: { context: '.', line: 1 } }),
  ...itemsOf(at(root, 'crons')).map((cron) =>
    tell.unit(textOf(at(cron, 'path')) ?? 'cron', 'job', `cron ${textOf(at(cron, 'schedule')) ?? ''}`.trim(), cron.line, {
      refers: [tell.named('Vercel', 'calls', at(cron, 'path')?.line ?? cron.line)],
    }),
  ),
]

const netlify: Product = (root, tell) => {
  const build = at(root, 'build')
  const functions = first(root, ['functions', 'directory'], ['build', 'functions'])
  return [
    tell.unit('Netlify', 'service', 'site', lineOf(root, 'build'), {
      build: { context: textOf(at(build, 'base')) ?? '.', line: build?.line ?? 1 },
      ...started(at(build, 'command')),
    }),
    ...(functions
      ? [
          tell.unit(textOf(functions) ?? 'functions', 'function', 'functions', functions.line, {
            build: { context: textOf(functions) ?? '.', line: functions.line },
          }),
        ]
      : []),
  ]
}

const fly: Product = (root, tell) => {
  const app = at(root, 'app')
  const name = textOf(app) ?? 'app'
  const image = textOf(at(root, 'build', 'image'))
  const ports = [first(root, ['http_service', 'internal_port']), ...itemsOf(at(root, 'services')).map((each) => at(each, 'internal_port'))].flatMap(
    (port) => textOf(port) ?? [],
  )
  const base = {
    ...(image === undefined
      ? {
          build: {
            context: '.',
            ...(textOf(at(root, 'build', 'dockerfile')) ? { dockerfile: textOf(at(root, 'build', 'dockerfile')) as string } : {}),
            line: app?.line ?? 1,
          },
        }
      : { image }),
    refers: [
      ...environment(at(root, 'env')).flatMap(({ name: key, value, line }) => tell.hosts(key, value, line)),
      ...oneOrMore(at(root, 'mounts')).flatMap((mount) => mountOf(mount, tell)),
    ],
  }
  const processes = entriesOf(at(root, 'processes'))
  const volumes = oneOrMore(at(root, 'mounts')).flatMap((mount) => {
    const source = at(mount, 'source')
    return source ? [tell.unit(textOf(source) ?? 'volume', 'storage', 'volume', source.line)] : []
  })
  if (processes.length === 0) return [tell.unit(name, 'service', 'app', lineOf(root, 'app'), { ...base, ports }), ...volumes]
  return [
    ...processes.map(({ key, value, line }) =>
      tell.unit(`${name} ${key}`, 'service', 'process', line, { ...base, ...started(value), ports: /^(?:app|web)$/.test(key) ? ports : [] }),
    ),
    ...volumes,
  ]
}

function mountOf(mount: Located, tell: Teller): DeclaredReference[] {
  const source = at(mount, 'source')
  return source ? [tell.named(textOf(source) ?? '', 'keeps files in', source.line)] : []
}

/** Render and DigitalOcean have nearly the same words. */
const services: Product = (root, tell) => [
  ...[
    ...itemsOf(at(root, 'services')),
    ...itemsOf(at(root, 'workers')),
    ...itemsOf(at(root, 'jobs')),
    ...itemsOf(at(root, 'static_sites')),
    ...itemsOf(at(root, 'functions')),
  ].map((each) => {
    const type = textOf(at(each, 'type')) ?? textOf(at(each, 'kind')) ?? 'service'
    const kind = /redis|keyvalue/.test(type) ? 'cache' : /cron|job|DEPLOY/.test(type) ? 'job' : 'service'
    const context = textOf(first(each, ['rootDir'], ['source_dir'], ['dockerContext'])) ?? '.'
    const replicas = Number(textOf(first(each, ['numInstances'], ['instance_count'])) ?? Number.NaN)
    const port = textOf(at(each, 'http_port'))
    return tell.unit(textOf(at(each, 'name')) ?? type, kind, type, at(each, 'name')?.line ?? each.line, {
      ...(kind === 'cache' ? { image: 'redis' } : { build: { context, line: each.line } }),
      ...started(first(each, ['startCommand'], ['dockerCommand'], ['run_command'])),
      ...(Number.isInteger(replicas) ? { replicas } : {}),
      ports: port === undefined ? [] : [port],
      refers: itemsOf(at(each, 'envVars') ?? at(each, 'envs')).flatMap((variable) => variableOf(variable, tell)),
    })
  }),
  ...itemsOf(at(root, 'databases')).map((each) =>
    tell.unit(textOf(at(each, 'name')) ?? 'database', 'data store', 'database', at(each, 'name')?.line ?? each.line, {
      // Render has PostgreSQL only, and does not say so.
      image: textOf(at(each, 'engine'))?.toLowerCase().replace(/^pg$/, 'postgres') ?? 'postgres',
    }),
  ),
]

/** `fromDatabase: { name }` and `fromService: { name }` of Render, `${db.DATABASE_URL}` of DigitalOcean. */
function variableOf(variable: Located, tell: Teller): DeclaredReference[] {
  const key = textOf(at(variable, 'key')) ?? 'settings'
  const named = first(variable, ['fromDatabase', 'name'], ['fromService', 'name'])
  const value = at(variable, 'value')
  const other = /^\$\{([\w-]+)\.\w+\}$/.exec(textOf(value) ?? '')?.[1]
  return [
    ...(named ? [tell.named(textOf(named) ?? '', key, named.line)] : []),
    ...(value && other !== undefined ? [tell.named(other, key, value.line)] : []),
    ...(value && other === undefined ? tell.hosts(key, textOf(value), value.line) : []),
  ]
}

const appEngine: Product = (root, tell) => [
  tell.unit(
    textOf(at(root, 'service')) ?? 'default',
    'service',
    `App Engine ${textOf(at(root, 'runtime')) ?? ''}`.trim(),
    lineOf(root, 'service', 'runtime'),
    {
      build: { context: '.', line: 1 },
      ...started(at(root, 'entrypoint')),
      refers: environment(at(root, 'env_variables')).flatMap(({ name, value, line }) => tell.hosts(name, value, line)),
    },
  ),
]

const railway: Product = (root, tell) => [
  tell.unit('Railway', 'service', 'service', lineOf(root, 'build', 'deploy'), {
    build: { context: '.', line: 1 },
    ...started(first(root, ['deploy', 'startCommand'])),
  }),
]

const heroku: Product = (root, tell) =>
  entriesOf(at(root, 'run')).map(({ key, value, line }) =>
    tell.unit(key, 'service', 'process', line, { build: { context: '.', line }, ...started(value) }),
  )

const firebase: Product = (root, tell) =>
  (
    [
      ['hosting', 'service', 'site', 'public'],
      ['functions', 'function', 'functions', 'source'],
      ['firestore', 'data store', 'Firestore', ''],
      ['database', 'data store', 'Realtime Database', ''],
      ['storage', 'storage', 'Cloud Storage', ''],
    ] as const
  ).flatMap(([key, kind, type, folder]) => {
    const entry = entryAt(root, key)
    const context = entry && folder !== '' ? textOf(at(oneOrMore(entry.value)[0], folder)) : undefined
    return entry
      ? [
          tell.unit(
            type === 'site' || type === 'functions' ? `Firebase ${type}` : type,
            kind,
            type,
            entry.line,
            context === undefined ? {} : { build: { context, line: entry.line } },
          ),
        ]
      : []
  })

const BINDINGS: [key: string, kind: DeclaredUnit['kind'], name: string][] = [
  ['kv_namespaces', 'data store', 'binding'],
  ['d1_databases', 'data store', 'database_name'],
  ['r2_buckets', 'storage', 'bucket_name'],
  ['hyperdrive', 'data store', 'binding'],
  ['vectorize', 'data store', 'index_name'],
]

const cloudflare: Product = (root, tell) => {
  const name = textOf(at(root, 'name')) ?? 'worker'
  const bound = BINDINGS.flatMap(([key, kind, field]) =>
    itemsOf(at(root, key)).map((each) => tell.unit(textOf(at(each, field)) ?? textOf(at(each, 'binding')) ?? key, kind, key, each.line)),
  )
  const producers = itemsOf(at(root, 'queues', 'producers'))
  const consumers = itemsOf(at(root, 'queues', 'consumers'))
  const queueName = (each: Located) => textOf(at(each, 'queue')) ?? 'queue'
  const queues = [...producers, ...consumers].filter((each, index, all) => all.findIndex((other) => queueName(other) === queueName(each)) === index)
  return [
    tell.unit(name, 'function', 'worker', lineOf(root, 'name', 'main'), {
      ...started(at(root, 'main')),
      build: { context: '.', line: 1 },
      refers: [
        ...bound.map((unit) => tell.named(unit.name, unit.type.replaceAll('_', ' '), unit.line)),
        ...producers.map((each) => tell.named(queueName(each), 'sends to', each.line)),
        ...consumers.map((each) => ({ ...tell.named(queueName(each), 'is consumed by', each.line), incoming: true as const })),
        ...itemsOf(at(root, 'services')).flatMap((each) =>
          textOf(at(each, 'service')) ? [tell.named(textOf(at(each, 'service')) as string, 'calls', each.line)] : [],
        ),
      ],
    }),
    ...bound,
    ...queues.map((each) => tell.unit(queueName(each), 'queue', 'queue', each.line)),
  ]
}

const beanstalk: Product = (root, tell) =>
  itemsOf(at(root, 'containerDefinitions')).map((each) =>
    tell.unit(textOf(at(each, 'name')) ?? 'container', 'service', 'container', each.line, {
      ...(textOf(at(each, 'image')) ? { image: textOf(at(each, 'image')) as string } : {}),
      refers: itemsOf(at(each, 'links')).map((link) => tell.named((textOf(link) ?? '').replace(/:.*$/, ''), 'links to', link.line)),
    }),
  )

const addons: Product = (root, tell) =>
  oneOrMore(at(root, 'addons')).flatMap((addon) => {
    const plan = textOf(addon) ?? textOf(at(addon, 'plan'))
    const name = plan?.replace(/:.*$/, '').replace(/^heroku-/, '')
    return name === undefined ? [] : [tell.unit(name, 'service', 'add-on', addon.line, { image: name })]
  })

/** Names of files, and keys that make sure where others have files of the name as well. */
const PRODUCTS: [from: string, file: RegExp, product: Product, keys?: string[]][] = [
  ['vercel', /^(?:vercel|now)\.json$/, vercel],
  ['netlify', /^netlify\.toml$/, netlify],
  ['fly', /^fly(?:\..+)?\.toml$/, fly, ['app', 'primary_region', 'build', 'http_service', 'services']],
  ['render', /^render\.ya?ml$/, services, ['services', 'databases']],
  ['digitalocean', /^app\.ya?ml$/, services, ['services', 'static_sites', 'workers', 'databases']],
  ['app-engine', /^app\.ya?ml$/, appEngine, ['runtime']],
  ['railway', /^railway\.(?:json|toml)$/, railway, ['build', 'deploy']],
  ['heroku', /^heroku\.ya?ml$/, heroku, ['run']],
  ['heroku', /^app\.json$/, addons, ['addons']],
  ['firebase', /^firebase\.json$/, firebase],
  ['cloudflare', /^wrangler\.(?:toml|jsonc?)$/, cloudflare],
  ['elastic-beanstalk', /^Dockerrun\.aws\.json$/, beanstalk],
]

export const hosting: DeploymentReader[] = PRODUCTS.map(([from, file, product, keys]) => ({
  from,
  claims: ({ name, text }) => file.test(name) && (!keys || keys.some((key) => new RegExp(`(?:^|[{,])[ \\t]*[["]*${key}\\b`, 'm').test(text))),
  read(source, tell) {
    const root = readFile(source)
    return { units: root?.kind === 'map' ? product(root, tell, source) : [] }
  },
}))

function readFile(source: Source): Located | undefined {
  if (source.name.endsWith('.toml')) return readToml(source)
  return /\.ya?ml$/.test(source.name) ? readYaml(source)[0] : readJson(source)
}

export const procfile: DeploymentReader = {
  from: 'Procfile',
  claims: ({ name }) => /^procfile(?:\..+)?$/i.test(name),
  read(source, tell) {
    const units: DeclaredUnit[] = []
    for (let number = 1; number <= source.lineCount; number++) {
      const [, process, command] = /^([\w-]+):\s*(\S.*)$/.exec(source.line(number)) ?? []
      if (process === undefined || command === undefined) continue
      const kind = process === 'release' ? 'job' : 'service'
      units.push(tell.unit(process, kind, 'process', number, { command, build: { context: '.', line: number } }))
    }
    return { units }
  },
}
