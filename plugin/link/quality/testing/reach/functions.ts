/**
 * Functions whose faults cost most, and whether tests come by them. In: figures of functions, what tests call, how often files change.
 * Out: one entry a function that is hard to follow, or that deals with money or with who somebody is; what answers at a door is told
 * there. The points stand in `site/docs/tests-and-configuration.md`; they rank rather than measure.
 */
import type { CodeHealth, FunctionMetrics, TestReach } from '../../../../types'
import { cite, citeLine } from '../../../linked'
import { isGenerated } from '../../health/generated'
import type { KnownQuality } from '../../known'
import type { Called } from './called'
import { isAboutIdentity, isAboutMoney } from './weight'

/** From here on a function is worth a look whatever it does, and from there on where its name tells that it matters. */
const HARD = 15
const NOT_PLAIN = 6
/** Run by hand, where somebody watches. */
const ASIDE = /(?:^|\/)(?:scripts?|tools?|bin|build|migrations?|seeds?|seeders?|examples?|benchmarks?)\//

/** @param toldElsewhere functions that are told otherwise: handlers of doors, guards */
export function functionsToTest(
  { linked }: KnownQuality,
  { functions, churn }: CodeHealth,
  called: Called,
  toldElsewhere: ReadonlySet<number>,
): TestReach[] {
  const { whole, solver, fileIndex } = linked
  const changes = new Map(churn.map((it) => [it.file, it.changes]))
  const told = functions.filter(
    ({ name, at, test, cyclomatic }) =>
      !test && name !== '' && cyclomatic >= NOT_PLAIN && (cyclomatic >= HARD || isAboutMoney(name) || isAboutIdentity(name)) && !ASIDE.test(at.file),
  )
  const files = new Set(told.map(({ at }) => fileIndex.get(at.file)))
  const byPlace = new Map<string, number>()
  whole.functions.forEach(({ node, file }, fn) => {
    if (node >= 0 && files.has(file)) byPlace.set(`${file}:${whole.linesOf(node)[0]}`, fn)
  })
  return told.flatMap((it): TestReach[] => {
    const { name, at } = it
    const file = fileIndex.get(at.file)
    if (file === undefined || isGenerated(whole, file)) return []
    const fn = byPlace.get(`${file}:${at.line}`)
    if (fn === undefined || toldElsewhere.has(fn)) return []
    const callers = new Set([...(solver.callers.get(fn) ?? [])].map((call) => whole.fileOf(call)))
    const call = called.below.get(fn)
    const loader = called.loaded.get(file)
    return [
      {
        subject: name,
        kind: 'function',
        at,
        reached: call !== undefined ? 'called' : loader !== undefined ? 'imported' : 'none',
        by: call !== undefined ? [cite(linked, call)] : loader !== undefined ? [citeLine(linked, loader, 1)] : [],
        ...weighed(it, changes.get(at.file) ?? 0, callers.size),
      },
    ]
  })
}

function weighed({ name, cyclomatic }: FunctionMetrics, changes: number, callers: number): Pick<TestReach, 'weight' | 'reasons'> {
  const reasons = [`its code has ${cyclomatic} paths`]
  let weight = Math.min(40, 2 * (cyclomatic - 1))
  if (isAboutMoney(name) || isAboutIdentity(name)) {
    weight += 25
    reasons.push(isAboutMoney(name) ? 'it deals with money' : 'it deals with who somebody is')
  }
  if (changes > 1) {
    weight += Math.min(20, changes)
    reasons.push(`its file changed ${changes} times in a year`)
  }
  if (callers > 1) {
    weight += Math.min(15, 3 * callers)
    reasons.push(`${callers} files call it`)
  }
  return { weight: Math.min(100, weight), reasons }
}
