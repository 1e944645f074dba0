import { describe, expect, test } from 'vitest'
import { type Found, findPlugins } from '../../plugin/init/config-tree'
import { diff } from '../../plugin/init/diff'
import { insertLast, quoted, quoteOf } from '../../plugin/init/insert'

const names = { full: 'docusaurus-plugin-plumbline', short: 'plumbline' }
const find = (text: string, file = 'docusaurus.config.ts'): Found => findPlugins(text, file, names)

/** With one plugin more, `'ours'` or as a list of its own; or why not. */
function added(text: string, file?: string): string {
  const found = find(text, file)
  if (found.kind === 'there') return `there, line ${found.line}`
  if (found.kind === 'unsure') return `unsure: ${found.why}`
  return insertLast(text, found.at, found.kind === 'list' ? ['ours()'] : ['plugins: [', '\tours(),', ']'])
}

describe('a configuration without plugins gets them', () => {
  test.each([
    ['export default {\n  title: 1,\n}\n', 'export default {\n  title: 1,\n  plugins: [\n    ours(),\n  ],\n}\n'],
    ['export default {\n  title: 1\n};', 'export default {\n  title: 1,\n  plugins: [\n    ours(),\n  ],\n};'],
    ['module.exports = {\n\ttitle: 1,\n}', 'module.exports = {\n\ttitle: 1,\n\tplugins: [\n\t\tours(),\n\t],\n}'],
    ['export default { title: 1 }', 'export default { title: 1, plugins: [ours()] }'],
    ['export default {}', 'export default {\n  plugins: [\n    ours(),\n  ],\n}'],
    ['module.exports = {\r\n  a: 1, // why\r\n}', 'module.exports = {\r\n  a: 1, // why\r\n  plugins: [\r\n    ours(),\r\n  ],\r\n}'],
    [
      'export default {\n  a: 1 // why, { ] }\n  // plugins: [],\n}',
      'export default {\n  a: 1, // why, { ] }\n  // plugins: [],\n  plugins: [\n    ours(),\n  ],\n}',
    ],
  ])('%j', (text, made) => expect(added(text)).toBe(made))
})

describe('a list of plugins gets one more', () => {
  test.each([
    ['plugins: [],', 'plugins: [\n    ours(),\n  ],'],
    ['plugins: [ ],', 'plugins: [\n    ours(),\n  ],'],
    ['plugins: [ /* none */ ],', 'plugins: [ /* none */\n    ours(),\n  ],'],
    ["plugins: ['a'],", "plugins: ['a', ours()],"],
    ["plugins: ['a',],", "plugins: ['a', ours(),],"],
    ["plugins: [['a', {\n    b: 1,\n  }]],", "plugins: [['a', {\n    b: 1,\n  }], ours()],"],
    ["plugins: [\n    'a',\n    'b' // why\n  ],", "plugins: [\n    'a',\n    'b', // why\n    ours(),\n  ],"],
    ["plugins: [\n    'a',\n    // 'b',\n  ],", "plugins: [\n    'a',\n    // 'b',\n    ours(),\n  ],"],
    ['plugins: [\n    // none\n  ],', 'plugins: [\n    // none\n    ours(),\n  ],'],
    ["'plugins': [...shared, 'a'],", "'plugins': [...shared, 'a', ours()],"],
    ["plugins: ['a'] satisfies X,", "plugins: ['a', ours()] satisfies X,"],
    ["plugins: [isLive && 'a'].filter(Boolean),", "plugins: [isLive && 'a', ours()].filter(Boolean),"],
  ])('%j', (list, made) => expect(added(`export default {\n  ${list}\n}`)).toBe(`export default {\n  ${made}\n}`))
})

describe('the configuration is found', () => {
  const list = "plugins: ['a']"
  test.each([
    ['by name', `const config: Config = { ${list} }\nexport default config`],
    ['by name, elsewhere read', `const config = { title: 'x', ${list} }\nconsole.log(config.title)\nexport default config`],
    ['by name, as default', `const config = { ${list} }\nexport { config as default }`],
    ['by name, typed in a comment', `/** @type {import('@docusaurus/types').Config} */\nconst config = { ${list} };\nmodule.exports = config;`],
    ['with a type', `export default { ${list} } satisfies Config`],
    ['cast', `export default (<Config>{ ${list} })`],
    ['as TypeScript exports it', `const c = { ${list} }\nexport = c`],
    ['from a function', `module.exports = async function () { const x = await y(); return { x, ${list} } }`],
    ['from a function that is exported', `export default async function config() { const c = () => { return 1 }\n return { c, ${list} } }`],
    ['from an arrow', `export default () => ({ ${list} })`],
    ['from a function by its name', `async function make() { const config = { ${list} }; return config }\nmodule.exports = make`],
    ['after what it spreads', `import base from './base'\nexport default { ...base, ${list} }`],
    ['behind a byte order mark', `\uFEFFexport default { ${list} }`],
  ])('%s', (_, text) => expect(added(text)).toBe(text.replace("['a']", "['a', ours()]")))

  test('with its list by name', () => {
    const text = "const plugins = ['a']\nif (live) plugins.push('b')\nexport default { plugins }"
    expect(added(text)).toBe(text.replace("['a']", "['a', ours()]"))
    expect(added(text.replace('{ plugins }', '{ plugins: plugins }'))).toContain("['a', ours()]")
  })

  test('in JavaScript of every kind', () => {
    for (const ending of ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'])
      expect(added('export default { a: 1 }', `docusaurus.config.${ending}`)).toContain('ours()')
    expect(added('export default <T>{ a: 1 }', 'docusaurus.config.js')).toContain('unsure')
  })
})

describe('the plugin is there', () => {
  test.each([
    ["export default {\n  plugins: ['docusaurus-plugin-plumbline'],\n}", 2],
    ["export default {\n  plugins: [\n    [require.resolve('docusaurus-plugin-plumbline'), {}],\n  ],\n}", 3],
    ["import plumbline from 'docusaurus-plugin-plumbline'\nexport default make([plumbline])", 1],
    ["export default {\n  plugins: ['a', ['plumbline', {}]],\n}", 2],
  ])('%j', (text, line) => expect(find(text)).toEqual({ kind: 'there', line }))

  test.each([
    "export default { title: 'plumbline', plugins: ['a'] }",
    "// 'docusaurus-plugin-plumbline'\nexport default { plugins: ['a'] }",
    "import d from 'docusaurus-plugin-plumbline/remark'\nexport default { plugins: ['a'] }",
  ])('but not in %j', (text) => expect(added(text)).toContain("['a', ours()]"))
})

describe('in doubt it says why', () => {
  test.each([
    ['export default {', 'syntax error'],
    ['const config = {}', 'no export'],
    ['module.exports = {}\nexport default {}', 'more than one configuration'],
    ["export { default } from './base'", 'no export'],
    ["import config from './base'\nexport default config", 'config is not declared in it'],
    ['export default withThings({ plugins: [] })', 'not an object that is written in it'],
    ['export default { ...base }', 'what it spreads may hold plugins'],
    ['export default { plugins: [], ...base }', 'what it spreads may hold plugins'],
    ['export default { [key]: [] }', 'a computed property may be plugins'],
    ['export default { plugins: [], plugins: [] }', 'more than once'],
    ['export default { get plugins() { return [] } }', 'made by a function'],
    ['export default { plugins: list() }', 'not a list that is written in it'],
    ['export default { plugins: live ? [] : [] }', 'not a list that is written in it'],
    ['export default { plugins: [].filter(wanted) }', 'not a list that is written in it'],
    ['export default { plugins: [,] }', 'hole'],
    ['const config = { a: 1 }\nconfig.plugins = []\nexport default config', 'config is used in line 2'],
    ["const config = { a: 1 }\nconfig['plugins'] = []\nexport default config", 'config is used in line 2'],
    ['const config = { a: 1 }\nchange(config)\nexport default config', 'config is used in line 2'],
    ['let config = { a: 1 }\nconfig = other\nexport default config', 'config is used in line 2'],
    ['let config\nexport default config', 'config has no value'],
    ['const plugins = []\nshare(plugins)\nexport default { plugins }', 'plugins is used in line 2'],
    ['export default () => { if (a) return {}; return { b: 1 } }', 'in one place'],
    ['export default function* () { return {} }', 'gives back no object'],
    ['const a = b, b = a\nexport default a', 'used in line'],
  ])('%j', (text, why) => expect(added(text)).toMatch(new RegExp(`^unsure: .*${why}`)))
})

test('quotes are those of the file, and hold whatever is between them', () => {
  expect([quoteOf("import a from 'b'"), quoteOf('import a from "b"'), quoteOf('')]).toEqual(["'", '"', "'"])
  for (const value of ["it's", 'a"b', 'back\\slash', 'x\ny', '\\"']) {
    // biome-ignore lint/security/noGlobalEval: the one who reads it is the one who decides what it means.
    expect(["'", '"'].map((quote) => eval(quoted(value, quote as "'" | '"')))).toEqual([value, value])
  }
})

test('a diff shows what changes, and three lines around it', () => {
  const lines = Array.from({ length: 9 }, (_, index) => `line ${index + 1}`)
  const made = [...lines.slice(0, 5), 'new', ...lines.slice(5)]
  expect(diff(lines.join('\r\n'), made.join('\r\n'), 'c.js')).toBe(
    ['--- c.js', '+++ c.js', '@@ -3,6 +3,7 @@', ' line 3', ' line 4', ' line 5', '+new', ' line 6', ' line 7', ' line 8'].join('\n'),
  )
  expect(diff('a\nb', 'a\nb,\nc', 'c.js')).toBe('--- c.js\n+++ c.js\n@@ -1,2 +1,3 @@\n a\n-b\n+b,\n+c')
})
