import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { emptyDirectory, git, tree, write } from '../tree'
import { controlC, down, enter, plumbline, space } from './init-run'

const notice = 'only technical controls can be assessed from code'
const read = (...parts: string[]) => readFileSync(path.join(...parts), 'utf8')
const everything = (root: string) => readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()

describe('without a site', () => {
  const code = () => tree({ 'package.json': '{ "name": "my|shop" }', 'a.ts': '' })

  test('writes settings, the layout, and an index that claims nothing', async () => {
    const root = code()
    const result = await plumbline(['init', root, '--docs', path.join(root, 'documents/all'), '--frameworks', 'asvs, cis', '--diagrams', 'mermaid'])
    expect(result).toMatchObject({ code: 0, err: '' })
    expect(read(root, 'plumbline.config.yaml')).toBe(
      '# Settings of "plumbline analyse" for this directory. Paths are relative to this file.\nout: documents/all\nframeworks:\n  - asvs\n  - cis\ndiagrams: mermaid\n',
    )
    expect(everything(path.join(root, 'documents/all'))).toEqual([
      '.plumbline.json',
      'security-docs',
      'security-docs/analysis',
      'security-docs/compliance',
      'security-docs/index.md',
    ])
    const index = read(root, 'documents/all/security-docs/index.md')
    expect(index).toContain('| Status | In Progress |')
    expect(index).toContain('| Project | my\\|shop |')
    expect(index).toContain('| CIS Controls 8.0 | not yet assessed | not assessed |')
    expect(index).not.toMatch(/NIS 2|\]\(|\| 0 /)
    expect([...index.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual([
      'Executive summary',
      'Finding overview',
      'Immediate actions',
      'Analysis reports',
      'Compliance reports',
      'Positive observations',
      'Remediation roadmap',
    ])
    expect(result.out).not.toContain(notice)
  })

  test('takes ASVS and Mermaid unless told otherwise, and names its folder when nobody can be asked', async () => {
    const root = code()
    for (const [argv, why] of [
      [['init', root], 'there is no terminal to ask on'],
      [['init', root, '--yes'], '--yes asks nothing'],
    ] as const)
      expect(await plumbline([...argv])).toMatchObject({
        code: 2,
        out: '',
        err: `plumbline: --docs is not given, and ${why}; expected the directory that the documentation goes into.\n`,
      })
    expect(everything(root)).toEqual(['a.ts', 'package.json'])
    expect((await plumbline(['init', root, '--docs', root])).code).toBe(0)
    expect(read(root, 'plumbline.config.yaml')).toContain('out: .\nframeworks:\n  - asvs\ndiagrams: mermaid\n')
  })

  test('says what NIS 2 can be assessed for when it is chosen', async () => {
    const root = code()
    expect((await plumbline(['init', root, '--docs', path.join(root, 'docs'), '--frameworks', 'nis2'])).out).toContain(notice)
  })

  test('asks for what was not typed', async () => {
    const root = code()
    const result = await plumbline(
      ['init', root],
      [
        ['Which directory', [path.join(root, 'written'), enter]],
        // ASVS is ticked; the last of five is NIS 2.
        ['Which compliance frameworks?', [down, down, down, down, space, enter]],
        ['How are diagrams written?', [down, enter]],
      ],
    )
    expect(result).toMatchObject({ code: 0, err: '', unasked: [] })
    expect(result.out.indexOf('can be assessed from code')).toBeLessThan(result.out.indexOf('Which compliance frameworks?'))
    expect(result.out.replace(/[\s│]+/g, ' ')).toContain(notice)
    expect(read(root, 'plumbline.config.yaml')).toContain('out: written\nframeworks:\n  - asvs\n  - nis2\ndiagrams: ascii\n')
  })

  test('takes what it suggests for an empty answer, and asks again for a wrong one', async () => {
    const root = code()
    const asked = await plumbline(
      ['init', root, '--frameworks', 'csf'],
      [
        ['Which directory', [path.join(root, 'a.ts'), enter]],
        ['It is a file; expected', ['\x7f'.repeat(200), enter]],
        ['How are diagrams written?', [enter]],
      ],
    )
    expect(asked).toMatchObject({ code: 0, unasked: [] })
    expect(read(root, 'plumbline.config.yaml')).toContain('out: docs\n')
  })

  test('asks nobody in a build, on a dumb terminal, or when it is told to ask nothing', async () => {
    const root = code()
    for (const [argv, env] of [
      [['init', root, '--yes'], {}],
      [['init', root], { TERM: 'dumb' }],
    ] as const)
      expect(await plumbline([...argv], [['Which directory', [controlC]]], env)).toMatchObject({ code: 2, unasked: ['Which directory'] })
  })

  test('changes nothing when it is stopped', async () => {
    const root = code()
    const result = await plumbline(
      ['init', root],
      [
        ['Which directory', [path.join(root, 'docs'), enter]],
        ['Which compliance frameworks?', [controlC]],
      ],
    )
    expect(result).toMatchObject({ code: 2, err: 'plumbline: Stopped. Nothing was changed.\n' })
    expect(everything(root)).toEqual(['a.ts', 'package.json'])
  })

  test.each<[string, Record<string, string>, string[], string]>([
    ['settings that are there', { 'plumbline.config.json': '{}' }, [], 'plumbline.config.json is there already.'],
    ['an index that is there', { 'docs/security-docs/index.md': 'mine' }, [], 'has security-docs/index.md already, which is not replaced'],
    ['pages that are there', { 'docs/.plumbline.json': '{}' }, [], 'has .plumbline.json already, which is not replaced'],
    ['a file for a directory', { docs: '' }, [], 'is a file; expected the directory'],
    ['a file for a folder of the layout', { 'docs/security-docs/analysis': '' }, [], 'analysis is not a directory'],
    ['an unknown framework', {}, ['--frameworks', 'asvs,soc2'], '"soc2"; expected a list of frameworks out of asvs'],
    ['no framework', {}, ['--frameworks', ','], '--frameworks is empty; expected one or more'],
    ['an unknown diagram format', {}, ['--diagrams', 'visio'], 'Option "diagrams" is "visio"; expected one of mermaid'],
  ])('changes nothing for %s, and says why', async (_, contents, argv, why) => {
    const root = tree({ 'a.ts': '', ...contents })
    const before = everything(root)
    const result = await plumbline(['init', root, '--docs', path.join(root, 'docs'), ...argv])
    expect([result.code, result.out]).toEqual([2, ''])
    expect(result.err).toContain(why)
    expect(everything(root)).toEqual(before)
    for (const [file, text] of Object.entries(contents)) expect(read(root, file)).toBe(text)
  })

  test('an answer that is empty, and a directory that is none, are named', async () => {
    const root = code()
    expect((await plumbline(['init', root, '--docs', ' '])).err).toContain('--docs is empty; expected the directory')
    expect((await plumbline(['init', `${root}/nope`])).err).toContain('does not exist; expected the directory to set up.')
    expect((await plumbline(['init', `${root}/a.ts`])).err).toContain('is a file; expected the directory to set up.')
  })
})

describe('in a Docusaurus site', () => {
  const config =
    "import type { Config } from '@docusaurus/types'\n\nconst config: Config = {\n  title: 'x',\n  plugins: ['a'],\n}\n\nexport default config\n"
  const changed = config.replace("['a']", "['a', ['docusaurus-plugin-plumbline', { source: '.', frameworks: ['asvs'], diagrams: 'mermaid' }]]")
  // In a directory of its own: what lies around a site decides where its code is.
  const site = (contents: Record<string, string> = { 'docusaurus.config.ts': config, 'docs/a.md': '' }) => {
    const root = path.join(emptyDirectory(), 'site')
    write(root, { 'package.json': '{}', ...contents })
    return root
  }

  test('adds the plugin once, shows how, and makes no folder', async () => {
    const root = site()
    const result = await plumbline(['init', root, '--yes'])
    expect(result).toMatchObject({ code: 0, err: '' })
    expect(read(root, 'docusaurus.config.ts')).toBe(changed)
    expect(result.out).toContain("-  plugins: ['a'],\n+  plugins: ['a', ['docusaurus-plugin-plumbline',")
    expect(result.out).toContain('The section will be at /plumbline.\nNext: npm install docusaurus-plugin-plumbline && npx docusaurus start\n')
    expect(everything(root)).toEqual(['docs', 'docs/a.md', 'docusaurus.config.ts', 'package.json'])
    const again = await plumbline(['init', root, '--yes'])
    expect(again).toMatchObject({ code: 0, out: 'docusaurus.config.ts, line 5: the plugin is there already. Nothing was changed.\n' })
    expect(read(root, 'docusaurus.config.ts')).toBe(changed)
  })

  test('asks before it changes anything', async () => {
    const root = site()
    const questions: [string, string[]][] = [
      ['Where in the site', ['security', enter]],
      ['Which compliance frameworks?', [enter]],
      ['How are diagrams written?', [enter]],
    ]
    const declined = await plumbline(['init', root], [...questions, ['Change docusaurus.config.ts like this?', ['n']]])
    expect(declined).toMatchObject({ code: 0, unasked: [] })
    expect(declined.out).toContain('Nothing was changed.')
    expect(read(root, 'docusaurus.config.ts')).toBe(config)
    expect(await plumbline(['init', root], [...questions, ['Change docusaurus.config.ts like this?', ['y']]])).toMatchObject({ code: 0 })
    expect(read(root, 'docusaurus.config.ts')).toBe(changed.replace("'.', ", "'.', routeBasePath: 'security', "))
  })

  test('without a terminal shows the change, and makes it with --yes only', async () => {
    const root = site()
    const result = await plumbline(['init', root])
    expect(result).toMatchObject({ code: 2, err: 'plumbline: --yes is not given, and there is no terminal to ask on; nothing was changed.\n' })
    expect(result.out).toContain('+++ docusaurus.config.ts')
    expect(read(root, 'docusaurus.config.ts')).toBe(config)
  })

  test('prints what to paste where it cannot be sure, and changes nothing', async () => {
    const text = "module.exports = require('./shared').site({ plugins: [] })\n"
    const root = site({ 'docusaurus.config.js': text })
    const result = await plumbline(['init', root, '--yes', '--frameworks', 'asvs,nis2', '--docs', '/audit/'])
    expect(result.code).toBe(2)
    expect(result.err).toBe(
      'plumbline: docusaurus.config.js was left alone, since the configuration it exports is not an object that is written in it.\n',
    )
    expect(result.out).toContain(
      "  plugins: [\n    [\n      'docusaurus-plugin-plumbline',\n      { source: '.', routeBasePath: 'audit', frameworks: ['asvs', 'nis2'], diagrams: 'mermaid' },\n    ],\n  ],\n",
    )
    expect(result.out).toContain(notice)
    expect(read(root, 'docusaurus.config.js')).toBe(text)
  })

  test('never runs the configuration', async () => {
    const root = site({ 'docusaurus.config.js': "require('node:fs').writeFileSync(__dirname + '/run', '')\nmodule.exports = { title: 1 }\n" })
    expect((await plumbline(['init', root, '--yes'])).code).toBe(0)
    expect(everything(root)).toEqual(['docusaurus.config.js', 'package.json'])
    expect(read(root, 'docusaurus.config.js')).toContain(
      "writeFileSync(__dirname + '/run', '')\nmodule.exports = { title: 1, plugins: [['docusaurus-plugin-plumbline',",
    )
  })

  test('takes the configuration that Docusaurus would take', async () => {
    const root = site({ 'docusaurus.config.js': 'export default {}', 'docusaurus.config.mts': 'export default {}' })
    await plumbline(['init', root, '--yes'])
    expect(read(root, 'docusaurus.config.js')).toBe('export default {}')
    expect(read(root, 'docusaurus.config.mts')).toContain('plumbline')
  })

  test('points to the repository around the site, or the package, or to the site', async () => {
    const sources: string[] = []
    for (const [prepare, place] of [
      [(root: string) => git(root, 'init', '--quiet'), 'packages/site'],
      [(root: string) => write(root, { 'package.json': '{}' }), 'site'],
      [() => {}, 'site'],
      [(root: string) => git(root, 'init', '--quiet'), '.'],
    ] as const) {
      const root = emptyDirectory()
      prepare(root)
      write(root, { [`${place}/docusaurus.config.mjs`]: 'export default {}' })
      await plumbline(['init', path.join(root, place), '--yes'])
      sources.push(/source: "?'?([^"']*)/.exec(read(root, place, 'docusaurus.config.mjs'))![1]!)
    }
    expect(sources).toEqual(['../..', '..', '.', '.'])
  })

  test.each([
    ['docs', 'is where the site has something else'],
    ['docs/security', 'is where the site has something else'],
    ['taken/x', 'is where the site has something else'],
    ['../x', 'is no path in the site'],
    ['a//b', 'is no path in the site'],
    ['a b', 'is no path in the site'],
    ['/', 'is no path in the site'],
  ])('refuses %j as its place', async (docs, why) => {
    const root = site({ 'docs/a.md': '', 'docusaurus.config.ts': "export default { presets: [['x', { docs: { routeBasePath: '/taken' } }]] }" })
    const result = await plumbline(['init', root, '--yes', '--docs', docs])
    expect([result.code, result.out]).toEqual([2, ''])
    expect(result.err).toContain(`--docs ${JSON.stringify(docs)} ${why}; expected a path in the site that is free, such as plumbline.`)
  })

  test('keeps rights and links of the file, and leaves nothing beside it', async () => {
    const root = tree({ 'real/config.ts': config })
    mkdirSync(path.join(root, 'site'))
    symlinkSync('../real/config.ts', path.join(root, 'site/docusaurus.config.ts'))
    chmodSync(path.join(root, 'real/config.ts'), 0o640)
    expect((await plumbline(['init', path.join(root, 'site'), '--yes'])).code).toBe(0)
    expect(lstatSync(path.join(root, 'site/docusaurus.config.ts')).isSymbolicLink()).toBe(true)
    expect(read(root, 'real/config.ts')).toContain('plumbline')
    expect(statSync(path.join(root, 'real/config.ts')).mode & 0o777).toBe(0o640)
    expect(everything(root)).toEqual(['real', 'real/config.ts', 'site', 'site/docusaurus.config.ts'])
    expect(existsSync(path.join(root, 'site/plumbline.config.yaml'))).toBe(false)
  })
})
