#!/usr/bin/env node
// Technologies of one directory, as the results file has them, without the rest of the pipeline.
//   node test/bench/technologies.mjs DIR OUT.json [--dist DIST]
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import fg from 'fast-glob'

const args = process.argv.slice(2)
const at = args.indexOf('--dist')
const dist = at < 0 ? path.resolve(import.meta.dirname, '..', '..', 'dist') : path.resolve(args.splice(at, 2)[1])
const [root, out] = args
const require = createRequire(import.meta.url)
const { kindOf } = require(path.join(dist, 'scan/kinds.js'))
const { manifestFacts } = require(path.join(dist, 'extract/manifests/index.js'))
const { resolveModules } = require(path.join(dist, 'link/modules.js'))
const { technologiesOf } = require(path.join(dist, 'link/technologies.js'))

// Read by manifestFacts, and not yet called manifests by scan.
const further =
  /(?:^|\/)(?:\.env(?:\..+)?|env\.(?:example|sample|template)|(?:settings|config|configuration|database|db)\.py|(?:settings|config)\/[^/]+\.py|(?:openapi|swagger)[^/]*\.(?:ya?ml|json))$/
const seconds = (start) => ((performance.now() - start) / 1000).toFixed(3)
const files = fg
  .sync('**/*', { cwd: root, dot: true, ignore: ['**/node_modules/**', '.git/**', '**/dist/**'], stats: true })
  .map(({ path: file, stats }) => ({
    path: file,
    bytes: stats.size,
    ...kindOf(file),
    ...(further.test(file) ? { kind: 'manifest' } : {}),
    hash: '',
    uncommitted: false,
  }))
  .sort((one, other) => (one.path < other.path ? -1 : 1))
const read = (file) => fs.readFileSync(path.join(root, file), 'utf8')

const texts = files.filter(({ kind, bytes }) => kind === 'manifest' && bytes < 2_000_000).map((file) => ({ file, text: read(file.path) }))
let start = performance.now()
const manifests = []
for (const { file, text } of texts) {
  const { facts, problem } = manifestFacts(file, text)
  if (facts.length) manifests.push({ path: file.path, facts })
  if (problem) console.error(`${file.path}: ${problem}`)
}
console.error(`facts of ${texts.length} manifests: ${seconds(start)} s`)

const configs = texts
  .filter(({ file }) => /package\.json$|[jt]sconfig[^/]*\.json$|pnpm-workspace\.yaml$|lerna\.json$/.test(file.path))
  .map(({ file, text }) => ({ path: file.path, text }))
const modules = resolveModules({ files, configs })
const importedPackages = []
for (const { path: file } of files.filter(({ kind }) => kind === 'code'))
  for (const [index, line] of read(file).split('\n').entries())
    for (const match of line.matchAll(/^\s*(?:import\b.*|export\b.*from|.*\brequire\()\s*['"]([^'"]+)['"]/g)) {
      const resolved = modules.resolve(file, match[1])
      if (resolved.kind === 'package') importedPackages.push({ name: resolved.name, at: { file, line: index + 1, text: line.trim() } })
    }
start = performance.now()
const technologies = technologiesOf({ files, manifests, importedPackages })
console.error(`technologies: ${seconds(start)} s`)
fs.writeFileSync(
  out,
  JSON.stringify(
    {
      technologies: technologies.map(({ evidence, version, ...rest }) => ({
        ...rest,
        version: version ?? null,
        file: evidence[0]?.file,
        line: evidence[0]?.line,
        evidence: evidence.length,
      })),
    },
    null,
    1,
  ),
)
