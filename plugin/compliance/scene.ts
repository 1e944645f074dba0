/** What checks and features may look at, indexed once for all requirements of all standards. */
import type { Audit, Control, Evidence, LedgerRow, NotAnalysed, Posture, Program, Usage, Verdict } from '../types'

export interface Given {
  program: Program
  verdict: Verdict
  /** Of documents, no more than standards ask for. */
  audit: Pick<Audit, 'claims'> & { documents: Pick<Audit['documents'][number], 'path' | 'drawings'>[] }
  /** Security findings and those of the nonfunctional section. */
  rows: LedgerRow[]
}

export interface Scene extends Given {
  controls: Map<string, Control[]>
  /** Packages that manifests of the repository name, each with the first line that does; tests and build tools included. */
  packages: Map<string, { at: Evidence; scope: string }>
  /** Uses outside tests. */
  usages(...kinds: string[]): Usage[]
  /** Code that was there and was not, or not wholly, read. */
  unread: NotAnalysed[]
  /** Names in the code that hold this phrase: `recovery codes` is met by `recoveryCodes` and `RECOVERY_CODES`. */
  names(phrases: readonly string[]): string[]
}

const UNREAD = new Set<NotAnalysed['reason']>(['does not parse', 'too large', 'unreadable', 'not UTF-8', 'rule stopped'])

export function sceneOf(given: Given): Scene {
  const { program } = given
  const byKind = grouped(program.usages.filter(({ test }) => !test))
  const code = new Set(program.files.filter(({ kind }) => kind === 'code' || kind === 'template').map(({ path }) => path))
  // One text of all names: asking it is a hundred times as fast as asking every name.
  let words: { names: string[]; text: string; starts: number[] } | undefined
  return {
    ...given,
    controls: controlsOf(program.posture),
    packages: packagesOf(program),
    usages: (...kinds) => kinds.flatMap((kind) => byKind.get(kind) ?? []),
    unread: program.notAnalysed.filter(({ subject, reason }) => UNREAD.has(reason) && (code.has(subject) || /\.[cm]?[jt]sx?$/.test(subject))),
    names(phrases) {
      words ??= inOneText(program.inventory.words)
      const { names, text, starts } = words
      const found = new Set<string>()
      for (const phrase of phrases) for (const { index } of text.matchAll(phrasePattern(phrase, 'g'))) found.add(names[lastAtMost(starts, index)]!)
      return [...found].sort()
    },
  }
}

/** `recoveryCode` and `RECOVERY_CODE` → `recovery_code`. */
export const spelled = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

/** `recovery code` as part of a spelled name: `recovery_codes`, `backup_recovery-code`. */
export const phrasePattern = (phrase: string, flags = ''): RegExp =>
  new RegExp(`(?<![a-z])${phrase.trim().toLowerCase().split(/\s+/).join('[-_.]?')}(?:s|es)?(?![a-z])`, flags)

function inOneText(all: ReadonlySet<string>): { names: string[]; text: string; starts: number[] } {
  const names = [...all]
  const starts: number[] = []
  let text = ''
  for (const name of names) {
    starts.push(text.length)
    text += `${spelled(name)}\n`
  }
  return { names, text, starts }
}

/** Position of the last number that is not greater; numbers ascend. */
function lastAtMost(numbers: readonly number[], most: number): number {
  let low = 0
  let high = numbers.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (numbers[middle]! <= most) low = middle
    else high = middle - 1
  }
  return low
}

function grouped(usages: readonly Usage[]): Map<string, Usage[]> {
  const groups = new Map<string, Usage[]>()
  for (const usage of usages) {
    const known = groups.get(usage.kind)
    if (known) known.push(usage)
    else groups.set(usage.kind, [usage])
  }
  return groups
}

function controlsOf({ authentication, authorization, dataProtection, input, secrets, stack }: Posture): Map<string, Control[]> {
  const all: Control[] = [
    ...authentication.mechanisms.flatMap(({ steps }) => steps),
    ...authentication.passwords,
    ...authentication.sessions,
    ...authentication.bruteForce,
    ...authorization.models,
    ...authorization.escalation,
    ...authorization.tenancy,
    ...dataProtection.encryption.flatMap((state) => [state, ...state.parts]),
    ...dataProtection.logs.flatMap(({ writer, content, destination, kept }) => [writer, content, destination, kept]),
    ...dataProtection.logging,
    ...dataProtection.retention.flatMap(({ kept, deletion }) => [kept, deletion]),
    ...dataProtection.considerations,
    ...input.practices,
    ...input.encoding,
    input.secondLine,
    ...input.uploads.flatMap(({ controls }) => controls),
    ...secrets.practices,
    ...stack,
  ].filter((control) => control !== undefined)
  const byId = new Map<string, Control[]>()
  for (const control of all) {
    const known = byId.get(control.id)
    if (known) known.push(control)
    else byId.set(control.id, [control])
  }
  return byId
}

function packagesOf({ manifests }: Program): Scene['packages'] {
  const packages: Scene['packages'] = new Map()
  for (const { path, facts } of manifests)
    for (const fact of facts) {
      if (fact.kind !== 'dependency' || fact.ecosystem !== 'npm') continue
      const known = packages.get(fact.name)
      if (known && (known.scope === 'runtime' || fact.scope !== 'runtime')) continue
      packages.set(fact.name, { at: { file: path, line: fact.line, text: fact.text }, scope: fact.scope ?? 'runtime' })
    }
  return packages
}
