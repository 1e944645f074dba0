/** `plumbline diagram …`: one picture, without any page. In: what was typed. Out: its text in the format asked for. */
import { type Command, Option } from 'commander'
import { available, parseAnalyseOptions } from '../options'
import { settingsFor } from '../settings-file'
import type { AnalyseOptions, Drawn, World } from '../types'
import { UserError } from '../user-error'
import { replace } from '../write-pages'
import { diagramNames } from './kinds'

/** The core and the rim, handed in by the command line. */
export interface DiagramCore {
  draw(wanted: { name: string; whole: boolean }, options: AnalyseOptions, world: World): Promise<Drawn[]>
  createWorld(options: { root: string; ledgerFile: false; readOnlyLedger: true; cacheDirectory?: false }): Promise<World>
  out: NodeJS.WriteStream
  err: NodeJS.WriteStream
}

/** What every picture takes. */
export interface DiagramFlags {
  format?: string
  out?: string
  ignore?: string[]
  include?: string[]
  models?: string[]
  config?: string | false
  cache: boolean
}

/** @returns the command, for pictures that take more than a directory */
export function registerDiagram(program: Command, core: DiagramCore): Command {
  const diagram = program.command('diagram').description('Draw one picture of the code, as text')
  // Whatever is typed instead of a picture; an error that names them all says more than that it is unknown.
  diagram.on('command:*', ([typed = '']: string[]) => {
    throw new UserError(`${JSON.stringify(typed)} is not a picture; expected one of ${[...diagramNames, 'sequence'].join(', ')}.`)
  })
  for (const name of diagramNames)
    withFlags(diagram.command(`${name} [directory]`).description(descriptions[name]))
      .option('--of <name>', 'of several pictures, the one of this container')
      .option('--whole', 'leave nothing out, however many there are')
      .action((directory: string | undefined, flags: DiagramFlags & { of?: string; whole?: boolean }) =>
        drawCommand(name, directory ?? '.', flags, core),
      )
  return diagram
}

const descriptions: Record<(typeof diagramNames)[number], string> = {
  architecture: 'Frontend, backend, data and external systems',
  context: 'The system among those around it (C4, level 1)',
  containers: 'What runs and what keeps data by itself (C4, level 2)',
  components: 'The parts of each container (C4, level 3)',
  modules: 'Which folder imports which',
  entities: 'Records that the code stores, and how they belong together',
  deployment: 'What runs where, as files of operation say it',
  boundaries: 'What talks to what across which boundary of the network',
  'data-flow': 'Where sensitive data comes in, is kept, and goes out',
}

export function withFlags(command: Command): Command {
  return command
    .addOption(new Option('--format <format>', 'how it is written').choices(available.diagrams))
    .option('--out <file>', 'where to write it; printed when not given')
    .option('--ignore <globs...>', 'leave out files, on top of .gitignore')
    .option('--include <globs...>', 'read these files only')
    .option('--models <directories...>', 'further descriptions of libraries')
    .option('--config <file>', 'options in a JSON or YAML file; the command line goes before it (default: plumbline.config.yaml in the directory)')
    .option('--no-config', 'leave the settings in the directory alone')
    .option('--no-cache', 'read every file again')
}

async function drawCommand(
  name: string,
  directory: string,
  flags: DiagramFlags & { of?: string; whole?: boolean },
  core: DiagramCore,
): Promise<void> {
  const { options, world } = await prepared(directory, flags, core)
  const drawn = await core.draw({ name, whole: flags.whole === true }, options, world)
  await deliver(chosen(drawn, name, flags.of), flags, core)
}

/** Options and world as every picture needs them: the ledger is left alone. */
export async function prepared(directory: string, flags: DiagramFlags, core: DiagramCore): Promise<{ options: AnalyseOptions; world: World }> {
  const settings = await settingsFor(directory, flags.config)
  const { format: diagrams, ignore: exclude, include, models } = flags
  const typed = Object.fromEntries(Object.entries({ diagrams, exclude, include, models }).filter(([, value]) => value !== undefined))
  const options = parseAnalyseOptions({ ...settings.options, ...typed, history: false })
  const world = await core.createWorld({
    root: directory,
    ledgerFile: false,
    readOnlyLedger: true,
    ...(flags.cache ? {} : { cacheDirectory: false }),
  })
  return { options, world }
}

export async function deliver({ text, cut }: Drawn, flags: DiagramFlags, { out, err }: DiagramCore): Promise<void> {
  if (flags.out === undefined) out.write(`${text.trimEnd()}\n`)
  else await replace(flags.out, `${text.trimEnd()}\n`)
  if (cut !== '') err.write(`${cut}\n`)
}

function chosen(drawn: Drawn[], name: string, of: string | undefined): Drawn {
  const names = drawn.flatMap((each) => each.of ?? [])
  const found = of === undefined ? (drawn.length === 1 ? drawn[0] : undefined) : drawn.find((each) => each.of === of)
  if (found) return found
  if (drawn.length === 0) throw new UserError(`There is nothing to draw for ${name}: nothing of the kind was found in the code.`)
  const expected = names.length === 0 ? 'no --of' : names.map((each) => `--of ${JSON.stringify(each)}`).join(', ')
  throw new UserError(
    of === undefined
      ? `There are several pictures of ${name}; expected one of ${expected}.`
      : `--of ${JSON.stringify(of)} is not drawn; expected ${expected}.`,
  )
}
