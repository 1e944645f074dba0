import { commandFacts, firstOfEach } from '../commands'
import { type Format, platform, type Stated } from '../format'
import { addressFacts, imageFact } from '../image'
import { at, entriesOf, entryAt, itemsOf, mapsIn, textOf } from '../read/located'
import { readYaml } from '../read/yaml'

export const circleci: Format = {
  name: 'CircleCI pipeline',
  claims: ({ path }) => /(?:^|\/)\.circleci\/[^/]+\.ya?ml$/i.test(path),
  facts(source) {
    const [root] = readYaml(source)
    const jobs = entryAt(root, 'jobs')
    const workflows = entryAt(root, 'workflows')
    const begin = jobs ?? workflows
    if (!begin) return []
    const orbs = entriesOf(at(root, 'orbs')).flatMap(({ line, value }): Stated[] => {
      const [name, version] = (textOf(value) ?? '').split('@')
      return name ? [{ kind: 'action', ecosystem: 'circleci-orb', name, version, line }] : []
    })
    return firstOfEach([
      platform('circleci', begin.line),
      ...orbs,
      ...entriesOf(jobs?.value).map(({ key, line }): Stated => ({ kind: 'ci-job', ecosystem: 'circleci', name: key, line })),
      ...mapsIn(root).flatMap((each) => [
        ...itemsOf(at(each, 'docker')).flatMap((docker) => {
          const image = at(docker, 'image')
          return [
            ...(image ? imageFact(textOf(image) ?? '', image.line, 'circleci') : []),
            ...addressFacts(at(docker, 'environment'), 'ci-datasource'),
          ]
        }),
        ...runFacts(each),
      ]),
    ])
  },
}

function runFacts(step: Parameters<typeof at>[0]): Stated[] {
  const run = at(step, 'run')
  const command = run?.kind === 'map' ? at(run, 'command') : run
  return command ? commandFacts(textOf(command), command.line, 'circleci') : []
}
