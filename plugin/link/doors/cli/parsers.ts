/** Parsers that are told all flags at once: arg, minimist and its kin, meow, `util.parseArgs`, command-line-args, argparse. */
import { Kind } from '../../../graph'
import type { Parameter, Shape } from '../../../types'
import { packageOf } from '../../connections'
import { calledName, type Linked, receiverOf } from '../../linked'
import { callsTo, entriesOf, isTrue, listOf, memberOf, methodCalls, objectsOf, textOf, textsOf, writtenAs } from '../written'
import { isCommandLine } from './arguments'
import { type CommandProgram, flag, merged } from './program'

export function parserPrograms(linked: Linked): CommandProgram[] {
  return [...argCalls(linked), ...minimistCalls(linked), ...meowCalls(linked), ...parseArgsCalls(linked), ...listCalls(linked), ...argparse(linked)]
}

function program(linked: Linked, library: string, call: number, parameters: Parameter[]): CommandProgram {
  return { library, file: linked.whole.fileOf(call), commands: [{ words: [], node: call, handlers: [], parameters: merged(parameters) }] }
}

/** `String`, `[Number]`, `Boolean`: the function that turns a text into a value. */
function typeOf({ whole, values }: Linked, node: number): Shape | undefined {
  for (const made of values.definitions(node)) {
    if (whole.kind[made] === Kind.Array) {
      const item = whole.items(whole.a[made] as number)[0]
      const items = item === undefined ? undefined : typeOf({ whole, values } as Linked, item)
      return { type: 'array', ...(items ? { items } : {}) }
    }
    if (whole.kind[made] !== Kind.Global) continue
    const name = whole.text(whole.a[made] as number)
    if (name === 'String') return { type: 'string' }
    if (name === 'Number' || name === 'BigInt') return { type: 'number' }
    if (name === 'Boolean') return { type: 'boolean' }
  }
  return undefined
}

/** `arg({ '--port': Number, '-p': '--port' })`: a text is another name of a flag. */
function argCalls(linked: Linked): CommandProgram[] {
  return callsTo(linked, 'arg', '', 'default').flatMap((call) => {
    const [spec, settings] = linked.whole.args(call)
    const given = settings === undefined ? [] : memberOf(linked, settings, 'argv')
    if (given.length > 0 && !given.some((node) => isCommandLine(linked, node))) return []
    const parameters = entriesOf(linked, spec).flatMap(({ key, value }) => {
      if (!key.startsWith('-') || textsOf(linked, value).length > 0) return []
      const handler = linked.values.definitions(value).find((made) => linked.whole.kind[made] === Kind.Call)
      const shape = typeOf(linked, value) ?? (handler === undefined ? undefined : typeOf(linked, linked.whole.args(handler)[0] ?? value))
      return [flag(linked, call, { name: key.replace(/^-+/, ''), ...(shape ? { shape } : {}) })]
    })
    return [program(linked, 'arg', call, parameters)]
  })
}

/** `{ alias, default, boolean, string }`, as minimist, mri, getopts and yargs-parser have it. */
function minimistCalls(linked: Linked): CommandProgram[] {
  return callsTo(linked, 'minimist', '', 'default', 'parse', 'detailed').flatMap((call) => {
    const [list, settings] = linked.whole.args(call)
    if (list === undefined || !isCommandLine(linked, list)) return []
    const at = (key: string) => (settings === undefined ? [] : memberOf(linked, settings, key))
    // Whatever an alias stands for is one flag: its longest name.
    const names = new Map<string, string>()
    for (const aliases of at('alias'))
      for (const { key, value } of entriesOf(linked, aliases)) {
        const all = [key, ...listOf(linked, value)]
        const longest = [...all].sort((one, other) => other.length - one.length || all.indexOf(one) - all.indexOf(other))[0] as string
        for (const each of all) names.set(each, longest)
      }
    const named = (name: string) => names.get(name) ?? name
    const parameters: Parameter[] = []
    for (const [key, shape] of TYPED)
      for (const node of at(key)) for (const each of namesIn(linked, node)) parameters.push(flag(linked, call, { name: named(each), shape }))
    for (const node of at('default'))
      for (const { key, value } of entriesOf(linked, node)) {
        const written = writtenAs(linked, value)
        parameters.push(flag(linked, call, { name: named(key), ...(written === undefined ? {} : { default: written }) }))
      }
    for (const name of new Set(names.values())) parameters.push(flag(linked, call, { name }))
    // What is read of the result without being told beforehand is a flag too.
    for (const read of readsOf(linked, call)) parameters.push({ ...read, name: named(read.name) })
    return [program(linked, packageOf(linked, call) ?? 'minimist', call, parameters)]
  })
}

const TYPED: [string, Shape][] = [
  ['boolean', { type: 'boolean' }],
  ['string', { type: 'string' }],
  ['number', { type: 'number' }],
  ['count', { type: 'number' }],
  ['array', { type: 'array' }],
]

/** `boolean: ['verbose']`, `string: 'name'`. */
function namesIn(linked: Linked, node: number): string[] {
  return listOf(linked, node).filter((name) => name !== 'true' && name !== 'false')
}

/** Flags that are read of the result: `minimist(process.argv.slice(2)).port`. */
function readsOf(linked: Linked, call: number): Parameter[] {
  const { whole, values } = linked
  const file = whole.fileOf(call)
  const found: Parameter[] = []
  for (let node = whole.base[file] as number; node < (whole.base[file + 1] as number); node++) {
    if (whole.kind[node] !== Kind.Load || !values.definitions(whole.a[node] as number).includes(call)) continue
    const name = whole.text(whole.b[node] as number)
    if (name !== '_' && name !== '--' && name !== '[]') found.push(flag(linked, node, { name }))
  }
  return found
}

/** `meow('…', { flags: { port: { type: 'number', default: 80 } } })`. */
function meowCalls(linked: Linked): CommandProgram[] {
  return callsTo(linked, 'meow', '', 'default').map((call) => {
    const settings = linked.whole.args(call).find((argument) => memberOf(linked, argument, 'flags').length > 0)
    const flags = settings === undefined ? [] : memberOf(linked, settings, 'flags')
    return program(
      linked,
      'meow',
      call,
      flags.flatMap((node) => settingsOf(linked, call, node, { required: 'isRequired' })),
    )
  })
}

/** `parseArgs({ options: { port: { type: 'string', default: '80' } } })` of Node. */
function parseArgsCalls(linked: Linked): CommandProgram[] {
  return callsTo(linked, 'util', 'parseArgs').flatMap((call) => {
    const settings = linked.whole.args(call)[0]
    if (settings === undefined) return [program(linked, 'util', call, [])]
    const given = memberOf(linked, settings, 'args')
    if (given.length > 0 && !given.some((node) => isCommandLine(linked, node))) return []
    return [
      program(
        linked,
        'util',
        call,
        memberOf(linked, settings, 'options').flatMap((node) => settingsOf(linked, call, node, {})),
      ),
    ]
  })
}

/** Flags by name, each with `type`, `default` and the like. */
export function settingsOf(linked: Linked, node: number, flags: number, keys: { required?: string }): Parameter[] {
  return entriesOf(linked, flags).map(({ key, value }) => {
    const at = (name: string) => memberOf(linked, value, name)
    const [type] = at('type').flatMap((each) => textsOf(linked, each))
    const shape: Shape | undefined =
      type && /^(?:string|number|boolean)$/.test(type)
        ? { type: type as Shape['type'] }
        : at('type')[0] === undefined
          ? undefined
          : typeOf(linked, at('type')[0] as number)
    const values = [...at('choices'), ...at('options')].flatMap((each) => listOf(linked, each))
    const many = isTrue(linked, [...at('multiple'), ...at('isMultiple')])
    const written = writtenAs(linked, at('default')[0])
    const description = at('description')[0] === undefined ? undefined : textOf(linked, at('description')[0])
    const whole = values.length > 0 ? { ...(shape ?? { type: 'string' as const }), values } : shape
    return flag(linked, node, {
      name: key,
      ...(whole ? { shape: many ? { type: 'array', items: whole } : whole } : {}),
      ...(isTrue(linked, at(keys.required ?? 'required')) ? { required: true } : {}),
      ...(written === undefined ? {} : { default: written }),
      ...(description ? { description } : {}),
    })
  })
}

/** `commandLineArgs([{ name: 'port', alias: 'p', type: Number }])`. */
function listCalls(linked: Linked): CommandProgram[] {
  return callsTo(linked, 'command-line-args', '', 'default').flatMap((call) => {
    const [definitions, settings] = linked.whole.args(call)
    const given = settings === undefined ? [] : memberOf(linked, settings, 'argv')
    if (definitions === undefined || (given.length > 0 && !given.some((node) => isCommandLine(linked, node)))) return []
    const parameters = linked.values.elements(definitions).flatMap((item) => {
      const name = memberOf(linked, item, 'name').flatMap((each) => textsOf(linked, each))[0]
      if (!name) return []
      const type = memberOf(linked, item, 'type')[0]
      const shape = type === undefined ? undefined : typeOf(linked, type)
      const written = writtenAs(linked, memberOf(linked, item, 'defaultValue')[0])
      const positional = isTrue(linked, memberOf(linked, item, 'defaultOption'))
      return [
        flag(
          linked,
          call,
          { name, ...(shape ? { shape } : {}), ...(written === undefined ? {} : { default: written }) },
          positional ? 'argument' : 'flag',
        ),
      ]
    })
    return [program(linked, 'command-line-args', call, parameters)]
  })
}

/** `parser.add_argument('-p', '--port', { type: 'int', default: 80 })`; sub-parsers are commands. */
function argparse(linked: Linked): CommandProgram[] {
  const programs = new Map<number, CommandProgram>()
  for (const { call, name } of methodCalls(linked, 'argparse/Parser')) {
    if (!/^add_?argument$/i.test(name)) continue
    for (const made of objectsOf(linked, receiverOf(linked, call), 'argparse/Parser')) {
      const words = wordsOf(linked, made)
      const args = [...linked.whole.args(call)]
      const names = args.flatMap((argument) => textsOf(linked, argument))
      const long = names.find((each) => each.startsWith('--')) ?? names[0]
      if (!long) continue
      const settings = args[args.length - 1] as number
      const value = writtenAs(linked, memberOf(linked, settings, 'default')[0])
      const required = isTrue(linked, memberOf(linked, settings, 'required'))
      const file = linked.whole.fileOf(made)
      let known = programs.get(file)
      if (!known) {
        known = { library: 'argparse', file, commands: [] }
        programs.set(file, known)
      }
      let command = known.commands.find((each) => each.words.join(' ') === words.join(' '))
      if (!command) {
        command = { words, node: made, handlers: [], parameters: [] }
        known.commands.push(command)
      }
      command.parameters.push(
        flag(
          linked,
          call,
          { name: long.replace(/^-+/, ''), ...(required ? { required } : {}), ...(value === undefined ? {} : { default: value }) },
          long.startsWith('-') ? 'flag' : 'argument',
        ),
      )
    }
  }
  return [...programs.values()]
}

/** Command that a sub-parser is for. */
function wordsOf(linked: Linked, made: number, hops = 0): string[] {
  if (hops > 4 || linked.whole.kind[made] !== Kind.Call) return []
  const name = calledName(linked, made)
  if (/^add_?parser$/i.test(name)) {
    const [group] = objectsOf(linked, receiverOf(linked, made), 'argparse/SubParsers')
    const [parent] = group === undefined ? [] : objectsOf(linked, receiverOf(linked, group), 'argparse/Parser')
    const text = textOf(linked, linked.whole.args(made)[0])
    return [...(parent === undefined ? [] : wordsOf(linked, parent, hops + 1)), ...(text ? [text] : [])]
  }
  const [parent] = objectsOf(linked, receiverOf(linked, made), 'argparse/Parser')
  return parent === undefined ? [] : wordsOf(linked, parent, hops + 1)
}
