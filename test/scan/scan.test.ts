import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { scan } from '../../plugin/scan/index'
import type { AnalyseOptions, Scan } from '../../plugin/types'
import { createWorld } from '../../plugin/world'
import { emptyDirectory, git, options, repository, tree, write } from '../tree'

async function scanOf(root: string, more: Partial<AnalyseOptions> = {}): Promise<Scan> {
  return scan({ ...options, ...more }, await createWorld({ root, cacheDirectory: false }))
}

const pathsOf = ({ files }: Scan) => files.map((file) => file.path)
const kindsOf = ({ files }: Scan) => Object.fromEntries(files.map((file) => [file.path, file.kind]))
const reasonsOf = ({ skipped }: Scan) => Object.fromEntries(skipped.map((row) => [row.subject, row.reason]))
/** A program of a size that statistics can judge. */
const program = (lines: number) => Array.from({ length: lines }, (_, at) => `export function f${at}(x) {\n  return x * ${at}\n}\n`).join('')
const dense = (characters: number) => 'function a(b){if(b){return c(b)};var d={e:f(b)};for(;;){g(d)}}'.repeat(Math.ceil(characters / 62))

test('a program is in its own language, whatever it is about', async () => {
  const found = await scanOf(tree({ 'dockerfile.ts': 'export {}', 'Dockerfile.dev': 'FROM scratch', 'makefile.js': 'run()' }))
  expect(found.files.map(({ path: file, language }) => [file, language])).toEqual([
    ['Dockerfile.dev', 'dockerfile'],
    ['dockerfile.ts', 'typescript'],
    ['makefile.js', 'javascript'],
  ])
})

test('every file is listed once, sorted, with hash, size, kind and language', async () => {
  const root = tree({ 'src/b.ts': 'export {}', 'src/a.tsx': '', 'README.md': '# Hi', 'package.json': '{}', 'data.sql': 'select 1' })
  const found = await scanOf(root)
  expect(found.skipped).toEqual([])
  expect(found.files.map(({ path: file, kind, language }) => [file, kind, language])).toEqual([
    ['README.md', 'document', 'markdown'],
    ['data.sql', 'manifest', 'sql'],
    ['package.json', 'manifest', 'json'],
    ['src/a.tsx', 'code', 'typescript'],
    ['src/b.ts', 'code', 'typescript'],
  ])
  expect(found.files.at(-1)).toMatchObject({ bytes: 9, hash: createHash('sha256').update('export {}').digest('hex'), uncommitted: false })
})

describe('kinds', () => {
  test.each([
    ['a.mts', 'code'],
    ['a.cjs', 'code'],
    ['App.vue', 'code'],
    ['App.svelte', 'code'],
    ['vite.config.ts', 'code'],
    ['types.d.ts', 'other'],
    ['env.d.mts', 'other'],
    ['tsconfig.build.json', 'manifest'],
    ['pnpm-lock.yaml', 'manifest'],
    ['.github/workflows/ci.yml', 'manifest'],
    ['Dockerfile.prod', 'manifest'],
    ['docker-compose.override.yml', 'manifest'],
    ['compose.yaml', 'manifest'],
    ['requirements-dev.txt', 'manifest'],
    ['schema.prisma', 'manifest'],
    ['api.proto', 'manifest'],
    ['infra/main.tf', 'manifest'],
    ['k8s/app.yaml', 'manifest'],
    ['.nvmrc', 'manifest'],
    ['vercel.json', 'manifest'],
    ['.eslintrc.json', 'manifest'],
    ['notes.yaml', 'other'],
    ['docs/guide.mdx', 'document'],
    ['LICENSE', 'document'],
    ['README', 'document'],
    ['logo.svg', 'other'],
    ['main.py', 'other'],
  ])('%s is %s', async (file, kind) => {
    expect(kindsOf(await scanOf(tree({ [file]: 'x' })))).toEqual({ [file]: kind })
  })
})

describe('what git ignores', () => {
  const contents = {
    '.gitignore': 'build/\n*.log\n!keep.log\n/top.ts\n',
    'build/out.ts': '',
    'a.log': '',
    'keep.log': '',
    'top.ts': '',
    'src/top.ts': '',
    'src/.gitignore': 'generated/\n!a.log\n',
    'src/a.log': '',
    'src/generated/x.ts': '',
    'src/deep/generated/x.ts': '',
    'src/deep/.gitignore': '!generated/\n',
  }
  const kept = ['.gitignore', 'keep.log', 'src/.gitignore', 'src/a.log', 'src/deep/.gitignore', 'src/deep/generated/x.ts', 'src/top.ts']

  test('is left out at every level, outside git', async () => {
    expect(pathsOf(await scanOf(tree(contents)))).toEqual(kept)
  })

  test('is what git itself leaves out', async () => {
    const root = repository(contents)
    expect(git(root, 'ls-files').trim().split('\n').sort()).toEqual(kept)
    expect(pathsOf(await scanOf(root))).toEqual(kept)
  })

  test('info/exclude counts, and rules above the analysed root', async () => {
    const root = repository({ '.gitignore': 'secret/\n', 'packages/api/a.ts': '' })
    writeFileSync(path.join(root, '.git/info/exclude'), 'local.ts\n')
    write(root, { 'packages/api/secret/b.ts': '', 'packages/api/local.ts': '' })
    expect(pathsOf(await scanOf(path.join(root, 'packages/api')))).toEqual(['a.ts'])
  })

  test('is read all the same when it is committed', async () => {
    const root = repository({ 'config/secret.ts': 'export const key = 1' })
    write(root, { '.gitignore': 'config/\n', 'config/mine.ts': '' })
    expect(pathsOf(await scanOf(root))).toEqual(['.gitignore', 'config/secret.ts'])
  })

  test('a directory that is ignored as a whole can still be analysed by itself', async () => {
    const root = repository({ '.gitignore': 'scratch/\n' })
    write(root, { 'scratch/a.ts': '' })
    expect(pathsOf(await scanOf(path.join(root, 'scratch')))).toEqual(['a.ts'])
  })
})

describe('options', () => {
  const contents = { 'src/a.ts': '', 'src/a.spec.ts': '', 'legacy/b.ts': '', 'legacy/old/c.ts': '', 'docs/d.md': '' }

  test('exclude leaves out, counts and says so', async () => {
    const found = await scanOf(tree(contents), { exclude: ['legacy', '*.spec.ts'] })
    expect(pathsOf(found)).toEqual(['docs/d.md', 'src/a.ts'])
    expect(found.skipped.map(({ subject, reason, detail }) => [subject, reason, detail])).toEqual([
      ['*.spec.ts', 'excluded by option', 'The option `exclude` leaves out 1 file.'],
      ['legacy', 'excluded by option', 'The option `exclude` leaves out 2 files.'],
    ])
  })

  test('include names all that is read', async () => {
    const found = await scanOf(tree(contents), { include: ['src/**/*.ts'] })
    expect(pathsOf(found)).toEqual(['src/a.spec.ts', 'src/a.ts'])
    expect(found.skipped).toMatchObject([{ subject: 'src/**/*.ts', detail: 'The option `include` names what is read; 3 other files are not.' }])
  })

  test('focus leaves nothing out', async () => {
    expect(pathsOf(await scanOf(tree(contents), { focus: ['src'] }))).toHaveLength(5)
  })

  test.each([
    [{ include: ['sorce'] }, 'include: "sorce" matches none of 5 files; expected a directory or a glob such as "src" or "packages/*/src".'],
    [{ focus: ['api/'] }, 'focus: "api/" matches no file that is analysed; expected a directory or a glob such as "src/api" or "packages/*/src".'],
  ])('%j that means nothing is a mistake', async (more, message) => {
    await expect(scanOf(tree(contents), more)).rejects.toThrow(message)
  })
})

describe('not worth parsing', () => {
  async function judged(file: string, content: string | Uint8Array, more: Record<string, string> = {}) {
    const found = await scanOf(tree({ [file]: content, ...more }))
    return [found.files.find((it) => it.path === file)?.kind, reasonsOf(found)[file]]
  }

  test.each([
    ['app.min.js', 'f()'],
    ['public/app.js', dense(30_000)],
    ['public/app.js', `/*! banner */\n${dense(30_000)}`],
    ['public/app.js', `var names=[${'"first_name","last_name",'.repeat(120)}"none"];${dense(30_000)}`],
  ])('%s is minified', async (file, content) => expect(await judged(file, content)).toEqual(['other', 'minified']))

  test.each([
    ['src/logo.ts', `export const logo = '${'iVBORw0KGgo'.repeat(900)}'\n`],
    ['src/logo.js', `export const logo = '${'iVBORw0KGgo'.repeat(900)}'\n`],
    ['src/primes.js', `export const primes = [${'104729, '.repeat(2000)}]\n`],
    ['src/short.js', dense(300)],
    ['src/wide.js', `${program(300)}const one = ${JSON.stringify(dense(600))}\n`],
  ])('%s is not minified', async (file, content) => expect(await judged(file, content)).toEqual(['code', undefined]))

  test.each([
    ['src/api.ts', '/* eslint-disable */\n// @generated by protobuf-ts\nexport {}'],
    ['src/api.ts', '/**\n * This file was automatically generated by openapi-generator.\n * Do not edit it.\n */\nexport {}'],
    ['src/schema.ts', '// Code generated by sqlc. DO NOT EDIT.\n'],
    ['src/user_pb.js', 'x'],
    ['src/route-tree.gen.ts', 'x'],
    ['src/__generated__/types.ts', 'x'],
  ])('%s is generated', async (file, content) => expect(await judged(file, content)).toEqual(['other', 'generated']))

  test.each([
    ['src/report.ts', '// Generates the report; do not edit the template by hand.\n'.repeat(1).replace('Generates', 'Writes')],
    ['src/password.ts', "// A generated password is mailed to the user.\nexport const text = 'DO NOT EDIT'\n"],
    ['src/late.ts', `${'// line\n'.repeat(40)}// @generated\n`],
    ['src/order.ts', "const header = '@generated'\n"],
  ])('%s is not generated', async (file, content) => expect(await judged(file, content)).toEqual(['code', undefined]))

  test.each([
    ['public/js/jquery-3.6.0.js', program(10)],
    ['public/js/jquery.js', program(800)],
    ['static/chart.js', '/*!\n * Chart.js v4.4.0\n * Released under the MIT License\n */\n'],
    ['src/static/js/jquery.ts', `// @ts-nocheck\n/*!\n * jQuery JavaScript Library v3.7.1\n * Released under the MIT license\n */\n${program(800)}`],
  ])('%s is a library', async (file, content) => expect(await judged(file, content)).toEqual(['other', 'vendored']))

  test.each([
    ['public/js/chart.js', program(800)],
    ['src/lib/stats/Stats.js', `/*\n MIT License\n*/\n${program(900)}`],
    ['src/jquery.ts', program(800)],
    ['src/static/js/jquery.ts', `// @ts-nocheck\n${program(800)}`],
    ['src/static/js/jquery.ts', `/*!\n * Helpers for jQuery, v3.7.1\n */\n${program(800)}`],
    ['src/static/js/orders.ts', `// @ts-nocheck\n/*!\n * Orders v3.7.1\n */\n${program(800)}`],
  ])('%s is not a library', async (file, content) => expect(await judged(file, content)).toEqual(['code', undefined]))

  test('a bundle among sources is build output', async () => {
    expect(await judged('assets/main.js', '/******/ (() => { // webpackBootstrap\n')).toEqual(['other', 'build output'])
    const chunk = '"use strict";(self.webpackChunkShop=self.webpackChunkShop||[]).push([[1],{2:(e)=>{e.exports={}}}])\n'
    expect(await judged('public/texts-de.js', chunk)).toEqual(['other', 'build output'])
    expect(await judged('src/chunks.js', 'export const loaded = () => self.webpackChunkShop.length\n')).toEqual(['code', undefined])
  })

  test('NUL bytes make it binary, whatever its name', async () => {
    expect(await judged('film.ts', Uint8Array.of(0x47, 0x40, 0, 0x10))).toEqual(['other', 'binary'])
    expect(await judged('blob.dat', Uint8Array.of(1, 0, 2))).toEqual(['other', 'binary'])
  })

  test('pictures and fonts are counted and need no row', async () => {
    const found = await scanOf(tree({ 'a.ts': '', 'logo.png': Uint8Array.of(0x89, 0, 0), 'f.woff2': 'x' }))
    expect([kindsOf(found), found.skipped]).toEqual([{ 'a.ts': 'code', 'f.woff2': 'other', 'logo.png': 'other' }, []])
  })

  test('invalid UTF-8 in code is named, and the rest of the file is still read', async () => {
    expect(await judged('a.ts', Buffer.from('// caf\xe9\nexport {}\n', 'latin1'))).toEqual(['code', 'not UTF-8'])
    expect(await judged('b.ts', Buffer.from('\ufeffexport {}\n', 'utf16le'))).toEqual(['other', 'not UTF-8'])
  })

  test('what is too large is not opened', async () => {
    const found = await scanOf(tree({ 'big.ts': 'x'.repeat(2000), 'small.ts': '' }), { maxFileBytes: 1999 })
    expect(reasonsOf(found)).toEqual({ 'big.ts': 'too large' })
    expect(found.skipped[0]?.detail).toContain('maxFileBytes')
  })
})

describe('folders of other people and of tools', () => {
  test('installed packages are named and not listed', async () => {
    const found = await scanOf(tree({ 'a.ts': '', 'node_modules/x/index.js': '', 'packages/b/node_modules/y/index.js': '' }))
    expect(pathsOf(found)).toEqual(['a.ts'])
    expect(reasonsOf(found)).toEqual({ 'node_modules/': 'vendored', 'packages/b/node_modules/': 'vendored' })
  })

  test.each(['node_modules\n!packages/node_modules\n', '/node_modules\n'])(
    'packages of its own that git keeps in such a folder are read: %j',
    async (rules) => {
      const found = await scanOf(
        tree({
          '.gitignore': rules,
          'package.json': '{}',
          'node_modules/x/index.js': '',
          'packages/node_modules/@own/a/package.json': '{}',
          'packages/node_modules/@own/a/index.js': '',
          'packages/node_modules/@own/a/node_modules/y/index.js': '',
          'tool/package.json': '{}',
          'tool/node_modules/z/index.js': '',
        }),
      )
      expect(pathsOf(found)).toEqual([
        '.gitignore',
        'package.json',
        'packages/node_modules/@own/a/index.js',
        'packages/node_modules/@own/a/package.json',
        'tool/package.json',
      ])
    },
  )

  test.each([
    [{ workspaces: ['packages/node_modules/*'] }, {}],
    [{ scripts: { start: 'node packages/node_modules/a/index.js' } }, {}],
    [{ repository: { url: 'git+https://example.org/club/site.git' } }, { repository: 'https://example.org/club/site' }],
  ])('without what git ignores, manifests say whose packages lie there: %j', async (top, own) => {
    const found = await scanOf(
      tree({
        'package.json': JSON.stringify(top),
        'node_modules/x/index.js': '',
        'packages/node_modules/a/package.json': JSON.stringify(own),
        'packages/node_modules/a/index.js': '',
        'packages/node_modules/a/node_modules/y/index.js': '',
      }),
    )
    expect(pathsOf(found)).toEqual(['package.json', 'packages/node_modules/a/index.js', 'packages/node_modules/a/package.json'])
  })

  test.each([
    [{}, {}],
    [{ workspaces: ['packages/*'] }, {}],
    [{ scripts: { start: 'node old-packages/node_modules/a/index.js' } }, {}],
    [{ repository: 'https://example.org/club/site' }, { repository: 'https://example.org/others/a' }],
    [{ repository: 'https://example.org/club/site' }, {}],
  ])('and packages of others stay unread: %j', async (top, other) => {
    const found = await scanOf(
      tree({
        'package.json': JSON.stringify(top),
        'packages/node_modules/a/package.json': JSON.stringify(other),
        'packages/node_modules/a/index.js': '',
      }),
    )
    expect(pathsOf(found)).toEqual(['package.json'])
  })

  test('third_party is left by its name, vendor by what is in it', async () => {
    const found = await scanOf(tree({ 'third_party/x/a.ts': '', 'vendor/x/LICENSE': '', 'vendor/x/a.js': '', 'src/vendor/vendor.controller.ts': '' }))
    expect(pathsOf(found)).toEqual(['src/vendor/vendor.controller.ts'])
    expect(found.skipped).toMatchObject([
      { subject: 'third_party/', detail: '1 file, the code of other people; not read.' },
      { subject: 'vendor/', detail: '2 files, the code of other people; not read.' },
    ])
  })

  test('caches and output of tools are left by their names', async () => {
    const found = await scanOf(
      tree({ 'a.ts': '', '.next/server/a.js': '', 'coverage/lcov.info': '', 'coverage/prettify.js': '', 'src/coverage/plan.ts': '' }),
    )
    // What a test run measured is the one part of it that tells something of the code.
    expect(pathsOf(found)).toEqual(['a.ts', 'coverage/lcov.info', 'src/coverage/plan.ts'])
    expect(reasonsOf(found)).toEqual({ '.next/': 'build output', 'coverage/': 'build output' })
  })
})

describe('packages hidden by a dot', () => {
  const repository = (...named: [string, string][]) =>
    tree({
      'package.json': '{ "workspaces": ["packages/*"] }',
      'packages/mails/package.json': '{ "scripts": { "look": "mail look" } }',
      'packages/mails/index.ts': '',
      'packages/mails/.mail-look/package.json': '{}',
      'packages/mails/.mail-look/src/page.ts': '',
      ...Object.fromEntries(named),
    })

  test('are those of a tool where nothing names them', async () => {
    const found = await scanOf(repository())
    expect(pathsOf(found)).not.toContain('packages/mails/.mail-look/src/page.ts')
    expect(pathsOf(found)).toContain('packages/mails/index.ts')
    expect(reasonsOf(found)).toEqual({ 'packages/mails/.mail-look/': 'generated' })
  })

  test.each<[string, string]>([
    ['pnpm-workspace.yaml', 'packages:\n  - packages/*/.mail-look\n'],
    ['Dockerfile', 'COPY packages/mails/.mail-look /app\n'],
    ['packages/mails/package.json', '{ "scripts": { "start": "node .mail-look/src/page.js" } }'],
  ])('are read as other code where %s names them', async (file, text) => {
    expect(pathsOf(await scanOf(repository([file, text])))).toContain('packages/mails/.mail-look/src/page.ts')
  })

  test('and folders of pipelines are kept', async () => {
    const found = await scanOf(tree({ 'a.ts': '', '.github/package.json': '{}', '.github/check.ts': '', '.shop/page.ts': '' }))
    expect(pathsOf(found)).toEqual(expect.arrayContaining(['.github/check.ts', '.shop/page.ts', 'a.ts']))
  })
})

describe('committed build output', () => {
  const compiled = '"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\n'

  test('a folder a tsconfig names, with the sources beside it', async () => {
    const found = await scanOf(
      tree({
        'tsconfig.json': '{ // comment\n "compilerOptions": { "outDir": "./out-tsc" } }',
        'src/a.ts': '',
        'src/b.ts': '',
        'out-tsc/a.js': 'x',
        'out-tsc/b.js': 'y',
        'out-tsc/a.json': '{}',
      }),
    )
    expect(found.skipped).toMatchObject([
      { subject: 'out-tsc/', reason: 'build output', detail: '3 files, not parsed: tsconfig.json says that builds go there.' },
    ])
    expect(kindsOf(found)).toMatchObject({ 'src/a.ts': 'code', 'out-tsc/a.js': 'other' })
  })

  test('a folder the package offers, in a monorepo', async () => {
    const found = await scanOf(
      tree({
        'packages/x/package.json': '{ "exports": { ".": { "import": "./lib/index.js" } } }',
        'packages/x/src/index.ts': '',
        'packages/x/lib/index.js': '',
      }),
    )
    expect(reasonsOf(found)).toEqual({ 'packages/x/lib/': 'build output' })
  })

  test('a folder full of compiled files that nobody declares', async () => {
    expect(reasonsOf(await scanOf(tree({ 'dist/a.js': compiled, 'dist/b.js': compiled })))).toEqual({ 'dist/': 'build output' })
  })

  test('sources in a folder called build, out or lib stay sources', async () => {
    const found = await scanOf(
      tree({
        'package.json': '{ "main": "lib/index.js" }',
        'lib/index.js': program(3),
        'build/webpack.config.js': program(3),
        'src/webpack.config.ts': '',
        'out/print.ts': '',
        'dist/README.md': '',
      }),
    )
    expect(found.skipped).toEqual([])
    expect(kindsOf(found)).toMatchObject({ 'lib/index.js': 'code', 'build/webpack.config.js': 'code', 'out/print.ts': 'code' })
  })

  test('in a folder of both kinds the compiled files are named one by one', async () => {
    const found = await scanOf(tree({ 'build/a.js': compiled, 'build/scripts.js': program(3), 'build/release.js': program(3) }))
    expect(reasonsOf(found)).toEqual({ 'build/a.js': 'build output' })
    expect(kindsOf(found)).toMatchObject({ 'build/a.js': 'other', 'build/scripts.js': 'code' })
  })

  test('JavaScript compiled beside its TypeScript', async () => {
    const found = await scanOf(tree({ 'src/a.ts': '', 'src/a.js': compiled, 'src/b.ts': '', 'src/b.js': program(1) }))
    expect(found.skipped).toMatchObject([{ subject: 'src/a.js', reason: 'build output', detail: 'Compiled from src/a.ts.' }])
    expect(kindsOf(found)['src/b.js']).toBe('code')
  })

  test('an outDir that holds everything is no folder of output', async () => {
    const found = await scanOf(tree({ 'app/tsconfig.json': '{ "compilerOptions": { "outDir": ".." } }', 'a.ts': '', 'a.js': program(1) }))
    expect(found.skipped).toEqual([])
  })
})

describe('what must not be followed or cannot be read', () => {
  test('links inside the tree are met once, links out of it, in circles and to nothing are named', async () => {
    const root = tree({ 'src/a.ts': '' })
    const outside = tree({ 'secret.ts': '' })
    symlinkSync('src', path.join(root, 'again'))
    symlinkSync('src/a.ts', path.join(root, 'a-again.ts'))
    symlinkSync('.', path.join(root, 'src/loop'))
    symlinkSync(outside, path.join(root, 'outside'))
    symlinkSync('../../etc/hosts', path.join(root, 'hosts.ts'))
    symlinkSync('missing.ts', path.join(root, 'missing-link.ts'))
    symlinkSync('self', path.join(root, 'self'))
    const found = await scanOf(root)
    expect(pathsOf(found)).toEqual(['src/a.ts'])
    expect(Object.fromEntries(found.skipped.map(({ subject, detail }) => [subject, detail]))).toMatchObject({
      outside: 'A symbolic link to a place, outside the analysed directory; it was not followed.',
      self: 'A symbolic link that leads in a circle.',
      'missing-link.ts': 'A symbolic link that leads to nothing.',
    })
    expect(JSON.stringify(found)).not.toContain(outside)
  })

  test('a named pipe is not opened', async () => {
    const root = tree({ 'a.ts': '' })
    execFileSync('mkfifo', [path.join(root, 'pipe.ts')])
    expect(reasonsOf(await scanOf(root))).toEqual({ 'pipe.ts': 'unreadable' })
  })

  test('a file that refuses to be read is named, and the others are read', async () => {
    const root = tree({ 'a.ts': '', 'b.ts': '' })
    const world = await createWorld({ root, cacheDirectory: false })
    const read = async (file: string) => {
      if (file === 'a.ts') throw Object.assign(new Error(`EACCES: permission denied, open '${root}/a.ts'`), { code: 'EACCES' })
      return world.read(file)
    }
    const found = await scan(options, { ...world, read })
    expect(found.skipped).toEqual([{ subject: 'a.ts', stage: 'scan', reason: 'unreadable', detail: 'It cannot be read: permission denied.' }])
    expect(kindsOf(found)).toEqual({ 'a.ts': 'other', 'b.ts': 'code' })
  })

  test('odd names are names', async () => {
    const names = [
      'a|b.ts',
      'new\nline.ts',
      'back\\slash.ts',
      '[id].ts',
      '{x}.ts',
      '!not.ts',
      '#hash.ts',
      ' space .ts',
      'größe-日本.ts',
      '$(touch x).ts',
      '-rf.ts',
      '..dots.ts',
    ]
    const found = await scanOf(tree(Object.fromEntries(names.map((name) => [`src/${name}`, 'export {}']))))
    expect(pathsOf(found)).toEqual(names.map((name) => `src/${name}`).sort())
    expect(found.skipped).toEqual([])
  })

  test('a name that is not UTF-8 does not stop the scan', async () => {
    const root = tree({ 'a.ts': '' })
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.of(0xff, 0xfe), Buffer.from('.ts')]), '')
    const found = await scanOf(root)
    expect(pathsOf(found)).toContain('a.ts')
    expect(found.skipped).toMatchObject([{ reason: 'unreadable' }])
  })

  test('a pattern made to take forever is dropped', async () => {
    const name = `${'a'.repeat(200)}.ts`
    expect(pathsOf(await scanOf(tree({ '.gitignore': `${'*a'.repeat(60)}b\n`, [name]: '' })))).toContain(name)
  })

  test('an empty directory is said to be empty', async () => {
    await expect(scanOf(emptyDirectory())).rejects.toThrow(/holds no file to analyse; expected a directory with code\.$/)
  })
})

describe('git', () => {
  test('what differs from HEAD is marked, and what is not in it', async () => {
    const root = repository({ 'same.ts': 'a\n', 'crlf.ts': 'a\nb\n', 'changed.ts': 'a\n', 'gone.ts': 'a\n' })
    write(root, { 'crlf.ts': 'a\r\nb\r\n', 'changed.ts': 'b\n', 'new.ts': 'a\n' })
    unlinkSync(path.join(root, 'gone.ts'))
    const world = await createWorld({ root, cacheDirectory: false })
    const { files } = await scan(options, world)
    expect(files.map((file) => [file.path, file.uncommitted])).toEqual([
      ['changed.ts', true],
      ['crlf.ts', false],
      ['new.ts', true],
      ['same.ts', false],
    ])
    expect([...world.repository!.uncommitted].sort()).toEqual(['changed.ts', 'new.ts'])
  })

  test('version control is not part of the code, in nested repositories neither', async () => {
    const root = tree({ 'a.ts': '', 'nested/b.ts': '' })
    git(root, 'init', '--quiet')
    mkdirSync(path.join(root, 'nested/.git'))
    write(root, { 'nested/.git/config': '' })
    expect(pathsOf(await scanOf(root))).toEqual(['a.ts', 'nested/b.ts'])
  })
})

test('what Plumbline wrote into the tree is not read back', async () => {
  const root = tree({
    'a.ts': '',
    'docs/.plumbline.json':
      '{\n  "schema": "plumbline-pages/1",\n  "files": { "security-docs/index.md": "0", "architecture/interfaces/openapi.json": "0", "package.json": "0", "evil.ts": "0" }\n}',
    'docs/architecture/interfaces/openapi.json': '{ "openapi": "3.1.0" }',
    'docs/package.json': '{}',
    'docs/security-docs/index.md': '# Ours',
    'docs/security-docs/mine.md': '# Theirs',
    'docs/evil.ts': 'export {}',
    'docs/plumbline-ledger.json': '{\n  "schema": "plumbline-ledger/1",\n  "counters": {},\n  "entries": []\n}\n',
    'results.json': '{\n  "schema": "plumbline/1"\n}\n',
  })
  expect(pathsOf(await scanOf(root))).toEqual(['a.ts', 'docs/evil.ts', 'docs/package.json', 'docs/security-docs/mine.md'])
})

test('the same tree gives the same answer', async () => {
  const root = tree({ 'b.ts': '', 'a.ts': '', 'c/d.ts': '', 'x.min.js': '', 'c/y.min.js': '' })
  expect(await scanOf(root)).toEqual(await scanOf(root))
})
