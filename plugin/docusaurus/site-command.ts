/** The section's own command on the site's Docusaurus CLI: the same analysis, without building a site. */
import path from 'node:path'
import type { Plugin } from '@docusaurus/types'
import { discrepanciesToTell } from '../discrepancies/index'
import type { PluginOptions } from '../options'
import { openFindings, overThreshold } from '../threshold'
import type { Analysis } from '../types'
import { UserError } from '../user-error'
import { replace, writePages } from '../write-pages'
import { commandName } from './command'

type Cli = Parameters<NonNullable<Plugin['extendCli']>>[0]

interface Flags {
  out?: string
  format: string
}

export function registerCommand(cli: Cli, options: PluginOptions, analyse: () => Promise<Analysis>): void {
  cli
    .command(commandName(options.id))
    .description(`Analyse the code of the section "${options.id}" without building the site`)
    .option('--out <path>', 'where to write: a directory for Markdown, a file for JSON')
    .option('--format <format>', 'markdown or json', 'markdown')
    .action(async ({ out, format }: Flags) => {
      if (!['markdown', 'json'].includes(format)) throw new UserError(`--format is "${format}"; expected markdown or json.`)
      const analysis = await analyse()
      if (out && format === 'json') await replace(path.resolve(out), `${JSON.stringify(analysis.results, null, 2)}\n`)
      if (out && format === 'markdown') await writePages(path.resolve(out), analysis.pages)
      console.log(summary(analysis))
      const told = await discrepanciesToTell(options, analysis.results)
      if (told.log) console.log(told.log)
      if (told.warn) console.warn(told.warn)
      for (const problem of [overThreshold(options.failOn, analysis.results), told.throw]) {
        if (problem === undefined) continue
        console.error(problem)
        process.exitCode = 1
      }
    })
}

function summary({ pages, results }: Analysis): string {
  const open = openFindings(results).length
  const documents = pages.filter((page) => page.path.endsWith('.md')).length
  return `${results.project.name}: ${results.endpoints.length} entry points, ${open} open findings, ${documents} pages.`
}
