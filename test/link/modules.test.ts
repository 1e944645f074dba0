import { describe, expect, test } from 'vitest'
import { type Resolution, resolveModules } from '../../plugin/link/modules'

/** A tree as paths; a configuration is an object under its path, or a text where JSON does not do. */
function tree(paths: string[], configs: Record<string, unknown> = {}) {
  const texts = Object.entries(configs).map(([path, content]) => ({ path, text: typeof content === 'string' ? content : JSON.stringify(content) }))
  const map = resolveModules({ files: [...paths, ...Object.keys(configs)].map((path) => ({ path })), configs: texts })
  return (from: string, specifier: string) => told(map.resolve(from, specifier))
}

/** One line a resolution, so that a table of cases stays readable. */
function told(resolution: Resolution): string {
  switch (resolution.kind) {
    case 'file':
      return resolution.guess === undefined ? resolution.path : `${resolution.path} (guess)`
    case 'package':
      return `package ${resolution.name}${resolution.subpath && ` / ${resolution.subpath}`}`
    case 'builtin':
      return `builtin ${resolution.name}`
    case 'asset':
      return `asset ${resolution.path}`
    case 'unresolved':
      return `unresolved: ${resolution.reason}`
  }
}

test('a folder that a tool writes a library into is that library, there or not', () => {
  const map = resolveModules({
    files: ['src/db.ts', 'src/generated/prisma/client.ts', 'src/generated/other.ts', 'web/page.ts', 'web/tsconfig.json'].map((path) => ({ path })),
    configs: [{ path: 'web/tsconfig.json', text: '{ "compilerOptions": { "paths": { "@db/*": ["../src/generated/prisma/*"] } } }' }],
    manifests: [
      {
        path: 'prisma/schema.prisma',
        facts: [{ kind: 'written', ecosystem: 'npm', name: '@prisma/client', value: '../src/generated/prisma', line: 3, text: '' }],
      },
    ],
  })
  const at = (from: string, specifier: string) => told(map.resolve(from, specifier))
  expect(at('src/db.ts', './generated/prisma/client')).toBe('package @prisma/client')
  expect(at('src/db.ts', './generated/prisma')).toBe('package @prisma/client')
  expect(at('src/db.ts', './generated/other')).toBe('src/generated/other.ts')
  expect(at('src/db.ts', './generated/prisma-more')).toMatch(/^unresolved/)
  expect(at('web/page.ts', '@db/client')).toBe('package @prisma/client')
})

describe('a path', () => {
  const resolve = tree(
    [
      ...['src/app.ts', 'src/view.tsx', 'src/both.ts', 'src/both.js', 'src/plain.js', 'src/types.d.ts', 'src/esm.mts', 'src/common.cts'],
      ...['src/users/index.ts', 'src/users.service.ts', 'src/Card.vue', 'src/Row.svelte', 'src/data.json', 'src/logo.svg', 'src/index.ts'],
      ...['src/twin.ts', 'src/twin/index.ts', 'src/screen.ios.tsx', 'widget/source/main.ts', 'index.js', 'src/schema.graphql', 'src/email.html'],
    ],
    { 'widget/package.json': { main: './source/main' } },
  )
  test.each([
    ['./view', 'src/view.tsx'],
    ['./view.jsx', 'src/view.tsx'],
    ['./both', 'src/both.ts'],
    ['./both.js', 'src/both.ts'],
    ['./plain.js', 'src/plain.js'],
    ['./types', 'src/types.d.ts'],
    ['./esm.mjs', 'src/esm.mts'],
    ['./common.cjs', 'src/common.cts'],
    ['./app.ts', 'src/app.ts'],
    ['./users', 'src/users/index.ts'],
    ['./users/', 'src/users/index.ts'],
    ['./users/index.js', 'src/users/index.ts'],
    ['./users.service', 'src/users.service.ts'],
    ['./Card.vue', 'src/Card.vue'],
    ['./Row', 'src/Row.svelte'],
    ['./data.json', 'src/data.json'],
    ['./logo.svg', 'asset src/logo.svg'],
    ['./logo.svg?url', 'asset src/logo.svg'],
    ['raw-loader!./logo.svg', 'asset src/logo.svg'],
    ['./not-analysed.png', 'asset src/not-analysed.png'],
    ['./theme.scss', 'asset src/theme.scss'],
    ['./schema.graphql', 'asset src/schema.graphql'],
    ['./email.html', 'asset src/email.html'],
    ['.', 'src/index.ts'],
    ['./', 'src/index.ts'],
    ['..', 'index.js'],
    ['./twin', 'src/twin.ts'],
    ['./twin/', 'src/twin/index.ts'],
    ['./screen', 'src/screen.ios.tsx'],
    ['../widget', 'widget/source/main.ts'],
    ['./nowhere', 'unresolved: there is no src/nowhere in the analysed files'],
    ['../../outside', 'unresolved: it leads out of the analysed directory'],
    ['', 'unresolved: it is empty'],
  ])('%s is %s', (specifier, expected) => expect(resolve('src/app.ts', specifier)).toBe(expected))
})

describe('a name', () => {
  const resolve = tree(['src/app.ts', 'src/local.ts', 'src/only.ts', 'other.ts', 'both.ts', 'src/both.ts'], {
    'package.json': { dependencies: { express: '^4', fast: 'npm:@real/name@^2', fs: '1' } },
  })
  test.each([
    ['fs', 'builtin fs'],
    ['node:fs/promises', 'builtin fs/promises'],
    ['node:test', 'builtin test'],
    ['bun:sqlite', 'builtin bun:sqlite'],
    ['express', 'package express'],
    ['express/lib/router', 'package express / lib/router'],
    ['@scope/name/deep/file.js', 'package @scope/name / deep/file.js'],
    ['fast', 'package @real/name'],
    ['npm:chalk@5/source', 'package chalk / source'],
    ['jsr:@std/assert@^1', 'package @std/assert'],
    ['https://example.org/lib/mod.ts', 'unresolved: it is an address, read when the program runs'],
    ['https://deno.land/x/oak@v12/mod.ts', 'package oak'],
    ['virtual:pages', 'unresolved: virtual: modules are made by the build tool'],
    ['@/only', 'src/only.ts (guess)'],
    ['~/other', 'other.ts (guess)'],
    ['@/both', 'unresolved: no configuration says what @/ stands for, and several places fit: src/both.ts, both.ts'],
    ['@/none', 'unresolved: no configuration says what @/ stands for, and no usual place has such a file'],
    ['src/local', 'src/local.ts (guess)'],
    ['/src/local.ts', 'src/local.ts (guess)'],
    ['constructor', 'package constructor'],
    ['what is this', 'unresolved: it is neither a path nor a package name, and no configuration says what it stands for'],
  ])('%s is %s', (specifier, expected) => expect(resolve('src/app.ts', specifier)).toBe(expected))
})

describe('compiler configurations', () => {
  const resolve = tree(
    [
      ...[
        'src/main.ts',
        'src/shared/log.ts',
        'src/shared/special.ts',
        'src/config.ts',
        'src/styles/a.css',
        'libs/auth/src/index.ts',
        'libs/auth/src/jwt.ts',
      ],
      ...['generated/routes.ts', 'types/express.d.ts', 'apps/web/src/page.ts', 'apps/web/src/ui/button.tsx', 'apps/web/test/page.test.ts'],
      ...[
        'apps/api/src/main.ts',
        'apps/api/lib/db.ts',
        'circle/a.ts',
        'circle/b.ts',
        'plain/x.ts',
        'merged/views/a.ts',
        'merged/out/views/b.ts',
        'e2e/run.ts',
      ],
    ],
    {
      'tsconfig.base.json': `{
        // comments and trailing commas are allowed here
        "compilerOptions": { "baseUrl": ".", "paths": {
          "@shared/*": ["src/shared/*"],
          "@shared/special": ["libs/auth/src/jwt.ts"],
          "@auth": ["libs/auth/src"],
          "@auth/*": ["libs/auth/src/*"],
          "@gone/*": ["somewhere/*"],
          "*": ["types/*"],
          "lodash": ["node_modules/lodash-es"],
        } },
      }`,
      'tsconfig.json': { extends: './tsconfig.base' },
      'apps/web/tsconfig.json': { files: [], references: [{ path: './tsconfig.app.json' }, { path: './tsconfig.test.json' }] },
      'apps/web/tsconfig.app.json': { compilerOptions: { paths: { '~ui/*': ['./src/ui/*'] } }, include: ['src'] },
      'apps/web/tsconfig.test.json': { extends: './tsconfig.app.json' },
      'tools/tsconfig/package.json': { name: '@acme/tsconfig' },
      'tools/tsconfig/api.json': { compilerOptions: { outDir: '$' + '{configDir}/dist' } },
      'tools/tsconfig/tsconfig.json': { compilerOptions: { paths: { 'wrong/*': ['./*'] } } },
      'apps/api/tsconfig.json': {
        extends: ['@acme/tsconfig', '@acme/tsconfig/api.json'],
        compilerOptions: { baseUrl: '.', paths: { 'lib/*': ['lib/*'] } },
      },
      'circle/tsconfig.json': { extends: './tsconfig.other.json', compilerOptions: { paths: { 'c/*': ['./*'] } } },
      'circle/tsconfig.other.json': { extends: './tsconfig.json' },
      'plain/jsconfig.json': { compilerOptions: { baseUrl: '.' } },
      'merged/tsconfig.json': { compilerOptions: { rootDirs: ['.', './out'] } },
      'e2e/tsconfig.json': { compilerOptions: { strict: true } },
      'broken/tsconfig.json': '{{{{',
      'package.json': { dependencies: { express: '4', lodash: '4' } },
    },
  )
  test.each([
    ['src/main.ts', '@shared/log', 'src/shared/log.ts'],
    ['src/main.ts', '@shared/special', 'libs/auth/src/jwt.ts'],
    ['src/main.ts', '@auth', 'libs/auth/src/index.ts'],
    ['src/main.ts', '@auth/jwt', 'libs/auth/src/jwt.ts'],
    ['src/main.ts', 'src/config', 'src/config.ts'],
    ['src/main.ts', 'generated/routes', 'generated/routes.ts'],
    ['src/main.ts', 'src/styles/a.css', 'asset src/styles/a.css'],
    ['src/main.ts', 'express', 'package express'],
    ['src/main.ts', 'lodash', 'package lodash-es'],
    ['src/main.ts', '@gone/x', 'unresolved: tsconfig.json maps it to somewhere/x, which is not among the analysed files'],
    ['apps/web/src/page.ts', '~ui/button', 'apps/web/src/ui/button.tsx'],
    ['apps/web/test/page.test.ts', '~ui/button', 'apps/web/src/ui/button.tsx'],
    ['apps/web/src/page.ts', '@shared/log', 'src/shared/log.ts (guess)'],
    ['apps/api/src/main.ts', 'lib/db', 'apps/api/lib/db.ts'],
    ['circle/a.ts', 'c/b', 'circle/b.ts'],
    ['plain/x.ts', 'x', 'plain/x.ts'],
    ['merged/views/a.ts', './b', 'merged/out/views/b.ts'],
    ['e2e/run.ts', '@auth', 'libs/auth/src/index.ts (guess)'],
  ])('in %s, %s is %s', (from, specifier, expected) => expect(resolve(from, specifier)).toBe(expected))
})

describe('packages of the tree', () => {
  const resolve = tree(
    [
      ...[
        'packages/core/src/index.ts',
        'packages/core/src/http/client.ts',
        'packages/core/src/internal/db.ts',
        'packages/core/src/db.memory.ts',
        'packages/core/style.css',
      ],
      ...[
        'packages/plain/lib/index.js',
        'packages/plain/lib/tool.js',
        'packages/bundle/src/index.ts',
        'packages/source/code/entry.ts',
        'packages/built/code/start.ts',
      ],
      ...[
        'packages/core/src/mail.ts',
        'packages/core/shims/mail.cjs',
        'packages/core/shims/only.cjs',
        'packages/web/app.ts',
        'packages/skipped/index.js',
        'examples/demo/app.js',
        'linked/index.js',
        'lonely/index.js',
        'fixtures/express/index.js',
        'packages/none/readme.ts',
      ],
    ],
    {
      'package.json': { name: 'root', workspaces: { packages: ['./packages/*', '!packages/skipped'] } },
      'packages/core/package.json': {
        name: '@acme/core',
        main: 'dist/index.js',
        exports: {
          '.': { types: './dist/index.d.ts', import: './dist/index.mjs', default: './dist/index.js' },
          './http/*': { require: './dist/cjs/http/*.js', import: './dist/esm/http/*.js' },
          './mail': { require: './shims/mail.cjs', import: './dist/mail.js', default: './dist/mail.js' },
          './only-required': { types: './dist/only.d.ts', require: './shims/only.cjs' },
          './style.css': './style.css',
          './hidden': null,
        },
        imports: {
          '#internal/*': './dist/internal/*.js',
          '#db': { test: './src/db.memory.ts', default: './src/internal/db.ts' },
          '#express': 'express',
        },
      },
      'packages/plain/package.json': { name: 'plain', main: 'lib' },
      'packages/bundle/package.json': { name: 'bundle', main: './dist/bundle.umd.js' },
      'packages/source/package.json': { name: 'source', main: './dist/main.js', source: './code/entry.ts' },
      'packages/built/package.json': { name: 'built', main: './out/start.js' },
      'packages/built/tsconfig.json': { compilerOptions: { rootDir: 'code', outDir: 'out' } },
      'packages/web/package.json': { name: 'web', dependencies: { '@acme/core': 'workspace:*', express: '^4' } },
      'packages/skipped/package.json': { name: 'skipped' },
      'packages/none/package.json': { name: 'none' },
      'examples/demo/package.json': { name: 'demo', dependencies: { linked: 'file:../../linked', express: '^4.0.0' } },
      'linked/package.json': { name: 'linked' },
      'lonely/package.json': { name: 'lonely' },
      'fixtures/express/package.json': { name: 'express' },
    },
  )
  test.each([
    ['packages/web/app.ts', '@acme/core', 'packages/core/src/index.ts'],
    ['packages/web/app.ts', '@acme/core/http/client', 'packages/core/src/http/client.ts'],
    ['packages/web/app.ts', '@acme/core/mail', 'packages/core/src/mail.ts'],
    ['packages/web/app.ts', '@acme/core/only-required', 'packages/core/shims/only.cjs'],
    ['packages/web/app.ts', '@acme/core/style.css', 'asset packages/core/style.css'],
    ['packages/web/app.ts', '@acme/core/package.json', 'packages/core/package.json (guess)'],
    ['packages/web/app.ts', '@acme/core/absent', 'unresolved: @acme/core lives in packages/core, but its absent is not among the analysed files'],
    ['packages/core/src/index.ts', '#internal/db', 'packages/core/src/internal/db.ts'],
    ['packages/core/src/index.ts', '#db', 'packages/core/src/db.memory.ts'],
    ['packages/core/src/index.ts', '#express', 'package express'],
    ['packages/core/src/index.ts', '#nothing', 'unresolved: it is neither a path nor a package name, and no configuration says what it stands for'],
    ['packages/core/src/index.ts', '@acme/core/http/client', 'packages/core/src/http/client.ts'],
    ['packages/web/app.ts', 'plain', 'packages/plain/lib/index.js'],
    ['packages/web/app.ts', 'plain/lib/tool', 'packages/plain/lib/tool.js'],
    ['packages/web/app.ts', 'bundle', 'packages/bundle/src/index.ts (guess)'],
    ['packages/web/app.ts', 'source', 'packages/source/code/entry.ts'],
    ['packages/web/app.ts', 'built', 'packages/built/code/start.ts'],
    ['packages/web/app.ts', 'none', 'unresolved: none lives in packages/none, but its entry is not among the analysed files'],
    ['packages/web/app.ts', '../core/dist/http/client.js', 'packages/core/src/http/client.ts'],
    ['packages/web/app.ts', 'express', 'package express'],
    ['examples/demo/app.js', 'linked', 'linked/index.js'],
    ['examples/demo/app.js', 'lonely', 'lonely/index.js (guess)'],
    ['examples/demo/app.js', 'skipped', 'packages/skipped/index.js (guess)'],
    ['examples/demo/app.js', 'express', 'package express'],
  ])('in %s, %s is %s', (from, specifier, expected) => expect(resolve(from, specifier)).toBe(expected))

  test.each([
    ['@acme/text', 'libs/text/index.ts (guess)'],
    ['@acme/dates', 'package @acme/dates'],
    ['chalk', 'package chalk'],
    ['@else/forms', 'package @else/forms'],
  ])('outside of any workspace, %s is what the tree publishes only under its own scope and in a version that fits: %s', (specifier, expected) => {
    const published = tree(['app/index.ts', 'libs/text/index.ts', 'libs/dates/index.ts', 'vendor/chalk/index.js', 'vendor/forms/index.js'], {
      'app/package.json': {
        name: 'app',
        dependencies: { '@acme/text': '^1.2.0', '@acme/dates': '^1.0.0', chalk: '^4.0.0', '@else/forms': '^2.0.0' },
      },
      'libs/text/package.json': { name: '@acme/text', version: '1.3.0' },
      'libs/dates/package.json': { name: '@acme/dates', version: '2.0.0' },
      'vendor/chalk/package.json': { name: 'chalk', version: '4.1.0' },
      'vendor/forms/package.json': { name: '@else/forms', version: '2.0.1' },
    })
    expect(published('app/index.ts', specifier)).toBe(expected)
  })

  test.each([
    ['pnpm-workspace.yaml', 'packages:\n  - "mods/**"\n'],
    ['lerna.json', { packages: ['mods/*'] }],
  ])('%s makes a workspace', (path, content) => {
    const inWorkspace = tree(['mods/a/index.ts', 'mods/b/index.ts'], {
      [path]: content,
      'mods/a/package.json': { name: 'a', dependencies: { b: '^1.0.0' } },
      'mods/b/package.json': { name: 'b' },
    })
    expect(inWorkspace('mods/a/index.ts', 'b')).toBe('mods/b/index.ts')
  })
})

test('hostile configurations are survived', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const resolve = tree(['a.ts', 'p/index.ts'], {
    'package.json': `{"name":"top","workspaces":["p"],"dependencies":{"__proto__":"1","x":5},"exports":${deep}}`,
    'p/package.json': { name: 'p', exports: 7, imports: [], main: 3, workspaces: 'x' },
    'tsconfig.json': {
      extends: [1, null, {}],
      references: [null, 3],
      compilerOptions: { paths: { '$&*': ['$1*'], a: 'no list', b: [4] }, baseUrl: 9, rootDirs: 'x' },
    },
    'pnpm-workspace.yaml': 'packages: [',
  })
  expect(resolve('a.ts', 'p')).toBe('p/index.ts')
  expect(resolve('a.ts', 'top')).toMatch(/^unresolved/)
  expect(resolve('a.ts', 'b')).toBe('package b')
})

test('a glob made to take for ever is left out', () => {
  const dir = `${'a/'.repeat(60)}b`
  const start = performance.now()
  const resolve = tree(['x.ts'], {
    'package.json': { workspaces: [`${'**/a/'.repeat(20)}c`, '+(a|aa|a/|/a)+(a|/)c', `${'*a'.repeat(40)}c`] },
    [`${dir}/package.json`]: { name: 'far' },
  })
  expect(resolve('x.ts', 'y')).toBe('package y')
  expect(performance.now() - start).toBeLessThan(1000)
})

describe('a way that leads out of the root is unresolved, whoever writes it', () => {
  const resolve = tree(['src/app.ts', 'src/other.ts', 'packages/one/index.ts'], {
    'package.json': { name: 'whole', imports: { '#up/*': './../*' } },
    'tsconfig.json': { compilerOptions: { rootDirs: ['src', 'generated'], paths: { 'far/*': ['../../*'] } } },
    'packages/one/package.json': { name: 'one', main: '../../../index', exports: { './up': './../../../up' } },
  })
  test.each([
    ...['/../other', '/../../other', '../../other', '../../../', '@/../../other', '~/../../other', 'src/../../other'],
    ...['packages/one/../../../x', 'far/other', '#up/other', 'one/../../../x'],
  ])('%s', (specifier) => {
    expect(resolve('src/app.ts', specifier)).toMatch(/^(?:unresolved|package)/)
  })
  test('a manifest that points out of the root falls back on the index', () => {
    expect(resolve('src/app.ts', 'one')).toMatch(/^(?:packages\/one\/index\.ts|package one)/)
  })
})

describe('what a package publishes', () => {
  const entries = (manifest: Record<string, unknown>, paths: string[]) =>
    resolveModules({
      files: [...paths, 'package.json'].map((path) => ({ path })),
      configs: [{ path: 'package.json', text: JSON.stringify({ name: 'kit', version: '1.0.0', ...manifest }) }],
    }).packageEntries()

  test('each name of `exports`, by its source', () => {
    const exports = {
      '.': './dist/index.js',
      './node': { require: './dist/node.cjs', import: './dist/node.mjs' },
      './styles/*': './styles/*',
      './package.json': './package.json',
    }
    const files = ['src/index.ts', 'src/node.ts', 'src/inner.ts']
    expect(entries({ exports }, files)).toEqual(['src/index.ts', 'src/node.ts'])
  })

  test('files that are listed one by one, where nothing says what may be asked for', () => {
    const files = ['first.js', 'second.ts', 'inner.js']
    expect(entries({ files: ['first.js', 'second.js', 'types'] }, files)).toEqual(['first.js', 'second.ts'])
    expect(entries({ files: ['first.js', 'second.js'], exports: { '.': './first.js' } }, files)).toEqual(['first.js'])
    expect(entries({ files: ['first.js'], private: true }, files)).toEqual([])
  })
})
