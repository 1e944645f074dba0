/** The repository's own programs: their subcommands, options and the number of words they take. */
import type { Claim, EntryPoint, Evidence, Parameter } from '../../../types'
import { contradicted, holds, notJudged } from '../../claim'
import type { Ground } from '../../ground'
import { isPlaceholder } from '../../not-claims'
import { packagesOf } from './packages'
import type { Site } from './sites'

const kind = 'command'

/** Programs that say what they take; one that picks its words apart by itself may take more than was seen. */
export const RAW = new Set(['process', 'argv', 'arguments'])
export const BUILT_IN = /^(?:--help|-h|--version|-v|-V|--no-color|--color|help|version|completion)$/

export interface Program {
  name: string
  commands: EntryPoint[]
  at: Evidence
}

const indexed = new WeakMap<Ground, Map<string, Program>>()

export function programsOf(ground: Ground): Map<string, Program> {
  let programs = indexed.get(ground)
  if (!programs) {
    programs = new Map()
    const bins = packagesOf(ground).programs
    for (const entry of ground.program.entryPoints) {
      if (entry.kind !== 'cli' || !entry.through) continue
      const known = programs.get(entry.through)
      if (known) known.commands.push(entry)
      else programs.set(entry.through, { name: entry.through, commands: [entry], at: bins.get(entry.through) ?? entry.at })
    }
    indexed.set(ground, programs)
  }
  return programs
}

/** Options of a program, or of one of its commands with those that hold for all. */
export function optionsOf({ commands }: Program, command?: EntryPoint): Parameter[] {
  const meant = command ? commands.filter((it) => it === command || it.path === '') : commands
  return meant.flatMap(({ parameters }) => parameters.filter((it) => it.in === 'flag'))
}

/** `npx name …`, `name …`, `yarn name …`, `node path/to/program.js …`. */
function callOf(words: string[], ground: Ground): { program: Program; rest: string[] } | undefined {
  const programs = programsOf(ground)
  const named = (name: string | undefined) => {
    if (name === undefined) return undefined
    const plain = name.replace(/(?<=.)@[^/]+$/, '')
    const own = programs.get(plain) ?? programs.get(plain.replace(/^@[^/]+\//, ''))
    if (own) return own
    // A package with one program is called by its own name.
    const bin = packagesOf(ground).programs.get(plain)
    return bin && [...programs.values()].find((it) => it.at.file === bin.file && packagesOf(ground).programs.get(it.name)?.file === bin.file)
  }
  const [first = '', second = '', third] = words
  if (/^(?:npx|bunx|pnpx)$/.test(first)) {
    const at = words.findIndex((word, index) => index > 0 && !word.startsWith('-'))
    const program = at > 0 ? named(words[at]) : undefined
    return program && { program, rest: words.slice(at + 1) }
  }
  if (/^(?:yarn|pnpm|bun|npm)$/.test(first)) {
    const at = /^(?:exec|dlx|x)$/.test(second) ? 2 : 1
    const program = named(words[at])
    return program && third !== 'add' ? { program, rest: words.slice(at + 1).filter((word, index) => !(index === 0 && word === '--')) } : undefined
  }
  if (/^(?:node|tsx|ts-node)$/.test(first)) {
    const file = second.replace(/^\.\//, '')
    const found = [...programs.values()].find((it) => it.commands.some(({ at }) => at.file === file))
    return found && { program: found, rest: words.slice(2) }
  }
  const program = named(first)
  return program && { program, rest: words.slice(1) }
}

export function ownProgram({ words, spot, why }: Site, ground: Ground): Claim[] {
  const call = callOf(words, ground)
  if (!call) return []
  const { program, rest } = call
  // A call in a sentence may be cut short: `name …` or `name` alone.
  const { command, taken } = commandOf(program, rest)
  const after = rest.slice(taken)
  const claims: Claim[] = []
  const isRaw = program.commands.some(({ framework }) => RAW.has(framework))
  const subcommand = after.find((word) => !word.startsWith('-'))
  if (command) claims.push(holds(kind, spot, [program.name, command.path].filter(Boolean).join(' '), 'There is such a command.', [command.at]))
  else {
    const subject = [program.name, rest[0] ?? ''].join(' ')
    if (rest.length === 0 || !subcommand || rest[0]?.startsWith('-') || BUILT_IN.test(rest[0] ?? '')) return []
    if (why || isRaw || isPlaceholder(subject) || !/^[a-z][\w:-]*$/.test(rest[0] ?? ''))
      return [notJudged(kind, spot, subject, why ?? 'What the program does with its words could not be told.')]
    return [
      contradicted(kind, spot, subject, {
        says: `${program.name} has a command ${rest[0]}.`,
        actual: `It has ${[...new Set(program.commands.map(({ path }) => path.split(' ')[0]).filter(Boolean))].join(', ')}.`,
        impact: 'Whoever types the command gets an error.',
        action: 'Name a command that is there.',
        severity: 'High',
        evidence: [program.at],
      }),
    ]
  }
  if (isRaw) return claims
  return [...claims, ...after.flatMap((word) => optionClaim(word, { program, command, spot, why }))]
}

/** The command that the words begin with; the longest fits, and the program itself where it does something without one. */
function commandOf({ commands }: Program, rest: string[]): { command: EntryPoint | undefined; taken: number } {
  const plain = rest.filter((word) => !word.startsWith('-'))
  const fits = commands
    .filter(({ path }) => path !== '' && namesOf(path).every((part, index) => plain[index] === part))
    .sort((a, b) => namesOf(b.path).length - namesOf(a.path).length)[0]
  if (fits) return { command: fits, taken: 0 }
  return {
    command: commands.find(
      ({ path, parameters }) => path === '' && (plain.length === 0 || parameters.some((it) => it.in === 'argument') || commands.length === 1),
    ),
    taken: 0,
  }
}

function namesOf(path: string): string[] {
  return path.split(' ').filter((part) => part !== '' && !/^[<[]/.test(part))
}

function optionClaim(
  word: string,
  { program, command, spot, why }: { program: Program; command: EntryPoint; spot: Site['spot']; why: string | undefined },
): Claim[] {
  const written = /^(--?[A-Za-z][\w-]*)/.exec(word)?.[1]
  if (!written || BUILT_IN.test(written)) return []
  const subject = `${[program.name, command.path].filter(Boolean).join(' ')} ${written}`
  const all = [
    ...command.parameters,
    ...program.commands.filter(({ path }) => path === '' || command.path.startsWith(`${path} `)).flatMap(({ parameters }) => parameters),
  ].filter((it) => it.in === 'flag')
  const found = all.find((flag) => spellings(flag.name, flag.at?.text).includes(written))
  if (found) return [holds(kind, spot, subject, 'The program takes it.', found.at ? [found.at] : [])]
  // One letter may stand for several, or for one whose line does not show it.
  if (why || isPlaceholder(written) || !written.startsWith('--'))
    return [notJudged(kind, spot, subject, why ?? 'Short options could not all be told.')]
  if (all.length === 0) return [notJudged(kind, spot, subject, 'No option of the program was recognised.')]
  return [
    contradicted(kind, spot, subject, {
      says: `${program.name} takes ${written}.`,
      actual: `It takes ${all
        .map(({ name }) => `--${name}`)
        .slice(0, 12)
        .join(', ')}.`,
      impact: 'Whoever uses it gets an error, or something other than was asked for.',
      action: 'Name an option that is there.',
      evidence: [command.at],
    }),
  ]
}

/** `--no-cache` is kept as `cache`, and `-o, --output` as `output`. */
export function spellings(name: string, line: string | undefined): string[] {
  const kebab = name.replace(/(?<=[a-z\d])[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return [`--${name}`, `--no-${name}`, `--${kebab}`, `--no-${kebab}`, `-${name}`, ...(line?.match(/(?<![\w-])--?[A-Za-z][\w-]*/g) ?? [])]
}
