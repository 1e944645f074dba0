/** Chains of steps that each keep what they are given: however they are put together, data get from one end to the other. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the programs under test.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Flow } from '../../plugin/types'
import { linkSources, type Sources } from './small-programs'

/** What one step adds to a program: lines of the handler, lines of the module, a file of its own, and what stands for its result. */
interface Step {
  body?: string
  module?: string
  file?: string
  value: string
}

/** @param v expression that holds the data, @param n number that makes names of this step its own */
type Make = (v: string, n: number) => Step

const KEEPING: Record<string, Make> = {
  'a constant': (v, n) => ({ body: `const a${n} = ${v}`, value: `a${n}` }),
  'a variable that is set later': (v, n) => ({ body: `let a${n} = 'ls'; a${n} = ${v}`, value: `a${n}` }),
  'one of two branches': (v, n) => ({ body: `let a${n} = 'ls'; if (on()) { a${n} = ${v} }`, value: `a${n}` }),
  'added to a text': (v, n) => ({ body: `let a${n} = 'ls'; a${n} += ${v}`, value: `a${n}` }),
  'joined to a text': (v) => ({ value: `('-' + ${v} + '-')` }),
  'a template': (v) => ({ value: `\`-\${${v}}-\`` }),
  'a method of texts': (v) => ({ value: `${v}.trim()` }),
  'one or the other': (v) => ({ value: `(on() ? 'ls' : ${v})` }),
  'or a default': (v) => ({ value: `(${v} || 'ls')` }),
  'a property': (v, n) => ({ body: `const a${n} = { p: ${v}, q: 'ls' }`, value: `a${n}.p` }),
  'a property that is set': (v, n) => ({ body: `const a${n} = {}; a${n}.p = ${v}`, value: `a${n}.p` }),
  'a property under a key': (v, n) => ({ body: `const k${n} = key(); const a${n} = {}; a${n}[k${n}] = ${v}`, value: `a${n}.p` }),
  destructured: (v, n) => ({ body: `const { p: a${n} = 'ls' } = { p: ${v} }`, value: `a${n}` }),
  'a spread object': (v, n) => ({ body: `const a${n} = { q: 'ls', ...{ p: ${v} } }`, value: `a${n}.p` }),
  'a list': (v) => ({ value: `['ls', ${v}][1]` }),
  'a list that is joined': (v) => ({ value: `['ls', ${v}].join(' ')` }),
  pushed: (v, n) => ({ body: `const a${n} = []; a${n}.push(${v})`, value: `a${n}[0]` }),
  mapped: (v) => ({ value: `[${v}].map((it) => it + '-')[0]` }),
  filtered: (v) => ({ value: `[${v}].filter(Boolean).slice(0)[0]` }),
  reduced: (v) => ({ value: `[${v}].reduce((all, it) => all + it, '')` }),
  'taken in turn': (v, n) => ({ body: `let a${n} = ''; for (const it of [${v}]) { a${n} = it }`, value: `a${n}` }),
  'a Map': (v, n) => ({ body: `const a${n} = new Map(); a${n}.set('p', ${v})`, value: `a${n}.get('p')` }),
  'a Set': (v) => ({ value: `[...new Set([${v}])][0]` }),
  'JSON and back': (v) => ({ value: `JSON.parse(JSON.stringify({ p: ${v} })).p` }),
  'Object.entries': (v, n) => ({ body: `const [[, a${n}]] = Object.entries({ p: ${v} })`, value: `a${n}` }),
  'Object.assign': (v) => ({ value: `Object.assign({}, { p: ${v} }).p` }),
  'a function': (v, n) => ({ module: `const f${n} = (x) => x; f${n}('ls')`, value: `f${n}(${v})` }),
  'a function in a function': (v, n) => ({
    module: `function g${n}(x) { return x } function f${n}(x) { return g${n}(x) + '-' }`,
    value: `f${n}(${v})`,
  }),
  'a part of a parameter': (v, n) => ({ module: `const f${n} = ({ p: { q } }) => q`, value: `f${n}({ p: { q: ${v} } })` }),
  'rest parameters': (v, n) => ({ module: `const f${n} = (first, ...rest) => rest[0]`, value: `f${n}('ls', ${v})` }),
  'a file': (v, n) => ({ module: `import { f${n} } from './f${n}'`, file: `export const f${n} = (x) => '-' + x`, value: `f${n}(${v})` }),
  'a closure': (v, n) => ({ body: `const a${n} = ${v}; const f${n} = () => a${n}`, value: `f${n}()` }),
  'a function that makes a function': (v, n) => ({ module: `const f${n} = (x) => () => x`, value: `f${n}(${v})()` }),
  'a callback': (v, n) => ({
    module: `const f${n} = (x, done) => { done(null, x) }`,
    body: `let a${n} = ''; f${n}(${v}, (e, x) => { a${n} = x })`,
    value: `a${n}`,
  }),
  'a method': (v, n) => ({ module: `class C${n} { m(x) { return x } }`, value: `new C${n}().m(${v})` }),
  'a field': (v, n) => ({ module: `class C${n} { constructor(x) { this.x = x } m() { return this.x } }`, value: `new C${n}(${v}).m()` }),
  'a getter': (v, n) => ({ module: `class C${n} { constructor(x) { this.x = x } get m() { return this.x } }`, value: `new C${n}(${v}).m` }),
  'an inherited method': (v, n) => ({ module: `class B${n} { m(x) { return x } } class C${n} extends B${n} {}`, value: `new C${n}().m(${v})` }),
  'a promise': (v) => ({ value: `(await Promise.resolve(${v}))` }),
  'an async function': (v, n) => ({ module: `const f${n} = async (x) => x`, value: `(await f${n}(${v}))` }),
  'what then makes of it': (v, n) => ({ module: `const f${n} = async (x) => x`, value: `(await f${n}(${v}).then((x) => x + '-'))` }),
  'all of some promises': (v, n) => ({ body: `const [, a${n}] = await Promise.all([on(), ${v}])`, value: `a${n}` }),
  'a new promise': (v) => ({ value: `(await new Promise((resolve) => resolve(${v})))` }),
  'a generator': (v, n) => ({ module: `function* f${n}(x) { yield x }`, value: `[...f${n}(${v})][0]` }),
  try: (v, n) => ({ body: `let a${n} = ''; try { a${n} = ${v} } catch { a${n} = 'ls' }`, value: `a${n}` }),
  switch: (v, n) => ({ body: `let a${n} = ''; switch (on()) { case 1: a${n} = ${v}; break; default: a${n} = 'ls' }`, value: `a${n}` }),
  call: (v, n) => ({ module: `function f${n}(x) { return x }`, value: `f${n}.call(null, ${v})` }),
  'a test of something else': (v, n) => ({ body: `const a${n} = ${v}; if (!['a'].includes(other())) return`, value: `a${n}` }),
}

const CLEANING: Record<string, Make> = {
  'a number': (v) => ({ value: `String(Number(${v}))` }),
  parseInt: (v) => ({ value: `String(parseInt(${v}, 10))` }),
  'all but words taken out': (v) => ({ value: `String(${v}).replace(/\\W/g, '')` }),
  'a list of what is allowed': (v, n) => ({ body: `const c${n} = ${v}; if (!['a', 'b'].includes(c${n})) return`, value: `c${n}` }),
  'an expression': (v, n) => ({ body: `const c${n} = ${v}; if (!/^[a-z]+$/.test(c${n})) throw new Error()`, value: `c${n}` }),
  equality: (v, n) => ({ body: `const c${n} = ${v}`, value: `(c${n} === 'a' ? c${n} : 'b')` }),
  'a table': (v, n) => ({ module: `const t${n} = { a: 'ls', b: 'df' }`, value: `t${n}[${v}]` }),
  'a helper that cleans': (v, n) => ({ module: `const c${n} = (x) => x.replace(/[^a-z]/g, '')`, value: `c${n}(${v})` }),
  'a helper that asks': (v, n) => ({
    module: `const is${n} = (x) => /^[a-z]+$/.test(x)`,
    body: `const c${n} = ${v}; if (!is${n}(c${n})) return`,
    value: `c${n}`,
  }),
  'a helper of another file': (v, n) => ({
    module: `import { c${n} } from './c${n}'`,
    file: `export const c${n} = (x) => Number(x)`,
    value: `c${n}(${v})`,
  }),
}

interface Chain {
  sources: Sources
  /** Lines of app.ts, counted from 1. */
  from: number
  to: number
}

function chain(steps: readonly Make[]): Chain {
  const module = [`import express from 'express'; import { exec } from 'child_process'; const app = express()`]
  const body = [`const start = req.query.x`]
  const files: Sources = {}
  let value = 'start'
  steps.forEach((make, n) => {
    const step = make(value, n)
    if (step.module) module.push(step.module)
    if (step.body) body.push(step.body)
    if (step.file) files[`${/'\.\/(\w+)'/.exec(step.module ?? '')?.[1]}.ts`] = step.file
    // Every value on a line of its own, so that the program does not become one long line.
    body.push(`const s${n} = ${step.value}`)
    value = `s${n}`
  })
  const lines = [...module, `app.get('/x', async (req, res) => {`, ...body, `exec('run ' + ${value})`, `})`]
  return { sources: { 'app.ts': lines.join('\n'), ...files }, from: module.length + 2, to: module.length + 2 + body.length }
}

const commands = (sources: Sources, reorder?: Parameters<typeof linkSources>[2]): Flow[] =>
  linkSources(sources, undefined, reorder).flows.filter(({ source, sink }) => source === 'request' && sink === 'command')

const aStep = fc.constantFrom(...Object.keys(KEEPING))
const someSteps = fc.array(aStep, { minLength: 1, maxLength: 12 })
const aCleaning = fc.constantFrom(...Object.keys(CLEANING))
const made = (names: readonly string[]): Make[] => names.map((name) => (KEEPING[name] ?? CLEANING[name]) as Make)

describe('every step by itself', () => {
  test.each(Object.keys(KEEPING))('%s keeps what it is given', (name) => {
    expect(commands(chain(made([name])).sources)).toHaveLength(1)
  })
  test.each(Object.keys(CLEANING))('%s leaves nothing of it', (name) => {
    expect(commands(chain(made([name])).sources)).toEqual([])
  })
})

describe('chains of steps', () => {
  test('lead from the source to the sink, and the trace says so', () => {
    fc.assert(
      fc.property(someSteps, (names) => {
        const { sources, from, to } = chain(made(names))
        const flows = commands(sources)
        expect(flows).toHaveLength(1)
        const { at, trace } = flows[0] as Flow
        expect(at).toMatchObject({ file: 'app.ts', line: to })
        expect(trace[0]).toMatchObject({ file: 'app.ts', line: from })
        expect(trace.at(-1)).toMatchObject({ file: 'app.ts', line: to })
      }),
      { numRuns: 120 },
    )
  }, 30_000)

  test('lead nowhere once one of them makes it harmless', () => {
    fc.assert(
      fc.property(someSteps, aCleaning, fc.nat(), (names, cleaning, at) => {
        const where = at % (names.length + 1)
        expect(commands(chain(made([...names.slice(0, where), cleaning, ...names.slice(where)])).sources)).toEqual([])
      }),
      { numRuns: 120 },
    )
  }, 30_000)

  test('are told the same again, and in whatever order files come', () => {
    fc.assert(
      fc.property(someSteps, fc.infiniteStream(fc.nat()), (names, numbers) => {
        const { sources } = chain(made([...names, 'a file']))
        const flows = commands(sources)
        expect(commands(sources)).toEqual(flows)
        const shuffled = commands(sources, (code) => {
          const keys = new Map(code.map((facts) => [facts, numbers.next().value as number]))
          return [...code].sort((one, other) => (keys.get(one) as number) - (keys.get(other) as number))
        })
        expect(shuffled).toEqual(flows)
      }),
      { numRuns: 30 },
    )
  }, 30_000)

  test('are what they were whatever else the program does', () => {
    fc.assert(
      fc.property(someSteps, someSteps, aCleaning, (names, others, cleaning) => {
        const { sources } = chain(made(names))
        // A program beside it that does no harm, with names of its own, and in the same file code that touches nothing of it.
        const beside = chain(made([cleaning, ...others])).sources
        const moved = Object.fromEntries(Object.entries(beside).map(([file, text]) => [`beside/${file}`, text]))
        const more = `\nexport function unrelated(list) { const seen = new Set(); for (const it of list) seen.add(String(it)); return [...seen].join() }\nunrelated(['ls'])`
        expect(commands({ ...sources, ...moved, 'app.ts': sources['app.ts'] + more })).toEqual(commands(sources))
      }),
      { numRuns: 40 },
    )
  }, 30_000)
})

describe('long chains end', () => {
  const repeated = (names: readonly string[], times: number) =>
    chain(made(Array.from({ length: times }, (_, index) => names[index % names.length] as string)))

  test.each([
    ['of texts', ['joined to a text', 'a template', 'a method of texts', 'a constant'], 1_500],
    ['of objects', ['a property', 'destructured', 'a spread object', 'JSON and back'], 400],
    ['of lists', ['pushed', 'mapped', 'filtered', 'taken in turn'], 200],
    ['of functions', ['a function', 'a closure', 'a part of a parameter', 'a callback'], 200],
    ['of classes', ['a method', 'a field', 'a getter'], 150],
    ['of promises', ['a promise', 'what then makes of it', 'a new promise'], 150],
    ['of files', ['a file'], 60],
    ['of everything', Object.keys(KEEPING), 150],
  ])('%s', (_, names, times) => {
    const { sources, from, to } = repeated(names, times)
    const flows = commands(sources)
    expect(flows).toHaveLength(1)
    expect([flows[0]?.trace[0]?.line, flows[0]?.at.line]).toEqual([from, to])
  })

  test('of calls that call each other', () => {
    const depth = 300
    const calls = Array.from({ length: depth }, (_, n) => `const f${n} = (x) => ${n === 0 ? 'x' : `f${n - 1}(x) + '-'`}`)
    const text = [
      `import express from 'express'; import { exec } from 'child_process'`,
      ...calls,
      `express().get('/x', (req, res) => { exec(f${depth - 1}(req.query.x)) })`,
    ].join('\n')
    expect(commands({ 'app.ts': text })).toHaveLength(1)
  })

  test('that call themselves with more and more', () => {
    const text = `import express from 'express'; import { exec } from 'child_process'
      const grow = (x, n) => (n ? grow({ x, list: [x], text: x.text + x, next: grow(x.next, n - 1) }, n - 1) : x)
      express().get('/x', (req, res) => { exec(grow(req.query, 9).text) })`
    expect(commands({ 'app.ts': text })).toHaveLength(1)
  })
})
