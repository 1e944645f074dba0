/**
 * Libraries that put a command together by calls on it: Commander, CAC, Caporal, Sade. In: calls of methods of their types.
 * Out: programs. Which object a call is made on is the solver's answer, so commands may be made in one file and filled in another.
 */
import { Kind } from '../../../graph'
import type { Parameter } from '../../../types'
import { calledName, type Linked, receiverOf } from '../../linked'
import { functionsOf } from '../entry'
import { isTrue, memberOf, methodCalls, objectsOf, textOf, textsOf, writtenAs } from '../written'
import { type Command, type CommandProgram, flag, merged, type Option, parseFlags, parseSignature } from './program'

interface Building {
  node: number
  parent: number | undefined
  names: string[]
  purpose?: string
  handlers: number[]
  parameters: Parameter[]
}

/** @param packageOf directory of the package that a file belongs to */
export function fluentPrograms(linked: Linked, packageOf: (file: number) => string): CommandProgram[] {
  return [
    ...nested(linked, packageOf, 'commander', ['commander/Command']),
    ...nested(linked, packageOf, 'cac', ['cac/App', 'cac/Command']),
    ...nested(linked, packageOf, '@caporal/core', ['@caporal/core/Program', '@caporal/core/Command']),
    ...sadePrograms(linked),
  ]
}

function nested(linked: Linked, packageOf: (file: number) => string, library: string, types: string[]): CommandProgram[] {
  const calls = types.flatMap((type) => methodCalls(linked, type)).sort(inOrder(linked))
  if (calls.length === 0) return []
  const commands = new Map<number, Building>()
  const names = new Map<number, string>()
  const shared = sharedRoots(linked, packageOf)
  /** Calls that hand back what they were called on, whatever the model says. */
  const same = new Map<number, number>()
  const keysOf = (node: number): number[] => [
    ...new Set(types.flatMap((type) => objectsOf(linked, node, type)).map((made) => same.get(shared(made)) ?? shared(made))),
  ]
  const at = (key: number): Building => {
    let command = commands.get(key)
    if (!command) {
      command = { node: key, parent: undefined, names: [], handlers: [], parameters: [] }
      commands.set(key, command)
    }
    return command
  }
  for (const { call, name } of calls)
    for (const key of keysOf(receiverOf(linked, call))) {
      const command = at(key)
      // A ready-made program has no place of its own but where it is used first.
      if (command.node === key && linked.whole.kind[key] !== Kind.Call && linked.whole.kind[key] !== Kind.New) command.node = call
      const args = [...linked.whole.args(call)]
      if (name === 'command') {
        // Commander: with a description as its second argument, another file is the command, and the parent is handed back.
        const elsewhere = library === 'commander' && args[1] !== undefined && textsOf(linked, args[1]).length > 0
        if (elsewhere) same.set(call, key)
        declare(linked, call, elsewhere ? (args[0] as number) : call, library === '@caporal/core' ? (command.parent ?? key) : key, at)
      } else if (name === 'addCommand') {
        const [label] = [textOf(linked, args[1] === undefined ? undefined : memberOf(linked, args[1], 'name')[0])]
        for (const child of args[0] === undefined ? [] : keysOf(args[0])) {
          if (child !== key) at(child).parent ??= key
          if (label) at(child).names = [label]
        }
      } else if (name === 'name' || name === 'bin') {
        const text = textOf(linked, args[0])
        if (text && command.parent === undefined) names.set(key, text)
        if (text && command.names.length === 0) command.names = [text]
      } else if (name === 'description' || name === 'summary') command.purpose ??= textOf(linked, args[0])
      else if (name === 'action') command.handlers.push(...args.slice(0, 1))
      else command.parameters.push(...parametersOf(linked, library, call, name))
    }
  // `new Command('stock')`, `cac('vite')`: a name of its own, of a program or of what is added to one.
  for (const [key, command] of commands)
    if (linked.whole.kind[key] === Kind.New || (linked.whole.kind[key] === Kind.Call && calledName(linked, key) !== 'command')) {
      const text = textOf(linked, linked.whole.args(key)[0])
      if (!text || /[\s/]/.test(text)) continue
      if (command.names.length === 0) command.names = [text]
      if (command.parent === undefined && !names.has(key)) names.set(key, text)
    }
  return programsOf(linked, library, commands, names)
}

/** `.command('serve <dir>', 'what it does')`. */
function declare(linked: Linked, call: number, key: number, parent: number, at: (key: number) => Building): void {
  const [signature, described] = linked.whole.args(call)
  const texts = signature === undefined ? [] : linked.values.contexts([signature]).flatMap((context) => textsOf(linked, signature, context))
  const command = at(key)
  command.node = call
  command.parent = parent === key ? undefined : parent
  const parsed = texts.map((text) => parseSignature(text))
  command.names = parsed.map(({ words }) => words.join(' '))
  command.purpose ??= textOf(linked, described)
  for (const { arguments: given } of parsed) for (const each of given) command.parameters.push(flag(linked, call, each, 'argument'))
}

/** Functions that turn a text into a value. */
const CONVERTERS = new Set(['Number', 'String', 'Boolean', 'BigInt', 'parseInt', 'parseFloat', 'Date', 'URL'])

function parametersOf(linked: Linked, library: string, call: number, name: string): Parameter[] {
  const args = [...linked.whole.args(call)]
  const isParser = (node: number | undefined) =>
    node !== undefined && (functionsOf(linked, [node]).length > 0 || CONVERTERS.has(linked.values.nameOf(node)))
  switch (name) {
    case 'option':
    case 'requiredOption':
    case 'argument': {
      const text = textOf(linked, args[0])
      if (!text) return []
      const isOption = name !== 'argument'
      const parsed = isOption ? [parseFlags(text)] : parseSignature(/[<[]/.test(text) ? text : `<${text}>`).arguments
      // Commander: default, or a parser and then the default. CAC and Caporal: settings.
      const third = args[2]
      const value =
        library === 'commander' ? (isParser(third) ? args[3] : third) : third === undefined ? undefined : memberOf(linked, third, 'default')[0]
      const settings = library === 'commander' || third === undefined ? undefined : third
      const must = name === 'requiredOption' || (settings !== undefined && isTrue(linked, memberOf(linked, settings, 'required'))) ? true : undefined
      return parsed.flatMap((option) => {
        if (!option) return []
        const written = writtenAs(linked, value)
        const description = textOf(linked, args[1])
        const whole: Option = {
          ...option,
          ...(must ? { required: true } : {}),
          ...(written === undefined ? {} : { default: written }),
          ...(description ? { description } : {}),
        }
        return [flag(linked, call, whole, isOption ? 'flag' : 'argument')]
      })
    }
    case 'arguments':
      return parseSignature(textOf(linked, args[0]) ?? '').arguments.map((each) => flag(linked, call, each, 'argument'))
    case 'addOption':
    case 'addArgument':
      return args[0] === undefined ? [] : made(linked, args[0], name === 'addOption')
    default:
      return []
  }
}

/** `new Option('-p, --port <n>').default(80).env('PORT')`: what was said of it, wherever that was. */
function made(linked: Linked, node: number, isOption: boolean): Parameter[] {
  const type = isOption ? 'commander/Option' : 'commander/Argument'
  return objectsOf(linked, node, type).flatMap((object) => {
    const [flags, description] = linked.whole.args(object).map((argument) => textOf(linked, argument))
    if (!flags) return []
    const option = isOption ? parseFlags(flags) : parseSignature(/[<[]/.test(flags) ? flags : `<${flags}>`).arguments[0]
    if (!option) return []
    if (description) option.description = description
    const found: Parameter[] = []
    for (const { call, name } of methodCalls(linked, type)) {
      if (!objectsOf(linked, receiverOf(linked, call), type).includes(object)) continue
      const [first] = linked.whole.args(call)
      if (name === 'default') option.default = writtenAs(linked, first)
      else if (name === 'makeOptionMandatory') option.required = true
      else if (name === 'argOptional') option.required = false
      else if (name === 'choices' && first !== undefined)
        option.shape = { type: 'string', values: linked.values.elements(first).flatMap((item) => textsOf(linked, item)) }
      else if (name === 'env') for (const variable of textsOf(linked, first)) found.push(flag(linked, call, { name: variable }, 'env'))
    }
    return [flag(linked, object, option, isOption ? 'flag' : 'argument'), ...found]
  })
}

/** The ready-made program of a library is one object, whichever file imports it. */
function sharedRoots({ whole }: Linked, packageOf: (file: number) => string) {
  const roots = new Map<string, number>()
  return (made: number): number => {
    const kind = made < whole.size ? (whole.kind[made] as Kind) : Kind.Unknown
    if (made >= whole.size || kind === Kind.Call || kind === Kind.New || kind === Kind.Class) return made
    const directory = packageOf(whole.fileOf(made))
    const known = roots.get(directory)
    if (known === undefined) roots.set(directory, made)
    return known ?? made
  }
}

function programsOf(linked: Linked, library: string, commands: Map<number, Building>, names: Map<number, string>): CommandProgram[] {
  const programs = new Map<number, CommandProgram>()
  for (const [key, command] of commands) {
    let ways: string[][] = [[]]
    let root = key
    for (let hops = 0; hops < 8; hops++) {
      const step = commands.get(root)
      if (!step || step.parent === undefined) break
      const own = step.names.filter((name) => name !== '')
      // `.command('')` and `.command('*')` are what runs when no command is named.
      if (own.length > 0) ways = own.flatMap((name) => ways.map((way) => [...(name === '*' ? [] : name.split(' ')), ...way]))
      else if (step.names.length === 0) ways = ways.map((way) => ['{command}', ...way])
      root = step.parent
    }
    let program = programs.get(root)
    if (!program) {
      const file = linked.whole.fileOf(commands.get(root)?.node ?? root)
      const name = names.get(root)
      program = { library, file, ...(name ? { name } : {}), commands: [] }
      programs.set(root, program)
    }
    for (const words of ways)
      program.commands.push({
        words,
        node: command.node,
        handlers: command.handlers,
        parameters: merged(command.parameters),
        ...(command.purpose ? { purpose: command.purpose } : {}),
      })
  }
  // A program that nothing runs and nothing is said of is an import.
  return [...programs.values()].filter(
    ({ commands: all }) => all.length > 1 || all.some(({ handlers, parameters }) => handlers.length + parameters.length > 0),
  )
}

/** One object that remembers which command it is at: what follows `.command(…)` belongs to it. */
function sadePrograms(linked: Linked): CommandProgram[] {
  const found = new Map<number, { program: CommandProgram; current: Command }>()
  for (const { call, name } of [...methodCalls(linked, 'sade/Program')].sort(inOrder(linked)))
    for (const key of objectsOf(linked, receiverOf(linked, call), 'sade/Program')) {
      const args = [...linked.whole.args(call)]
      let state = found.get(key)
      if (!state) {
        const [usage, single] = linked.whole.args(key)
        const { words, arguments: given } = parseSignature(textOf(linked, usage) ?? '')
        const root: Command = { words: [], node: key, handlers: [], parameters: given.map((each) => flag(linked, key, each, 'argument')) }
        const program: CommandProgram = { library: 'sade', file: linked.whole.fileOf(key), ...(words[0] ? { name: words[0] } : {}), commands: [root] }
        state = { program, current: root }
        found.set(key, state)
        if (single !== undefined && !isTrue(linked, [single])) root.parameters = []
      }
      if (name === 'command') {
        const { words, arguments: given } = parseSignature(textOf(linked, args[0]) ?? '')
        const purpose = textOf(linked, args[1])
        state.current = {
          words,
          node: call,
          handlers: [],
          parameters: given.map((each) => flag(linked, call, each, 'argument')),
          ...(purpose ? { purpose } : {}),
        }
        state.program.commands.push(state.current)
      } else if (name === 'describe') state.current.purpose ??= textOf(linked, args[0])
      else if (name === 'action') state.current.handlers.push(...args.slice(0, 1))
      else if (name === 'option') {
        const option = parseFlags(textOf(linked, args[0]) ?? '')
        const [value, description] = [writtenAs(linked, args[2]), textOf(linked, args[1])]
        if (option)
          state.current.parameters.push(
            flag(linked, call, { ...option, ...(value ? { default: value } : {}), ...(description ? { description } : {}) }),
          )
      }
    }
  return [...found.values()].map(({ program }) => program)
}

/** As they run: of a chain, the inner call ends first. */
function inOrder({ whole }: Linked) {
  return (one: { call: number }, other: { call: number }) =>
    whole.fileOf(one.call) - whole.fileOf(other.call) || (whole.end[one.call] as number) - (whole.end[other.call] as number)
}
