/**
 * Calls that make tests, suites and hooks. In: the solved program. Out: each with its title, its function and what it is; told
 * by the name at the root of what is called, which has to be a global or come from a test runner.
 */
import { Kind } from '../../../graph'
import { isTestCode, type Linked } from '../../linked'
import { FOCUSES, HOOK, MODULE_IS_TEST, RUNNERS, SKIPS, SUITE, TEST } from './runners'

export interface TestCall {
  kind: 'test' | 'suite' | 'hook'
  call: number
  file: number
  /** '' where it is not written out. */
  title: string
  /** Number of the function that is run, -1 where none is given, -2 where it could not be told which. */
  fn: number
  state: 'run' | 'skipped' | 'only' | 'todo'
  framework: string
}

export interface CalledNames {
  root: string
  names: string[]
  /** Module that the root comes from; `parameter`, `variable`, `function`, `this` or `unknown` for others, undefined for a global. */
  from: string | undefined
  rootNode: number
}

const knownNames = new WeakMap<Linked, Map<number, CalledNames>>()

/** `it.skip` → `it`, `skip`; what is called in between (`it.each(table)`) leaves its name. Asked of each call by several, hence kept. */
export function namesOf(linked: Linked, callee: number): CalledNames {
  let all = knownNames.get(linked)
  if (!all) {
    all = new Map()
    knownNames.set(linked, all)
  }
  let found = all.get(callee)
  if (!found) {
    found = findNames(linked, callee)
    all.set(callee, found)
  }
  return found
}

/** What a chain of names and calls begins with: `expect` of `expect(x).not.toBe`. */
function rootOf({ whole }: Linked, callee: number): number {
  let at = callee
  for (let hops = 0; hops < MOST_HOPS && at >= 0; hops++) {
    if (whole.kind[at] !== Kind.Load && !isPassedBy(whole.kind[at] as Kind)) break
    at = whole.a[at] as number
  }
  return at
}

const MOST_HOPS = 30

/** Stands in a chain of names without adding one. */
const isPassedBy = (kind: Kind) =>
  kind === Kind.Call || kind === Kind.Tagged || kind === Kind.Await || kind === Kind.Refine || kind === Kind.New || kind === Kind.LoadDynamic

function findNames({ whole }: Linked, callee: number): CalledNames {
  const names: string[] = []
  let at = callee
  for (let hops = 0; hops < MOST_HOPS && at >= 0; hops++) {
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Load) {
      names.unshift(whole.text(whole.b[at] as number))
      at = whole.a[at] as number
    } else if (isPassedBy(kind)) at = whole.a[at] as number
    else if (kind === Kind.Global) return { root: whole.text(whole.a[at] as number), names, from: undefined, rootNode: at }
    else if (kind === Kind.Import) {
      const from = whole.text(whole.a[at] as number)
      const imported = whole.text(whole.b[at] as number)
      const isWhole = imported === '*' || imported === 'default'
      const [first = ''] = names
      // `require('node:test').it`, `chai.expect`: the module stands for its function only where nothing is taken out of it.
      if (
        isWhole &&
        (TEST.has(first) || SUITE.has(first) || HOOK.has(first) || /^(?:expect|assert|should)$/.test(first)) &&
        (RUNNERS.get(from) || from === 'chai')
      )
        return { root: first, names: names.slice(1), from, rootNode: at }
      if (!isWhole) return { root: imported, names, from, rootNode: at }
      return { root: MODULE_IS_TEST.has(from) ? 'test' : moduleName(from), names, from, rootNode: at }
    } else if (kind === Kind.Param) {
      const fact = whole.functions[whole.a[at] as number]?.fact
      return { root: fact?.paramNames[whole.b[at] as number] ?? '', names, from: 'parameter', rootNode: at }
    } else if (kind === Kind.Cell) return { root: whole.text(whole.b[at] as number), names, from: 'variable', rootNode: at }
    else if (kind === Kind.Function) return { root: whole.functions[whole.a[at] as number]?.fact.name ?? '', names, from: 'function', rootNode: at }
    else if (kind === Kind.This) return { root: 'this', names, from: 'this', rootNode: at }
    else break
  }
  return { root: '', names, from: 'unknown', rootNode: at }
}

/** `node:assert/strict` → `assert`, `../app` → `app` */
function moduleName(specifier: string): string {
  const parts = specifier.replace(/^node:/, '').split('/')
  return /^(?:strict|promises|index)$/.test(parts.at(-1) as string) && parts.length > 1 ? (parts.at(-2) as string) : (parts.at(-1) as string)
}

/** Some calls of a runner in the text of a file: enough of a doubt to look at its nodes. */
const MENTIONS = /\b(?:it|test|specify|fit|xit|describe|context|suite|before|after|beforeEach|beforeAll|setup)\b\s*[.(`<]/

export function testCallsOf(linked: Linked): TestCall[] {
  const { whole } = linked
  const found: TestCall[] = []
  whole.files.forEach(({ path, text, graph }, file) => {
    const runner = graph.imports.find(({ specifier }) => RUNNERS.get(specifier))?.specifier
    if (!runner && !isTestCode(linked, path)) return
    if (!runner && !MENTIONS.test(text)) return
    let framework: string | undefined
    for (let node = whole.base[file] as number; node < (whole.base[file + 1] as number); node++) {
      if (whole.kind[node] !== Kind.Call) continue
      const made = testCallOf(linked, node)
      if (!made) continue
      framework ??= (runner && RUNNERS.get(runner)) ?? frameworkOf(linked, path, text)
      found.push({ ...made, file, framework: made.framework ?? framework })
    }
  })
  return found
}

const MAKES = new Set([...TEST, ...SUITE, ...HOOK])
/** Globals whose methods make tests. */
const HOLDS = new Set(['QUnit', 'Deno', 'lab', 'test', 't'])
const isOfRunner = (global: string) => MAKES.has(global) || HOLDS.has(global)

function testCallOf(linked: Linked, call: number): (Omit<TestCall, 'file' | 'framework'> & { framework: string | undefined }) | undefined {
  const { whole, values } = linked
  const begin = rootOf(linked, whole.a[call] as number)
  // Most calls of tests are assertions, whose names nobody asks for here.
  if (whole.kind[begin] === Kind.Global && !isOfRunner(whole.text(whole.a[begin] as number))) return undefined
  const { root, names, from } = namesOf(linked, whole.a[call] as number)
  if (root === '' || !(from === undefined ? isOfRunner(root) : RUNNERS.get(from) !== undefined || from === 'parameter' || from === 'variable'))
    return undefined
  const own = from === undefined || RUNNERS.get(from) !== undefined
  // `t.test('…')` of tap and node:test, `test.describe(…)`, `QUnit.test(…)`, `lab.test(…)`
  const last = names.findLast((name) => MAKES.has(name))
  const isHolder = own || (from === 'parameter' && /^(?:t|test|assert|hooks|lab)$/.test(root)) || from === 'variable'
  const name =
    last !== undefined && isHolder && (own || from === 'parameter' || /^(?:t|test|tap|lab|suite)$/.test(root)) ? last : own ? root : undefined
  if (name === undefined) return undefined
  const kind = TEST.has(name) ? 'test' : SUITE.has(name) ? 'suite' : HOOK.has(name) ? 'hook' : undefined
  if (!kind || names.some((each) => NOT_MAKING.has(each))) return undefined
  const args = [...whole.args(call)]
  const fn = functionGiven(linked, args)
  const first = args[0]
  // A title, or a function with a name of its own; `test.skip(condition)` inside of a test makes none.
  const title = first === undefined || whole.kind[first] === Kind.Function ? '' : (values.texts(first)[0]?.value ?? whole.sourceOf(first, 80))
  if (kind !== 'hook' && (first === undefined || (fn === -1 && !isText(linked, first)))) return undefined
  if (kind === 'hook' && fn === -1) return undefined
  if (kind === 'suite' && fn === -1) return undefined
  const words = [root, ...names]
  // `test.skip(isMac, 'why')` and `test.skip(true, 'why')` leave out the test around, on a condition, and make none.
  const reason = args.at(-1)
  if (fn < 0 && args.length > 1 && words.some((word) => SKIPS.has(word)) && reason !== undefined && isText(linked, reason)) return undefined
  const told = optionsOf(linked, args)
  const state: TestCall['state'] =
    words.includes('todo') || told === 'todo'
      ? 'todo'
      : words.some((word) => SKIPS.has(word)) || told === 'skip'
        ? 'skipped'
        : words.some((word) => FOCUSES.has(word)) || told === 'only'
          ? 'only'
          : kind === 'test' && fn === -1
            ? 'todo'
            : 'run'
  return { kind, call, title, fn, state, framework: from !== undefined ? RUNNERS.get(from) : undefined }
}

const isText = ({ whole }: Linked, node: number) => whole.kind[node] === Kind.String || whole.kind[node] === Kind.Template

/** Methods of `test` that set it up, and make none. */
const NOT_MAKING = new Set([
  'extend',
  'use',
  'setTimeout',
  'configure',
  'step',
  'info',
  'slow',
  'macro',
  'meta',
  'serial.before',
  'group',
  'runIf',
  'skipIf',
  'mock',
  'plan',
  'expect',
])

function functionGiven({ whole, solver, values }: Linked, args: number[]): number {
  for (const argument of args.toReversed()) {
    if (whole.kind[argument] === Kind.Function) return whole.a[argument] as number
    const kind = whole.kind[argument] as Kind
    if (kind === Kind.String || kind === Kind.Number || kind === Kind.Object || kind === Kind.Template || kind === Kind.Array) continue
    const definitions = values.definitions(argument).filter((node) => whole.kind[node] === Kind.Function)
    if (definitions.length === 1) return whole.a[definitions[0] as number] as number
    if (definitions.length > 1 || (solver.count(argument) > 0 && args.length > 1) || kind === Kind.Call || kind === Kind.Param) return -2
  }
  return args.length > 1 &&
    args.some((argument) => [Kind.Global, Kind.Import, Kind.Load, Kind.Cell, Kind.Call].includes(whole.kind[argument] as Kind))
    ? -2
    : -1
}

/** `{ skip: true }`, `{ skip: 'because' }`, `{ todo: true }` of node:test and tap. */
function optionsOf({ whole }: Linked, args: number[]): 'skip' | 'todo' | 'only' | undefined {
  for (const argument of args) {
    if (whole.kind[argument] !== Kind.Object) continue
    for (const entry of whole.items(whole.a[argument] as number)) {
      if (whole.kind[entry] !== Kind.Property || (whole.a[entry] as number) < 0) continue
      const name = whole.text(whole.a[entry] as number)
      const value = whole.b[entry] as number
      const isOn = (whole.kind[value] === Kind.Boolean && whole.a[value] === 1) || whole.kind[value] === Kind.String
      if (isOn && (name === 'skip' || name === 'todo' || name === 'only')) return name
    }
  }
  return undefined
}

/** Where a file imports no runner, the globals tell; where these are those of several, what the project depends on. */
function frameworkOf({ dependencies }: Linked, path: string, text: string): string {
  if (/\bcy\.\w/.test(text) || /(?:^|\/)cypress\//.test(path)) return 'cypress'
  if (/\bQUnit\./.test(text)) return 'qunit'
  if (/\bvi\.(?:fn|mock|spyOn)\b/.test(text)) return 'vitest'
  if (/\bjest\.(?:fn|mock|spyOn)\b/.test(text)) return 'jest'
  for (const name of ['jest', 'vitest', 'mocha', 'jasmine', 'jasmine-core', 'karma', 'ava', 'tap', 'react-scripts', '@playwright/test'])
    if (dependencies.has(name))
      return name === 'react-scripts' ? 'jest' : name === 'jasmine-core' ? 'jasmine' : name === '@playwright/test' ? 'playwright' : name
  return 'globals of a test runner'
}
