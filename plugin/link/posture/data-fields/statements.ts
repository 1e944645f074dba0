/** Columns that an SQL statement in the code writes, each with the value that is bound to it; -1 where the text itself holds it. */
import { Kind } from '../../../graph'
import type { Linked } from '../../linked'

export interface WrittenColumn {
  name: string
  value: number
}

const INSERT = /^\s*(?:insert|replace)\s+(?:(?:or\s+\w+|ignore|into)\s+)*["'`[]?[\w.$]+["'`\]]?\s*\(([^)]*)\)\s*values\s*\(([\s\S]*)/i
const UPDATE = /^\s*update\s+["'`[]?[\w.$]+["'`\]]?\s+set\s+([\s\S]*?)(?:\swhere\s[\s\S]*)?$/i
const HOLE = /\$(\d+)|\?|[:@](\w+)/

export function columnsWritten(linked: Linked, call: number): WrittenColumn[] {
  const { whole, values } = linked
  const [first, second] = whole.args(call)
  if (first === undefined) return []
  const text =
    [...values.texts(first).map(({ value }) => value), beginning(linked, first)].find((each) => INSERT.test(each) || UPDATE.test(each)) ?? ''
  const bound = second === undefined ? [] : whole.kind[second] === Kind.Function ? [] : values.elements(second)
  return columnsOf(linked, text, bound, second)
}

/**
 * Of a statement's text.
 * @param bound what stands for its holes, in their order
 * @param given what has them by name
 */
export function columnsOf(linked: Linked, text: string, bound: readonly number[], given: number | undefined): WrittenColumn[] {
  const insert = INSERT.exec(text)
  if (insert) {
    const holes = numbered((insert[2] as string).split(','))
    return (insert[1] as string)
      .split(',')
      .map((name, index) => ({ name: bare(name), value: boundTo(linked, ...(holes[index] ?? ['', 0]), bound, given) }))
  }
  const set = UPDATE.exec(text)?.[1]
  if (!set) return []
  return numbered(set.split(',')).flatMap(([part, index]) => {
    const match = /^\s*([\w."`[\]]+)\s*=\s*([\s\S]*)$/.exec(part)
    return match ? [{ name: bare(match[1] as string), value: boundTo(linked, match[2] as string, index, bound, given) }] : []
  })
}

const bare = (name: string): string => (name.trim().split('.').at(-1) as string).replace(/["'`[\]]/g, '')

/** Pieces of a text, each with how many `?` stand before it. */
function numbered(pieces: string[]): [piece: string, before: number][] {
  let before = 0
  return pieces.map((piece) => {
    const at = before
    before += piece.split('?').length - 1
    return [piece, at]
  })
}

function boundTo({ values }: Linked, text: string, index: number, bound: readonly number[], given: number | undefined): number {
  const hole = HOLE.exec(text)
  if (!hole) return -1
  if (hole[1]) return bound[Number(hole[1]) - 1] ?? -1
  if (hole[2]) return given === undefined ? -1 : (values.property(given, hole[2])[0] ?? -1)
  return bound[index] ?? -1
}

/** The text that a concatenation or a template begins with. */
function beginning({ whole }: Linked, node: number): string {
  for (let at = node, hops = 0; at >= 0 && hops < 60; hops++) {
    const kind = whole.kind[at] as Kind
    if (kind === Kind.String) return whole.text(whole.a[at] as number)
    if (kind === Kind.Template || kind === Kind.Cell) at = whole.items(whole.a[at] as number)[0] ?? -1
    else if (kind === Kind.Binary || kind === Kind.Refine) at = whole.a[at] as number
    else return ''
  }
  return ''
}
