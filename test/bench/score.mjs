// Accuracy on labelled third-party sources: analyses an unpacked corpus and prints one table.
//   npm run score -- CORPUS LABELS [SET ...] [--list fn|fp] [--class NAME] [--dist DIR] [--keep DIR]
// CORPUS holds peers/<set>/ and apps/<app>/; LABELS holds peers/*.json, apps/*.json, score-peers.mjs and score-apps.mjs.
// In the peers' sets each directory with labelled files is a program of its own.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const args = process.argv.slice(2)
const option = (name) => {
  const at = args.indexOf(`--${name}`)
  return at < 0 ? undefined : args.splice(at, 2)[1]
}
const [list, onlyClass, dist = path.join(import.meta.dirname, '../../dist'), keep] = ['list', 'class', 'dist', 'keep'].map(option)
const [corpus, labels, ...wanted] = args
if (!corpus || !labels) {
  console.error(
    'usage: npm run score -- CORPUS LABELS [codeql|semgrep-rules|bearer-rules|njsscan|noir|apps|endpoints ...] [--list fn|fp] [--class NAME]',
  )
  process.exit(2)
}
const stage = async (name) => (await import(path.join(dist, `${name}.js`))).default ?? (await import(path.join(dist, `${name}.js`)))
const [
  { scan },
  { extract },
  { link },
  { loadModels },
  { judge },
  { complete },
  { rules },
  { defaultOptions },
  { createWorld },
  { endpointsOf, placesOf },
] = await Promise.all(
  [
    'scan/index',
    'extract/index',
    'link/index',
    'link/models',
    'rules/judge',
    'rules/complete',
    'rules/index',
    'options',
    'world',
    'views/results',
  ].map(stage),
)

async function findingsOf(root) {
  return (await resultsOf(root)).findings
}

async function resultsOf(root) {
  const world = { ...(await createWorld({ root, ledgerFile: false })), cache: { get: async () => undefined, put: async () => {} } }
  const found = await scan(defaultOptions, world).catch(() => undefined)
  if (!found) return { findings: [], endpoints: [] }
  const program = link(found, await extract(found.files, world), loadModels([]), defaultOptions)
  const { findings, problems } = complete(judge(rules, program), program)
  for (const problem of problems) console.error(`${root}: ${problem.subject}: ${problem.detail}`)
  return {
    // As the results file has them: a fault with several places is met at each of them.
    findings: findings.flatMap((finding) => placesOf(finding).map((place) => ({ ...place, endLine: place.at.endLine }))),
    endpoints: endpointsOf(program),
  }
}

const results = keep ?? fs.mkdtempSync(path.join(os.tmpdir(), 'plumbline-score-'))
fs.mkdirSync(results, { recursive: true })
const node = (...given) => execFileSync(process.execPath, given, { encoding: 'utf8', maxBuffer: 2 ** 28 })
const percent = (value) => (value === null || value === undefined ? '   –' : `${(100 * value).toFixed(1).padStart(5)} %`)
const rows = []

/** Sets whose labels take a bare parameter as tainted. */
const LOOSE = new Set(['semgrep-rules', 'bearer-rules'])
for (const set of ['codeql', 'semgrep-rules', 'bearer-rules', 'njsscan']) {
  if (wanted.length > 0 && !wanted.includes(set)) continue
  const labelFile = path.join(labels, 'peers', `${set}.json`)
  const { cases, files } = JSON.parse(fs.readFileSync(labelFile, 'utf8'))
  const chosen = [...cases, ...files].filter((it) => !onlyClass || it.class === onlyClass || it.classes?.includes(onlyClass))
  const directories = [...new Set(chosen.map(({ file }) => path.posix.dirname(file)))]
  const findings = []
  for (const directory of directories) {
    const root = path.join(corpus, 'peers', set, directory)
    if (!fs.existsSync(root)) continue
    for (const finding of await findingsOf(root)) {
      const file = path.posix.join(directory, finding.file)
      if (path.posix.dirname(file) === directory && (finding.confidence !== 'low' || LOOSE.has(set))) findings.push({ ...finding, file })
    }
  }
  const resultFile = path.join(results, `${set}.findings.json`)
  fs.writeFileSync(resultFile, JSON.stringify(findings))
  const scoreFile = path.join(results, `${set}.score.json`)
  console.log(`\n== ${set}`)
  const more = [...(onlyClass ? ['--only', onlyClass, '--list-class', onlyClass] : []), ...(list ? ['--list', list] : [])]
  console.log(node(path.join(labels, 'score-peers.mjs'), labelFile, resultFile, '--json', scoreFile, ...more, '--loose'))
  const score = JSON.parse(fs.readFileSync(scoreFile, 'utf8'))
  const low = Object.entries(score.groups).filter(([, { tp, fn }]) => tp + fn >= 10 && tp / (tp + fn) < 0.3)
  rows.push([set, percent(score.recall), percent(score.precision), percent(score.precisionFloor), low.map(([name]) => name).join(', ')])
}

/** Whether this is one of the kinds that the labels of endpoint suites have, which name interfaces that answer to callers. */
const LABELLED = new Set(['http', 'graphql', 'websocket', 'cli', 'rpc'])
if (wanted.length === 0 || wanted.includes('noir')) {
  const labelFile = path.join(labels, 'peers', 'noir.json')
  const { cases } = JSON.parse(fs.readFileSync(labelFile, 'utf8'))
  const endpoints = []
  for (const { file, fixture } of cases) {
    const root = path.join(corpus, 'peers', 'noir', file)
    if (!fs.existsSync(root)) continue
    for (const endpoint of (await resultsOf(root)).endpoints) if (LABELLED.has(endpoint.kind)) endpoints.push({ ...endpoint, fixture })
  }
  const resultFile = path.join(results, 'noir.endpoints.json')
  fs.writeFileSync(resultFile, JSON.stringify(endpoints))
  console.log('\n== noir')
  console.log(node(path.join(labels, 'score-peers.mjs'), labelFile, resultFile, ...(list ? ['--list', list] : [])))
}

/** Classes that need the table of guards. */
const OF_GUARDS = new Set(['missing-auth', 'idor', 'csrf', 'rate-limit-bypass', 'broken-auth', 'user-enumeration', 'business-logic'])
if (wanted.length === 0 || wanted.includes('apps')) {
  const shares = { '': { yes: [], hard: [], traps: [] }, ' (flows)': { yes: [], hard: [], traps: [] } }
  for (const file of fs.readdirSync(path.join(labels, 'apps')).sort()) {
    const app = path.basename(file, '.json')
    const root = path.join(corpus, 'apps', app)
    if (!file.endsWith('.json') || !fs.existsSync(root)) continue
    const findings = await findingsOf(root)
    const sure = findings.filter(({ confidence }) => confidence !== 'low')
    const resultFile = path.join(results, `${app}.findings.json`)
    fs.writeFileSync(resultFile, JSON.stringify(sure))
    const label = JSON.parse(fs.readFileSync(path.join(labels, 'apps', file), 'utf8'))
    for (const [name, counts] of [
      ['', () => true],
      [' (flows)', (it) => !OF_GUARDS.has(it.class)],
    ]) {
      const own = path.join(results, `${app}.labels.json`)
      fs.writeFileSync(own, JSON.stringify({ ...label, vulnerabilities: label.vulnerabilities.filter(counts) }))
      if (list && !name) console.log(node(path.join(labels, 'score-apps.mjs'), '--labels', own, '--findings', resultFile, '--list'))
      const [{ findings: score }] = JSON.parse(node(path.join(labels, 'score-apps.mjs'), '--labels', own, '--findings', resultFile, '--json'))
      const { 'server/yes': yes, 'server/hard': hard } = score.recall
      const of = shares[name]
      if (yes) of.yes.push(yes.recall)
      if (hard) of.hard.push(hard.recall)
      if (score.cleanTraps.total) of.traps.push(score.cleanTraps.flagged / score.cleanTraps.total)
      rows.push([
        `${app}${name}`,
        percent(yes?.recall),
        percent(hard?.recall),
        `${score.cleanTraps.flagged}/${score.cleanTraps.total} traps`,
        `${score.findings} findings, ${score.unlabelled} unlabelled (${sure.filter(({ confidence }) => confidence === 'high').length} high)`,
      ])
    }
  }
  const mean = (values) => (values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null)
  for (const [name, { yes, hard, traps }] of Object.entries(shares))
    rows.push([`apps, mean${name}`, percent(mean(yes)), percent(mean(hard)), `${percent(mean(traps))} traps`, ''])
}
if (wanted.length === 0 || wanted.includes('endpoints'))
  for (const file of fs.readdirSync(path.join(labels, 'apps')).sort()) {
    const app = path.basename(file, '.json')
    const root = path.join(corpus, 'apps', app)
    if (!file.endsWith('.json') || !fs.existsSync(root)) continue
    const resultFile = path.join(results, `${app}.endpoints.json`)
    const { endpoints } = await resultsOf(root)
    fs.writeFileSync(resultFile, JSON.stringify(endpoints.filter(({ kind }) => kind === 'http' || kind === 'static')))
    const labelFile = path.join(labels, 'apps', file)
    console.log(node(path.join(labels, 'score-apps.mjs'), '--labels', labelFile, '--endpoints', resultFile, ...(list ? ['--list'] : [])))
  }
console.log('\nset                    recall / yes  precision / hard  floor / traps   classes below 30 %')
for (const [name, ...cells] of rows) console.log(name.padEnd(24) + cells.map((cell) => String(cell).padEnd(15)).join(' '))
if (!keep) fs.rmSync(results, { recursive: true })
