/** Links a directory of fixtures as a build would: scan, extract, link. Reads what its comments expect. */
import fs from 'node:fs'
import path from 'node:path'
import { extract } from '../../plugin/extract/index'
import { link } from '../../plugin/link/index'
import { loadModels } from '../../plugin/link/models'
import { defaultOptions } from '../../plugin/options'
import { scan } from '../../plugin/scan/index'
import type { Program } from '../../plugin/types'
import { createWorld } from '../../plugin/world'

export const FIXTURES = path.join(__dirname, '..', 'fixtures')

export async function linkDirectory(directory: string, models: string[] = []): Promise<Program> {
  const world = await createWorld({ root: directory, ledgerFile: false })
  const uncached = { ...world, cache: { get: async () => undefined, put: async () => {} } }
  const options = { ...defaultOptions, models }
  const found = await scan(options, uncached)
  return link(found, await extract(found.files, uncached), loadModels(models), options)
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
