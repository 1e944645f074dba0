#!/usr/bin/env node
/**
 * The pipeline from a terminal. In: arguments. Out: pages or a results file on disk, and an exit code: 0 when the analysis
 * ran, 1 when findings reach the threshold that was asked for, 2 when the call was wrong, 3 when Plumbline is.
 */
import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isCI, isPR } from 'ci-info'
import { Command, CommanderError, Option } from 'commander'
import { suitShortRuns } from './apart/short-runs'
import { counted } from './counted'
import { type DiagramCore, registerDiagram } from './diagram-command/index'
import { registerSequence } from './diagram-command/sequence'
import { registerAudit } from './discrepancies/command'
import { discrepanciesToTell } from './discrepancies/index'
import { registerInit } from './init/command'
import { parseLedger, printLedger } from './ledger/file'
import { merge } from './ledger/merge'
import { parseAnalyseOptions } from './options'
import { product } from './product'
import { settingsFor } from './settings-file'
import { letReadersLeave, terminal, timingsOf } from './terminal'
import { openFindings, overThreshold } from './threshold'
import type { AnalyseOptions, Analysis, World } from './types'
import { UserError } from './user-error'
import { createWorld } from './world'
import { replace, writePages } from './write-pages'

export interface Surroundings {
  analyse(options: AnalyseOptions, world: World, publish: (analysis: Analysis) => Promise<void>): Promise<Analysis>
  /** Where a person types; without it nobody is asked. */
  input?: NodeJS.ReadStream
  out: NodeJS.WriteStream
  err: NodeJS.WriteStream
  env: NodeJS.ProcessEnv
  /** A CI service runs us: its logs are no terminal. */
  isCI: boolean
  /** And it builds a change that is not merged yet. */
  isProposal: boolean
}

interface Flags {
  out?: string
  format: 'markdown' | 'json'
  frameworks?: string[]
  diagrams?: string
  ignore?: string[]
  include?: string[]
  focus?: string[]
  models?: string[]
  advisories?: string
  outdated?: string
  ledger?: string | false
  ledgerMode: 'auto' | 'write' | 'read'
  history: boolean
  audience?: string
  failOn?: string
  config?: string | false
  cache: boolean
  timings?: boolean
  quiet?: boolean
}

const help = `
Examples:
  plumbline analyse ./my-service --out ./audit
  plumbline analyse ./my-service --format json --out ./audit.json
  plumbline diagram containers ./my-service

Exit codes: 0 done, 1 findings or discrepancies reach the threshold that was asked
for, 2 the call was wrong, 3 a fault of Plumbline's own.`

/** @returns the exit code; everything a person is to read has been printed */
export async function run(argv: string[], surroundings: Surroundings): Promise<number> {
  let code = 0
  const program = commands(surroundings, (result) => {
    code = result
  })
  try {
    await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    return explain(error, surroundings)
  }
}

function commands(surroundings: Surroundings, finish: (code: number) => void): Command {
  const { out, err } = surroundings
  const program = new Command('plumbline')
    .description('Reads a TypeScript or JavaScript codebase, without running any of it, and writes documentation that cites file and line.')
    .version(product.version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => out.write(text), writeErr: (text) => err.write(text) })
    .showHelpAfterError('Run "plumbline --help" for what is expected.')
    .addHelpText('after', help)

  registerInit(program, { ...surroundings, placeholder: async (...of) => (await import('./pipeline.js')).placeholder(...of) })

  program
    .command('analyse [directory]')
    .alias('analyze')
    .description('Analyse a directory and write pages, or one file with the results')
    .option('--out <path>', 'a directory for Markdown, a file for JSON')
    .addOption(new Option('--format <format>', 'what to write').choices(['markdown', 'json']).default('markdown'))
    .option('--frameworks <names>', 'compliance reports, separated by commas: asvs, csf, cis, iso27001, nis2', commaSeparated)
    .option('--diagrams <format>', 'mermaid, ascii, plantuml or excalidraw')
    .option('--ignore <globs...>', 'leave out files, on top of .gitignore')
    .option('--include <globs...>', 'read these files only')
    .option('--focus <areas...>', 'directories or globs that come first in the reports')
    .option('--models <directories...>', 'further descriptions of libraries')
    .option('--advisories <path|osv>', 'a folder or zip of OSV records, a saved npm audit, or osv to ask the OSV service')
    .option('--outdated <path>', 'what npm, pnpm or yarn outdated wrote as JSON, to tell packages that are behind')
    .option('--no-history', 'leave the commits before this one alone, where secrets are looked for otherwise')
    .option('--audience <who>', 'internal, or public to withhold where open findings are and how they are used')
    .option('--ledger <file>', 'where findings keep their ids between runs (default: beside the output)')
    .option('--no-ledger', 'number findings anew')
    .addOption(
      new Option('--ledger-mode <mode>', 'auto writes the ledger, but not in builds of pull requests')
        .choices(['auto', 'write', 'read'])
        .default('auto'),
    )
    .option('--fail-on <severity>', 'exit with 1 when an open finding is at least this severe')
    .option('--config <file>', 'options in a JSON or YAML file; the command line goes before it (default: plumbline.config.yaml in the directory)')
    .option('--no-config', 'leave the settings in the directory alone')
    .option('--no-cache', 'parse every file again')
    .option('--timings', 'print seconds per stage')
    .option('--quiet', 'print nothing but errors')
    .action(async (directory: string | undefined, flags: Flags) => finish(await analyseCommand(directory ?? '.', flags, surroundings)))

  registerAudit(program, { ...surroundings, createWorld }, finish)
  const drawing: DiagramCore = { ...surroundings, createWorld, draw: async (...of) => (await import('./pipeline.js')).draw(...of) }
  registerSequence(registerDiagram(program, drawing), drawing)

  program
    .command('ledger')
    .description('Look after the file in which findings keep their ids')
    .command('merge <a> <b>')
    .description('Join the ledgers of two branches that both gave out ids')
    .option('-o, --output <file>', 'where to write it; printed when not given')
    .action(async (a: string, b: string, flags: { output?: string }) => mergeCommand(a, b, flags.output, surroundings))
  return program
}

async function analyseCommand(directory: string, flags: Flags, { analyse, out, err, env, isCI, isProposal }: Surroundings): Promise<number> {
  const settings = await settingsFor(directory, flags.config)
  const options = parseAnalyseOptions({ ...settings.options, ...given(flags) })
  const target = checkedTarget(flags, settings.out)
  const readOnlyLedger = flags.ledgerMode === 'read' || (flags.ledgerMode === 'auto' && isProposal)
  const shown = terminal(err, flags.quiet ? 'quiet' : err.isTTY && !isCI && env.TERM !== 'dumb' ? 'bar' : 'lines')
  try {
    const ledgerFile = flags.ledger ?? settings.ledger ?? ledgerBeside(target, flags.format)
    const world = await createWorld({
      root: directory,
      ledgerFile,
      readOnlyLedger,
      progress: shown.progress,
      ...(flags.cache ? {} : { cacheDirectory: false }),
    })
    let written = ''
    const analysis = await analyse(options, world, async (made) => {
      shown.end()
      written = flags.format === 'json' ? await writeResults(target, made) : await writeMarkdown(target, made)
    })
    if (!flags.quiet && settings.found) out.write(`Settings: ${settings.found}\n`)
    if (!flags.quiet) out.write(`${summaryOf(analysis)}\n${written}\n`)
    if (!flags.quiet && readOnlyLedger && ledgerFile) out.write(`Ledger: ${ledgerFile} was read, not written.\n`)
    if (!flags.quiet && options.audience === 'public' && ledgerFile && isInside(target, ledgerFile))
      out.write(`Ledger: ${ledgerFile} names the places that the pages withhold. Do not publish it with them.\n`)
    if (flags.timings) out.write(`${timingsOf(analysis)}\n`)
    const told = await discrepanciesToTell(options, analysis.results)
    if (told.log && !flags.quiet) out.write(`${told.log}\n`)
    if (told.warn && !flags.quiet) err.write(`${told.warn}\n`)
    const problems = [overThreshold(options.failOn, analysis.results), told.throw].filter((it) => it !== undefined)
    for (const problem of problems) err.write(`${problem}\n`)
    return problems.length > 0 ? 1 : 0
  } finally {
    shown.end()
  }
}

/** What was typed, under the names of the options. */
function given({
  frameworks,
  diagrams,
  ignore,
  include,
  focus,
  models,
  advisories,
  outdated,
  history,
  audience,
  failOn,
}: Flags): Record<string, unknown> {
  // Commander says true where nothing was typed, and that must not overrule the file.
  const all = {
    frameworks,
    diagrams,
    exclude: ignore,
    include,
    focus,
    models,
    advisories,
    outdated,
    history: history ? undefined : false,
    audience,
    failOn,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** @param ofSettings holds for pages only: results go where they are told to go */
function checkedTarget({ out: typed, format }: Flags, ofSettings: string | undefined): string {
  const isJson = format === 'json'
  const out = typed ?? (isJson ? undefined : ofSettings)
  if (out === undefined)
    throw new UserError(
      `--out is not given; expected ${isJson ? 'a file for the results' : 'a directory for the pages, or out in plumbline.config.yaml'}.`,
    )
  const stats = statSync(out, { throwIfNoEntry: false })
  if (isJson && stats?.isDirectory()) throw new UserError(`--out ${out} is a directory; expected a file for the results.`)
  if (!isJson && stats && !stats.isDirectory()) throw new UserError(`--out ${out} is a file; expected a directory for the pages.`)
  return path.resolve(out)
}

const isInside = (folder: string, file: string): boolean => path.resolve(file).startsWith(`${path.resolve(folder)}${path.sep}`)

/** One results file, one ledger: several projects may write their results into the same directory. */
function ledgerBeside(target: string, format: Flags['format']): string {
  return format === 'json' ? `${target.replace(/\.json$/, '')}.ledger.json` : path.join(target, 'plumbline-ledger.json')
}

async function writeResults(target: string, { results }: Analysis): Promise<string> {
  await replace(target, `${JSON.stringify(results, null, 2)}\n`)
  return `Results: ${target}`
}

async function writeMarkdown(target: string, { pages }: Analysis): Promise<string> {
  const { written, removed } = await writePages(target, pages)
  return `Pages: ${pages.length} in ${target} (${written.length} written, ${removed.length} removed)`
}

function summaryOf({ results }: Analysis): string {
  const open = openFindings(results)
  const unsure = open.filter(({ confidence }) => confidence === 'low').length
  // As the pages count them.
  const findings = `${counted(open.length - unsure, 'open finding')}${unsure > 0 ? ` (and ${unsure} less certain)` : ''}`
  return `${results.project.name}: ${counted(results.endpoints.length, 'entry point')}, ${findings}, ${counted(results.notAnalysed.length, 'thing')} not analysed.`
}

async function mergeCommand(a: string, b: string, output: string | undefined, { out, err }: Surroundings): Promise<void> {
  const [left, right] = await Promise.all([a, b].map(async (file) => parseLedger(await ledgerText(file), file)))
  const { ledger, notes } = merge(left!, right!)
  for (const note of notes) err.write(`${note}\n`)
  if (output === undefined) out.write(printLedger(ledger))
  else await replace(output, printLedger(ledger))
}

function ledgerText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new UserError(
      cause.code === 'ENOENT' ? `${file} does not exist; expected a ledger.` : `${file}: expected a ledger that can be read (${cause.code}).`,
      { cause },
    )
  })
}

function explain(error: unknown, { err, env }: Surroundings): number {
  // A disk that is full or a directory that may not be written is for the user to mend as well.
  const isOfUser = error instanceof UserError || (error as NodeJS.ErrnoException)?.syscall !== undefined
  const cause = error instanceof Error ? error : new Error(String(error))
  err.write(`plumbline: ${isOfUser ? '' : 'stopped by a fault of its own: '}${cause.message}\n`)
  if (env.PLUMBLINE_DEBUG === '1') err.write(`${withCauses(cause)}\n`)
  else if (!isOfUser) err.write('Run it with PLUMBLINE_DEBUG=1 to see where.\n')
  return isOfUser ? 2 : 3
}

function withCauses(error: Error): string {
  const { stack = error.message, cause } = error
  return cause instanceof Error ? `${stack}\ncaused by ${withCauses(cause)}` : stack
}

function commaSeparated(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

if (require.main === module) {
  suitShortRuns()
  letReadersLeave(process.stdout, process.stderr)
  // Loaded when it is needed: help and mistakes are answered at once.
  const analyse: Surroundings['analyse'] = async (options, world, publish) => (await import('./pipeline.js')).analyse(options, world, publish)
  void run(process.argv.slice(2), {
    analyse,
    input: process.stdin,
    out: process.stdout,
    err: process.stderr,
    env: process.env,
    isCI,
    isProposal: isPR === true,
  }).then((code) => {
    process.exitCode = code
  })
}
