/** Files that a hosting product reads from the repository: Heroku, Vercel, Netlify, Fly, Render, Railway, App Engine, Firebase… */
import { commandFacts, firstOfEach } from '../commands'
import { type Format, platform, type Source, type Stated } from '../format'
import { imageFact } from '../image'
import { readJson } from '../read/json'
import { at, entriesOf, entryAt, itemsOf, type Located, oneOrMore, textOf } from '../read/located'
import { readToml } from '../read/toml'
import { readYaml } from '../read/yaml'

export const procfile: Format = {
  name: 'Procfile',
  claims: ({ name }) => /^procfile(?:\..+)?$/i.test(name),
  facts(source) {
    const found: Stated[] = []
    for (let number = 1; number <= source.lineCount; number++) {
      const [, process, command] = /^([\w-]+):\s*(\S.*)$/.exec(source.line(number)) ?? []
      if (process === undefined) continue
      if (found.length === 0) found.push(platform('procfile', number))
      found.push({ kind: 'service', ecosystem: 'process', name: process, value: command, line: number }, ...commandFacts(command, number, 'procfile'))
    }
    return firstOfEach(found)
  },
}

export const appJson: Format = {
  name: 'app.json',
  claims: ({ name }) => name === 'app.json',
  facts(source) {
    const root = readJson(source)
    const expo = entryAt(root, 'expo')
    if (expo) return [platform('expo', expo.line)]
    // Other programs have a file of this name as well; these keys are Heroku's.
    const marks = ['buildpacks', 'formation', 'addons', 'stack', 'environments', 'success_url', 'website', 'repository', 'image'].flatMap(
      (key) => entryAt(root, key) ?? [],
    )
    if (marks.length === 0 || !entryAt(root, 'name')) return []
    const engine = entryAt(root, 'engines', 'node')
    return [
      // It describes a button that somebody may press; that something is deployed there is said elsewhere.
      { kind: 'tool', ecosystem: 'config', name: 'heroku-app', line: entryAt(root, 'name')?.line ?? 1 },
      ...(engine
        ? [{ kind: 'engine' as const, ecosystem: 'heroku', name: 'node', version: textOf(engine.value), value: 'engines', line: engine.line }]
        : []),
      ...oneOrMore(at(root, 'addons')).flatMap((addon): Stated[] => {
        const plan = textOf(addon) ?? textOf(at(addon, 'plan'))
        return plan === undefined
          ? []
          : [{ kind: 'service', ecosystem: 'heroku-addon', name: plan.replace(/:.*$/, ''), value: plan, line: addon.line }]
      }),
    ]
  },
}

/** Files that mean one product by their name, and the keys that make sure. */
const PRODUCTS: { name: string; file: RegExp; keys?: string[] }[] = [
  { name: 'vercel', file: /^(?:vercel|now)\.json$/ },
  { name: 'netlify', file: /^netlify\.toml$/ },
  { name: 'fly', file: /^fly(?:\..+)?\.toml$/, keys: ['app', 'primary_region', 'build', 'http_service', 'services'] },
  { name: 'render', file: /^render\.ya?ml$/, keys: ['services', 'databases', 'envVarGroups'] },
  { name: 'railway', file: /^railway\.(?:json|toml)$/ },
  { name: 'heroku', file: /^heroku\.ya?ml$/ },
  { name: 'app-engine', file: /^app\.ya?ml$/, keys: ['runtime', 'env_variables', 'service', 'handlers'] },
  { name: 'firebase', file: /^firebase\.json$/, keys: ['hosting', 'functions', 'firestore', 'database', 'storage', 'emulators'] },
  { name: 'cloudflare-workers', file: /^wrangler\.(?:toml|jsonc?)$/ },
  { name: 'aws-amplify', file: /^amplify\.ya?ml$/ },
  { name: 'skaffold', file: /^skaffold\.ya?ml$/ },
  { name: 'aws-cdk', file: /^cdk\.json$/ },
  { name: 'pulumi', file: /^Pulumi(?:\..+)?\.ya?ml$/ },
  { name: 'aws-sam', file: /^samconfig\.toml$/ },
  { name: 'elastic-beanstalk', file: /^Dockerrun\.aws\.json$/ },
]

export const hosting: Format = {
  name: 'hosting file',
  claims: ({ name, text }) =>
    PRODUCTS.some(({ file, keys }) => file.test(name) && (!keys || keys.some((key) => new RegExp(`^[ \\t]*[["]*${key}\\b`, 'm').test(text)))),
  facts(source) {
    const product = PRODUCTS.find(({ file }) => file.test(source.name))
    const root = read(source)
    if (!product) return []
    const mark = product.keys ? product.keys.map((key) => entryAt(root, key)).find(Boolean) : (entriesOf(root)[0] ?? { line: 1 })
    if (!mark) return []
    return firstOfEach([platform(product.name, mark.line), ...commands(root), ...stores(root), ...runtimes(root, product.name)])
  },
}

function read(source: Source): Located | undefined {
  if (source.name.endsWith('.toml')) return readToml(source)
  return /\.ya?ml$/.test(source.name) ? readYaml(source)[0] : readJson(source)
}

function commands(root: Located | undefined): Stated[] {
  const build = [
    at(root, 'build', 'command'),
    at(root, 'buildCommand'),
    at(root, 'installCommand'),
    ...itemsOf(at(root, 'services')).flatMap((each) => [at(each, 'buildCommand'), at(each, 'startCommand')]),
  ]
  return build.flatMap((command) => (command ? commandFacts(textOf(command), command.line, 'hosting') : []))
}

/** Databases that come with the deployment. */
function stores(root: Located | undefined): Stated[] {
  const image = at(root, 'build', 'image')
  return [
    // Render has PostgreSQL only, and does not say so.
    ...itemsOf(at(root, 'databases')).flatMap((each): Stated[] => [
      { kind: 'service', ecosystem: 'datasource', name: 'postgresql', value: textOf(at(each, 'name')), line: each.line },
    ]),
    ...itemsOf(at(root, 'services')).flatMap((each): Stated[] =>
      /^(?:redis|keyvalue)$/.test(textOf(at(each, 'type')) ?? '')
        ? [{ kind: 'service', ecosystem: 'datasource', name: 'redis', value: textOf(at(each, 'name')), line: each.line }]
        : [],
    ),
    ...(image ? imageFact(textOf(image) ?? '', image.line, 'hosting') : []),
  ]
}

function runtimes(root: Located | undefined, product: string): Stated[] {
  const runtime = at(root, 'runtime')
  const [, name, version] = /^(nodejs|python|java|go|ruby|php)(\d+)?$/.exec(textOf(runtime) ?? '') ?? []
  return [
    ...(runtime && name !== undefined
      ? [{ kind: 'engine' as const, ecosystem: product, name: name === 'nodejs' ? 'node' : name, version, value: 'runtime', line: runtime.line }]
      : []),
    ...chosenVersions(root, product),
  ]
}

/** Netlify and Render take versions from the environment of the build: `NODE_VERSION = "20"`. */
function chosenVersions(root: Located | undefined, product: string): Stated[] {
  const set = [
    ...entriesOf(at(root, 'build', 'environment')).map(({ key, value, line }) => ({ key, text: textOf(value), line })),
    ...[root, ...itemsOf(at(root, 'services'))].flatMap((part) =>
      itemsOf(at(part, 'envVars')).map((each) => ({ key: textOf(at(each, 'key')) ?? '', text: textOf(at(each, 'value')), line: each.line })),
    ),
  ]
  return set.flatMap(({ key, text, line }): Stated[] => {
    const tool = /^(NODE|PYTHON|RUBY|GO|BUN|YARN|NPM|PNPM)_VERSION$/.exec(key)?.[1]?.toLowerCase()
    if (tool === undefined || text === undefined || !/\d/.test(text)) return []
    return [
      /^(?:yarn|npm|pnpm)$/.test(tool)
        ? { kind: 'package-manager', ecosystem: 'command', name: tool, version: text, value: product, line }
        : { kind: 'engine', ecosystem: product, name: tool, version: text, value: key, line },
    ]
  })
}
