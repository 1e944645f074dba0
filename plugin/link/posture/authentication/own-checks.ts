/** Checks of callers that the project wrote itself. In: guards and handlers that demand a caller. Out: those that no library explains, and keys in headers. */
import { Kind } from '../../../graph'
import type { Evidence } from '../../../types'
import { runsOf } from '../../entry-points/runs'
import { cite } from '../../linked'
import { lookupOf } from '../../lookup'
import type { Draft } from './means'
import { isOfTests, type Scene } from './scene'

const KEY_HEADER = /^(?:x-)?api-?key$|^x-(?:auth|access|service|internal)-?(?:key|secret)$|^apikey$/i

const memory = new WeakMap<Scene, number[]>()

/** Reads of a header that carries a key, in functions that a door leads to: `req.headers['x-api-key']`, `req.get('x-api-key')`. */
export function apiKeyNodes(scene: Scene): number[] {
  let known = memory.get(scene)
  if (known) return known
  const { linked } = scene
  const { whole } = linked
  const lookup = lookupOf(whole)
  known = []
  memory.set(scene, known)
  const names = new Set(lookup.named(Kind.String, KEY_HEADER))
  if (names.size === 0 && lookup.named(Kind.Load, /^x-api-key$/i).length === 0) return known
  const serving = new Set(scene.known.entryPoints.flatMap((entry) => [...runsOf(linked, entry).before, ...runsOf(linked, entry).handlers]))
  const runs = (node: number) => {
    for (let fn = whole.functionOf(node); fn >= 0; fn = whole.functions[fn]?.parent ?? -1) if (serving.has(fn)) return true
    return false
  }
  for (const node of [
    ...lookup.of(Kind.LoadDynamic),
    ...lookup.named(Kind.Call, /^(?:get|header|getHeader|headers)$/),
    ...lookup.named(Kind.Load, /^x-api-key$/i),
  ]) {
    const isNamed =
      whole.kind[node] === Kind.LoadDynamic
        ? names.has(whole.b[node] as number)
        : whole.kind[node] === Kind.Call
          ? whole
              .args(node)
              .slice(0, 1)
              .some((argument) => names.has(argument))
          : true
    if (isNamed && !isOfTests(linked, node) && !scene.isPage(cite(linked, node).file) && runs(node)) known.push(node)
  }
  return known
}

const MOST_NAMES = 4

/** What the project's own checks guard, as far as nothing else explains it: one entry, with the functions that check. */
export function handWritten(scene: Scene, explained: ReadonlySet<string>): Draft[] {
  // Signing in is no check of who has signed in.
  const signing = new Set(scene.doorsFor('sign in', 'second factor', 'register').map(({ label }) => label))
  const byPlace = new Map<string, { name: string; at: Evidence; doors: Set<string> }>()
  for (const entry of scene.known.entryPoints) {
    const label = `${entry.method} ${entry.path}`
    if (entry.kind !== 'http' || entry.authRequired.answer !== 'yes' || explained.has(label) || signing.has(label)) continue
    const guards = entry.guards.filter(({ role }) => role === 'authentication')
    const told = guards.length > 0 ? guards : entry.authRequired.evidence.slice(0, 1).map((at) => ({ name: '', at }))
    for (const { name, at } of told) {
      const key = `${at.file}:${at.line}`
      const known = byPlace.get(key) ?? { name: functionAt(scene, at) || name.replace(/\(.*$/s, ''), at, doors: new Set<string>() }
      known.doors.add(label)
      byPlace.set(key, known)
    }
  }
  if (byPlace.size === 0) return []
  const checks = [...byPlace.values()].sort((one, other) => other.doors.size - one.doors.size)
  const names = [...new Set(checks.map(({ name }) => name).filter((name) => name !== '' && name !== 'anonymous function'))]
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ''
  return [
    {
      kind: 'other',
      name: 'Checks written in the project',
      implementation: names.length > 0 ? `${names.slice(0, MOST_NAMES).join(', ')}${more}` : 'Inside handlers',
      library: undefined,
      usedAt: [...new Set(checks.flatMap(({ doors }) => [...doors]))],
      strength: 'could not tell',
      because: 'What they hold the caller against is code of the project, and no library that is known.',
      evidence: checks.slice(0, MOST_NAMES).map(({ at }) => at),
    },
  ]
}

/** Name of the function, or of the one around it, that begins where a guard was found. */
function functionAt({ linked }: Scene, { file, line }: Evidence): string {
  const { whole, fileIndex } = linked
  const index = fileIndex.get(file)
  for (const { fact, file: of, node, parent } of whole.functions) {
    if (of !== index || node < 0 || whole.linesOf(node)[0] !== line) continue
    return fact.name || (whole.functions[parent]?.fact.name ?? '')
  }
  return ''
}
