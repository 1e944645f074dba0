/** Backslashes that a text has lost before it becomes a regular expression: `RegExp('\.')` is `/./`. */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { PLUS } from '../operators'
import { skipTrivia } from '../whole/index'

/** What means something else to an expression with a backslash in front. */
const MEANS = /[.*+?^$()[\]{}|dDwWsSpPB]/
/** Escapes that a text has of its own. */
const OF_TEXTS = /[bfnrtv0-7xu\r\n'"`\\]/

/** @param node what is made into an expression */
export function lostEscapes(linked: Linked, node: number): { node: number; lost: string }[] {
  return written(linked, node).flatMap((text) => {
    const lost = lostIn(sourceOf(linked, text))
    return lost ? [{ node: text, lost }] : []
  })
}

/** Texts of which a value is put together. */
function written(linked: Linked, node: number, hops = 0): number[] {
  const { whole, values } = linked
  if (node < 0 || node >= whole.size || hops > 8) return []
  switch (whole.kind[node] as Kind) {
    case Kind.String:
      return [node]
    case Kind.Template:
      return whole.items(whole.a[node] as number).flatMap((part) => written(linked, part, hops + 1))
    case Kind.Binary:
      return whole.c[node] === PLUS ? [whole.a[node] as number, whole.b[node] as number].flatMap((part) => written(linked, part, hops + 1)) : []
    default: {
      const [definition, ...others] = values.definitions(node)
      return definition !== undefined && others.length === 0 && definition !== node ? written(linked, definition, hops + 1) : []
    }
  }
}

function sourceOf({ whole }: Linked, node: number): string {
  const { text } = whole.files[whole.fileOf(node)] as { text: string }
  return text.slice(skipTrivia(text, whole.pos[node] as number), whole.end[node] as number)
}

/** The first escape that is worth nothing, as it is written; `source` with its quotes. */
function lostIn(source: string): string | undefined {
  /** Backslashes that the text holds directly in front. */
  let backslashes = 0
  for (let at = 1; at < source.length - 1; at++) {
    if (source[at] !== '\\') {
      backslashes = 0
      continue
    }
    const escaped = source[++at] as string
    if (escaped === '\\') {
      backslashes++
      continue
    }
    // Of words a backspace is no part.
    if (escaped === 'b' && backslashes % 2 === 0 && /[\w(]/.test(source[at + 1] ?? '')) return '\\b'
    if (!OF_TEXTS.test(escaped) && MEANS.test(escaped) && backslashes % 2 === 0) return `\\${escaped}`
    backslashes = 0
  }
  return undefined
}
