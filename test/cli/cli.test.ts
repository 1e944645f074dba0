import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { run } from '../../plugin/cli'
import { printLedger } from '../../plugin/ledger/file'
import type { AnalyseOptions, Analysis, Discrepancy, Page, Severity, World } from '../../plugin/types'
import { UserError } from '../../plugin/user-error'
import { aDiscrepancy } from '../discrepancies/discrepancy'
import { build, builds, finding } from '../ledger/build'
import { emptyDirectory, tree, write } from '../tree'

function analysis(more: { pages?: Page[]; severities?: Severity[]; discrepancies?: Discrepancy[] } = {}): Analysis {
  const severities = more.severities ?? []
  const found = severities.map((severity, index) => finding({ severity, line: index + 1, text: String(index) }))
  const { ledger, rows } = builds(build(found))
  return {
    pages: more.pages ?? [{ path: 'security-docs/index.md', content: '# Index\n' }],
    results: {
      schema: 'plumbline/1',
      product: { name: 'docusaurus-plugin-plumbline', version: '0.0.0' },
      project: { name: 'shop', version: undefined },
      commit: null,
      date: '2024-05-06',
      findings: rows.map(({ id, reportId, status, finding: it }) => ({ ...it!, id, reportId, status, file: it!.at.file, line: it!.at.line })),
      endpoints: [],
      discrepancies: more.discrepancies ?? [],
      statements: [],
      entities: [],
      connections: [],
      publications: [],
      serviceCalls: [],
      formats: [],
      uiRoutes: [],
      technologies: [],
      functions: [],
      controls: [],
      documents: [],
      runtimes: [],
      components: [],
      edges: [],
      notAnalysed: [],
      knowledge: { callSites: 4, callSitesResolved: 3, receivers: 2, receiversKnown: 1, imports: 2, importsUnresolved: 1, limitsReached: 0 },
    },
    ledger,
    timings: [{ stage: 'scan', seconds: 0.1234, detail: '3 files' }],
  }
}

/** Runs the command line with an analysis of our choice, and keeps what it was given and what it said. */
async function plumbline(
  argv: string[],
  analyse: (options: AnalyseOptions, world: World) => Analysis | Promise<Analysis> = () => analysis(),
  env: NodeJS.ProcessEnv = {},
) {
  const said = { out: '', err: '' }
  const into = (key: 'out' | 'err') =>
    new Writable({
      write(chunk, _, done) {
        said[key] += String(chunk)
        done()
      },
    }) as unknown as NodeJS.WriteStream
  let given: { options: AnalyseOptions; world: World } | undefined
  const code = await run(argv, {
    analyse: async (options, world, publish) => {
      given = { options, world }
      const made = await analyse(options, world)
      await publish(made)
      return made
    },
    out: into('out'),
    err: into('err'),
    env,
    isCI: false,
    isProposal: env.PULL_REQUEST !== undefined,
  })
  return { code, ...said, options: given?.options, world: given?.world }
}

const directories = () => ({ code: tree({ 'a.ts': '' }), out: path.join(emptyDirectory(), 'out') })

describe('analyse', () => {
  test('writes pages with their whole path, and says so in plain lines', async () => {
    const { code, out } = directories()
    const pages = ['security-docs/index.md', 'architecture/technology-manifest.md'].map((file) => ({ path: file, content: `# ${file}\n` }))
    const result = await plumbline(['analyse', code, '--out', out], () => analysis({ pages }))
    expect([result.code, result.err]).toEqual([0, ''])
    expect(result.out).toBe(`shop: 0 entry points, 0 open findings, 0 things not analysed.\nPages: 2 in ${out} (2 written, 0 removed)\n`)
    expect(readFileSync(path.join(out, 'architecture/technology-manifest.md'), 'utf8')).toBe('# architecture/technology-manifest.md\n')
  })

  test('twice the same is written once', async () => {
    const { code, out } = directories()
    await plumbline(['analyse', code, '--out', out])
    expect((await plumbline(['analyse', code, '--out', out])).out).toContain('(0 written, 0 removed)')
  })

  test('writes the results file, with a line break at its end', async () => {
    const { code } = directories()
    const file = path.join(emptyDirectory(), 'deep/results.json')
    expect((await plumbline(['analyse', code, '--out', file, '--format', 'json'])).code).toBe(0)
    const text = readFileSync(file, 'utf8')
    expect(text.endsWith('}\n')).toBe(true)
    expect(JSON.parse(text)).toMatchObject({ schema: 'plumbline/1', project: { name: 'shop' } })
    expect(readdirSync(path.dirname(file))).toEqual(['results.json'])
  })

  test('leaves alone what a file of settings says and nobody typed', async () => {
    const { code, out } = directories()
    const file = path.join(tree({ 'p.json': '{ "history": false }' }), 'p.json')
    expect((await plumbline(['analyse', code, '--out', out, '--config', file])).options).toMatchObject({ history: false })
    expect((await plumbline(['analyse', code, '--out', out])).options).toMatchObject({ history: true })
  })

  test('passes on what was typed, under the names of the options', async () => {
    const { code, out } = directories()
    const { options } = await plumbline([
      'analyse',
      code,
      '--out',
      out,
      '--ignore',
      'legacy',
      '*.spec.ts',
      '--include',
      'src',
      '--focus',
      'src/api',
      '--fail-on',
      'High',
      '--diagrams',
      'mermaid',
    ])
    expect(options).toMatchObject({
      exclude: ['legacy', '*.spec.ts'],
      include: ['src'],
      focus: ['src/api'],
      failOn: 'High',
      diagrams: 'mermaid',
      frameworks: ['asvs'],
    })
  })

  test('takes options from a file, after those that were typed', async () => {
    const { code, out } = directories()
    const settings = tree({
      'p.jsonc': '{ // why\n "exclude": ["a"], "projectName": "Shop", "models": ["models"], "ledger": "l.json", }',
      'p.yml': 'exclude: [b]\nledger: false\n',
    })
    const fromJson = await plumbline(['analyse', code, '--out', out, '--config', path.join(settings, 'p.jsonc'), '--ignore', 'typed'])
    expect(fromJson.options).toMatchObject({ exclude: ['typed'], projectName: 'Shop', models: [path.join(settings, 'models')] })
    await fromJson.world!.saveLedger(analysis().ledger)
    expect(existsSync(path.join(settings, 'l.json'))).toBe(true)
    const fromYaml = await plumbline(['analyse', code, '--out', out, '--config', path.join(settings, 'p.yml')])
    expect(fromYaml.options).toMatchObject({ exclude: ['b'] })
  })

  test('keeps its ledger beside the output, one for each results file, or where it is told', async () => {
    const { code } = directories()
    const home = emptyDirectory()
    const save = async (_: AnalyseOptions, world: World) => {
      await world.saveLedger(analysis().ledger)
      return analysis()
    }
    await plumbline(['analyse', code, '--out', path.join(home, 'pages')], save)
    await plumbline(['analyse', code, '--out', path.join(home, 'shop.json'), '--format', 'json'], save)
    await plumbline(['analyse', code, '--out', path.join(home, 'none.json'), '--format', 'json', '--no-ledger'], save)
    await plumbline(['analyse', code, '--out', path.join(home, 'read.json'), '--format', 'json', '--ledger-mode', 'read'], save)
    await plumbline(['analyse', code, '--out', path.join(home, 'x.json'), '--format', 'json', '--ledger', path.join(home, 'mine.json')], save)
    expect(readdirSync(home).sort()).toEqual(['mine.json', 'none.json', 'pages', 'read.json', 'shop.json', 'shop.ledger.json', 'x.json'])
    expect(existsSync(path.join(home, 'pages/plumbline-ledger.json'))).toBe(true)
  })

  test('for the public, says that the ledger beside the pages is not for them', async () => {
    const { code, out } = directories()
    const beside = await plumbline(['analyse', code, '--out', out, '--audience', 'public'])
    expect(beside.options).toMatchObject({ audience: 'public' })
    expect(beside.out).toContain('plumbline-ledger.json names the places that the pages withhold. Do not publish it with them.')
    const elsewhere = path.join(emptyDirectory(), 'ledger.json')
    expect((await plumbline(['analyse', code, '--out', out, '--audience', 'public', '--ledger', elsewhere])).out).not.toContain('withhold')
    expect((await plumbline(['analyse', code, '--out', out])).out).not.toContain('withhold')
    expect((await plumbline(['analyse', code, '--out', out, '--audience', 'all'])).err).toContain('expected one of internal, public')
  })

  test('only reads its ledger in a build of a pull request, and says so', async () => {
    const { code } = directories()
    const home = emptyDirectory()
    const save = async (_: AnalyseOptions, world: World) => {
      await world.saveLedger(analysis().ledger)
      return analysis()
    }
    const argv = ['analyse', code, '--out', path.join(home, 'x.json'), '--format', 'json']
    expect((await plumbline(argv, save, { PULL_REQUEST: '1' })).out).toContain('x.ledger.json was read, not written.')
    expect(readdirSync(home)).toEqual(['x.json'])
    await plumbline([...argv, '--ledger-mode', 'write'], save, { PULL_REQUEST: '1' })
    expect(readdirSync(home)).toEqual(['x.json', 'x.ledger.json'])
  })

  test('prints seconds and how well the code was understood, when asked', async () => {
    const { code, out } = directories()
    const said = (await plumbline(['analyse', code, '--out', out, '--timings'])).out
    expect(said).toContain('  scan        0.123 s  3 files')
    expect(said).toContain('  3 of 4 call sites resolved (75 %)')
    expect(said).toContain('  1 of 2 imports resolved')
  })

  test('prints a line a stage where there is no terminal, and nothing when it is to be quiet', async () => {
    const { code, out } = directories()
    const progress = (_: AnalyseOptions, world: World) => {
      for (const stage of ['scan', 'extract'] as const) for (const done of [0, 1, 2]) world.progress(stage, done, 2)
      return analysis()
    }
    expect((await plumbline(['analyse', code, '--out', out], progress)).err).toBe('plumbline: scan\nplumbline: extract\n')
    expect(await plumbline(['analyse', code, '--out', out, '--quiet'], progress)).toMatchObject({ code: 0, out: '', err: '' })
  })

  test('warns of what documents say that does not hold, unless it is to be quiet', async () => {
    const { code, out } = directories()
    const contradicted = () => analysis({ discrepancies: [aDiscrepancy()] })
    expect((await plumbline(['analyse', code, '--out', out], contradicted)).err).toContain('Documents and code disagree')
    expect(await plumbline(['analyse', code, '--out', out, '--quiet'], contradicted)).toMatchObject({ code: 0, out: '', err: '' })
  })
})

describe('the exit code', () => {
  test('is 0 whatever was found, and 1 when a threshold was asked for and reached', async () => {
    const { code, out } = directories()
    const found = () => analysis({ severities: ['Critical', 'Medium'] })
    expect((await plumbline(['analyse', code, '--out', out], found)).code).toBe(0)
    const failed = await plumbline(['analyse', code, '--out', out, '--fail-on', 'high'], found)
    expect(failed.code).toBe(1)
    expect(failed.err).toContain('SEC-001 Critical')
    expect(failed.err).not.toContain('SEC-002')
    expect(existsSync(path.join(out, 'security-docs/index.md'))).toBe(true)
    expect((await plumbline(['analyse', code, '--out', out, '--fail-on', 'Critical'], () => analysis({ severities: ['High'] }))).code).toBe(0)
  })

  test.each<[string, (place: { code: string; out: string }) => string[], string]>([
    [
      'a missing directory',
      ({ code, out }) => ['analyse', `${code}/nope`, '--out', out],
      'does not exist; expected the directory of the code to analyse.',
    ],
    [
      'a file as directory',
      ({ code, out }) => ['analyse', `${code}/a.ts`, '--out', out],
      'is a file; expected the directory of the code to analyse.',
    ],
    ['no output', ({ code }) => ['analyse', code], '--out is not given; expected a directory for the pages, or out in plumbline.config.yaml.'],
    ['a format that does not exist', ({ code, out }) => ['analyse', code, '--out', out, '--format', 'xml'], 'Allowed choices are markdown, json'],
    [
      'a diagram format that does not exist',
      ({ code, out }) => ['analyse', code, '--out', out, '--diagrams', 'visio'],
      'Option "diagrams" is "visio"; expected one of mermaid, ascii, plantuml, excalidraw.',
    ],
    ['an unknown option', ({ code, out }) => ['analyse', code, '--out', out, '--tiimings'], "unknown option '--tiimings'"],
    ['an unknown command', () => ['analize'], "unknown command 'analize'"],
    ['pages into a file', ({ code }) => ['analyse', code, '--out', path.join(code, 'a.ts')], 'is a file; expected a directory for the pages.'],
    [
      'results into a directory',
      ({ code }) => ['analyse', code, '--out', code, '--format', 'json'],
      'is a directory; expected a file for the results.',
    ],
    [
      'options from nowhere',
      ({ code, out }) => ['analyse', code, '--out', out, '--config', 'nope.json'],
      '--config nope.json does not exist; expected a file of settings.',
    ],
  ])('is 2 for %s, with one clear sentence', async (_, argv, sentence) => {
    const result = await plumbline(argv(directories()))
    expect(result.code).toBe(2)
    expect(result.err).toContain(sentence)
    expect(result.err).not.toMatch(/^\s+at /m)
    expect(result.options).toBeUndefined()
  })

  test.each([
    ['{ "exclude": [', /--config .*p\.json, line 1: expected JSON \(\w+\)\./],
    ['[]', /--config .*p\.json: expected an object of options\./],
    ['{ "exlude": ["a"] }', /--config .*p\.json: There is no option "exlude" .*Did you mean "exclude"\?/],
    ['{ "history": "maybe" }', /--config .*p\.json: Option "history" is "maybe"; expected true or false\./],
    ['{ "ledger": 3 }', /ledger is 3; expected a file, or false\./],
  ])('is 2 for options that say %j', async (text, sentence) => {
    const { code, out } = directories()
    const result = await plumbline(['analyse', code, '--out', out, '--config', path.join(tree({ 'p.json': text }), 'p.json')])
    expect([result.code, result.options]).toEqual([2, undefined])
    expect(result.err).toMatch(sentence)
  })

  test('is 2 for a damaged ledger, which stays as it is, and no page is written', async () => {
    const { code, out } = directories()
    write(out, { 'plumbline-ledger.json': '{ broken' })
    const result = await plumbline(['analyse', code, '--out', out], async (_, world) => {
      await world.loadLedger()
      return analysis()
    })
    expect(result.code).toBe(2)
    expect(result.err).toContain('is damaged: expected JSON. It was left as it is.')
    expect(readdirSync(out)).toEqual(['plumbline-ledger.json'])
  })

  test('is 2 for a page in the way, and nothing is written', async () => {
    const { code, out } = directories()
    write(out, { 'security-docs/index.md': 'mine' })
    const result = await plumbline(['analyse', code, '--out', out])
    expect(result).toMatchObject({ code: 2, out: '' })
    expect(readFileSync(path.join(out, 'security-docs/index.md'), 'utf8')).toBe('mine')
  })

  test('is 2 for an output that cannot be made', async () => {
    const { code } = directories()
    const result = await plumbline(['analyse', code, '--out', path.join(code, 'a.ts/out')])
    expect(result.code).toBe(2)
    expect(result.err).toMatch(/^plumbline: .*ENOTDIR.*\n$/)
  })

  test('is 3 for a fault of our own, whose trace is shown on request only', async () => {
    const { code, out } = directories()
    const fail = () => {
      throw new Error('Rule xss stopped', { cause: new TypeError('x is undefined') })
    }
    const short = await plumbline(['analyse', code, '--out', out], fail)
    expect(short).toMatchObject({
      code: 3,
      err: 'plumbline: stopped by a fault of its own: Rule xss stopped\nRun it with PLUMBLINE_DEBUG=1 to see where.\n',
    })
    const long = await plumbline(['analyse', code, '--out', out], fail, { PLUMBLINE_DEBUG: '1' })
    expect(long.err).toMatch(/\n\s+at [\s\S]*caused by TypeError: x is undefined/)
  })

  test('is 2 for what stages say to the user', async () => {
    const { code, out } = directories()
    const result = await plumbline(['analyse', code, '--out', out], () => {
      throw new UserError('models/x.yaml: sinks[0].kind is 3; expected a word.')
    })
    expect(result).toMatchObject({ code: 2, err: 'plumbline: models/x.yaml: sinks[0].kind is 3; expected a word.\n' })
  })
})

test('help and version are answers, not mistakes', async () => {
  expect(await plumbline(['--help'])).toMatchObject({ code: 0, err: '' })
  expect((await plumbline(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect((await plumbline(['analyse', '--help'])).out).toContain('--fail-on <severity>')
})

describe('ledger merge', () => {
  const ledgers = () => {
    const [a, b] = ['one', 'two'].map((word) => builds(build([finding({ subject: word, text: word, around: word, title: `About ${word}` })])).ledger)
    return tree({ 'a.json': printLedger(a!), 'b.json': printLedger(b!) })
  }

  test('prints the joined ledger, and the ids that changed beside it', async () => {
    const home = ledgers()
    const result = await plumbline(['ledger', 'merge', path.join(home, 'a.json'), path.join(home, 'b.json')])
    expect(result.code).toBe(0)
    expect(JSON.parse(result.out).entries.map((entry: { id: string }) => entry.id)).toEqual(['SEC-001', 'SEC-002'])
    expect(result.err).toContain('SEC-001 was given out twice: "About two" in src/users.ts is now SEC-002.')
  })

  test('writes it where it is told, one of the two included', async () => {
    const home = ledgers()
    const [a, b] = ['a.json', 'b.json'].map((name) => path.join(home, name))
    expect(await plumbline(['ledger', 'merge', a!, b!, '-o', a!])).toMatchObject({ code: 0, out: '' })
    expect(JSON.parse(readFileSync(a!, 'utf8')).entries).toHaveLength(2)
    expect(statSync(b!).isFile()).toBe(true)
  })

  test('names the one that is missing or damaged', async () => {
    const home = ledgers()
    mkdirSync(path.join(home, 'x'))
    write(home, { 'c.json': '{}' })
    expect((await plumbline(['ledger', 'merge', path.join(home, 'a.json'), path.join(home, 'nope.json')])).err).toContain(
      'nope.json does not exist; expected a ledger.',
    )
    const result = await plumbline(['ledger', 'merge', path.join(home, 'c.json'), path.join(home, 'b.json')])
    expect(result).toMatchObject({ code: 2, out: '' })
    expect(result.err).toContain('c.json is damaged at schema')
  })
})
