/**
 * The plugin in the configuration of a site. In: the configuration file and the answers. Out: the same file with one entry
 * more, once the change was shown and agreed to; or the lines to paste where the right place cannot be told.
 */
import { existsSync } from 'node:fs'
import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { product } from '../product'
import { UserError } from '../user-error'
import { findPlugins } from './config-tree'
import { diff } from './diff'
import { insertLast, quoted, quoteOf } from './insert'
import { isInstalled, sourceFor } from './site'
import type { Answerer, Choices, DocsQuestion, InitRim } from './types'

/** What Docusaurus takes for a plugin of ours: the package, or the end of its name. */
const names = { full: product.name, short: product.name.replace('docusaurus-plugin-', '') }

export async function addToSite(config: string, answers: Answerer, { out }: InitRim): Promise<void> {
  const file = path.basename(config)
  const text = await readFile(config, 'utf8')
  const found = findPlugins(text, file, names)
  if (found.kind === 'there') return void out.write(`${file}, line ${found.line}: the plugin is there already. Nothing was changed.\n`)

  const site = path.dirname(config)
  const address = withoutSlashes(await answers.docs(addressQuestion(site, text)))
  const entry = entryOf(site, address, await answers.choices(), quoteOf(text))
  const property = ['plugins: [', ...entry.slice(0, -1).map((line) => `\t${line}`), `\t${entry.at(-1)},`, ']']
  const made = found.kind === 'unsure' ? undefined : insertLast(text, found.at, found.kind === 'list' ? entry : property)
  // Read again as Docusaurus would find it: a change that does not arrive is none.
  if (made === undefined || findPlugins(made, file, names).kind !== 'there') {
    out.write(`Add this to the configuration that ${file} exports:\n\n${property.map((line) => `  ${line.replaceAll('\t', '  ')}`).join('\n')},\n\n`)
    throw new UserError(`${file} was left alone, since ${found.kind === 'unsure' ? found.why : 'the changed file could not be read'}.`)
  }

  out.write(`${diff(text, made, file)}\n`)
  if (!(await answers.agrees(`Change ${file} like this?`))) return void out.write('Nothing was changed.\n')
  await save(config, text, made)
  out.write(`${file}: the plugin was added. The section will be at /${address}.\n`)
  const steps = [...(isInstalled(site) ? [] : [`npm install ${product.name}`]), 'npx docusaurus start']
  out.write(`Next: ${steps.join(' && ')}\n`)
}

/** The pages of a site are made by its build, in a folder of their own; what has to be said is where readers find them. */
function addressQuestion(site: string, config: string): DocsQuestion {
  const taken = [...config.matchAll(/routeBasePath['"]?\s*:\s*['"`]\/?([^'"`]*?)\/?['"`]/g)].map(([, address]) => address!)
  return {
    message: 'Where in the site does the documentation go?',
    suggestion: names.short,
    isDefault: true,
    expected: `a path in the site that is free, such as ${names.short}`,
    problem(answer) {
      const address = withoutSlashes(answer)
      if (!/^[\w~-][\w.~-]*(\/[\w~-][\w.~-]*)*$/.test(address)) return 'is no path in the site'
      // Docs and blog are served under the name of their folder unless they are told otherwise.
      const isFolder = existsSync(path.join(site, address.split('/')[0]!)) || (path.isAbsolute(answer) && existsSync(answer))
      const isTaken = isFolder || taken.some((it) => it !== '' && (it === address || address.startsWith(`${it}/`)))
      return isTaken ? 'is where the site has something else' : undefined
    },
  }
}

const withoutSlashes = (address: string): string => address.replace(/^\/+|\/+$/g, '')

/** Lines of the entry, indented by tabs. An answer that is the plugin's own default is written down as well: it was given. */
function entryOf(site: string, address: string, { frameworks, diagrams }: Choices, quote: "'" | '"'): string[] {
  const said = (value: string) => quoted(value, quote)
  const options = [
    `source: ${said(sourceFor(site))}`,
    ...(address === names.short ? [] : [`routeBasePath: ${said(address)}`]),
    `frameworks: [${frameworks.map(said).join(', ')}]`,
    `diagrams: ${said(diagrams)}`,
  ]
  return ['[', `\t${said(product.name)},`, `\t{ ${options.join(', ')} },`, ']']
}

/** Whole or not at all, with the rights it had, and where a link leads. */
async function save(config: string, before: string, after: string): Promise<void> {
  const file = await realpath(config)
  if ((await readFile(file, 'utf8')) !== before)
    throw new UserError(`${path.basename(config)} was changed by somebody else meanwhile. Nothing was written.`)
  const { default: writeFileAtomic } = await import('write-file-atomic')
  await writeFileAtomic(file, after)
}
