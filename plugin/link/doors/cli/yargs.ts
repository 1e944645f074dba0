/** Yargs: options of one parser, commands with a builder of their own, and modules that are commands. */
import { Kind } from '../../../graph'
import { rowsByName } from '../../../rows-by-name'
import type { Parameter, Shape } from '../../../types'
import { type Linked, receiverOf } from '../../linked'
import { thingAwaited } from '../../names'
import { functionsOf } from '../entry'
import { entriesOf, isTrue, listOf, memberOf, methodCalls, objectsOf, textOf, textsOf, writtenAs } from '../written'
import { type Command, type CommandProgram, flag, merged, parseSignature } from './program'

const TYPES: Record<string, Shape['type']> = rowsByName({ boolean: 'boolean', count: 'number', number: 'number', string: 'string', array: 'array' })

export function yargsPrograms(linked: Linked): CommandProgram[] {
  const { whole } = linked
  const programs = new Map<number, CommandProgram>()
  const byFile = new Map<number, { call: number; name: string }[]>()
  for (const each of methodCalls(linked, 'yargs/Parser')) {
    // What a builder does with its parser belongs to the command.
    const roots = objectsOf(linked, receiverOf(linked, each.call), 'yargs/Parser').filter((made) => whole.kind[made] !== Kind.Param)
    if (roots.length === 0) continue
    const file = whole.fileOf(each.call)
    const list = byFile.get(file)
    if (list) list.push(each)
    else byFile.set(file, [each])
  }
  for (const [file, calls] of byFile) {
    const [first] = calls
    const root: Command = { words: [], node: (first as { call: number }).call, handlers: [], parameters: [] }
    const program: CommandProgram = { library: 'yargs', file, commands: [root] }
    for (const { call, name } of calls) {
      const args = [...whole.args(call)]
      if (name === 'scriptName') {
        const text = textOf(linked, args[0])
        if (text) program.name = text
      } else if (name === 'commandDir') program.commands.push(...directory(linked, call, []))
      else if (name === 'command') program.commands.push(...commandsOf(linked, call, [], 0))
      else root.parameters.push(...parametersOf(linked, call, name))
    }
    root.parameters = merged(root.parameters)
    programs.set(file, program)
  }
  return [...programs.values()]
}

const DEEPEST = 4

function commandsOf(linked: Linked, call: number, above: string[], depth: number): Command[] {
  const [first, description, builder, handler] = linked.whole.args(call)
  if (first === undefined || depth > DEEPEST) return []
  const signatures = listOf(linked, first)
  if (signatures.length > 0)
    return [
      ...commandOf(linked, {
        node: call,
        above,
        signature: signatures[0] as string,
        purpose: textOf(linked, description),
        builders: builder === undefined ? [] : [builder],
        handlers: handler === undefined ? [] : [handler],
        depth,
      }),
    ]
  return linked.values.elements(first).flatMap((module) => moduleOf(linked, module, call, above, depth))
}

/** `{ command, describe, builder, handler }`, or a module that exports these. */
function moduleOf(linked: Linked, module: number, node: number, above: string[], depth: number): Command[] {
  const whole = [module, ...memberOf(linked, module, 'default')].find((each) => memberOf(linked, each, 'command').length > 0) ?? module
  const [signature] = memberOf(linked, whole, 'command').flatMap((each) => listOf(linked, each))
  if (signature === undefined) return []
  const purpose = ['describe', 'description', 'desc'].flatMap((key) => memberOf(linked, whole, key)).flatMap((each) => textsOf(linked, each))[0]
  return commandOf(linked, {
    node,
    above,
    signature,
    purpose,
    builders: memberOf(linked, whole, 'builder'),
    handlers: memberOf(linked, whole, 'handler'),
    depth,
  })
}

function commandOf(
  linked: Linked,
  found: { node: number; above: string[]; signature: string; purpose: string | undefined; builders: number[]; handlers: number[]; depth: number },
): Command[] {
  const { words, arguments: given } = parseSignature(found.signature)
  const path = [...found.above, ...words.filter((word) => word !== '$0' && word !== '*')]
  const parameters = given.map((each) => flag(linked, found.node, each, 'argument'))
  const inner: Command[] = []
  for (const builder of found.builders) {
    for (const { key, value } of entriesOf(linked, builder)) parameters.push(...optionOf(linked, builder, key, value))
    for (const fn of functionsOf(linked, [builder])) {
      const param = linked.whole.functions[fn]?.params[0]
      if (param === undefined) continue
      for (const call of linked.effects.ofFunction(fn)) {
        if (linked.whole.kind[call] !== Kind.Call || rootOf(linked, call) !== param) continue
        const name = linked.whole.text(linked.whole.b[linked.whole.a[call] as number] as number)
        if (name === 'command') inner.push(...commandsOf(linked, call, path, found.depth + 1))
        else if (name === 'commandDir') inner.push(...directory(linked, call, path))
        else parameters.push(...parametersOf(linked, call, name))
      }
    }
  }
  // A positional says more of an argument that the signature names; an option of that name is no second parameter.
  const positional = new Set(given.map(({ name }) => name))
  const kept = parameters.map((parameter) => (positional.has(parameter.name) ? { ...parameter, in: 'argument' as const } : parameter))
  return [
    { words: path, node: found.node, handlers: found.handlers, parameters: merged(kept), ...(found.purpose ? { purpose: found.purpose } : {}) },
    ...inner,
  ]
}

/** Of one chain. */
const MOST_CALLS = 60

/** What a chain of calls begins with. */
function rootOf(linked: Linked, call: number): number {
  const { whole } = linked
  let at = call
  for (let hops = 0; hops < MOST_CALLS && whole.kind[at] === Kind.Call; hops++) {
    const receiver = receiverOf(linked, at)
    if (receiver < 0) return at
    at = thingAwaited(whole, receiver)
  }
  return at
}

function parametersOf(linked: Linked, call: number, name: string): Parameter[] {
  const [first, second] = linked.whole.args(call)
  const many = () => entriesOf(linked, first).flatMap(({ key, value }) => optionOf(linked, call, key, value))
  switch (name) {
    case 'option':
    case 'options': {
      const names = listOf(linked, first)
      return names.length > 0 ? names.flatMap((key) => optionOf(linked, call, key, second)) : many()
    }
    case 'positional':
      return textsOf(linked, first).flatMap((key) => optionOf(linked, call, key, second, 'argument'))
    case 'boolean':
    case 'string':
    case 'number':
    case 'array':
    case 'count':
      return listOf(linked, first).map((key) => flag(linked, call, { name: key, shape: { type: TYPES[name] ?? 'unknown' } }))
    case 'demandOption':
    case 'require':
    case 'required':
      return listOf(linked, first)
        .filter((key) => Number.isNaN(Number(key)))
        .map((key) => flag(linked, call, { name: key, required: true }))
    case 'default': {
      const value = writtenAs(linked, second)
      return textsOf(linked, first).map((key) => flag(linked, call, { name: key, ...(value === undefined ? {} : { default: value }) }))
    }
    case 'describe':
      return textsOf(linked, first).map((key) => flag(linked, call, { name: key, description: textOf(linked, second) ?? '' }))
    case 'choices':
      return textsOf(linked, first).map((key) => flag(linked, call, { name: key, shape: { type: 'string', values: listOf(linked, second) } }))
    default:
      return []
  }
}

function optionOf(linked: Linked, node: number, name: string, settings: number | undefined, place: Parameter['in'] = 'flag'): Parameter[] {
  if (settings === undefined) return [flag(linked, node, { name }, place)]
  const at = (...keys: string[]) => keys.flatMap((key) => memberOf(linked, settings, key))
  const [type] = at('type').flatMap((each) => textsOf(linked, each))
  const told = type ?? Object.keys(TYPES).find((each) => isTrue(linked, at(each)))
  const values = at('choices').flatMap((each) => listOf(linked, each))
  const value = writtenAs(linked, at('default')[0])
  const description = at('describe', 'description', 'desc').flatMap((each) => textsOf(linked, each))[0]
  const shape: Shape | undefined = told ? { type: TYPES[told] ?? 'unknown' } : values.length > 0 ? { type: 'string' } : undefined
  return [
    flag(
      linked,
      node,
      {
        name,
        ...(shape ? { shape: values.length > 0 ? { ...shape, values } : shape } : {}),
        ...(isTrue(linked, at('demandOption', 'demand', 'required', 'require')) ? { required: true } : {}),
        ...(value === undefined ? {} : { default: value }),
        ...(description ? { description } : {}),
      },
      place,
    ),
  ]
}

/** `.commandDir('commands')`: every module of a directory that says which command it is. */
function directory(linked: Linked, call: number, above: string[]): Command[] {
  const { whole, values } = linked
  const from = (whole.files[whole.fileOf(call)] as { path: string }).path.split('/').slice(0, -1)
  const recurses = isTrue(linked, whole.args(call)[1] === undefined ? [] : memberOf(linked, whole.args(call)[1] as number, 'recurse'))
  return textsOf(linked, whole.args(call)[0]).flatMap((text) => {
    const parts = [...from]
    for (const part of text.split('/')) {
      if (part === '..') parts.pop()
      else if (part !== '.' && part !== '') parts.push(part)
    }
    const prefix = parts.length > 0 ? `${parts.join('/')}/` : ''
    return whole.files.flatMap(({ path }, file) => {
      if (!path.startsWith(prefix) || (!recurses && path.slice(prefix.length).includes('/'))) return []
      const exported = (name: string) => [
        ...values.exported(file, name),
        ...values.exported(file, 'default').flatMap((each) => memberOf(linked, each, name)),
      ]
      const [node] = exported('command')
      const [signature] = exported('command').flatMap((each) => listOf(linked, each))
      if (signature === undefined || node === undefined) return []
      const purpose = ['describe', 'description', 'desc'].flatMap(exported).flatMap((each) => textsOf(linked, each))[0]
      return commandOf(linked, { node, above, signature, purpose, builders: exported('builder'), handlers: exported('handler'), depth: 1 })
    })
  })
}
