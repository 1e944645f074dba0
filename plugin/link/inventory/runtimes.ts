/** Versions of runtimes and package managers, wherever manifests state one. In: their facts. Out: one entry a statement. */
import type { Extracted } from '../../graph'
import type { ManifestFact, RuntimeVersion } from '../../types'

const RUNTIMES = new Set(['node', 'npm', 'yarn', 'pnpm', 'bun', 'deno', 'python', 'ruby', 'go', 'java', 'php'])
/** Images of a runtime, under the names that CI services and registries give them. */
const IMAGE = /(?:^|\/)(node|bun|deno|python|ruby|golang|php)$/
const VERSION_FILES = new Set(['.nvmrc', '.node-version', '.python-version', '.ruby-version', '.bun-version', '.java-version', '.go-version'])

export function runtimesOf({ manifests }: Pick<Extracted, 'manifests'>): RuntimeVersion[] {
  return manifests.flatMap(({ path, facts }) =>
    facts.flatMap((fact): RuntimeVersion[] => {
      const told = statement(path, fact)
      return told ? [{ ...told, at: { file: path, line: fact.line, text: fact.text } }] : []
    }),
  )
}

function statement(path: string, { kind, ecosystem, name, version, value }: ManifestFact): Omit<RuntimeVersion, 'at'> | undefined {
  if (!version || !/\d/.test(version)) return undefined
  if (kind === 'engine' && RUNTIMES.has(name)) {
    if (ecosystem === 'npm') return { runtime: name, version, from: 'engines' }
    if (ecosystem === 'version-file') return { runtime: name, version, from: VERSION_FILES.has(value ?? '') ? '.nvmrc' : 'tool-versions' }
    return { runtime: name, version, from: 'ci' }
  }
  if (kind === 'package-manager' && value === 'packageManager') return { runtime: name, version, from: 'package-manager' }
  const image = kind === 'image' ? IMAGE.exec(name)?.[1] : undefined
  // A path that names a test or an example runs nothing of the product.
  if (!image || /(?:^|\/)(?:tests?|examples?|fixtures)\//i.test(path)) return undefined
  const isCi = ecosystem !== 'dockerfile' && ecosystem !== 'compose' && ecosystem !== 'kubernetes'
  return { runtime: image === 'golang' ? 'go' : image, version, from: isCi ? 'ci' : 'image' }
}
