/**
 * Reads a value graph back as text, so that a test can say what an expression may be. In: a source with calls `sink(x)`.
 * Out: one text a sink, in the order of the source: what its argument may be, and what has to hold for the call to run.
 */
import { ts } from 'ts-morph'
import { extractFile } from '../../plugin/extract/file'
import { ChoiceKind, type FileFacts, FunctionFlag, Kind, RegionKind } from '../../plugin/graph'

const JOINED: Record<ChoiceKind, string> = {
  [ChoiceKind.Join]: ' | ',
  [ChoiceKind.Conditional]: ' | ',
  [ChoiceKind.Or]: ' || ',
  [ChoiceKind.Nullish]: ' ?? ',
  [ChoiceKind.And]: ' && ',
  [ChoiceKind.Loop]: ' ~ ',
}

export class Reader {
  private readonly graph: FileFacts['graph']

  constructor(readonly facts: FileFacts) {
    this.graph = facts.graph
  }

  text(index: number): string {
    return this.graph.strings[index] as string
  }

  items(list: number): number[] {
    return list < 0 ? [] : [...this.graph.lists.subarray(list + 1, list + 1 + (this.graph.lists[list] as number))]
  }

  /** Nodes of a kind, in the order in which they were made. */
  nodes(kind: Kind): number[] {
    return [...this.graph.kind.keys()].filter((node) => this.graph.kind[node] === kind)
  }

  /** Calls of a global by this name, by where they stand. */
  calls(name: string): number[] {
    const named = (node: number) => this.graph.kind[node] === Kind.Global && this.text(this.graph.a[node] as number) === name
    return this.nodes(Kind.Call)
      .filter((node) => named(this.graph.a[node] as number))
      .sort((one, other) => (this.graph.pos[one] as number) - (this.graph.pos[other] as number))
  }

  args(call: number): number[] {
    return this.items(this.graph.b[call] as number)
  }

  /**
   * `'text'`, `name` of a global, `f#0` a parameter, `(a | b)` where ways meet, `(a ~ b)` at a loop's head, `x if(test)` and
   * `x unless(test)` where a test is known to hold or not, `name{a, b}` a variable that closures share.
   */
  show(node: number, within: number[] = []): string {
    if (node < 0) return '-'
    if (within.includes(node)) return '…'
    const { kind, a, b, c, functions, classes } = this.graph
    const [first, second, third] = [a[node] as number, b[node] as number, c[node] as number]
    const show = (inner: number) => this.show(inner, [...within, node])
    const all = (list: number) => this.items(list).map(show)
    switch (kind[node] as Kind) {
      case Kind.String:
        return `'${this.text(first)}'`
      case Kind.Number:
      case Kind.Global:
      case Kind.Regex:
        return this.text(first)
      case Kind.Boolean:
        return first === 1 ? 'true' : 'false'
      case Kind.Null:
        return 'null'
      case Kind.Undefined:
        return 'undefined'
      case Kind.Unknown:
        return '?'
      case Kind.Template:
        return `\`${all(first).join(' ')}\``
      case Kind.Tagged:
        return `${show(first)}\`${all(second).join(' ')}\``
      case Kind.Binary:
        return `${show(first)} ${ts.tokenToString(third)} ${show(second)}`
      case Kind.Unary:
        return `${ts.tokenToString(third)} ${show(first)}`
      case Kind.Choice:
        return `(${all(first).join(JOINED[third as ChoiceKind])})`
      case Kind.Refine:
        return `${show(first)} ${third === 1 ? 'if' : 'unless'}(${show(second)})`
      case Kind.Param:
        return `${this.functionName(first)}#${second}${third === 1 ? '...' : ''}`
      case Kind.This:
        return first < 0 ? `this of ${classes.find(({ self }) => self === node)?.name}` : `this of ${this.functionName(first)}`
      case Kind.Import:
        return `import('${this.text(first)}').${this.text(second)}`
      case Kind.Load:
        return `${show(first)}.${this.text(second)}`
      case Kind.LoadDynamic:
        return `${show(first)}[${show(second)}]`
      case Kind.Store:
        return `${show(first)}.${this.text(second)} = ${show(third)}`
      case Kind.StoreDynamic:
        return `${show(first)}[${show(second)}] = ${show(third)}`
      case Kind.Call:
        return `${show(first)}(${all(second).join(', ')})`
      case Kind.New:
        return `new ${show(first)}(${all(second).join(', ')})`
      case Kind.Spread:
        return `...${show(first)}`
      case Kind.Object:
        return `{ ${all(first).join(', ')} }`
      case Kind.Property:
        return `${first < 0 ? `[${show(third)}]` : this.text(first)}: ${show(second)}`
      case Kind.Array:
        return `[${all(first).join(', ')}]`
      case Kind.Function:
        return `function ${functions[first]?.name}`
      case Kind.Class:
        return `class ${classes[first]?.name}`
      case Kind.Cell:
        return `${this.text(second)}{${all(first).join(', ')}}`
      case Kind.Await:
        return `await ${show(first)}`
      case Kind.Yield:
        return `yield ${show(first)}`
      case Kind.Jsx:
        return `<${show(first)} ${show(second)}>${all(third).join('')}`
      case Kind.Element:
        return `of ${show(first)}`
      case Kind.Key:
        return `in ${show(first)}`
      case Kind.Exports:
        return 'exports'
      case Kind.TypeRef:
        return `${show(first)}${second >= 0 && this.items(second).length > 0 ? `<${all(second).join(', ')}>` : ''}${third === 1 ? '[]' : ''}`
      case Kind.Interface:
        return `interface ${this.graph.interfaces[first]?.name}`
      case Kind.Caught:
        return 'caught'
      case Kind.Throw:
        return `throw ${show(first)}`
      case Kind.Rest:
        return `rest of ${show(first)}`
    }
  }

  private functionName(index: number): string {
    const fact = this.graph.functions[index]
    return fact?.name || (fact && fact.flags & FunctionFlag.Arrow ? '=>' : 'function')
  }

  /** What encloses a node, outermost first, the bodies of files and functions left out. */
  regions(node: number): string[] {
    const found: string[] = []
    for (let region = this.graph.region[node] as number; region >= 0; region = this.graph.regions[region * 4 + 1] as number) {
      const kind = this.graph.regions[region * 4] as RegionKind
      const condition = this.graph.regions[region * 4 + 2] as number
      if (kind !== RegionKind.Body) found.unshift(`${RegionKind[kind]}${condition < 0 ? '' : `(${this.show(condition)})`}`)
    }
    return found
  }

  /** What a file exports: `name: value`. */
  exports(): string[] {
    return [
      ...this.graph.exports.map(({ name, node }) => `${name}: ${this.show(node)}`),
      ...this.graph.commonjs.map((node) => `module.exports: ${this.show(node)}`),
      ...this.nodes(Kind.Store)
        .filter((node) => this.graph.kind[this.graph.a[node] as number] === Kind.Exports)
        .map((node) => this.show(node)),
    ]
  }
}

export function reader(source: string, path = 'a.tsx'): Reader {
  return new Reader(extractFile(path, source))
}

/** What the argument of each `sink(x)` may be. */
export function sinks(source: string, path?: string): string[] {
  const read = reader(source, path)
  return read.calls('sink').map((call) =>
    read
      .args(call)
      .map((argument) => read.show(argument))
      .join(', '),
  )
}

/** What encloses each `sink()`. */
export function around(source: string): string[] {
  const read = reader(source)
  return read.calls('sink').map((call) => read.regions(call).join(' > '))
}
