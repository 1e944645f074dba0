/**
 * Fixed waits: what they wait for may take longer on a busy machine, and costs the time on a fast one. A wait inside a loop that
 * asks again is polling, and a timer that only fails a test that hangs is a limit; both are left alone.
 */
import { Kind, RegionKind } from '../../../../graph'
import type { UnsteadyPlace } from '../../../../types'
import type { Linked } from '../../../linked'
import { isPromiseClass } from '../../../names'
import { namesOf } from '../calls'
import { numberAt, placeAt, type TestFile } from './place'

const SLEEPERS =
  /^(?:sleep|delay|wait|pause|snooze|waitMs|sleepMs|waitFor(?:Ms|Time|Milliseconds)|setTimeoutPromise|setTimeoutAsync|promiseTimeout|nap)$/i
const SLEEP_PACKAGES = /^(?:delay|sleep-promise|timers\/promises|node:timers\/promises|await-sleep|system-sleep|p-sleep|@?[\w/-]*sleep[\w-]*)$/
/** Everything that is looked at below has one of these in its name. */
const MAYBE = /wait|sleep|pause|delay|timeout|interval|snooze|nap/i
const asked = new Map<string, boolean>()

/** Tests call the same few names thousands of times. */
function mayWait(name: string): boolean {
  let may = asked.get(name)
  if (may === undefined) {
    may = MAYBE.test(name)
    if (asked.size < 10_000) asked.set(name, may)
  }
  return may
}

const POLLING_NAME = /wait(?:For|Until)|until|poll|retry|eventually|repeat/i

export function sleeps(file: TestFile): UnsteadyPlace[] {
  const { linked, text, calls, hasFakeTime } = file
  if (!MAYBE.test(text)) return []
  const { whole } = linked
  const found: UnsteadyPlace[] = []
  for (const { call, root, names, from } of calls()) {
    const last = names.at(-1) ?? root
    if (!mayWait(last) && !(from !== undefined && SLEEP_PACKAGES.test(from))) continue
    const args = [...whole.args(call)]
    const put = (milliseconds: number, confidence: UnsteadyPlace['confidence'] = 'high', why: UnsteadyPlace['why'] = 'sleep') => {
      if (milliseconds > 0 && !isPolling(linked, call))
        found.push(placeAt(file, call, why, `It waits ${inWords(milliseconds)}, whether or not what it waits for has happened.`, confidence))
    }
    const first = numberAt(linked, args[0])
    // Commands of browsers: `cy.wait(500)`, `page.waitForTimeout(500)`, `driver.sleep(500)`, `browser.pause(500)`.
    if (root === 'cy' && last === 'wait') {
      if (first !== undefined) put(first)
      continue
    }
    if (last === 'waitForTimeout' || (names.length > 0 && /^(?:sleep|pause)$/.test(last) && from !== 'this' && !/^(?:clock|timers?)$/.test(root))) {
      if (first !== undefined) put(first)
      continue
    }
    if (names.length > 0 && last === 'wait' && /^(?:t|browser|client|I|page|driver|testController)$/.test(root)) {
      if (first !== undefined) put(first)
      continue
    }
    if (hasFakeTime() && !/useRealTimers/.test((whole.files[file.file] as { text: string }).text)) continue
    const isTimer =
      last === 'setTimeout' &&
      names.length <= 1 &&
      (from === undefined || /^(?:node:)?timers$/.test(from)) &&
      !/^(?:jest|test|vi|t|page|this)$/.test(root)
    if (isTimer && (names.length === 0 || /^(?:window|global|globalThis)$/.test(root))) {
      const wait = numberAt(linked, args[1])
      const role = wait === undefined || args[0] === undefined ? 'other' : roleOf(file, args[0], call)
      if (wait !== undefined && role !== 'other') put(wait, 'high', role === 'goes on' ? 'sleep' : 'real timer')
      continue
    }
    if (last === 'setInterval' && names.length === 0 && from === undefined) {
      const every = numberAt(linked, args[1])
      if (every !== 0 && args[0] !== undefined && doesSomething(linked, args[0]) && file.cases.around(whole.functionOf(call)))
        found.push(
          placeAt(
            file,
            call,
            'real timer',
            `It looks ${every === undefined ? 'at intervals' : `every ${inWords(every)}`} on a real timer, and works on what the last look has brought by then.`,
            'medium',
          ),
        )
      continue
    }
    // A helper, or a package that does nothing else.
    if (first === undefined || names.length > 1) continue
    if (from !== undefined && SLEEP_PACKAGES.test(from) && (SLEEPERS.test(last) || last === 'setTimeout' || last === '' || last === 'default'))
      put(first)
    else if (SLEEPERS.test(last) || /sleep|delay/i.test(last)) {
      const callees = [...(linked.solver.callees.get(call) ?? [])]
      if (callees.length > 0 ? callees.some((fn) => startsTimer(linked, fn)) : /^(?:sleep|delay)$/i.test(last) && args.length === 1) put(first)
    }
  }
  return found
}

/** A timer that only keeps the process alive does nothing. */
function doesSomething({ whole, values, effects }: Linked, callback: number): boolean {
  const fn = values.definitions(callback).find((node) => whole.kind[node] === Kind.Function)
  return fn === undefined || effects.within(whole.a[fn] as number).length > 0
}

function startsTimer(linked: Linked, fn: number): boolean {
  return linked.effects.within(fn).some((node) => {
    if (linked.whole.kind[node] !== Kind.Call) return false
    const { root, names } = namesOf(linked, linked.whole.a[node] as number)
    return (names.at(-1) ?? root) === 'setTimeout' || (linked.solver.callees.get(node)?.size === 0 && root === 'sleep')
  })
}

/** `goes on`: the test waits for it. `checks`: it holds what the test looks at. Anything else may come when it likes. */
function roleOf({ linked, cases }: TestFile, callback: number, timer: number): 'goes on' | 'checks' | 'other' {
  const { whole, values, effects } = linked
  const executor = whole.functionOf(timer)
  const isExecutor = executor >= 0 && isMadeWith(linked, executor)
  if (whole.kind[callback] === Kind.Param) {
    // `new Promise((resolve, reject) => setTimeout(resolve, 50))`; the second one is a limit.
    const at = whole.b[callback] as number
    const owner = whole.functions[whole.a[callback] as number]
    if (isMadeWith(linked, whole.a[callback] as number)) return at === 0 ? 'goes on' : 'other'
    return at === 0 && /^(?:done|cb|callback|next)$/.test(owner?.fact.paramNames[0] ?? '') ? 'goes on' : 'other'
  }
  const fn = values.definitions(callback).find((node) => whole.kind[node] === Kind.Function)
  if (fn === undefined) return 'other'
  const inside = effects.within(whole.a[fn] as number)
  if (inside.length === 0) return 'other'
  const called = inside.filter((node) => whole.kind[node] === Kind.Call).map((node) => namesOf(linked, whole.a[node] as number))
  const calls = (name: RegExp) => called.some(({ root, names }) => name.test(root) || names.some((each) => name.test(each)))
  if (calls(/^(?:expect|assert|should)$/)) return 'checks'
  if (cases.around(executor) === undefined) return 'other'
  if (calls(/^(?:done|end)$/) && !isExecutor && called.some(({ root }) => root === 'done')) return 'goes on'
  const resolves = called.some(
    ({ rootNode, names }) =>
      names.length === 0 && whole.kind[rootNode] === Kind.Param && whole.b[rootNode] === 0 && isMadeWith(linked, whole.a[rootNode] as number),
  )
  return isExecutor && resolves && called.length === 1 ? 'goes on' : 'other'
}

/** The function of a `new Promise(…)`. */
function isMadeWith({ whole }: Linked, fn: number): boolean {
  const of = whole.functions[fn]
  if (!of) return false
  // A call that makes it stands right behind the function it is made with.
  for (let node = of.node + 1; node < Math.min(whole.size, of.node + 400); node++)
    if (whole.kind[node] === Kind.New && whole.args(node)[0] === of.node) return isPromiseClass(whole, whole.a[node] as number)
  return false
}

/** In a loop, or in a function that is named for asking again. */
function isPolling({ whole }: Linked, call: number): boolean {
  let node = call
  for (let hops = 0; hops < 4; hops++) {
    for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number)
      if (whole.regions[region * 4] === RegionKind.Loop) return true
    const fn = whole.functions[whole.functionOf(node)]
    if (!fn) return false
    if (POLLING_NAME.test(fn.fact.name)) return true
    // A function of its own inside of a promise belongs to what stands around.
    if (fn.fact.name !== '' && hops > 0) return false
    node = fn.node
  }
  return false
}

function inWords(milliseconds: number): string {
  return milliseconds >= 1000 && milliseconds % 100 === 0 ? `${milliseconds / 1000} s` : `${milliseconds} ms`
}
