/** Links a directory of fixtures as a build would: scan, extract, link. Reads what its comments expect. */
import fs from 'node:fs'
import path from 'node:path'
import { extract } from '../../plugin/extract/index'
import { link } from '../../plugin/link/index'
import { loadModels } from '../../plugin/link/models'
import { defaultOptions } from '../../plugin/options'
import { compareWithAdvisories } from '../../plugin/outside/advisories/index'
import { lookOutside } from '../../plugin/outside/index'
import { scan } from '../../plugin/scan/index'
import type { Program } from '../../plugin/types'
import { createWorld } from '../../plugin/world'
import { git, repository } from '../tree'

export const FIXTURES = path.join(__dirname, '..', 'fixtures')

export async function linkDirectory(directory: string, models: string[] = []): Promise<Program> {
  if (fs.existsSync(path.join(directory, EARLIER))) return linkRepository(directory, models)
  const world = await createWorld({ root: directory, ledgerFile: false })
  const uncached = { ...world, cache: { get: async () => undefined, put: async () => {} } }
  const options = { ...defaultOptions, models }
  const found = await scan(options, uncached)
  const facts = await extract(found.files, uncached)
  // A case about known vulnerabilities brings its own advisories.
  const records = path.join(directory, 'advisories')
  if (!fs.existsSync(records)) return link(found, facts, loadModels(models), options)
  const advisories = await compareWithAdvisories(facts.locks ?? [], facts.manifests, { advisories: records }, uncached)
  const history = { state: 'not looked', reason: '', commits: 0, sightings: [] } as const
  return link(found, facts, loadModels(models), options, '', { advisories, history: { ...history, sightings: [] } })
}

/** What it holds was committed before the rest, and is no longer there. */
const EARLIER = 'earlier'

/** The same with two commits behind it. */
async function linkRepository(directory: string, models: string[]): Promise<Program> {
  const root = repository({ 'README.md': '' })
  const commit = (from: string, leaveOut: string[]) => {
    for (const name of fs.readdirSync(from))
      if (!leaveOut.includes(name)) fs.cpSync(path.join(from, name), path.join(root, name), { recursive: true })
    git(root, 'add', '--all')
    git(root, 'commit', '--quiet', '--message=next')
  }
  commit(path.join(directory, EARLIER), [])
  commit(directory, [EARLIER])
  const world = await createWorld({ root, ledgerFile: false, cacheDirectory: false })
  const options = { ...defaultOptions, models }
  const found = await scan(options, world)
  const facts = await extract(found.files, world)
  return link(found, facts, loadModels(models), options, '', await lookOutside(facts, options, world, found.files))
}

/** Directories with a package.json, as `<framework>/<case>`. */
export function casesIn(root: string): string[] {
  return fs
    .readdirSync(root)
    .filter((name) => fs.statSync(path.join(root, name)).isDirectory())
    .flatMap((framework) => fs.readdirSync(path.join(root, framework)).map((name) => `${framework}/${name}`))
    .filter((name) => fs.existsSync(path.join(root, name, 'package.json')))
}

export interface Expectation {
  at: string
  todo: boolean
  text: string
}

/** What stands after `// KEY:` at the ends of lines, `;` between several. */
export function expectationsIn(directory: string, key: string): Expectation[] {
  const found: Expectation[] = []
  const comment = new RegExp(`// (todo-)?${key}: (.*)$`)
  for (const file of fs.readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    if (path.basename(file) === 'expectations.txt') {
      // For files that take no comments: `expect package.json:7 RULE-ID`.
      for (const line of fs.readFileSync(path.join(directory, file), 'utf8').split('\n')) {
        const [said, at, ...rest] = line.trim().split(/\s+/)
        const text = rest.join(' ')
        if (said === key && at && text) found.push({ at, todo: false, text })
      }
    }
    if (!/\.(?:[cm]?[jt]sx?|vue|svelte)$/.test(file)) continue
    fs.readFileSync(path.join(directory, file), 'utf8')
      .split('\n')
      .forEach((line, index) => {
        const match = comment.exec(line)
        if (match)
          for (const text of (match[2] as string).split(' ; '))
            found.push({ at: `${file.split(path.sep).join('/')}:${index + 1}`, todo: match[1] !== undefined, text: text.trim() })
      })
  }
  return found
}
