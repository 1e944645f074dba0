/** Commands that are classes: oclif (its path says which command it is) and Clipanion (a static list does). */
import { Kind } from '../../../graph'
import { rowsByName } from '../../../rows-by-name'
import type { Parameter, Shape } from '../../../types'
import { apiPathsOf, calledName, type Linked } from '../../linked'
import { entriesOf, isTrue, listOf, memberOf, textOf, textsOf, writtenAs } from '../written'
import { type CommandProgram, flag, merged, parseFlags } from './program'

export function classPrograms(linked: Linked): CommandProgram[] {
  const { whole } = linked
  const programs: CommandProgram[] = []
  whole.classes.forEach((_, cls) => {
    const library = baseOf(linked, cls)
    if (library === 'oclif') programs.push(...oclif(linked, cls))
    else if (library === 'clipanion') programs.push(...clipanion(linked, cls))
  })
  return programs
}

/** The library whose `Command` a class extends, through base classes of the program too. */
function baseOf(linked: Linked, cls: number): 'oclif' | 'clipanion' | undefined {
  const { whole, models, solver } = linked
  for (let at: number | undefined = cls, hops = 0; at !== undefined && hops < 6; at = solver.superclass.get(at), hops++) {
    const base = whole.classes[at]?.extends ?? -1
    if (base < 0) continue
    for (const path of apiPathsOf(linked, base)) {
      const root = models.paths.rootOf(path)
      if (!/(?:^|\.)(?:Command|default)$/.test(models.paths.show(path)) && !/^(?:npm:@oclif)/.test(root)) continue
      if (/^(?:npm|type):@oclif\//.test(root)) return 'oclif'
      if (/^(?:npm|type):clipanion/.test(root)) return 'clipanion'
    }
  }
  return undefined
}

/** Static members, those of base classes of the program after its own. */
function statics(linked: Linked, cls: number, name: string): number[] {
  const { whole, solver } = linked
  const found: number[] = []
  for (let at: number | undefined = cls, hops = 0; at !== undefined && hops < 6; at = solver.superclass.get(at), hops++)
    for (const member of whole.classes[at]?.members ?? []) if (member.static && member.name === name && member.node >= 0) found.push(member.node)
  return found
}

function handlerOf({ whole }: Linked, cls: number, ...names: string[]): number[] {
  return (whole.classes[cls]?.members ?? []).filter(({ name, node }) => names.includes(name) && node >= 0).map(({ node }) => node)
}

/** `src/commands/user/add.ts` is `user add`. */
function oclif(linked: Linked, cls: number): CommandProgram[] {
  const { whole } = linked
  const fact = whole.classes[cls] as { node: number; file: number }
  const { path } = whole.files[fact.file] as { path: string }
  const place = /(?:^|\/)commands\/(.+)\.[cm]?[jt]sx?$/.exec(path)?.[1]
  const handlers = handlerOf(linked, cls, 'run')
  // A base class for others: it says nothing of where it stands.
  if (handlers.length === 0) return []
  const words = place ? place.split('/').filter((part) => part !== 'index') : []
  const parameters: Parameter[] = []
  for (const node of [...statics(linked, cls, 'flags'), ...statics(linked, cls, 'baseFlags')])
    for (const { key, value } of entriesOf(linked, node)) parameters.push(...oclifParameter(linked, fact.node, key, value, 'flag'))
  for (const node of statics(linked, cls, 'args')) {
    const list = linked.values.elements(node)
    const isList = !(list.length === 1 && list[0] === node)
    if (isList)
      for (const item of list) {
        const name = memberOf(linked, item, 'name').flatMap((each) => textsOf(linked, each))[0]
        if (name) parameters.push(...oclifParameter(linked, fact.node, name, item, 'argument'))
      }
    else for (const { key, value } of entriesOf(linked, node)) parameters.push(...oclifParameter(linked, fact.node, key, value, 'argument'))
  }
  const purpose = [...statics(linked, cls, 'summary'), ...statics(linked, cls, 'description')].map((node) => textOf(linked, node)).find(Boolean)
  return [
    {
      library: '@oclif/core',
      file: fact.file,
      commands: [{ words, node: fact.node, handlers, parameters: merged(parameters), ...(purpose ? { purpose } : {}) }],
    },
  ]
}

const CLIPANION_TYPES: Record<string, Shape['type']> = rowsByName({ Boolean: 'boolean', Counter: 'number', Array: 'array' })

const OCLIF_TYPES: Record<string, Shape['type']> = rowsByName({
  boolean: 'boolean',
  integer: 'integer',
  string: 'string',
  url: 'string',
  file: 'string',
  directory: 'string',
})

/** `Flags.string({ char: 'n', required: true, env: 'NAME' })`, or the settings alone. */
function oclifParameter(linked: Linked, node: number, name: string, value: number, place: 'flag' | 'argument'): Parameter[] {
  const [made = value] = linked.values.definitions(value)
  const isCall = linked.whole.kind[made] === Kind.Call
  const settings = isCall ? linked.whole.args(made)[0] : made
  const at = (key: string) => (settings === undefined ? [] : memberOf(linked, settings, key))
  const type = isCall ? OCLIF_TYPES[calledName(linked, made)] : undefined
  const values = at('options').flatMap((each) => listOf(linked, each))
  const written = writtenAs(linked, at('default')[0])
  const description = [...at('summary'), ...at('description')].map((each) => textOf(linked, each)).find(Boolean)
  const shape: Shape | undefined = type || values.length > 0 ? { type: type ?? 'string', ...(values.length > 0 ? { values } : {}) } : undefined
  const variables = at('env').flatMap((each) => textsOf(linked, each))
  return [
    flag(
      linked,
      node,
      {
        name,
        ...(shape ? { shape: isTrue(linked, at('multiple')) ? { type: 'array', items: shape } : shape } : {}),
        ...(isTrue(linked, at('required')) ? { required: true } : {}),
        ...(written === undefined ? {} : { default: written }),
        ...(description ? { description } : {}),
      },
      place,
    ),
    ...variables.map((variable) => flag(linked, node, { name: variable }, 'env')),
  ]
}

/** `static paths = [['remote', 'add']]`, fields made by `Option.*`. */
function clipanion(linked: Linked, cls: number): CommandProgram[] {
  const { whole, values } = linked
  const fact = whole.classes[cls] as { node: number; file: number; members: { name: string; node: number; static: boolean }[] }
  const handlers = handlerOf(linked, cls, 'execute')
  if (handlers.length === 0) return []
  const paths = statics(linked, cls, 'paths').flatMap((node) => values.elements(node).map((path) => listOf(linked, path)))
  const parameters = fact.members
    .filter(({ node, static: own }) => node >= 0 && !own)
    .flatMap(({ name, node }) => {
      const [made = node] = values.definitions(node)
      if (whole.kind[made] !== Kind.Call) return []
      const kind = calledName(linked, made)
      if (!/^(?:String|Array|Rest|Proxy|Boolean|Counter)$/.test(kind)) return []
      const [first, second] = whole.args(made)
      const text = textOf(linked, first)
      const isFlag = text?.startsWith('-') ?? false
      if (!isFlag)
        return [
          flag(
            linked,
            node,
            {
              name,
              shape: { type: kind === 'String' ? 'string' : 'array' },
              required: first === undefined || !memberOf(linked, first, 'required').some((each) => writtenAs(linked, each) === 'false'),
            },
            'argument',
          ),
        ]
      const option = parseFlags((text as string).replaceAll(',', ', '))
      if (!option) return []
      const written =
        second !== undefined && whole.kind[values.definitions(second)[0] ?? second] !== Kind.Object ? writtenAs(linked, second) : undefined
      const type = CLIPANION_TYPES[kind] ?? 'string'
      return [flag(linked, node, { ...option, shape: { type }, ...(written === undefined ? {} : { default: written }) })]
    })
  const usage = statics(linked, cls, 'usage').flatMap((node) => {
    const [made = node] = values.definitions(node)
    const settings = whole.kind[made] === Kind.Call ? whole.args(made)[0] : made
    return settings === undefined ? [] : memberOf(linked, settings, 'description')
  })
  const purpose = usage.map((node) => textOf(linked, node)).find(Boolean)
  // Others of the list are further names of the same command.
  const [words = []] = paths
  return [
    {
      library: 'clipanion',
      file: fact.file,
      commands: [{ words, node: fact.node, handlers, parameters: merged(parameters), ...(purpose ? { purpose } : {}) }],
    },
  ]
}
