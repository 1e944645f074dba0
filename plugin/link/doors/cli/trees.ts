/** Commands that are objects with commands inside: Citty, cmd-ts, cleye. */
import { Kind } from '../../../graph'
import { rowsByName } from '../../../rows-by-name'
import type { Parameter, Shape } from '../../../types'
import { calledName, type Linked } from '../../linked'
import { functionsOf } from '../entry'
import { callsTo, entriesOf, listOf, memberOf, textOf, textsOf, writtenAs } from '../written'
import { settingsOf } from './parsers'
import { type Command, type CommandProgram, flag, merged, parseSignature } from './program'

const DEEPEST = 5

export function treePrograms(linked: Linked): CommandProgram[] {
  return [...citty(linked), ...cmdTs(linked), ...cleye(linked)]
}

function program(linked: Linked, library: string, node: number, name: string | undefined, commands: Command[]): CommandProgram {
  return { library, file: linked.whole.fileOf(node), ...(name ? { name } : {}), commands }
}

/** Calls of a factory that no other command names as its own: these are programs. */
function roots(calls: number[], inside: (call: number) => number[]): number[] {
  const inner = new Set(calls.flatMap(inside))
  return calls.filter((call) => !inner.has(call))
}

// ── Citty ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Objects that a value may be: itself, what a function gives, and what a module gives by default. */
function lazily(linked: Linked, node: number, hops = 0): number[] {
  const { whole, values } = linked
  if (hops > 3) return []
  const found = values.definitions(node).flatMap((made) => {
    if (whole.kind[made] === Kind.Call && calledName(linked, made) === 'defineCommand') return [made]
    return []
  })
  const given = functionsOf(linked, [node]).flatMap((fn) => (whole.functions[fn]?.returns ?? []).flatMap((value) => lazily(linked, value, hops + 1)))
  const exported = found.length + given.length > 0 ? [] : memberOf(linked, node, 'default').flatMap((value) => lazily(linked, value, hops + 1))
  const settled =
    found.length + given.length + exported.length > 0 || whole.kind[node] !== Kind.Call
      ? []
      : whole.args(node).flatMap((argument) => lazily(linked, argument, hops + 1))
  return [...new Set([...found, ...given, ...exported, ...settled, ...fromModules(linked, node)])]
}

/** `import('./dev').then((module) => module.default)`: whatever the module gives by default. */
function fromModules(linked: Linked, node: number): number[] {
  const { whole, values, modules, fileIndex } = linked
  if (whole.kind[node] !== Kind.Call) return []
  const callee = whole.a[node] as number
  if (whole.kind[callee] !== Kind.Load || whole.text(whole.b[callee] as number) !== 'then') return []
  const from = whole.a[callee] as number
  const module = whole.kind[from] === Kind.Import ? from : values.definitions(from).find((made) => whole.kind[made] === Kind.Import)
  if (module === undefined) return []
  const to = modules.resolve((whole.files[whole.fileOf(module)] as { path: string }).path, whole.text(whole.a[module] as number))
  const file = to.kind === 'file' ? fileIndex.get(to.path) : undefined
  return file === undefined ? [] : values.exported(file, 'default').filter((made) => whole.kind[made] === Kind.Call)
}

function citty(linked: Linked): CommandProgram[] {
  const calls = callsTo(linked, 'citty', 'defineCommand')
  const subOf = (call: number) => {
    const [settings] = linked.whole.args(call)
    if (settings === undefined) return []
    return memberOf(linked, settings, 'subCommands').flatMap((node) => entriesOf(linked, node))
  }
  const describe = (call: number, words: string[], depth: number): Command[] => {
    const [settings] = linked.whole.args(call)
    if (settings === undefined || depth > DEEPEST) return []
    const parameters = memberOf(linked, settings, 'args').flatMap((args) =>
      settingsOf(linked, call, args, {}).map((parameter): Parameter => {
        const value = entriesOf(linked, args).find(({ key }) => key === parameter.name)?.value
        const type = value === undefined ? undefined : memberOf(linked, value, 'type').flatMap((each) => textsOf(linked, each))[0]
        return type === 'positional' ? { ...parameter, in: 'argument' } : parameter
      }),
    )
    const purpose = memberOf(linked, settings, 'meta')
      .flatMap((meta) => memberOf(linked, meta, 'description'))
      .map((node) => textOf(linked, node))[0]
    const handlers = ['setup', 'run'].flatMap((key) => memberOf(linked, settings, key))
    return [
      { words, node: call, handlers, parameters: merged(parameters), ...(purpose ? { purpose } : {}) },
      ...subOf(call).flatMap(({ key, value }) => lazily(linked, value).flatMap((inner) => describe(inner, [...words, key], depth + 1))),
    ]
  }
  return roots(calls, (call) => subOf(call).flatMap(({ value }) => lazily(linked, value))).map((call) => {
    const [settings] = linked.whole.args(call)
    const name =
      settings === undefined
        ? undefined
        : memberOf(linked, settings, 'meta')
            .flatMap((meta) => memberOf(linked, meta, 'name'))
            .map((node) => textOf(linked, node))[0]
    return program(linked, 'citty', call, name, describe(call, [], 0))
  })
}

// ── cmd-ts ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const CMD_TS: Record<string, { place: Parameter['in']; type: Shape['type'] }> = rowsByName({
  positional: { place: 'argument', type: 'string' },
  restPositionals: { place: 'argument', type: 'array' },
  rest: { place: 'argument', type: 'array' },
  option: { place: 'flag', type: 'string' },
  multioption: { place: 'flag', type: 'array' },
  flag: { place: 'flag', type: 'boolean' },
  multiflag: { place: 'flag', type: 'array' },
})

function cmdTs(linked: Linked): CommandProgram[] {
  const calls = callsTo(linked, 'cmd-ts', 'command', 'subcommands')
  const known = new Set(calls)
  const at = (call: number, key: string) => {
    const [settings] = linked.whole.args(call)
    return settings === undefined ? [] : memberOf(linked, settings, key)
  }
  const subOf = (call: number) =>
    at(call, 'cmds')
      .flatMap((node) => entriesOf(linked, node))
      .flatMap(({ key, value }) => linked.values.definitions(value).flatMap((inner) => (known.has(inner) ? [{ key, inner }] : [])))
  const describe = (call: number, words: string[], depth: number): Command[] => {
    if (depth > DEEPEST) return []
    const parameters = at(call, 'args')
      .flatMap((node) => entriesOf(linked, node))
      .flatMap(({ key, value }) => {
        const [made = value] = linked.values.definitions(value)
        const kind = linked.whole.kind[made] === Kind.Call ? CMD_TS[calledName(linked, made)] : undefined
        if (!kind) return []
        const inner = (name: string) => at(made, name).flatMap((each) => textsOf(linked, each))[0]
        const written = writtenAs(
          linked,
          at(made, 'defaultValue')
            .flatMap((each) => functionsOf(linked, [each]))
            .flatMap((fn) => linked.whole.functions[fn]?.returns ?? [])[0],
        )
        const description = inner('description')
        return [
          flag(
            linked,
            made,
            {
              name: kind.place === 'flag' ? (inner('long') ?? key) : (inner('displayName') ?? key),
              shape: { type: kind.type },
              ...(written === undefined ? {} : { default: written }),
              ...(description ? { description } : {}),
            },
            kind.place,
          ),
        ]
      })
    const purpose = at(call, 'description').map((node) => textOf(linked, node))[0]
    const own: Command = { words, node: call, handlers: at(call, 'handler'), parameters: merged(parameters), ...(purpose ? { purpose } : {}) }
    return [
      ...(own.handlers.length + own.parameters.length > 0 ? [own] : []),
      ...subOf(call).flatMap(({ key, inner }) => describe(inner, [...words, key], depth + 1)),
    ]
  }
  return roots(calls, (call) => subOf(call).map(({ inner }) => inner)).map((call) =>
    program(linked, 'cmd-ts', call, at(call, 'name').map((node) => textOf(linked, node))[0], describe(call, [], 0)),
  )
}

// ── cleye ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** `cli({ name, parameters: ['<file>'], flags: { … }, commands: [command({ … })] })`. */
function cleye(linked: Linked): CommandProgram[] {
  const describe = (call: number, words: string[]): Command[] => {
    const [settings, handler] = linked.whole.args(call)
    if (settings === undefined || words.length > DEEPEST) return []
    const at = (key: string) => memberOf(linked, settings, key)
    const given = at('parameters')
      .flatMap((node) => listOf(linked, node))
      .flatMap((text) => parseSignature(text).arguments)
    const flags = at('flags')
      .flatMap((node) => entriesOf(linked, node))
      .map(({ key, value }) => {
        const type = memberOf(linked, value, 'type')[0]
        const written = writtenAs(linked, memberOf(linked, value, 'default')[0])
        return flag(linked, call, { name: key, ...(written === undefined || type === undefined ? {} : { default: written }) })
      })
    const inner = at('commands')
      .flatMap((node) => linked.values.elements(node))
      .flatMap((node) => linked.values.definitions(node))
      .filter((made) => linked.whole.kind[made] === Kind.Call)
    return [
      {
        words,
        node: call,
        handlers: handler === undefined ? [] : [handler],
        parameters: merged([...given.map((each) => flag(linked, call, each, 'argument')), ...flags]),
      },
      ...inner.flatMap((made) => describe(made, [...words, nameOf(linked, made) ?? '{command}'])),
    ]
  }
  return callsTo(linked, 'cleye', 'cli').map((call) => program(linked, 'cleye', call, nameOf(linked, call), describe(call, [])))
}

function nameOf(linked: Linked, call: number): string | undefined {
  const [settings] = linked.whole.args(call)
  return settings === undefined ? undefined : memberOf(linked, settings, 'name').map((node) => textOf(linked, node))[0]
}
