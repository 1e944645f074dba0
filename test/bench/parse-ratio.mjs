/**
 * What an analysis costs, measured in P: the CPU time of a bare `ts.createSourceFile` over the same files, by the compiler
 * that ts-morph bundles, on this machine and at this moment. Run `npm run compile` first.
 *
 *   node test/bench/parse-ratio.mjs DIRECTORY [--runs 3]
 *
 * Under the figures of the whole stands what its parts cost, among them following values and following outside data.
 *
 * The directory is copied, since a file of code and a document of it are changed. Every figure comes from a process of its own, is the median of
 * the runs, and counts all CPU of that process: start, loading of modules, threads, garbage collection.
 */
import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const self = fileURLToPath(import.meta.url)
const require = createRequire(import.meta.url)
const dist = path.join(path.dirname(self), '..', '..', 'dist')

const seconds = ({ user, system }) => (user + system) / 1e6
const peakMegabytes = () => process.resourceUsage().maxRSS / 1024

/** Folders of the program whose work is a part of its own; the first that fits counts. */
const PARTS = [
  ['link/solver', 'following values'],
  ['link/taint/', 'following data'],
  ['link/access/', 'access'],
  ['link/routes/', 'routes'],
  ['link/entry-points/', 'entry points'],
  ['link/usages/', 'usages'],
  ['link/posture/', 'posture'],
  ['link/quality/', 'nonfunctional'],
  ['extract/health/', 'nonfunctional'],
  ['rules/nonfunctional/', 'nonfunctional'],
  ['views/nonfunctional/', 'nonfunctional'],
  ['link/architecture/', 'architecture'],
  ['extract/', 'extract'],
  ['render/', 'render'],
  // What many use counts for who asks.
  ['link/', undefined],
]

const REST = 'everything else: start, garbage, reading, judging, pages'

const children = { list, parse, trees, analyse: analysis, parts }

if (process.argv[2] === '--child') {
  const [, , , name, ...given] = process.argv
  process.stdout.write(JSON.stringify(await children[name](...given)))
} else main(process.argv.slice(2))

function main(args) {
  const at = args.indexOf('--runs')
  const runs = at < 0 ? 3 : Number(args[at + 1])
  const [directory] = args.filter((_, index) => at < 0 || (index !== at && index !== at + 1))
  if (!directory || !(runs >= 1)) {
    console.error('expected: node test/bench/parse-ratio.mjs DIRECTORY [--runs 3]')
    process.exit(2)
  }
  const home = mkdtempSync(path.join(tmpdir(), 'plumbline-bench-'))
  try {
    report(directory, path.join(home, 'code'), home, runs)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function report(directory, root, home, runs) {
  cpSync(directory, root, { recursive: true, verbatimSymlinks: true, filter: (file) => path.basename(file) !== 'node_modules' })
  const files = child('list', root)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const parse = median(runs, () => child('parse', root))
  const kept = median(runs, () => child('trees', root))
  const cold = median(runs, (run) => child('analyse', root, path.join(home, `cold-${run}`)))
  const cache = path.join(home, `cold-${runs - 1}`)
  const unchanged = median(runs, () => child('analyse', root, cache))
  const middle = [...files].sort((a, b) => a.bytes - b.bytes)[Math.floor(files.length / 2)]
  const changed = median(runs, (run) => {
    appendFileSync(path.join(root, middle.path), `\n// edit ${run}\n`)
    return child('analyse', root, cache)
  })

  const document = readdirSync(root).find((name) => /^readme\.md$/i.test(name)) ?? 'README.md'
  const told = median(runs, (run) => {
    appendFileSync(path.join(root, document), `\nOne more sentence for run ${run}.\n`)
    return child('analyse', root, cache)
  })

  console.log(`${files.length} code files, ${(bytes / 1e6).toFixed(2)} MB, Node ${process.versions.node}, median of ${runs}`)
  console.log(`P, bare parse          ${parse.cpu.toFixed(2).padStart(7)} s  ${(parse.cpu / (bytes / 1e6)).toFixed(2)} s a MB`)
  row('cold', cold, 3.0)
  row('unchanged', unchanged, 0.15)
  row(`changed (${middle.path})`, changed, 0.3)
  row(`changed (${document})`, told, 0.3)
  console.log(
    `memory at its peak     ${cold.megabytes.toFixed(0)} MB cold, ${kept.megabytes.toFixed(0)} MB with all syntax trees kept: ${(cold.megabytes / kept.megabytes).toFixed(2)} times (budget 1.5)`,
  )
  console.log('parts of a cold run, on the main thread, measured by sampling:')
  for (const [name, spent] of Object.entries(child('parts', root)))
    console.log(`  ${name.padEnd(60)} ${spent.toFixed(2).padStart(7)} s  ${(spent / parse.cpu).toFixed(2)} P`)
  for (const [name, result] of Object.entries({ cold, unchanged, changed, document: told }))
    console.log(
      `${name}: modules ${result.modules.toFixed(2)} s, ${result.timings.map(({ stage, seconds: spent, detail }) => `${stage} ${spent.toFixed(2)} s (${detail})`).join(', ')}`,
    )

  function row(name, { cpu, modules }, budget) {
    console.log(
      `${name.padEnd(22).slice(0, 60)} ${cpu.toFixed(2).padStart(7)} s  ${(cpu / parse.cpu).toFixed(2)} P (budget ${budget} P; without loading modules ${((cpu - modules) / parse.cpu).toFixed(2)} P)`,
    )
  }
}

function child(name, ...given) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [self, '--child', name, ...given], { encoding: 'utf8', maxBuffer: 1 << 30 })
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`)
  return JSON.parse(stdout)
}

function median(runs, measure) {
  const results = Array.from({ length: runs }, (_, run) => measure(run))
  return results.sort((a, b) => a.cpu - b.cpu)[Math.floor(runs / 2)]
}

async function options() {
  return require(path.join(dist, 'options.js')).parseAnalyseOptions({})
}

async function worldOf(root, cacheDirectory) {
  return require(path.join(dist, 'world.js')).createWorld({ root, cacheDirectory: cacheDirectory ?? false })
}

/** The files that both sides parse. */
async function list(root) {
  const { files } = await require(path.join(dist, 'scan/index.js')).scan(await options(), await worldOf(root))
  return files
    .filter(({ kind, path: file }) => kind === 'code' && !/\.(?:vue|svelte)$/.test(file))
    .map(({ path: file, bytes }) => ({ path: file, bytes }))
}

async function sources(root) {
  const world = await worldOf(root)
  const decoder = new TextDecoder()
  return Promise.all((await list(root)).map(async ({ path: file }) => ({ file, text: decoder.decode(await world.read(file)) })))
}

function parseOne(ts, { file, text }) {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false)
}

async function parse(root) {
  const { ts } = require('@ts-morph/common')
  const texts = await sources(root)
  const warm = process.cpuUsage()
  for (let index = 0; seconds(process.cpuUsage(warm)) < 1; index = (index + 1) % texts.length) parseOne(ts, texts[index])
  const begin = process.cpuUsage()
  for (const source of texts) parseOne(ts, source)
  return { cpu: seconds(process.cpuUsage(begin)) }
}

async function trees(root) {
  const { ts } = require('@ts-morph/common')
  const kept = (await sources(root)).map((source) => parseOne(ts, source))
  return { cpu: seconds(process.cpuUsage()), megabytes: peakMegabytes(), files: kept.length }
}

async function analysis(root, cacheDirectory) {
  // As the command line does, and the process that a site's analysis runs in.
  require(path.join(dist, 'apart', 'short-runs.js')).suitShortRuns()
  const { analyse } = require(path.join(dist, 'pipeline.js'))
  const world = await worldOf(root, cacheDirectory)
  const modules = seconds(process.cpuUsage())
  const { timings } = await analyse(await options(), world)
  return { cpu: seconds(process.cpuUsage()), modules, megabytes: peakMegabytes(), timings }
}

/** Seconds by part: a sample counts for the part that was entered last. */
async function parts(root) {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 1000 })
  await session.post('Profiler.start')
  await analysis(root)
  const { profile } = await session.post('Profiler.stop')
  const partOfNode = new Map()
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const visit = (id, around) => {
    const { callFrame, children: below } = nodes.get(id)
    const file = callFrame.url.slice(callFrame.url.lastIndexOf('/dist/') + '/dist/'.length)
    const found = PARTS.find(([start]) => file.startsWith(start))
    const part = callFrame.functionName === '(idle)' ? 'idle' : (found?.[1] ?? (found && around === REST ? 'link, the rest' : around))
    partOfNode.set(id, part)
    for (const child of below ?? []) visit(child, part)
  }
  visit(profile.nodes[0].id, REST)
  const spent = {}
  profile.samples.forEach((id, index) => {
    const part = partOfNode.get(id)
    if (part !== 'idle') spent[part] = (spent[part] ?? 0) + profile.timeDeltas[index] / 1e6
  })
  return Object.fromEntries(Object.entries(spent).sort(([, one], [, other]) => other - one))
}
