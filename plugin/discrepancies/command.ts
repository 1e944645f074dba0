/**
 * `plumbline audit`: documents held against the code, without any page. In: what was typed. Out: text or JSON, patches where
 * asked for, and an exit code: 1 when what counts is as bad as asked for.
 */
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { type Command, Option } from 'commander'
import writeFileAtomic from 'write-file-atomic'
import { parseAnalyseOptions } from '../options'
import { settingsFor } from '../settings-file'
import type { AnalyseOptions, Analysis, Discrepancy, Ledger, Results, World } from '../types'
import { UserError } from '../user-error'
import { replace } from '../write-pages'
import { toTell } from './actions'
import { printBaseline } from './baseline'
import { diffOf, fixesFor } from './fix'
import { counting } from './index'
import { since } from './since'
import { summaryOf, textOf } from './text'

/** The core and the rim, handed in by the command line. */
export interface Core {
  analyse(options: AnalyseOptions, world: World, publish: (analysis: Analysis) => Promise<void>): Promise<Analysis>
  createWorld(options: {
    root: string
    ledgerFile?: string | false
    readOnlyLedger?: boolean
    cacheDirectory?: false
    progress?: World['progress']
  }): Promise<World>
  out: NodeJS.WriteStream
  err: NodeJS.WriteStream
}

interface Flags {
  format: 'text' | 'json'
  failOn?: Discrepancy['severity']
  changedSince?: string
  baseline?: string
  writeBaseline?: string
  fix?: boolean
  write?: boolean
  ledger?: string
  ignore?: string[]
  include?: string[]
  models?: string[]
  authors?: boolean
  config?: string | false
  cache: boolean
}

const severities = ['Low', 'Medium', 'High'] satisfies Discrepancy['severity'][]

export function registerAudit(program: Command, core: Core, finish: (code: number) => void): void {
  program
    .command('audit [directory]')
    .description('Hold the documents of a directory against its code')
    .addOption(new Option('--format <format>', 'what to print').choices(['text', 'json']).default('text'))
    .addOption(new Option('--fail-on <severity>', 'exit with 1 when a discrepancy is at least this severe').choices(severities))
    .option('--changed-since <ref>', 'only lines of documents that changed since then, and what a change of code has made false since')
    .option('--baseline <file>', 'leave aside the discrepancies that it knows')
    .option('--write-baseline <file>', 'write down the discrepancies of now as known')
    .option('--fix', 'show what the patches would change')
    .option('--write', 'with --fix: change the documents')
    .option('--ledger <file>', 'where discrepancies keep their ids; it is read, not written')
    .option('--ignore <globs...>', 'leave out files, on top of .gitignore')
    .option('--include <globs...>', 'read these files only')
    .option('--models <directories...>', 'further descriptions of libraries')
    .option('--authors', 'name who made the commit that broke a statement')
    .option('--config <file>', 'options in a JSON or YAML file; the command line goes before it (default: plumbline.config.yaml in the directory)')
    .option('--no-config', 'leave the settings in the directory alone')
    .option('--no-cache', 'read every file again')
    .action(async (directory: string | undefined, flags: Flags) => finish(await auditCommand(directory ?? '.', flags, core)))
}

async function auditCommand(directory: string, flags: Flags, core: Core): Promise<number> {
  if (flags.write && !flags.fix) throw new UserError('--write is given without --fix; expected both, or neither.')
  const settings = await settingsFor(directory, flags.config)
  const options = optionsOf(settings.options, flags)
  const analysed = async (root: string, more: Partial<World> = {}, ledgerFile: string | false = false) => {
    const world = await core.createWorld({ root, ledgerFile, readOnlyLedger: true, ...(flags.cache ? {} : { cacheDirectory: false }) })
    return (await core.analyse(options, Object.assign(world, more), async () => {})).results
  }
  const results = await analysed(directory, {}, flags.ledger ?? settings.ledger ?? false)
  const root = realpathSync(directory)
  if (flags.writeBaseline) await replace(path.resolve(flags.writeBaseline), printBaseline(results.discrepancies))
  const known = flags.writeBaseline ?? options.discrepancyBaseline
  const counted = await counting(known, results.discrepancies)
  const recent = flags.changedSince
    ? await since(flags.changedSince, root, counted, (before, tree) => analysed(before, { ...tree, loadLedger: nothingKept }))
    : undefined
  const shown = recent?.discrepancies ?? counted
  const fixes = flags.fix ? fixesFor(shown, root) : undefined
  // Mode and owner of the document stay.
  if (flags.write) for (const { file, content } of fixes?.documents ?? []) await writeFileAtomic(path.join(root, file), content)

  if (flags.format === 'json') {
    const { commit, statements } = results
    const fixed = fixes?.documents.map(({ file, lines }) => ({ file, lines, written: flags.write === true }))
    const told = { schema: 'plumbline-audit/1', commit, since: recent?.commit ?? null, discrepancies: shown, statements, ...(fixed ? { fixed } : {}) }
    core.out.write(`${JSON.stringify(told, null, 2)}\n`)
  } else {
    const diff = fixes && diffOf(fixes)
    const fixing = fixes && [
      diff || 'No discrepancy has a patch that is safe to apply.',
      ...(diff
        ? [
            flags.write
              ? `Changed: ${fixes.documents.map(({ file }) => file).join(', ')}`
              : 'Nothing was written. Say --fix --write to change the documents.',
          ]
        : []),
    ]
    const parts = [fixes ? '' : textOf(shown), ...(fixing ?? []), summaryOf(shown, results.discrepancies.length, results.statements)]
    core.out.write(`${parts.filter((part) => part !== '').join('\n\n')}\n`)
  }
  // What has just been mended is no reason to fail.
  const mended = new Set(flags.write ? fixes?.documents.flatMap(({ lines }) => lines.flatMap(({ ids }) => ids)) : [])
  return exitCode(
    shown.filter(({ id }) => !mended.has(id)),
    flags,
    options,
    results,
    core,
  )
}

const nothingKept = async (): Promise<Ledger | null> => null

/** No page is made and nothing is asked of a network. */
function optionsOf(settings: Record<string, unknown>, { ignore, include, models, authors, baseline }: Flags): AnalyseOptions {
  const typed = { exclude: ignore, include, models, authors, discrepancyBaseline: baseline }
  const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined))
  return { ...parseAnalyseOptions({ ...settings, ...given }), history: false, advisories: undefined, audience: 'internal' }
}

function exitCode(shown: Discrepancy[], { failOn }: Flags, options: AnalyseOptions, results: Results, { err }: Core): number {
  // It names a slip in the option as well.
  const { throw: stops } = toTell(options, results, shown)
  if (failOn === undefined) {
    if (stops) err.write(`${stops}\n`)
    return stops ? 1 : 0
  }
  return shown.some(({ severity, confidence }) => confidence !== 'low' && severities.indexOf(severity) >= severities.indexOf(failOn)) ? 1 : 0
}
