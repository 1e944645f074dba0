/**
 * Values that a text puts into itself as they are: `db.any('… where $1:raw', [condition])`. In: a call, how its library marks such values,
 * and the part of its values that came from outside. Out: whether that part is put in so; and by which texts, where which of the values they
 * mean is not told.
 */
import { Kind } from '../../graph'
import type { Pasted } from '../flow-models'
import { LabelKind } from '../labels'
import { calledName, type Linked, receiverOf } from '../linked'
import { PLUS } from '../operators'

/** What stands in a text for a part that nobody knows: no value has that place or name. */
const UNKNOWN = '000'
/** `values.length + 1` is the sum of it and another. */
const isUnknown = (which: string): boolean => which.startsWith(UNKNOWN)
/** Nodes that are looked at for one text. */
const MOST_NODES = 400
/** The name of the values as a whole. */
const ALL = 'this'
/** Methods that put texts together, or leave most of them. */
const MAKES_TEXT = /^(?:join|concat|trim|trimEnd|trimStart|toString|replace|replaceAll|padEnd|padStart|slice)$/

/** One mark in a text. */
interface Mark {
  which: string
  text: number
}

export interface Put {
  isPut: boolean
  by?: readonly number[]
}

export class PastedValues {
  private readonly known = new Map<Pasted, Map<number, Mark[]>>()

  /** @param isSome whether a name of a part stands for any of several */
  constructor(
    private readonly linked: Linked,
    private readonly isSome: (head: number) => boolean,
  ) {}

  /** @param names of the part among the values, none where it is all of them */
  of(call: number, pasted: Pasted, names: readonly number[]): Put {
    const marks = this.marksOf(call, pasted)
    if (marks.some((mark) => this.isMeant(mark, names))) return { isPut: true }
    const some = names.length > 0 && this.isSome(names[0] as number)
    const untold = marks.filter(({ which }) => isUnknown(which) || some)
    return untold.length === 0 ? { isPut: false } : { isPut: true, by: [...new Set(untold.map(({ text }) => text))] }
  }

  /** The part is what the mark means, a part of that, or holds it. */
  private isMeant({ which }: Mark, names: readonly number[]): boolean {
    if (names.length === 0 || which === ALL) return true
    if (isUnknown(which)) return false
    const { whole } = this.linked
    const [first, ...others] = /^\d+$/.test(which) ? [String(Number(which) - 1)] : which.split('.')
    if (whole.text(names[0] as number) !== first) return false
    return others.every((name, index) => names[index + 1] === undefined || whole.text(names[index + 1] as number) === name)
  }

  private marksOf(call: number, pasted: Pasted): readonly Mark[] {
    const known = this.known.get(pasted) ?? new Map<number, Mark[]>()
    this.known.set(pasted, known)
    let marks = known.get(call)
    if (!marks) {
      const argument = this.linked.whole.args(call)[pasted.into]
      let texts = argument === undefined ? [] : [argument]
      for (const name of pasted.below) texts = texts.flatMap((object) => this.linked.values.property(object, name))
      marks = texts.flatMap((text) => this.textsIn(text)).flatMap(([node, written]) => marksIn(node, written, pasted))
      known.set(call, marks)
    }
    return marks
  }

  /** Texts that one is made of, each with the place where it is written. */
  private textsIn(node: number): [node: number, text: string][] {
    const { whole } = this.linked
    const texts: [number, string][] = []
    const seen = new Set<number>()
    const stack = [node]
    for (let at = stack.pop(); at !== undefined && seen.size < MOST_NODES; at = stack.pop()) {
      if (at < 0 || seen.has(at)) continue
      seen.add(at)
      const written = at < whole.size ? this.writtenAt(at, stack) : undefined
      if (written === undefined) stack.push(...this.waysTo(at))
      else texts.push([at, written])
    }
    return texts
  }

  /** A text as it is written; what else it is made of is left for later. */
  private writtenAt(node: number, later: number[]): string | undefined {
    const { whole } = this.linked
    const parts = (nodes: readonly number[]) =>
      nodes
        .map((part) => {
          const text = this.writtenAt(part, later)
          if (text !== undefined) return text
          const [known, ...others] = this.linked.values.texts(part)
          if (known?.exact && others.length === 0) return known.value
          later.push(part)
          return UNKNOWN
        })
        .join('')
    switch (whole.kind[node] as Kind) {
      case Kind.String:
        return whole.text(whole.a[node] as number)
      case Kind.Template:
        return parts([...whole.items(whole.a[node] as number)])
      case Kind.Binary:
        return whole.c[node] === PLUS ? parts([whole.a[node] as number, whole.b[node] as number]) : undefined
      default:
        return undefined
    }
  }

  /** What a node may be, or be made of. */
  private waysTo(node: number): number[] {
    const { whole, solver, values } = this.linked
    const ways = solver
      .of(node)
      .filter((label) => solver.labels.kind[label] === LabelKind.Value)
      .map((label) => solver.labels.data[label] as number)
    if (node >= whole.size) return ways
    switch (whole.kind[node] as Kind) {
      case Kind.Call: {
        const receiver = receiverOf(this.linked, node)
        if (receiver >= 0 && MAKES_TEXT.test(calledName(this.linked, node))) ways.push(receiver, ...this.elementsOf(receiver), ...whole.args(node))
        for (const fn of solver.callees.get(node) ?? []) ways.push(...(whole.functions[fn]?.returns ?? []))
        break
      }
      case Kind.Load:
        ways.push(...values.property(whole.a[node] as number, whole.text(whole.b[node] as number)))
        break
      case Kind.Choice:
        ways.push(...whole.items(whole.a[node] as number))
        break
    }
    return [...ways, ...values.definitions(node).filter((each) => each !== node)]
  }

  private elementsOf(list: number): number[] {
    const { whole, solver } = this.linked
    const element = whole.string('[]')
    const written = this.linked.values.elements(list).filter((node) => node !== list)
    return [...written, ...solver.of(list).map((label) => solver.fieldAt(label, element))]
  }
}

function marksIn(node: number, text: string, { marks, unquoted }: Pasted): Mark[] {
  const found: Mark[] = []
  const put = (match: RegExpMatchArray) => found.push({ which: match.slice(1).find((group) => group !== undefined) ?? UNKNOWN, text: node })
  for (const match of text.matchAll(marks)) put(match)
  if (unquoted) for (const match of text.matchAll(unquoted)) if ((text.slice(0, match.index).split("'").length - 1) % 2 === 0) put(match)
  return found
}
