/** The ways of secrets from where they are kept to what takes them. In: the inventory. Out: one step a use, each with its lines. */
import type { Evidence, Secret, SecretFlow } from '../../../types'

const MOST_USES = 4

export function secretFlows(inventory: Secret[]): SecretFlow[] {
  return inventory.flatMap(({ name, source, from, evidence, uses, fallback }) => {
    const [read] = evidence
    if (!read) return []
    const base = { secret: name, source, from: source === 'environment variable' ? '' : from, part: read.file, read }
    const ways: SecretFlow[] =
      uses.length === 0
        ? [base]
        : uses.slice(0, MOST_USES).map((use) => ({ ...base, ...readFor(use.at.file, evidence, read), use: { ...use, file: use.at.file } }))
    // What stands in goes the same way.
    if (fallback?.at && (fallback.kind === 'hardcoded' || fallback.kind === 'file'))
      ways.push({
        ...base,
        source: fallback.kind === 'file' ? 'key file' : 'hardcoded',
        from: fallback.kind === 'file' ? fallback.text : fallback.at.file,
        read: fallback.at,
        part: fallback.at.file,
        ...(ways[0]?.use ? { use: ways[0].use } : {}),
      })
    return ways
  })
}

/** A file that reads the secret itself has it from nobody else's hands. */
function readFor(file: string, evidence: readonly Evidence[], first: Evidence): Pick<SecretFlow, 'part' | 'read'> {
  const read = evidence.find((at) => at.file === file) ?? first
  return { part: read.file, read }
}
