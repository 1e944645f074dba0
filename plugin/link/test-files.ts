/** Files of tests, by their paths and by what they do. In: a path, or a file of the graph. Out: whether only tests run what it holds. */
import { type FileFacts, Kind } from '../graph'
import { lookupOf } from './lookup'
import type { Whole } from './whole/index'

/** Code that only tests run: what it opens or calls is no part of the system. */
export function isTest(path: string): boolean {
  return TEST_FOLDER.test(path) || /[.-](?:test|spec|cy|e2e)\.\w+$/i.test(path) || OF_RUNNER.test(path)
}

/** What programs that run tests are set up with: `vitest.config.ts`, `jest.setup.js`, `playwright.global-setup.ts`. */
export const OF_RUNNER =
  /(?:^|\/)(?:vitest|jest|playwright|cypress|karma|wdio|ava|mocha|nightwatch|testcafe|codecept)[.-](?:\w+[.-])*(?:config|conf|setup|teardown|workspace|env)\.[cm]?[jt]s$/i

export const TEST_FOLDER =
  /(?:^|\/)(?:tests?|__(?:[\w-]+-)?tests__|__mocks__|__fixtures__|(?:unit|integration|functional|acceptance|system|e2e|end-to-end)[-_]?tests?|(?:[\w.-]+[-_])?test(?:ing)?[-_](?:utils?|utilit(?:y|ies)|helpers?|support|kit|harness)|e2e|cypress|specs?)\//i

/** What runners of tests put among the globals, by which a file says what it tries. */
const TELLS = new Set(['describe', 'context', 'suite', 'it', 'test', 'specify'])
const MAY_TELL = /\b(?:describe|context|suite|it|test|specify)\b\s*[.(]/
/** What only tests import: what hands them their words or their requests; configurations of runners import something below these. */
const RUNNERS = new Set(['vitest', '@jest/globals', 'mocha', 'node:test', '@playwright/test', 'ava', 'uvu', 'bun:test', '@japa/runner', 'supertest'])
/** What tests say by what has to come out; `assert` is taken by programs as well. */
const ASSERTS =
  /^(?:(?:node:)?assert(?:\/strict)?|chai|should|expect|expect\.js|unexpected|must|power-assert|@hapi\/code|sinon|proxyquire|nock|@testing-library\/[\w-]+)$/
/** `drivers/sqlserver/test.js` beside what it tries. */
const NAMED_TEST = /(?:^|\/)(?:tests?|specs?)\.[cm]?[jt]sx?$/i

/**
 * Whether a file is one of tests by what it does, wherever it lies: it imports a runner, or tells globals that it does not define what it
 * tries, `it('text', () => …)`, and is named a test or asserts something.
 */
export function triesOut(whole: Whole, file: number): boolean {
  let known = tried.get(whole)
  if (!known) {
    const telling = new Set(Array.from(lookupOf(whole).named(Kind.Global, TELLS), (node) => whole.fileOf(node)))
    known = Uint8Array.from(whole.files, (facts, index) => Number(isTried(whole, facts, index, telling.has(index))))
    tried.set(whole, known)
  }
  return known[file] === 1
}

const tried = new WeakMap<Whole, Uint8Array>()

/** @param mayTell some word of a runner stands in it and is defined nowhere in it */
function isTried(whole: Whole, { path, text, graph }: FileFacts, file: number, mayTell: boolean): boolean {
  if (graph.imports.some(({ specifier }) => RUNNERS.has(specifier))) return true
  if (!mayTell || !MAY_TELL.test(text)) return false
  let asserts = NAMED_TEST.test(path) || graph.imports.some(({ specifier }) => ASSERTS.test(specifier))
  let tells = false
  for (let node = whole.base[file] as number; node < (whole.base[file + 1] as number); node++) {
    if (whole.kind[node] !== Kind.Call) continue
    const name = globalCalled(whole, whole.a[node] as number)
    if (name === 'expect') asserts = true
    else if (TELLS.has(name)) {
      const [title, body] = whole.args(node)
      tells ||= title !== undefined && isText(whole, title) && body !== undefined && whole.kind[body] === Kind.Function
    }
    if (tells && asserts) return true
  }
  return false
}

const isText = ({ kind }: Whole, node: number) => kind[node] === Kind.String || kind[node] === Kind.Template || kind[node] === Kind.Binary

/** `it` of `it(…)` and of `it.only(…)`, where nothing in the file is called so. */
function globalCalled(whole: Whole, callee: number): string {
  const at = whole.kind[callee] === Kind.Load ? (whole.a[callee] as number) : callee
  return whole.kind[at] === Kind.Global ? whole.text(whole.a[at] as number) : ''
}
