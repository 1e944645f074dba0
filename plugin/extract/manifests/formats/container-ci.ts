/** CI systems whose files are lists of steps with an image and a script: Bitbucket, Drone, Woodpecker, Cloud Build, CodeBuild, AppVeyor, Buildkite. */
import { commandFacts, firstOfEach } from '../commands'
import { type Format, platform, type Stated } from '../format'
import { imageFact } from '../image'
import { at, entriesOf, type Located, mapsIn, oneOrMore, textOf } from '../read/located'
import { readYaml } from '../read/yaml'

const SYSTEMS: { name: string; path: RegExp; image: string[] }[] = [
  { name: 'bitbucket-pipelines', path: /(?:^|\/)bitbucket-pipelines\.ya?ml$/i, image: ['image'] },
  { name: 'drone', path: /(?:^|\/)\.drone\.ya?ml$/i, image: ['image'] },
  { name: 'woodpecker', path: /(?:^|\/)\.woodpecker(?:\.ya?ml|\/.+\.ya?ml)$/i, image: ['image'] },
  // A step's name is the image it runs in.
  { name: 'cloud-build', path: /(?:^|\/)cloudbuild(?:[.-].+)?\.ya?ml$/i, image: ['name'] },
  { name: 'codebuild', path: /(?:^|\/)buildspec(?:[.-].+)?\.ya?ml$/i, image: [] },
  { name: 'appveyor', path: /(?:^|\/)\.?appveyor\.ya?ml$/i, image: [] },
  { name: 'buildkite', path: /(?:^|\/)\.buildkite\/.+\.ya?ml$/i, image: ['image'] },
  { name: 'semaphore', path: /(?:^|\/)\.semaphore\/.+\.ya?ml$/i, image: ['image'] },
  { name: 'cirrus', path: /(?:^|\/)\.cirrus\.ya?ml$/i, image: ['image'] },
]
const SCRIPTS = ['script', 'scripts', 'command', 'commands', 'after-script', 'install', 'build_script', 'test_script', 'before_build', 'after_build']

export const containerCi: Format = {
  name: 'CI pipeline',
  claims: ({ path }) => SYSTEMS.some((system) => system.path.test(path)),
  facts(source) {
    const system = SYSTEMS.find(({ path }) => path.test(source.path))
    const documents = readYaml(source)
    const first = documents.flatMap(entriesOf)[0]
    if (!system || !first) return []
    return firstOfEach([
      platform(system.name, first.line),
      ...documents.flatMap((root) => mapsIn(root).flatMap((part) => partFacts(part, system.name, system.image))),
    ])
  },
}

function partFacts(part: Located, system: string, imageKeys: string[]): Stated[] {
  const images = imageKeys.flatMap((key) => {
    const image = at(part, key)
    const used = image?.kind === 'map' ? at(image, 'name') : image
    const written = textOf(used)
    return used && written !== undefined && /^[\w.$:/{}@-]+$/.test(written) ? imageFact(written, used.line, system) : []
  })
  const scripts = SCRIPTS.flatMap((key) => oneOrMore(at(part, key)).flatMap((script) => commandFacts(textOf(script), script.line, system)))
  const pipes = oneOrMore(at(part, 'pipe')).flatMap((pipe): Stated[] => {
    const [name, version] = (textOf(pipe) ?? '').split(':')
    return name ? [{ kind: 'action', ecosystem: 'bitbucket-pipe', name, version, line: pipe.line }] : []
  })
  const runtimes = entriesOf(at(part, 'runtime-versions')).map(
    ({ key, value, line }): Stated => ({
      kind: 'engine',
      ecosystem: system,
      name: key === 'nodejs' ? 'node' : key,
      version: textOf(value),
      value: 'runtime-versions',
      line,
    }),
  )
  return [...images, ...scripts, ...pipes, ...runtimes]
}
