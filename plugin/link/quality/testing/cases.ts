/** Tests as facts. In: calls that make tests, and what their functions check. Out: one case a test, with the suites around it. */
import type { TestCase } from '../../../types'
import { cite, type Linked } from '../../linked'
import type { ChecksOf } from './assertions'
import { namesOf, type TestCall } from './calls'

export interface Cases {
  cases: TestCase[]
  /** Of a case, by its index: the function that is run, or -1. */
  functions: number[]
  /** Title of the innermost test, hook or suite in which a function stands; '' outside of all. */
  titleOf(fn: number): string
  /** It stands in a test or suite that is left out. */
  isSkipped(fn: number): boolean
  /** The call of the innermost test or hook around, undefined outside of all. */
  around(fn: number): TestCall | undefined
}

export function casesOf(linked: Linked, calls: TestCall[], checksOf: ChecksOf): Cases {
  const { whole } = linked
  const byFunction = new Map<number, TestCall>()
  for (const call of calls) if (call.fn >= 0) byFunction.set(call.fn, call)
  /** What stands around a function, innermost first. */
  const known = new Map<number, TestCall[]>()
  const outward = (fn: number): TestCall[] => {
    let found = known.get(fn)
    if (!found) {
      found = []
      for (let at = fn, hops = 0; at >= 0 && hops < 60; at = whole.functions[at]?.parent ?? -1, hops++) {
        const call = byFunction.get(at)
        if (call) found.push(call)
      }
      known.set(fn, found)
    }
    return found
  }
  const tests = calls.filter(({ kind }) => kind === 'test')
  const after = calls.filter(
    ({ kind, fn, call }) =>
      kind === 'hook' &&
      fn >= 0 &&
      namesOf(linked, whole.a[call] as number)
        .names.concat(namesOf(linked, whole.a[call] as number).root)
        .includes('afterEach'),
  )
  const cases = tests.map((test): TestCase => {
    const suites = outward(whole.functionOf(test.call))
    const titles = [...suites.toReversed().map(({ title }) => title), test.title].filter(Boolean)
    const deciding = test.state !== 'run' ? undefined : suites.find(({ state }) => state !== 'run')
    const checks = test.fn >= 0 ? checksOf(test.fn) : { nodes: [], isOpen: test.fn === -2 }
    const at = cite(linked, test.call)
    // What a suite looks at after each of its tests is part of every one.
    const home = whole.functionOf(test.call)
    const afterwards =
      checks.nodes.length > 0
        ? []
        : after
            .filter((hook) => hook.file === test.file && isAround(linked, whole.functionOf(hook.call), home))
            .flatMap((hook) => checksOf(hook.fn).nodes)
    return {
      title: titles.join(' > '),
      framework: test.framework,
      at,
      endLine: whole.linesOf(test.call)[1],
      state: deciding?.state ?? test.state,
      ...(deciding ? { stateAt: cite(linked, deciding.call) } : {}),
      assertions: [...checks.nodes, ...afterwards].map((node) => cite(linked, node)),
      seen: !checks.isOpen,
    }
  })
  const around = (fn: number) => outward(fn).find(({ kind }) => kind !== 'suite')
  return {
    cases,
    functions: tests.map(({ fn }) => fn),
    around,
    isSkipped: (fn) => outward(fn).some(({ state }) => state === 'skipped' || state === 'todo'),
    titleOf: (fn) => {
      const of = outward(fn)
      const inner = of.find(({ kind }) => kind !== 'suite')
      return inner
        ? inner.title || (inner.kind === 'hook' ? `a hook: ${hookName(linked, inner)}` : 'a test')
        : (of[0]?.title ?? whole.functions[fn]?.fact.name ?? '')
    },
  }
}

function isAround({ whole }: Linked, outer: number, inner: number): boolean {
  for (let at = inner, hops = 0; hops < 60; at = whole.functions[at]?.parent ?? -1, hops++) {
    if (at === outer) return true
    if (at < 0) return false
  }
  return false
}

function hookName(linked: Linked, { call }: TestCall): string {
  const { root, names } = namesOf(linked, linked.whole.a[call] as number)
  return names.at(-1) ?? root
}
