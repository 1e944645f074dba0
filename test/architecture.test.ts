/**
 * Imports point down the pipeline. A stage knows the nouns and its own folder, so that it can be read, tested and replaced
 * alone; the folders' listing stays the drawing of the program.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ts } from 'ts-morph'
import { describe, expect, test } from 'vitest'

const PLUGIN = path.join(__dirname, '..', 'plugin')

interface Import {
  /** Both without extension and relative to `plugin/`; a library keeps its name. */
  from: string
  to: string
}

const modules = readdirSync(PLUGIN, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))

const imports = modules.flatMap(importsOf)

function importsOf(module: string): Import[] {
  // As the compiler reads them: import, export … from, import(), and types that are only named.
  const { importedFiles } = ts.preProcessFile(readFileSync(path.join(PLUGIN, module), 'utf8'), true, true)
  return importedFiles.map(({ fileName }) => ({ from: withoutExtension(module), to: targetOf(module, fileName) }))
}

function targetOf(module: string, specifier: string): string {
  return specifier.startsWith('.') ? withoutExtension(path.posix.join(path.posix.dirname(module), specifier)) : specifier
}

function withoutExtension(module: string): string {
  return module.replace(/\.[jt]sx?$/, '')
}

/** `rules/judge imports link/index`, so that a failure reads as what to change. */
const shown = (found: Import[]) => found.map(({ from, to }) => `${from} imports ${to}`)

/** Shapes of data that know nothing of any stage. */
const ANYWHERE: ReadonlySet<string> = new Set(['rows-by-name', 'later'])

const isOurs = ({ to }: Import) => modules.some((module) => withoutExtension(module) === to)

/** What each folder may import of ours beside itself, and why nothing else. */
const allowed: [folder: string, modules: RegExp, why: string][] = [
  ['scan', /^(types|user-error|counted|globs|git|product)$/, 'Scanning lists files. It does not know what becomes of them.'],
  [
    'extract',
    /^(types|graph|product|secret-look|secrets\/[\w-]+|user-error)$/,
    'The facts of a file depend on that file alone, or the cache would lie.',
  ],
  ['types', /^types$/, 'Nouns are plain.'],
  ['secrets', /^(types|graph|secret-look)$/, 'What a secret looks like is known of a text alone, wherever it comes from.'],
  [
    'outside',
    /^(types|git|secret-look|secrets\/[\w-]+|user-error|product)$/,
    'What is looked up outside of the tree knows nothing of what the code means.',
  ],
  [
    'link',
    /^(types|graph|grouped|node-modules|door-purposes|door-lookup|secret-look|secrets\/[\w-]+|user-error)$/,
    'Linking joins facts. How files were found and read is over by then.',
  ],
  ['rules', /^(types|grouped|door-purposes)$/, 'A rule sees the Program, not how it was made or shown.'],
  ['audit', /^(types|node-modules)$/, 'Statements of documents are held against the Program, however it was made.'],
  [
    'compliance',
    /^(types|user-error|globs|door-purposes)$/,
    'Standards are held against what was found; how it was found or is shown is not their business.',
  ],
  ['ledger', /^(types|user-error|globs)$/, 'The ledger compares findings. It neither makes nor prints them.'],
  ['views', /^(types|product|globs|door-purposes|door-lookup)$/, 'A view gathers what one page shows, out of the Program and the ledger’s rows.'],
  ['render', /^(types|front-matter)$/, 'A page is printed from its view alone.'],
  ['diagrams', /^$/, 'Sites use the remark plugin without an analysis.'],
  ['init', /^(types|options|product|user-error|write-pages|settings-file)$/, 'Setting up happens before there is an analysis.'],
  [
    'discrepancies',
    /^(types|options|settings-file|git|counted|user-error|write-pages)$/,
    'What is done about discrepancies starts from results; how they were found is over by then.',
  ],
  [
    'diagram-command',
    /^(types|options|settings-file|user-error|write-pages)$/,
    'A picture is asked for from the core that is handed in; how it is made is not known here.',
  ],
  [
    'apart',
    /^(types|options|user-error|world|pipeline)$/,
    'Another process begins here: it makes a rim of its own and runs the pipeline, as the command line does.',
  ],
  ['theme', /^$/, 'It runs in the reader’s browser, where there is no pipeline.'],
  [
    'docusaurus',
    /^(types|options|product|threshold|user-error|write-pages|front-matter|diagrams\/(?:remark|page-imports)|discrepancies\/index)$/,
    'The adapter is handed the analysis; it knows options, pages and results, and no stage.',
  ],
]

describe('a folder keeps to itself', () => {
  test.each(allowed)('%s', (folder, may, why) => {
    const outside = imports.filter((it) => it.from.startsWith(`${folder}/`) && isOurs(it) && !it.to.startsWith(`${folder}/`))
    expect(shown(outside.filter(({ to }) => !ANYWHERE.has(to) && !may.test(to))), why).toEqual([])
  })

  test('and every folder is named here', () => {
    const folders = new Set(modules.filter((module) => module.includes('/')).map((module) => module.slice(0, module.indexOf('/'))))
    expect([...folders].sort()).toEqual(allowed.map(([folder]) => folder).sort())
  })
})

/** The door of each stage. Models are read before linking, and the fingerprint of their files is part of what is remembered. */
const doors = [
  'scan/index',
  'extract/index',
  'outside/index',
  'link/index',
  'link/models',
  'link/model-files',
  'rules/index',
  'rules/judge',
  'audit/index',
  'ledger/index',
  'compliance/index',
  'compliance/load',
  'compliance/standard-files',
  'views/index',
  'render/index',
]

test('pipeline.ts knows all stages', () => {
  const known = imports.filter(({ from }) => from === 'pipeline').map(({ to }) => to)
  expect(known).toEqual(expect.arrayContaining(doors))
})

test('and nothing else knows any', () => {
  const others = imports.filter(({ from, to }) => from !== 'pipeline' && doors.includes(to) && folderOf(from) !== folderOf(to))
  expect(shown(others), 'Whoever needs a stage needs the pipeline; the order of the stages is decided there alone.').toEqual([])
})

test('the rim is made where the program begins, and handed down', () => {
  const rim = imports.filter(
    ({ from, to }) => ['world', 'pipeline'].includes(to) && !['index', 'cli', 'apart/index', 'apart/child', 'apart/protocol'].includes(from),
  )
  expect(shown(rim), 'Disk, git, clock and cache arrive through the world; a stage that makes one cannot be tested with plain objects.').toEqual([])
})

test('the syntax tree stays in extract', () => {
  // The setup looks for a place in the configuration of a site, long before there are facts.
  const outside = imports.filter(({ from, to }) => /^(ts-morph|typescript|@ts-morph\/)/.test(to) && !['extract', 'init'].includes(folderOf(from)))
  expect(shown(outside), 'No node of a tree leaves extract/, or trees could not be dropped after their file and facts could not be cached.').toEqual(
    [],
  )
})

test('the command line runs without Docusaurus', () => {
  const reached = new Set(['cli'])
  for (const from of reached) for (const it of imports) if (it.from === from) reached.add(it.to)
  // It would have to be installed where there is no site, and takes a second to load.
  expect([...reached].filter((it) => it.startsWith('@docusaurus/'))).toEqual([])
})

test('nothing imports what imports it', () => {
  expect(circles(), 'Modules in a circle can only be understood together.').toEqual([])
})

test('what is imported by a path is there', () => {
  // Otherwise a renamed folder would make every test above pass.
  expect(
    shown(imports.filter((it) => it.to.includes('/') && modules.some((module) => module.startsWith(`${folderOf(it.to)}/`)) && !isOurs(it))),
  ).toEqual([])
})

function folderOf(module: string): string {
  return module.includes('/') ? module.slice(0, module.indexOf('/')) : ''
}

/** Each circle once, as the path that closes it. */
function circles(): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const visit = (module: string, way: string[]): void => {
    if (way.includes(module)) return void found.push([...way.slice(way.indexOf(module)), module].join(' → '))
    if (done.has(module)) return
    for (const { to } of imports.filter((it) => it.from === module && isOurs(it))) visit(to, [...way, module])
    done.add(module)
  }
  for (const module of modules) visit(withoutExtension(module), [])
  return found
}
