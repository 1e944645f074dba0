/** What holds for every program: its answers depend on what the code means, and nothing it says stops the analysis. */
import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { ts } from 'ts-morph'
import { describe, expect, test } from 'vitest'
import { extractFile } from '../../plugin/extract/file'
import { loadModels } from '../../plugin/link/models'
import { casesIn, FIXTURES } from './fixture-programs'
import { linkSources, type Sources, shippedModels } from './small-programs'

const ROUTES = path.join(FIXTURES, 'routes')
const CODE = /\.[cm]?[jt]sx?$/

function fixture(name: string): Sources {
  const directory = path.join(ROUTES, name)
  const files = fs.readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    files
      .filter((file) => CODE.test(file) || file.endsWith('.json'))
      .map((file) => [file.split(path.sep).join('/'), fs.readFileSync(path.join(directory, file), 'utf8')]),
  )
}

const aFixture = fc.constantFrom(...casesIn(ROUTES))
const answers = (sources: Sources, ...more: [models?: ReturnType<typeof loadModels>, reorder?: Parameters<typeof linkSources>[2]]) =>
  linkSources(sources, ...more)
    .entryPoints.map(({ kind, method, path: route, authRequired }) => `${kind} ${method} ${route} auth=${authRequired.answer}`)
    .sort()

const mapCode = (sources: Sources, change: (text: string, file: string) => string): Sources =>
  Object.fromEntries(Object.entries(sources).map(([file, text]) => [file, CODE.test(file) ? change(text, file) : text]))

const parsed = (text: string, file: string) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)

/** The same program as a printer would write it: other line ends, other spaces, no comments. */
function reprinted(text: string, file: string): string {
  const printer = ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.CarriageReturnLineFeed })
  return printer.printFile(parsed(text, file))
}

/** Names by which a model knows what a function that nobody calls is handed; and names that are not a file's own. */
const TELLING = new Set([
  ...shippedModels().names.flatMap(({ names }) => [...names]),
  'module',
  'exports',
  'require',
  'process',
  'arguments',
  'undefined',
  'this',
])

/** The same program with other names for its variables, parameters and functions. */
function renamed(text: string, file: string): string {
  const source = parsed(text, file)
  const local = new Set<string>()
  const kept = new Set(TELLING)
  const isExported = (node: ts.Node): boolean =>
    ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  const look = (node: ts.Node): void => {
    const declared = ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node) || ts.isFunctionDeclaration(node)
    if (declared && node.name && ts.isIdentifier(node.name)) {
      let around: ts.Node = node
      while (!ts.isStatement(around) && around.parent && !ts.isFunctionLike(around.parent)) around = around.parent
      // A server action is called by its name.
      const isAction = ts.isFunctionDeclaration(node) && node.body?.statements[0]?.getText().includes('use server')
      if (isAction || isExported(node) || isExported(around)) kept.add(node.name.text)
      // `constructor(private db: Db)` names a member.
      else if (ts.isParameter(node) && node.modifiers?.length) kept.add(node.name.text)
      else local.add(node.name.text)
    }
    if (ts.isExportSpecifier(node) || ts.isImportSpecifier(node) || ts.isImportClause(node) || ts.isNamespaceImport(node))
      kept.add(node.name?.text ?? '')
    if (ts.isExportSpecifier(node) && node.propertyName) kept.add(node.propertyName.text)
    ts.forEachChild(node, look)
  }
  look(source)
  const edits: { pos: number; end: number; text: string }[] = []
  const rename = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && local.has(node.text) && !kept.has(node.text)) {
      const { parent } = node
      const isName =
        (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
        (ts.isBindingElement(parent) && parent.propertyName === node) ||
        (ts.isQualifiedName(parent) && parent.right === node) ||
        ((ts.isPropertyAssignment(parent) ||
          ts.isClassElement(parent) ||
          ts.isTypeElement(parent) ||
          ts.isMethodDeclaration(parent) ||
          ts.isJsxAttribute(parent) ||
          ts.isEnumMember(parent)) &&
          parent.name === node) ||
        ts.isLabeledStatement(parent)
      const isShorthand =
        ts.isShorthandPropertyAssignment(parent) ||
        (ts.isBindingElement(parent) &&
          !parent.propertyName &&
          !parent.dotDotDotToken &&
          ts.isObjectBindingPattern(parent.parent) &&
          parent.name === node)
      if (!isName) edits.push({ pos: node.getStart(), end: node.end, text: isShorthand ? `${node.text}: ${node.text}_q` : `${node.text}_q` })
    }
    ts.forEachChild(node, rename)
  }
  rename(source)
  return edits.sort((one, other) => other.pos - one.pos).reduce((code, { pos, end, text: to }) => code.slice(0, pos) + to + code.slice(end), text)
}

describe('the same program has the same answers', () => {
  test('in whatever order its files come', () => {
    fc.assert(
      fc.property(aFixture, fc.infiniteStream(fc.nat()), (name, numbers) => {
        const sources = fixture(name)
        const shuffled = answers(sources, undefined, (code) => {
          const keys = new Map(code.map((facts) => [facts, numbers.next().value as number]))
          return [...code].sort((one, other) => (keys.get(one) as number) - (keys.get(other) as number))
        })
        expect(shuffled).toEqual(answers(sources))
      }),
      { numRuns: 50 },
    )
  })
  test('whatever was linked with the models before', () => {
    fc.assert(
      fc.property(aFixture, (name) => {
        expect(answers(fixture(name))).toEqual(answers(fixture(name), loadModels([])))
      }),
      { numRuns: 5 },
    )
  })
  test('however it is laid out', () => {
    fc.assert(
      fc.property(aFixture, (name) => {
        expect(answers(mapCode(fixture(name), reprinted))).toEqual(answers(fixture(name)))
      }),
      { numRuns: 50 },
    )
  })
  test('whatever its variables are called', () => {
    fc.assert(
      fc.property(aFixture, (name) => {
        expect(answers(mapCode(fixture(name), renamed))).toEqual(answers(fixture(name)))
      }),
      { numRuns: 50 },
    )
  })
  test('and renaming does rename', () => {
    const source = 'export const a = 1; function f({ b, c: d }, e) { const g = { b, d: e }; return g.b + a }'
    expect(renamed(source, 'a.ts')).toBe(
      'export const a = 1; function f_q({ b: b_q, c: d_q }, e_q) { const g_q = { b: b_q, d: e_q }; return g_q.b + a }',
    )
  })
})

describe('nothing that is written stops the analysis', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'app', 'exports', 'module', 'this', 'super', 'express', 'Promise', 'Object')
  const { expression, statement } = fc.letrec((tie) => {
    const e = tie('expression') as fc.Arbitrary<string>
    const s = tie('statement') as fc.Arbitrary<string>
    const list = fc.array(e, { maxLength: 3 }).map((items) => items.join(', '))
    const body = fc.array(s, { maxLength: 3 }).map((items) => items.join('\n'))
    const form = (template: string, ...parts: fc.Arbitrary<string>[]) =>
      fc.tuple(...parts).map((texts) => template.replace(/\$(\d)/g, (_, index) => texts[Number(index)] as string))
    return {
      expression: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        name,
        fc.constantFrom(`'x'`, '1', '[]', '{}', 'null', 'require("./b")', 'require("express")()', '/x/', '`t`', 'import("./b")', 'new.target'),
        form('($0).$1', e, fc.constantFrom('a', 'get', 'use', 'then', 'prototype', 'push', 'map', 'call', 'bind', 'apply', 'exports', 'constructor')),
        form('($0)[$1]', e, e),
        form('($0)($1)', e, list),
        form('new ($0)($1)', e, list),
        form('(($0) = $1)', fc.oneof(name, form('($0).$1', e, name)), e),
        form(
          '({ $0: $1, ...$2, [$1]: $2, get $0() { return $1 } })',
          fc.constantFrom('a', 'then', '__proto__', 'toString', "''", "'a('", "'$&'"),
          e,
          e,
        ),
        form('[$0, ...$1]', e, e),
        form('($0 ? $1 : $2)', e, e, e),
        form('($0 && $1 || $2)', e, e, e),
        form('((a, { b, ...c } = {}, ...d) => $0)', e),
        form('(async function f(a) { $0 })', body),
        form(
          '(class A extends ($0) { static x = $1; #y = $1; constructor(a) { super($2); $3 } get z() { return super.z } static { $3 } })',
          e,
          e,
          list,
          body,
        ),
        form('(await $0)', e),
        form('`${$0}`', e),
      ),
      statement: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        form('$0;', e),
        form('let { a, b = $0 } = $1;', e, e),
        form('var [c] = $0;', e),
        form('if ($0) { $1 } else { $2 }', e, body, body),
        form('for (const a of $0) { $1; break; }', e, body),
        form('while ($0) { $1; continue; }', e, body),
        form('x: do { $1; break x } while ($0)', e, body),
        form('try { $0 } catch (e) { $1 } finally { $2 }', body, body, body),
        form('switch ($0) { case $1: $2; default: $3; break }', e, e, body, body),
        form('return $0;', e),
        form('throw $0;', e),
        form('function $0(a) { $1 }', fc.constantFrom('a', 'b', 'f'), body),
        form('exports.$0 = $1;', fc.constantFrom('a', 'b'), e),
        form('exports[$0] = $1;', fc.constantFrom("''", "'['", "'a-b'"), e),
        form('a = [...a, $0, ...b];', e),
        form('module.exports = $0;', e),
        form('export default $0;', e),
        fc.constantFrom(
          `export * from './b';`,
          `import a, { b as c } from './b';`,
          `export { a } from './a';`,
          `import * as app from 'express';`,
          'export { a, b as default };',
        ),
      ),
    }
  })
  const program = fc.array(statement, { maxLength: 8 }).map((statements) => statements.join('\n'))

  test('no program, be it as it may', () => {
    fc.assert(
      fc.property(program, program, fc.array(expression, { maxLength: 3 }), (one, other, routes) => {
        const registered = routes.map((route) => `require('express')().get('/x', ${route});`).join('\n')
        const program = linkSources({ 'a.ts': `${one}\n${registered}`, 'b.js': other })
        expect(program.knowledge.callSitesResolved).toBeLessThanOrEqual(program.knowledge.callSites)
      }),
      // Told with its seed, where one of them takes far longer than any should.
      { numRuns: 150, interruptAfterTimeLimit: 50_000, markInterruptAsFailure: true },
    )
  }, 300_000)

  test('a file that passes itself on many times over', () => {
    const stars = `export * from './b';\n`.repeat(16)
    const program = linkSources({ 'a.ts': '', 'b.js': `let { a } = require('./b');\nexports.b = class extends a {};\n${stars}` })
    expect(program.files).toHaveLength(2)
  }, 20_000)

  const token = fc.constantFrom(
    ...'( ) { } [ ] < > => = ; : , . ... ? ?? ! & | + ++ ` ${ " \' / // /* */ @ # \\ 0 x'.split(' '),
    'class',
    'function',
    'if',
    'for',
    'switch',
    'case',
    'import',
    'export',
    'default',
    'const',
    'let',
    'async',
    'await',
    'yield',
    'return',
    'break',
    'try',
    'catch',
    'new',
    'this',
    'super',
    'enum',
    'type',
    'interface',
    'static',
    'get',
    'from',
    '<script>',
    '</script>',
    '\n',
    '\u2028',
    '😀',
  )
  const garbage = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(token, { maxLength: 80 }).map((tokens) => tokens.join(' ')),
  )
  test('no text at all', () => {
    fc.assert(
      fc.property(fc.constantFrom('a.ts', 'a.tsx', 'a.js', 'a.vue', 'a.svelte', 'a.d.ts', 'a.mjs', 'A.CTS'), garbage, (file, text) => {
        const { graph } = extractFile(file, text)
        for (let node = 0; node < graph.kind.length; node++) {
          expect(graph.region[node]).toBeGreaterThanOrEqual(0)
          expect(graph.pos[node]).toBeLessThanOrEqual(text.length)
        }
        linkSources({ [file]: text })
      }),
      { numRuns: 400 },
    )
  }, 60_000)

  test.each([
    ['a sum of many texts', `const x = ${Array.from({ length: 2_000 }, (_, index) => `'${index}'`).join(' + ')}`],
    ['a chain of many calls', `const x = l${'.then()'.repeat(1_000)}`],
    ['many conditions in a row', `const x = ${Array.from({ length: 700 }, (_, index) => `a === ${index} ? ${index} : `).join('')} 0`],
    ['many branches', `function f(x) { ${Array.from({ length: 700 }, (_, index) => `if (x === ${index}) y = ${index}; else`).join(' ')} y = 0 }`],
    ['a list of many', `const x = [${Array.from({ length: 20_000 }, (_, index) => index).join(', ')}]`],
    ['a loop around many assignments', `let x = 0; for (;;) { ${'x = x + 1; '.repeat(2_000)} }`],
    [
      'lists that each hold all of them',
      `let list = []; ${Array.from({ length: 40 }, (_, index) => `function add${index}(one) { list = [...list, one, ...list] }`).join(' ')}
      require('express')().use(list)`,
    ],
    ['exports whose names are no names', `module.exports = { '': 1, 'a(': 2, '[': f }; exports[''] = db.query('x', { 'b(': 1 })`],
    ['a try around many assignments', `let x = 0; try { ${'x = x + 1; '.repeat(2_000)} } catch { f(x) }`],
  ])('not %s', (_, source) => {
    const program = linkSources({ 'a.ts': source })
    expect(program.notAnalysed.filter(({ reason }) => reason === 'does not parse')).toEqual([])
  })
})
