/** Workflows and composite actions of GitHub and the forges that follow it. */
import { commandFacts, firstOfEach } from '../commands'
import { type Format, platform, type Source, type Stated } from '../format'
import { addressFacts, imageFact } from '../image'
import { at, type Entry, entriesOf, entryAt, itemsOf, type Located, oneOrMore, textOf } from '../read/located'
import { readYaml } from '../read/yaml'

/** Inputs of the setup actions that say which version of what is used. */
const VERSION_INPUTS = new Map(
  Object.entries({
    'node-version': 'node',
    'python-version': 'python',
    'go-version': 'go',
    'java-version': 'java',
    'ruby-version': 'ruby',
    'php-version': 'php',
    'dotnet-version': 'dotnet',
    'bun-version': 'bun',
    'deno-version': 'deno',
    'elixir-version': 'elixir',
    'flutter-version': 'flutter',
  }),
)

export const githubWorkflow: Format = {
  name: 'GitHub workflow',
  claims: ({ path }) => /(?:^|\/)\.(?:github|gitea|forgejo)\/workflows\/[^/]+\.ya?ml$/i.test(path),
  facts(source) {
    const [root] = readYaml(source)
    const jobs = entriesOf(at(root, 'jobs'))
    const [first] = jobs
    if (!first) return []
    const name = source.path.includes('.github/') ? 'github-actions' : source.path.includes('.gitea/') ? 'gitea-actions' : 'forgejo-actions'
    const workflow = textOf(at(root, 'name')) ?? source.name.replace(/\.ya?ml$/i, '')
    return firstOfEach([
      platform(name, entryAt(first.value, 'runs-on')?.line ?? first.line),
      ...jobs.flatMap((job) => jobFacts(job, root, workflow, source)),
    ])
  },
}

export const githubAction: Format = {
  name: 'GitHub action',
  claims: ({ name, text }) => /^action\.ya?ml$/i.test(name) && /^runs:/m.test(text),
  facts(source) {
    const [root] = readYaml(source)
    const using = at(root, 'runs', 'using')
    const runtime = /^node(\d+)$/.exec(textOf(using) ?? '')
    return firstOfEach([
      platform('github-actions', entryAt(root, 'runs')?.line ?? 1),
      ...(runtime && using
        ? [{ kind: 'engine' as const, ecosystem: 'github-actions', name: 'node', version: runtime[1], value: 'runs.using', line: using.line }]
        : []),
      ...itemsOf(at(root, 'runs', 'steps')).flatMap((step) => stepFacts(step, [root], source)),
    ])
  },
}

function jobFacts({ key, line, value: job }: Entry, root: Located | undefined, workflow: string, source: Source): Stated[] {
  const runner = oneOrMore(at(job, 'runs-on')).map(textOf).join(', ')
  const reused = at(job, 'uses')
  const container = at(job, 'container')
  const image = container && (container.kind === 'map' ? at(container, 'image') : container)
  return [
    { kind: 'ci-job', ecosystem: 'github-actions', name: `${workflow} / ${key}`, value: runner === '' ? undefined : runner, line },
    ...(reused ? actionFact(reused, source) : []),
    ...(image ? imageFact(textOf(image) ?? '', image.line, 'github-actions', `container of job ${key}`) : []),
    ...entriesOf(at(job, 'services')).flatMap((service) => {
      const used = at(service.value, 'image')
      return used ? imageFact(textOf(used) ?? '', used.line, 'github-actions', `service ${service.key} of job ${key}`) : []
    }),
    ...addressFacts(at(job, 'env'), 'ci-datasource'),
    ...itemsOf(at(job, 'steps')).flatMap((step) => stepFacts(step, [step, job, root], source)),
  ]
}

function stepFacts(step: Located, scopes: (Located | undefined)[], source: Source): Stated[] {
  const uses = at(step, 'uses')
  const run = at(step, 'run')
  const inputs = entriesOf(at(step, 'with')).flatMap(({ key, value, line }): Stated[] => {
    const engine = VERSION_INPUTS.get(key)
    if (engine === undefined) return []
    const resolved = resolveExpression(value, scopes)
    return resolved.version === undefined
      ? [{ kind: 'unread', ecosystem: 'version', name: `${key}: ${textOf(value)}`, line }]
      : [{ kind: 'engine', ecosystem: 'github-actions', name: engine, version: resolved.version, value: key, line: resolved.line ?? line }]
  })
  return [
    ...(uses ? [...actionFact(uses, source), ...setUp(uses, at(step, 'with'))] : []),
    ...inputs,
    ...(run ? commandFacts(textOf(run), run.line, 'github-actions') : []),
  ]
}

function actionFact(uses: Located, source: Source): Stated[] {
  const written = textOf(uses) ?? ''
  if (written.startsWith('docker://')) return imageFact(written.slice(9), uses.line, 'github-actions', 'step')
  if (/^\.{1,2}\//.test(written) || !written.includes('/')) return []
  const [name, version] = written.split('@') as [string, string | undefined]
  // A pinned commit often has its version beside it, which is what a reader can use.
  const commented = /^[0-9a-f]{40}$/.test(version ?? '') ? /#\s*(?:tag[:=]\s*)?(v?\d[\w.-]*)/.exec(source.line(uses.line))?.[1] : undefined
  return [{ kind: 'action', ecosystem: 'github-actions', name, version: commented ?? version, line: uses.line }]
}

/** What two actions are told: which registry to log in to (Docker Hub, where none is named), and which pnpm to install. */
function setUp(uses: Located, inputs: Located | undefined): Stated[] {
  const action = textOf(uses)?.split('@')[0]
  if (action === 'docker/login-action') {
    const registry = at(inputs, 'registry')
    const host = textOf(registry) ?? 'docker.io'
    return host.includes('${{') ? [] : [{ kind: 'tool', ecosystem: 'registry', name: host.toLowerCase(), line: registry?.line ?? uses.line }]
  }
  const version = action === 'pnpm/action-setup' ? at(inputs, 'version') : undefined
  const text = textOf(version)
  return version && text !== undefined && /^\d[\w.-]*$/.test(text)
    ? [{ kind: 'package-manager', ecosystem: 'command', name: 'pnpm', version: text, value: 'github-actions', line: version.line }]
    : []
}

/** `${{ matrix.node-version }}` and `${{ env.NODE }}` are looked up where they are set. */
function resolveExpression(value: Located, scopes: (Located | undefined)[]): { version: string | undefined; line?: number } {
  const literal = listed(value)
  const [, kind, name] = /^\$\{\{\s*(matrix|env)\.([\w-]+)\s*\}\}$/.exec(literal ?? '') ?? []
  if (name === undefined) return { version: literal?.includes('${{') ? undefined : literal, line: value.line }
  for (const scope of scopes) {
    const found = kind === 'env' ? entryAt(scope, 'env', name) : entryAt(scope, 'strategy', 'matrix', name)
    const version = found && listed(found.value)
    if (found && version !== undefined && !version.includes('${{')) return { version, line: found.line }
    // Combinations may be written out one by one.
    const included = kind === 'matrix' ? itemsOf(at(scope, 'strategy', 'matrix', 'include')).flatMap((each) => textOf(at(each, name)) ?? []) : []
    if (included.length > 0) return { version: [...new Set(included)].join(', '), line: entryAt(scope, 'strategy', 'matrix')?.line }
  }
  return { version: undefined }
}

function listed(value: Located): string | undefined {
  const texts = oneOrMore(value).flatMap((each) => textOf(each) ?? [])
  return texts.length === 0 ? undefined : texts.join(', ')
}
