/** The regular expressions of the program: where each is written, and which of them a value may be. */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import type { Linked } from '../linked'
import { remember } from '../lookup'
import { PLUS, summands } from '../operators'
import { partsOf } from './syntax'

export interface Written {
  /** Node that makes it: the literal, the call of `RegExp`, or the text that a method takes for one. */
  node: number
  pattern: string
  /** Undefined where they are computed. */
  flags: string | undefined
  form: 'literal' | 'constructor' | 'text'
  /** Some of it is made while running: `UNKNOWN_PART` stands for that in the pattern. */
  partly?: true
}

/** A character of no language, nor of any text that somebody would send. */
export const UNKNOWN_PART = '\uf8fe'

/** Longest way from a use to where an expression is written, in names and properties. */
const MOST_HOPS = 6

/** Expressions that a value may be; none where it is something else, or made while running. */
export function expressionsOf(linked: Linked, node: number): Written[] {
  return writtenAs(linked, node).filter(({ partly }) => !partly)
}

/** The same with those of which some is made while running. */
export function writtenAs(linked: Linked, node: number, hops = 0): Written[] {
  if (node < 0 || node >= linked.whole.size || hops > MOST_HOPS) return []
  return remembered(linked, node, hops, () => findExpressions(linked, node, hops))
}

const remembered = remember<Written[]>()

function findExpressions(linked: Linked, node: number, hops: number): Written[] {
  const { whole, values } = linked
  switch (whole.kind[node] as Kind) {
    case Kind.Regex:
      return [{ node, ...partsOf(whole.text(whole.a[node] as number)), form: 'literal' }]
    case Kind.New:
      return made(linked, node, hops)
    case Kind.Call: {
      const own = made(linked, node, hops)
      return own.length > 0 ? own : mayBe(linked, node, hops)
    }
    case Kind.Choice:
    case Kind.Cell:
      return distinct(whole.items(whole.a[node] as number).flatMap((item) => writtenAs(linked, item, hops + 1)))
    case Kind.Refine:
      return writtenAs(linked, whole.a[node] as number, hops + 1)
    case Kind.Load:
    case Kind.Import: {
      const written = distinct(
        values
          .definitions(node)
          .filter((at) => at !== node)
          .flatMap((at) => writtenAs(linked, at, hops + 1)),
      )
      return written.length > 0 ? written : mayBe(linked, node, hops)
    }
    case Kind.Param:
    case Kind.LoadDynamic:
    case Kind.Element:
      return mayBe(linked, node, hops)
    default:
      return []
  }
}

/** Most expressions of one table. */
const MOST_CHOICES = 100

/** What comes out of a table, a field, a parameter or a function: `rules[name]`, `this.rule`, `ruleFor(name)`. */
function mayBe(linked: Linked, node: number, hops: number): Written[] {
  const { whole, solver } = linked
  const made = new Set(handedBack(linked, node))
  for (const entry of entriesOf(linked, node)) made.add(entry)
  for (const label of solver.of(node)) {
    const at = solver.labels.data[label] as number
    if (solver.labels.kind[label] === LabelKind.Value && whole.kind[at] === Kind.Regex) made.add(at)
  }
  made.delete(node)
  return distinct([...made].slice(0, MOST_CHOICES).flatMap((at) => writtenAs(linked, at, hops + 1)))
}

/** What the functions that a call runs give back. */
function handedBack({ whole, solver }: Linked, node: number): number[] {
  if (whole.kind[node] !== Kind.Call) return []
  return [...(solver.callees.get(node) ?? [])].flatMap((fn) => whole.functions[fn]?.returns ?? [])
}

/** What a value may be that is some entry of a table, or a part of one: `rules[name]`, `rules[name].pattern`. */
function entriesOf(linked: Linked, node: number, hops = 0): number[] {
  const { whole, solver } = linked
  const kind = whole.kind[node] as Kind
  if (hops > MOST_HOPS || (kind !== Kind.LoadDynamic && kind !== Kind.Load)) return []
  const from = whole.a[node] as number
  const known = solver.of(from).filter((label) => solver.labels.kind[label] === LabelKind.Object)
  const objects = [...known.map((label) => solver.labels.data[label] as number), ...entriesOf(linked, from, hops + 1)]
  return [...new Set(objects)]
    .filter((at) => at < whole.size && whole.kind[at] === Kind.Object)
    .flatMap((at) => [...whole.items(whole.a[at] as number)])
    .filter((entry) => whole.kind[entry] === Kind.Property && (kind === Kind.LoadDynamic || whole.a[entry] === whole.b[node]))
    .map((entry) => whole.b[entry] as number)
}

/** `new RegExp('a+', 'g')`, `RegExp(/a+/, 'i')`. */
function made(linked: Linked, node: number, hops: number): Written[] {
  const { whole } = linked
  const callee = whole.a[node] as number
  if (callee < 0 || whole.kind[callee] !== Kind.Global || whole.text(whole.a[callee] as number) !== 'RegExp') return []
  const [source, flagsNode] = whole.args(node)
  if (source === undefined) return []
  const given = flagsNode === undefined ? '' : textOf(linked, flagsNode)
  const inner = writtenAs(linked, source, hops + 1)
  if (inner.length > 0)
    return inner.map(({ pattern, flags }) => ({ node, pattern, flags: flagsNode === undefined ? flags : given, form: 'constructor' }))
  const exact = exactTexts(linked, source)
  if (exact.length > 0) return exact.map((pattern) => ({ node, pattern, flags: given, form: 'constructor' }))
  return partlyTexts(linked, source)
    .filter((pattern) => pattern.replaceAll(UNKNOWN_PART, '') !== '')
    .map((pattern) => ({ node, pattern, flags: given, form: 'constructor', partly: true }))
}

/** Texts that are put together of some that are known and some that are not: most of one expression. */
const MOST_WAYS = 8

function partlyTexts(linked: Linked, node: number, hops = 0): string[] {
  const { whole, values } = linked
  const exact = exactTexts(linked, node)
  if (exact.length > 0) return exact.slice(0, MOST_WAYS)
  const [at = -1, ...others] = values.definitions(node)
  const kind = at >= 0 && at < whole.size && others.length === 0 && hops < MOST_HOPS ? (whole.kind[at] as Kind) : Kind.Unknown
  if (kind !== Kind.Template && !(kind === Kind.Binary && whole.c[at] === PLUS)) return [UNKNOWN_PART]
  const parts = kind === Kind.Template ? [...whole.items(whole.a[at] as number)] : summands(whole, at)
  return parts.reduce<string[]>(
    (texts, part) => {
      const ways = partlyTexts(linked, part, hops + 1)
      return texts.flatMap((text) => ways.map((way) => text + way)).slice(0, MOST_WAYS)
    },
    [''],
  )
}

function distinct(list: Written[]): Written[] {
  return [...new Map(list.map((item) => [`${item.node} ${item.pattern}`, item])).values()]
}

/** Texts a value may be; none where some of it is made while running. */
export function exactTexts(linked: Linked, node: number): string[] {
  if (node < 0) return []
  const texts = linked.values.texts(node)
  return texts.every(({ exact }) => exact) ? texts.map(({ value }) => value) : []
}

/** The one text that a value is. */
export function textOf(linked: Linked, node: number): string | undefined {
  const texts = exactTexts(linked, node)
  return texts.length === 1 ? texts[0] : undefined
}
