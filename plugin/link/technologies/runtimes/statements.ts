/** Who says which version of a runtime or package manager. In: facts. Out: statements, by runtime, each with the folder it speaks for. */
import { rowsByName } from '../../../rows-by-name'
import type { ManifestFact, RuntimeStatement } from '../../../types'
import type { Catalogue } from '../catalogue'
import { heldBy, imageVersion, isOfCi } from '../images'
import { isAside, isFixture } from '../sightings'

export interface Said extends RuntimeStatement {
  runtime: string
  /** Folder that it speaks for; '' is all. */
  scope: string
  /** Newer ones are accepted as well, though only the lowest is written. */
  isMinimum: boolean
}

/** Files that describe a part of the repository; a version is theirs up to the next one below. */
const PART =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|requirements\.txt|Pipfile|go\.mod|Cargo\.toml|Gemfile|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|mix\.exs|pubspec\.yaml|[^/]+\.csproj)$/

export function saidOf(manifests: { path: string; facts: ManifestFact[] }[], catalogue: Catalogue): Said[] {
  const parts = new Set(manifests.flatMap(({ path }) => (PART.test(path) ? [folderOf(path)] : [])))
  return manifests.flatMap(({ path, facts }) => {
    if (isFixture(path) || isAside(path)) return []
    return facts.flatMap((fact) =>
      saysOf(path, fact, catalogue).map(
        (said): Said => ({
          ...said,
          isFloating: !/\d/.test(said.version),
          scope: scopeOf(path, parts),
          at: { file: path, line: fact.line, text: fact.text },
        }),
      ),
    )
  })
}

type Says = Pick<Said, 'runtime' | 'version' | 'from' | 'role' | 'isMinimum'>

function saysOf(path: string, fact: ManifestFact, catalogue: Catalogue): Says[] {
  const { kind, version } = fact
  if (kind === 'image') return imageSays(path, fact, catalogue)
  if (version === undefined || version === '' || version === '*') return []
  if (kind === 'engine') return engineSays(path, fact, version, catalogue)
  if (kind === 'package-manager' && !fact.value?.startsWith('lock file'))
    return catalogue.marked('manager', fact.name).map(({ name }) => ({
      runtime: name ?? fact.name,
      version,
      from: fact.ecosystem === 'command' ? sourceOf(path, fact.value ?? '') : (fact.value ?? path),
      role: 'used' as const,
      isMinimum: false,
    }))
  return []
}

/** Keys under which a range stands that the project promises to run on. */
const RANGES = new Set([
  'engines',
  'requires-python',
  'python_requires',
  'dependencies',
  'sdk',
  'elixir',
  'php',
  'rust-version',
  'required_version',
  'ruby',
  'devEngines',
])
const CI_ECOSYSTEMS = new Set('github-actions travis azure-pipelines codebuild bitbucket-pipelines circleci gitlab-ci appveyor jenkins'.split(' '))

function engineSays(path: string, fact: ManifestFact, version: string, catalogue: Catalogue): Says[] {
  const { ecosystem, name, value = '' } = fact
  // An edition is a dialect of the language; a composite action names the runtime of its own code.
  if (/^edition/.test(version) || value === 'runs.using') return []
  const isCi = CI_ECOSYSTEMS.has(ecosystem)
  const isMinimum = (ecosystem === 'go' && name === 'go') || (ecosystem === 'maven' && name === 'java') || value === 'rust-version'
  const isRange = isMinimum || (RANGES.has(value) && ecosystem !== 'heroku' && ecosystem !== 'version-file' && !isCi)
  return catalogue.marked('engine', name).map((known) => ({
    runtime: known.name ?? name,
    version,
    from: ecosystem === 'heroku' ? 'app.json' : isCi ? sourceOf(path, ecosystem) : value === '' ? path.slice(path.lastIndexOf('/') + 1) : value,
    role: isCi ? 'tested' : isRange ? 'allowed' : 'used',
    isMinimum,
  }))
}

/** Images that bring a runtime; one that only builds the product (`maven`, `gradle`) brings a tool. */
function imageSays(path: string, fact: ManifestFact, catalogue: Catalogue): Says[] {
  const isCi = isOfCi(fact.ecosystem)
  return heldBy(catalogue, fact.name).flatMap((known): Says[] => {
    if (known.name === undefined || (known.category !== 'language' && known.purpose !== 'runtime')) return []
    // `gcr.io/distroless/nodejs22-debian12` has its version in its name.
    const inName = /(?:nodejs|java|python)(\d+)-/.exec(fact.name)?.[1]
    const version = inName ?? imageVersion(known, fact.version)
    return [
      {
        runtime: known.name,
        version: version ?? fact.version ?? 'latest',
        from: sourceOf(path, fact.ecosystem),
        role: isCi ? 'tested' : 'used',
        isMinimum: false,
      },
    ]
  })
}

const SOURCES: Record<string, string> = rowsByName({
  dockerfile: 'Dockerfile',
  compose: 'Docker Compose',
  kubernetes: 'Kubernetes',
  helm: 'Helm',
  'github-actions': 'GitHub Actions',
  travis: 'Travis CI',
  'azure-pipelines': 'Azure Pipelines',
  'gitlab-ci': 'GitLab CI',
  circleci: 'CircleCI',
  codebuild: 'AWS CodeBuild',
  'bitbucket-pipelines': 'Bitbucket Pipelines',
  appveyor: 'AppVeyor',
  jenkins: 'Jenkins',
  devcontainer: 'dev container',
})

function sourceOf(path: string, ecosystem: string): string {
  return Object.hasOwn(SOURCES, ecosystem) ? (SOURCES[ecosystem] as string) : path.slice(path.lastIndexOf('/') + 1)
}

/** The folder of the nearest manifest above; files of deployment and CI in folders of their own speak for the whole. */
function scopeOf(path: string, parts: Set<string>): string {
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) if (parts.has(folder)) return folder
  return ''
}

export function folderOf(file: string): string {
  const slash = file.lastIndexOf('/')
  return slash < 0 ? '' : file.slice(0, slash)
}
