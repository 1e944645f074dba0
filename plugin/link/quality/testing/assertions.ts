/**
 * What a test checks. In: the function of a test. Out: the places that can make it fail on purpose: assertions, conditional
 * throws, queries that wait for something to be there. Helpers of tests are followed; product code is not, since what it
 * throws is not what the test looks for.
 */
import { Kind, RegionKind } from '../../../graph'
import { isTestCode, type Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import { usesOf } from '../../uses'
import { namesOf } from './calls'
import { isStatement } from './used'

export interface Checks {
  nodes: number[]
  /** What the test hands its tools to could not be followed: it may check there. */
  isOpen: boolean
}

export type ChecksOf = (fn: number) => Checks

/** Deepest chain of helpers that is followed, and how many places are kept. */
const MOST_DEPTH = 6
const MOST_KEPT = 3

/** Functions that check by themselves. */
const ASSERTING = /^(?:assert\w*|expectTypeOf|expectType|assertType|should|fail|invariant|flunk)$/
/** Names of helpers whose code is not here; where it is, the code tells. */
const NAMED_HELPER = /^(?:expect|assert|verify|should|must)(?:[A-Z_]|$)|^(?:check|ensure)[A-Z_]/
/** Methods that check, on whatever they are called: supertest, chai-http, nock, sinon, testcafe, pactum, rule testers. */
const CHECKING_METHOD =
  /^(?:expect\w*|should\w*|toMatch\w*|assert\w*|verify\w*|isDone|calledWith|calledOnce\w*|waitForSelector|waitForURL|waitForResponse|waitForElement\w*|waitForDisplayed|waitForExist)$/
/** Methods of the `t` that ava, tap, tape, QUnit and node:test hand to a test, which check nothing. */
const NOT_CHECKING =
  /^(?:log|context|timeout|teardown|after|afterEach|before|beforeEach|test|comment|end|skip|todo|mock|diagnostic|title|step|runOnly|signal|name|plan|pragma|set|setTimeout|async|then|catch|is_passing|slow|retries|currentTest|fixture|testdir|capture|intercept|bail|autoend|skipTest|assertions)$/
/** Commands of Cypress that fail where the page has no such thing, as long as they have the last word. */
const CYPRESS_QUERY =
  /^(?:get|find|contains|should|and|its|request|url|location|title|children|parent|parents|closest|first|last|eq|filter|not|next|prev|siblings|screenshotMatch|matchImageSnapshot|compareSnapshot|percySnapshot|checkA11y|findBy\w+|findAllBy\w+)$/

/** What may stand for a function that is written elsewhere. */
const NAMES_FUNCTION = new Set([Kind.Cell, Kind.Import, Kind.Load])

export function checksIn(linked: Linked): ChecksOf {
  const { whole, effects, solver } = linked
  const known = new Map<number, Checks>()
  const commands = customCommands(linked)
  const loadedShould = new Map<number, number>()
  for (const node of lookupOf(whole).named(Kind.Load, /^(?:should|expect)$/)) loadedShould.set(whole.functionOf(node), node)

  function of(fn: number, depth: number): Checks {
    const before = known.get(fn)
    if (before) return before
    const checks: Checks = { nodes: [], isOpen: false }
    known.set(fn, checks)
    const file = whole.functions[fn]?.file
    if (file === undefined) return checks
    const put = (node: number) => {
      if (checks.nodes.length < MOST_KEPT && !checks.nodes.includes(node)) checks.nodes.push(node)
    }
    for (const inside of [fn, ...innerOf(linked, fn)]) {
      const should = loadedShould.get(inside)
      if (should !== undefined) put(should)
    }
    const calls: number[] = []
    for (const node of effects.within(fn)) {
      if (checks.nodes.length >= MOST_KEPT) return checks
      const kind = whole.kind[node] as Kind
      // A throw that always happens is what a stub does.
      if (kind === Kind.Throw && isConditional(linked, node)) put(node)
      else if (kind === Kind.Call || kind === Kind.New) {
        const told = checkOf(linked, node, fn, commands)
        if (told === 'checks') put(node)
        else if (told === 'open') checks.isOpen = true
        else calls.push(node)
      }
    }
    // Helpers are asked only where the test itself checks nothing.
    if (checks.nodes.length > 0 || depth >= MOST_DEPTH) return checks
    for (const node of calls)
      for (const to of followed(linked, node, commands)) {
        if (to === fn || !isHelper(linked, to)) continue
        const inner = of(to, depth + 1)
        if (inner.nodes.length > 0) put(node)
        if (inner.isOpen) checks.isOpen = true
      }
    return checks
  }

  /** Functions that a call runs, those that it is handed by name included. */
  function followed(of: Linked, call: number, named: Map<string, number>): number[] {
    const command = named.get(namesOf(of, whole.a[call] as number).names.at(-1) ?? '')
    const handed = [...whole.args(call)].flatMap((argument) =>
      NAMES_FUNCTION.has(whole.kind[argument] as Kind)
        ? of.values.definitions(argument).flatMap((node) => (whole.kind[node] === Kind.Function ? [whole.a[node] as number] : []))
        : [],
    )
    return [...(solver.callees.get(call) ?? []), ...handed, ...(command === undefined ? [] : [command])]
  }

  return (fn) => of(fn, 0)
}

function isConditional({ whole }: Linked, node: number): boolean {
  const kind = whole.regions[(whole.region[node] as number) * 4] as RegionKind
  return kind !== RegionKind.Body && kind !== RegionKind.Try && kind !== RegionKind.Finally
}

function innerOf({ effects }: Linked, fn: number): number[] {
  const found: number[] = []
  const stack = [...effects.functionsIn(fn)]
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    found.push(at)
    stack.push(...effects.functionsIn(at))
  }
  return found
}

/** Code of tests, or named for checking wherever it lies. */
function isHelper(linked: Linked, fn: number): boolean {
  const { fact, file } = linked.whole.functions[fn] as { fact: { name: string }; file: number }
  const path = (linked.whole.files[file] as { path: string }).path
  return (
    isTestCode(linked, path) ||
    NAMED_HELPER.test(fact.name) ||
    /(?:^|[/.-])(?:test|testing|mocks?|fixtures?|helpers?|spec|support|e2e)(?:[/.-]|utils?|helpers?|$)/i.test(path)
  )
}

function checkOf(linked: Linked, call: number, fn: number, commands: Map<string, number>): 'checks' | 'open' | 'follow' {
  const { whole, solver } = linked
  const callee = whole.a[call] as number
  const { root, names, from, rootNode } = namesOf(linked, callee)
  const last = names.at(-1) ?? root
  const isResolved = (solver.callees.get(call)?.size ?? 0) > 0
  if (root === 'expect' && (from === undefined || from === 'parameter' || !isResolved)) {
    // `expect(x)` alone compares nothing; `expect(x).toBe` has a call or a read behind it.
    if (names.length > 0)
      return names.length === 1 && /^(?:assertions|hasAssertions|extend|addSnapshotSerializer|anything|any)$/.test(last) ? 'follow' : 'checks'
    return isReadFrom(linked, call) ? 'checks' : 'follow'
  }
  if (root === 'assert' || names.includes('assert') || names.includes('should') || names.includes('expect')) return 'checks'
  if (root === 'cy') {
    const command = names.at(-1) ?? ''
    if (commands.has(command)) return 'follow'
    if (command === 'should' || command === 'and' || command === 'request') return 'checks'
    // `cy.get('@alias')` reads back what the test put there.
    const first = whole.args(call)[0]
    const isAlias = first !== undefined && whole.kind[first] === Kind.String && whole.text(whole.a[first] as number).startsWith('@')
    return CYPRESS_QUERY.test(command) && !isReadFrom(linked, call) && !isAlias ? 'checks' : 'follow'
  }
  if (names.length === 0 && !isResolved && (ASSERTING.test(root) || NAMED_HELPER.test(root))) return 'checks'
  if (isTestContext(linked, rootNode)) {
    if (names.length > 0) return NOT_CHECKING.test(names[0] as string) ? 'follow' : 'checks'
    // `done(error)` fails the test; `done()` only ends it.
    return whole.args(call).length > 0 ? 'checks' : 'follow'
  }
  if (names.length > 0 && CHECKING_METHOD.test(last) && !isResolved) return 'checks'
  if (names.length > 0 && /^(?:ok|equal|deepEqual|strictEqual|throws|rejects)$/.test(last) && from !== undefined && /assert/.test(from))
    return 'checks'
  // Of Testing Library: fails where the page has none, or more than one.
  if (/^(?:getBy|getAllBy|findBy|findAllBy)[A-Z]/.test(last) && !isReadFrom(linked, call) && isStatement(linked, call)) return 'checks'
  if (/^(?:waitFor|waitForElementToBeRemoved|waitUntil)$/.test(last) && !isResolved) return 'checks'
  if (/^(?:RuleTester|ruleTester|testRule)$/.test(root) || (last === 'run' && /ruleTester/i.test(root))) return 'checks'
  // The test's own tools are handed to something whose code is not here.
  if (!isResolved && [...whole.args(call)].some((argument) => isTestContext(linked, argument, fn))) return 'open'
  return 'follow'
}

/** Something is read from it or called on it: `expect(x)` in `expect(x).toBe(1)`. */
function isReadFrom({ whole }: Linked, call: number): boolean {
  return usesOf(whole)
    .of(call)
    .some((user) => (whole.kind[user] === Kind.Load || whole.kind[user] === Kind.LoadDynamic) && whole.a[user] === call)
}

/** The `t` or `done` of a test: first parameter of a function that a test is made with. */
function isTestContext({ whole, values }: Linked, node: number, within?: number): boolean {
  if (node < 0 || whole.kind[node] !== Kind.Param || whole.b[node] !== 0) return false
  const fn = whole.functions[whole.a[node] as number]
  if (!fn || (within !== undefined && (whole.a[node] as number) !== within && fn.parent !== within)) return false
  const around = values.callAround(fn.node)
  if (around < 0) return false
  const name = fn.fact.paramNames[0] ?? ''
  // Playwright and Vitest hand an object of fixtures; `t`, `done`, `assert` are names that no fixture has.
  return /^(?:t|tt|assert|done|st|test|cb|callback|ctx)$/.test(name) && isTestMaking(whole.text(nameOfCallee(whole, around)))
}

function nameOfCallee(whole: Linked['whole'], call: number): number {
  let at = whole.a[call] as number
  for (let hops = 0; hops < 8; hops++) {
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Load || kind === Kind.Import) {
      const name = whole.text(whole.b[at] as number)
      if (kind === Kind.Import || isTestMaking(name)) return whole.b[at] as number
      at = whole.a[at] as number
    } else if (kind === Kind.Global) return whole.a[at] as number
    else if (kind === Kind.Call || kind === Kind.Tagged) at = whole.a[at] as number
    else break
  }
  return whole.string('')
}

const isTestMaking = (name: string) => /^(?:\*|default|it|test|specify|skip|only|serial|failing|fit|xit|cb|each|rejects)$/.test(name)

/** `Cypress.Commands.add('login', () => …)`, by name. */
function customCommands({ whole }: Linked): Map<string, number> {
  const found = new Map<string, number>()
  for (const call of lookupOf(whole).named(Kind.Call, /^(?:add|overwrite|addQuery)$/)) {
    const callee = whole.a[call] as number
    const holder = whole.kind[callee] === Kind.Load ? (whole.a[callee] as number) : -1
    if (holder < 0 || whole.kind[holder] !== Kind.Load || whole.text(whole.b[holder] as number) !== 'Commands') continue
    const [name, ...rest] = whole.args(call)
    const fn = rest.findLast((argument) => whole.kind[argument] === Kind.Function)
    if (name !== undefined && whole.kind[name] === Kind.String && fn !== undefined)
      found.set(whole.text(whole.a[name] as number), whole.a[fn] as number)
  }
  return found
}
