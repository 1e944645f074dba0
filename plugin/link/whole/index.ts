/**
 * All files' value graphs under one numbering. In: FileFacts. Out: columns in which a node, a function, a class and a string
 * each have one number for the whole program.
 *
 * ```
 * columns       what there is one of for each node, function, class or file
 * operands      what the integers of each kind of node refer to
 * numbering     columns and lists moved to where they stand in the whole program
 * definitions   functions, classes, interfaces
 * lines         offsets as lines
 * ```
 */
import { type FileFacts, Kind } from '../../graph'
import { Columns } from './columns'
import { Lines, skipTrivia } from './lines'

export type { WholeClass, WholeFunction } from './definitions'
export { skipTrivia } from './lines'

/** The columns, and the small questions that everybody asks of them. */
export class Whole extends Columns {
  private readonly lines = new Lines(this.files)
  /** Whoever asks of one node most often asks of its neighbours next. */
  private lastFile = 0

  /** A string by its number. */
  text(index: number): string {
    return this.strings[index] as string
  }

  /** Nodes of a list operand. An array of the few that there are, since a view of the column takes longer to make and to go over. */
  items(list: number): readonly number[] {
    const { lists } = this
    const count = list < 0 ? 0 : (lists[list] as number)
    if (count === 0) return NONE
    const items: number[] = new Array(count)
    for (let index = 0; index < count; index++) items[index] = lists[list + 1 + index] as number
    return items
  }

  /** The node of a list operand that has one alone, -1 of others. */
  only(list: number): number {
    return list >= 0 && this.lists[list] === 1 ? (this.lists[list + 1] as number) : -1
  }

  /** Arguments of a Call or New, parts of a Tagged, in order. */
  args(call: number): readonly number[] {
    return this.items(this.b[call] as number)
  }

  /** Nodes a value is made of: the parts of a text, the ways of a choice, what a call calls and is given. */
  madeOf(node: number): number[] {
    const a = this.a[node] as number
    switch (this.kind[node] as Kind) {
      case Kind.Choice:
      case Kind.Cell:
      case Kind.Template:
      case Kind.Array:
        return [...this.items(a)]
      case Kind.Object:
        return [...this.items(a)].map((entry) => (this.kind[entry] === Kind.Property ? (this.b[entry] as number) : (this.a[entry] as number)))
      case Kind.Binary:
      case Kind.LoadDynamic:
        return [a, this.b[node] as number]
      case Kind.Refine:
      case Kind.Await:
      case Kind.Load:
      case Kind.Spread:
      case Kind.Rest:
      case Kind.Unary:
        return [a]
      case Kind.Call:
        return [a, ...this.args(node)]
      default:
        return []
    }
  }

  /** Number of the file in which a node stands. */
  fileOf(node: number): number {
    const { base, lastFile } = this
    if ((base[lastFile] as number) <= node && node < (base[lastFile + 1] as number)) return lastFile
    let low = 0
    let high = this.files.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((base[middle] as number) <= node) low = middle
      else high = middle - 1
    }
    this.lastFile = low
    return low
  }

  /** Function in whose body a node stands, -1 at module level. */
  functionOf(node: number): number {
    return this.regions[(this.region[node] as number) * 4 + 3] as number
  }

  /** Function in whose scope a node stands: whose parameter it is, or in whose body it stands; -1 at module level. */
  scopeOf(node: number): number {
    return this.kind[node] === Kind.Param ? (this.a[node] as number) : this.functionOf(node)
  }

  /** Whether a function is another, or is written inside it at whatever depth. */
  isWithin(fn: number, outer: number): boolean {
    for (let at = fn; at >= 0; at = this.functions[at]?.parent ?? -1) if (at === outer) return true
    return false
  }

  /** First line of a node, counted from 1, and its last. */
  linesOf(node: number): [number, number] {
    const file = this.fileOf(node)
    const { text } = this.files[file] as FileFacts
    const start = skipTrivia(text, this.pos[node] as number)
    return [this.lineAt(file, start), this.lineAt(file, Math.max(start, this.end[node] as number))]
  }

  /** First line of a node whose file is known. */
  firstLineOf(file: number, node: number): number {
    return this.lineAt(file, skipTrivia((this.files[file] as FileFacts).text, this.pos[node] as number))
  }

  /** Line of an offset in a file, counted from 1. */
  lineAt(file: number, offset: number): number {
    return this.lines.at(file, offset)
  }

  /** What a line says, without its end. */
  lineText(file: number, line: number): string {
    return this.lines.text(file, line)
  }

  /** What the code says there, on one line. */
  sourceOf(node: number, most = 120): string {
    const { text } = this.files[this.fileOf(node)] as FileFacts
    let start = skipTrivia(text, this.pos[node] as number)
    // A method call is placed at the method's name; a person reads it with its receiver.
    if (this.kind[node] === Kind.Call) start -= /(?:[\w$]+[?!]?\.)*$/.exec(text.slice(Math.max(0, start - 80), start))?.[0].length ?? 0
    const source = text.slice(start, this.end[node] as number).replace(/\s+/g, ' ')
    return source.length > most ? `${source.slice(0, most - 1)}…` : source
  }
}

const NONE: readonly number[] = []
