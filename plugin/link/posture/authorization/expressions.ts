/** What expressions say. In: a node. Out: its names from the outside in, and its text as a person reads it. */
import { Kind } from '../../../graph'
import { rowsByName } from '../../../rows-by-name'
import type { Linked } from '../../linked'
import { skipTrivia } from '../../whole/index'

/** Of `req.params.userId` all three; what only turns a value into a text is looked through. */
export function pathNames({ whole, values }: Linked, node: number): string[] {
  const names: string[] = []
  let at = node
  for (let hops = 0; hops < 10 && at >= 0; hops++) {
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Load) {
      names.unshift(whole.text(whole.b[at] as number))
      at = whole.a[at] as number
    } else if (kind === Kind.Refine || kind === Kind.Await) at = whole.a[at] as number
    else if (kind === Kind.Call) {
      // `user.id.toString()`, `String(user.id)`
      const callee = whole.a[at] as number
      at = whole.kind[callee] === Kind.Load ? (whole.a[callee] as number) : ([...whole.args(at)][0] ?? -1)
    } else {
      const name = values.nameOf(at)
      return name ? [name, ...names] : names
    }
  }
  return names
}

/** As the code writes it, on one line: a read is placed at its last name, and a person reads it from the first. */
export function quotedAt({ whole }: Linked, node: number, most = 90): string {
  let at = node
  while (whole.kind[at] === Kind.Refine) at = whole.a[at] as number
  let source = whole.sourceOf(at, most)
  if (whole.kind[at] === Kind.Load) {
    const { text } = whole.files[whole.fileOf(at)] as { text: string }
    const end = skipTrivia(text, whole.pos[at] as number)
    source = text.slice(beginningOf(text, end), end).replace(/\s+/g, ' ') + source
  }
  if (source.length > most) source = `${source.slice(0, most - 1)}…`
  return quoted(source)
}

const OPENS: Record<string, string> = rowsByName({ ')': '(', ']': '[' })

/** Where the chain that ends before a place begins: over names, dots and whole brackets. */
function beginningOf(text: string, end: number): number {
  let at = end
  while (at > 0 && end - at < 160) {
    const before = text[at - 1] as string
    if (/[\w$.?!]/.test(before)) at--
    else if (OPENS[before]) {
      let depth = 0
      let from = at - 1
      for (; from >= 0 && end - from < 160; from--) {
        if (text[from] === before) depth++
        else if (text[from] === OPENS[before] && --depth === 0) break
      }
      if (depth !== 0) return at
      at = from
    } else break
  }
  return at
}

export const quoted = (text: string): string => `\`${text.replaceAll('`', "'")}\``
