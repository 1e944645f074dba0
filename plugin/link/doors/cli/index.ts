/**
 * Commands. In: programs that the readers of the libraries found, `bin` entries, and scripts that read their arguments
 * themselves. Out: one entry point a command, with flags, arguments and the environment variables that it reads.
 */
import { isTestCode, type Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import type { DoorDetector } from '../door'
import { entryOf, functionsOf } from '../entry'
import { classPrograms } from './classes'
import { environmentReads, nodesBelow } from './environment'
import { fluentPrograms } from './fluent'
import { programNames } from './names'
import { parserPrograms } from './parsers'
import { type Command, type CommandProgram, merged } from './program'
import { rawReads } from './raw'
import { treePrograms } from './trees'
import { yargsPrograms } from './yargs'

interface Named {
  name: string
  library: string
  files: Set<number>
  commands: Command[]
}

export const commandLine: DoorDetector = ({ linked, guards, extracted }) => {
  const { whole } = linked
  const names = programNames(linked, extracted)
  const isOwn = ({ file }: CommandProgram) => !isTestCode(linked, (whole.files[file] as { path: string }).path)
  const found = [
    ...fluentPrograms(linked, names.packageOf),
    ...yargsPrograms(linked),
    ...parserPrograms(linked),
    ...treePrograms(linked),
    ...classPrograms(linked),
  ].filter(isOwn)
  const programs = new Map<string, Named>()
  const alone = (file: number) => {
    const own = names.packageOf(file)
    return new Set(found.filter((each) => !names.binOf(each.file) && names.packageOf(each.file) === own).map((each) => each.file)).size <= 1
  }
  const put = (program: CommandProgram) => {
    const name = SPREAD.has(program.library) ? names.nameOfPackage(program.file) : names.nameOf(program.file, program.name, alone(program.file))
    const key = `${names.packageOf(program.file)} ${name}`
    const known = programs.get(key) ?? { name, library: program.library, files: new Set<number>(), commands: [] }
    known.files.add(program.file)
    for (const command of program.commands) add(known.commands, command)
    programs.set(key, known)
  }
  for (const program of found) put(program)
  for (const program of rawPrograms(linked, names, new Set(found.map(({ file }) => file)))) put(program)
  return { entryPoints: [...programs.values()].flatMap((program) => entriesOf(program)) }

  function entriesOf({ name, library, files, commands }: Named) {
    // What a command's own handler reads belongs to it, the rest of the files to the program.
    const taken = new Set<number>()
    for (const command of commands) {
      const functions = functionsOf(linked, command.handlers)
      for (const fn of nodesBelow(linked, functions))
        for (const { node, parameter } of environmentReads(linked, lookupOf(whole).inFunction(fn))) {
          if (command.words.length > 0) taken.add(node)
          command.parameters.push(parameter)
        }
    }
    const rest = [...files].flatMap((file) => environmentReads(linked, range(whole.base[file] as number, whole.base[file + 1] as number)))
    const environment = rest.filter(({ node }) => !taken.has(node)).map(({ parameter }) => parameter)
    const root: Command = commands.find(({ words }) => words.length === 0) ?? {
      words: [],
      node: commands[0]?.node ?? 0,
      handlers: [],
      parameters: [],
    }
    root.parameters.push(...environment)
    const isDoor = commands.every(({ words }) => words.length === 0) || root.parameters.length + root.handlers.length > 0
    return [...(isDoor ? [root] : []), ...commands.filter(({ words }) => words.length > 0)].map((command) =>
      entryOf(linked, guards, {
        kind: 'cli',
        framework: library,
        method: 'RUN',
        path: command.words.join(' '),
        through: name,
        node: command.node,
        handlers: command.handlers,
        parameters: merged(command.parameters),
        ...(command.purpose ? { purpose: command.purpose } : {}),
      }),
    )
  }
}

/** Libraries whose commands are spread over files, so that no file is the program. */
const SPREAD = new Set(['@oclif/core', 'clipanion'])

function add(commands: Command[], command: Command): void {
  const known = commands.find(({ words }) => words.join(' ') === command.words.join(' '))
  if (!known) {
    commands.push({ ...command, handlers: [...command.handlers], parameters: [...command.parameters] })
    return
  }
  known.handlers.push(...command.handlers)
  known.parameters.push(...command.parameters)
  known.purpose ??= command.purpose
}

/** Files that `bin` names, that begin with `#!` or that a script runs, where no library takes their arguments apart. */
function rawPrograms(linked: Linked, names: ReturnType<typeof programNames>, known: Set<number>): CommandProgram[] {
  const { whole } = linked
  const reads = rawReads(linked)
  const taken = new Set([...known].map((file) => names.binOf(file)).filter((name) => name !== undefined))
  const bins = new Map(names.bins.filter(({ name, file }) => !known.has(file) && !taken.has(name)).map(({ name, file }) => [file, name]))
  const found: CommandProgram[] = []
  for (const [file, { node, parameters }] of reads) {
    const facts = whole.files[file] as { path: string; text: string }
    if (known.has(file) || bins.has(file) || isTestCode(linked, facts.path)) continue
    const bin = names.binOf(file)
    if (bin !== undefined) {
      // Arguments are read in a file that the command loads.
      if (taken.has(bin)) continue
      const at = [...bins].find(([, name]) => name === bin)?.[0]
      if (at !== undefined) {
        found.push({ library: 'process', file, name: bin, commands: [{ words: [], node, handlers: [], parameters }] })
        bins.delete(at)
        continue
      }
    }
    if (parameters.length === 0 || !(facts.text.startsWith('#!') || names.isScript(file) || bin !== undefined)) continue
    found.push({ library: 'process', file, name: stem(facts.path), commands: [{ words: [], node, handlers: [], parameters }] })
  }
  for (const [file, name] of bins) {
    const read = reads.get(file)
    const node = read?.node ?? (whole.base[file] as number)
    if (node < (whole.base[file + 1] as number))
      found.push({ library: 'process', file, name, commands: [{ words: [], node, handlers: [], parameters: read?.parameters ?? [] }] })
  }
  return found
}

function stem(path: string): string {
  return (
    path
      .split('/')
      .pop()
      ?.replace(/\.[^.]+$/, '') ?? path
  )
}

function* range(from: number, to: number): Iterable<number> {
  for (let at = from; at < to; at++) yield at
}
