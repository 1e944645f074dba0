import { commandFacts, firstOfEach } from '../commands'
import { type Format, platform, type Stated } from '../format'
import { addressFacts } from '../image'
import { at, entriesOf, entryAt, type Located, oneOrMore, textOf } from '../read/located'
import { readYaml } from '../read/yaml'

/** Keys under which versions of a language are listed. */
const LANGUAGES: Record<string, string> = {
  node_js: 'node',
  python: 'python',
  go: 'go',
  rvm: 'ruby',
  php: 'php',
  jdk: 'java',
  dotnet: 'dotnet',
  rust: 'rust',
  elixir: 'elixir',
}
const PHASES = [
  'before_install',
  'install',
  'before_script',
  'script',
  'after_success',
  'after_failure',
  'before_deploy',
  'after_deploy',
  'after_script',
]

export const travis: Format = {
  name: 'Travis CI',
  claims: ({ name }) => /^\.travis\.ya?ml$/.test(name),
  facts(source) {
    const [root] = readYaml(source)
    const [first] = entriesOf(root)
    if (!first) return []
    const found: Stated[] = [platform('travis', entryAt(root, 'language')?.line ?? first.line)]
    for (const [key, engine] of Object.entries(LANGUAGES)) {
      const listed = oneOrMore(at(root, key))
      const versions = listed.flatMap((each) => textOf(each) ?? [])
      if (versions.length > 0)
        found.push({
          kind: 'engine',
          ecosystem: 'travis',
          name: engine,
          version: versions.join(', '),
          value: key,
          line: listed[0]?.line ?? first.line,
        })
    }
    for (const service of oneOrMore(at(root, 'services'))) {
      const name = textOf(service)
      if (name !== undefined) found.push({ kind: 'service', ecosystem: 'travis', name, line: service.line })
    }
    for (const job of oneOrMore(at(root, 'jobs', 'include') ?? at(root, 'matrix', 'include'))) {
      const name = textOf(at(job, 'name')) ?? textOf(at(job, 'stage'))
      if (name !== undefined) found.push({ kind: 'ci-job', ecosystem: 'travis', name, line: job.line })
      found.push(...phases(job))
    }
    for (const target of oneOrMore(at(root, 'deploy'))) {
      const provider = at(target, 'provider')
      if (provider) found.push({ kind: 'action', ecosystem: 'travis-deploy', name: textOf(provider) ?? '', line: provider.line })
    }
    return firstOfEach([...found, ...addressFacts(at(root, 'env', 'global') ?? at(root, 'env'), 'ci-datasource'), ...phases(root)])
  },
}

function phases(part: Located | undefined): Stated[] {
  return PHASES.flatMap((phase) => oneOrMore(at(part, phase)).flatMap((line) => commandFacts(textOf(line), line.line, 'travis')))
}
