/**
 * node test/bench/complexity.mjs ORACLE ROOT… [--dist DIR] [--show N]: holds our figures of functions against ESLint's `complexity`
 * and SonarJS's `cognitive-complexity` over the code below ROOT. ORACLE is a folder in which `eslint@9`, `eslint-plugin-sonarjs@4`
 * and `@typescript-eslint/parser@8` are installed; they are no dependencies of ours, and nothing of them is part of the product.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const given = process.argv.slice(2)
const option = (name, otherwise) => {
  const at = given.indexOf(name)
  return at < 0 ? otherwise : given.splice(at, 2)[1]
}
const here = path.dirname(fileURLToPath(import.meta.url))
const dist = path.resolve(option('--dist', path.join(here, '..', '..', 'dist')))
const show = Number(option('--show', '20'))
const [oracle, ...roots] = given
if (!oracle || roots.length === 0) throw new Error('usage: complexity.mjs ORACLE ROOT… [--dist DIR] [--show N]')

const fromOracle = createRequire(path.join(path.resolve(oracle), 'package.json'))
const { Linter } = fromOracle('eslint')
const sonarjs = fromOracle('eslint-plugin-sonarjs')
const parser = fromOracle('@typescript-eslint/parser')
const { extractFile } = createRequire(path.join(dist, 'package.json'))(path.join(dist, 'extract', 'file.js'))

/** Every function has at least one path, and is reported above none. Their own counts start where a function does not. */
const config = {
  files: ['**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts}'],
  languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
  linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
  plugins: { sonarjs },
  rules: { complexity: ['error', { max: 0, variant: 'classic' }], 'sonarjs/cognitive-complexity': ['error', 0] },
}

const counts = { files: 0, functions: 0, cyclomatic: 0, cognitive: 0, unmatched: 0 }
const differences = []
for (const root of roots) for (const file of codeBelow(path.resolve(root))) compare(file, path.resolve(root))

const share = (same) => `${same}/${counts.functions} ${((100 * same) / counts.functions).toFixed(2)}%`
console.log(
  `${counts.files} files, cyclomatic ${share(counts.cyclomatic)}, cognitive ${share(counts.cognitive)}, without a counterpart ${counts.unmatched}`,
)
for (const difference of differences.slice(0, show)) console.log(difference)

function compare(file, root) {
  const text = readFileSync(file, 'utf8')
  // What is masked keeps its length; what is not parsed the same cannot be held against one another.
  const facts = extractFile(path.relative(root, file), text)
  if (facts.problem) return
  const messages = new Linter().verify(facts.text, config, { filename: `code${path.extname(file)}` })
  if (messages.some(({ fatal }) => fatal)) return
  counts.files++
  const starts = [0]
  for (let at = facts.text.indexOf('\n'); at >= 0; at = facts.text.indexOf('\n', at + 1)) starts.push(at + 1)
  const offset = ({ line, column }) => starts[line - 1] + column - 1
  // Both mark something in a function's head.
  const ours = facts.health.functions
  const innermost = (at) => ours.filter(({ pos, end }) => pos <= at && at < end).sort((one, other) => other.pos - one.pos || one.end - other.end)[0]
  const paths = new Map()
  const costs = new Map()
  for (const message of messages) {
    const isCognitive = message.ruleId === 'sonarjs/cognitive-complexity'
    if (!message.ruleId || (!isCognitive && /^(?:Class field|Class static)/.test(message.message))) continue
    // ESLint marks from the key of a property to the parenthesis behind it, which is the function's first sign; SonarJS the key.
    const end = offset({ line: message.endLine, column: message.endColumn })
    const own = innermost(end + (/^\s*:?/.exec(facts.text.slice(end))?.[0].length ?? 0))
    if (!own) {
      counts.unmatched++
      continue
    }
    const value = Number((isCognitive ? /from (\d+) to/ : /complexity of (\d+)/).exec(message.message)?.[1])
    ;(isCognitive ? costs : paths).set(own, value)
  }
  for (const own of ours) {
    if (!paths.has(own)) {
      counts.unmatched++
      continue
    }
    counts.functions++
    const [path_, cost] = [paths.get(own), costs.get(own) ?? 0]
    if (path_ === own.cyclomatic) counts.cyclomatic++
    if (cost === own.cognitive) counts.cognitive++
    if (path_ !== own.cyclomatic || cost !== own.cognitive) {
      const line = starts.findLastIndex((start) => start <= own.pos + /^\s*/.exec(facts.text.slice(own.pos))[0].length) + 1
      differences.push(`${file}:${line} ${own.name} cyclomatic ${own.cyclomatic} / ${path_}, cognitive ${own.cognitive} / ${cost}`)
    }
  }
}

function codeBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[cm]?[jt]s|[jt]sx)$/.test(entry.name) && !/\.d\.[cm]?ts$|\.min\.js$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !/\/(?:node_modules|\.git|dist|build|vendor)\//.test(file))
    .sort()
}
