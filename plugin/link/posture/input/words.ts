/** What the code says at a node, as a person reads it. */
import type { Linked } from '../../linked'
import { skipTrivia } from '../../whole/index'

/** `products[i].name`: a property is placed at its name, a person reads it with what it is of. On one line, cut. */
export function wordsOf({ whole }: Linked, node: number, most = 70): string {
  const { text } = whole.files[whole.fileOf(node)] as { text: string }
  const from = skipTrivia(text, whole.pos[node] as number)
  const before = /(?:[\w$]+(?:\[[^\][]*\])?[?!]?\.)*$/.exec(text.slice(Math.max(0, from - 80), from))?.[0] ?? ''
  const said = (before + text.slice(from, whole.end[node] as number)).replace(/\s+/g, ' ')
  return said.length > most ? `${said.slice(0, most - 1)}…` : said
}
