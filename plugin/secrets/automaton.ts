/**
 * Looks for many short texts at once, in one pass whose cost does not grow with their number (Aho and Corasick, 1975). An expression
 * with as many alternatives takes ten times as long. Texts are ASCII; other characters end whatever was begun.
 */
export interface Automaton {
  /** Next state by `state * 128 + character`. */
  next: Uint16Array
  /** States from this one on mean that texts end here. */
  firstFinal: number
  /** By state less `firstFinal`: numbers of the texts that end here. */
  ends: number[][]
}

const WIDTH = 128

export function automatonOf(texts: readonly string[]): Automaton {
  const children: Map<number, number>[] = [new Map()]
  const own: number[][] = [[]]
  texts.forEach((text, number) => {
    let at = 0
    for (const character of Buffer.from(text, 'latin1')) {
      let to = children[at]?.get(character)
      if (to === undefined) {
        to = children.length
        children.push(new Map())
        own.push([])
        children[at]?.set(character, to)
      }
      at = to
    }
    own[at]?.push(number)
  })
  const table = Array.from(children, () => new Int32Array(WIDTH))
  const fail = new Int32Array(children.length)
  // Breadth first, so that the shorter text that a state falls back to is whole already.
  const queue = [0]
  for (const at of queue) {
    const row = table[at] as Int32Array
    if (at > 0) {
      row.set(table[fail[at] as number] as Int32Array)
      own[at]?.push(...(own[fail[at] as number] as number[]))
    }
    for (const [character, to] of children[at] as Map<number, number>) {
      fail[to] = at === 0 ? 0 : (row[character] as number)
      row[character] = to
      queue.push(to)
    }
  }
  return numbered(table, own)
}

/** Final states last, so that one comparison tells them. */
function numbered(table: Int32Array[], own: number[][]): Automaton {
  const order = [...table.keys()].sort(
    (one, other) => Number((own[one] as number[]).length > 0) - Number((own[other] as number[]).length > 0) || one - other,
  )
  const number = new Int32Array(order.length)
  for (const [index, state] of order.entries()) number[state] = index
  const next = new Uint16Array(order.length * WIDTH)
  for (const [index, state] of order.entries())
    for (let character = 0; character < WIDTH; character++) next[index * WIDTH + character] = number[table[state]?.[character] as number] as number
  const firstFinal = order.findIndex((state) => (own[state] as number[]).length > 0)
  return {
    next,
    firstFinal: firstFinal < 0 ? order.length : firstFinal,
    ends: firstFinal < 0 ? [] : order.slice(firstFinal).map((state) => own[state] as number[]),
  }
}

/** The same for texts in small letters that may stand in capitals, too. */
export function folded(automaton: Automaton): Automaton {
  const next = automaton.next.slice()
  for (let row = 0; row < next.length; row += WIDTH) next.copyWithin(row + 65, row + 97, row + 123)
  return { ...automaton, next }
}

/** Numbers of the texts that stand anywhere in another. */
export function standingIn(automaton: Automaton, text: string): Set<number> {
  const found = new Set<number>()
  occurrences(automaton, text, (number) => found.add(number))
  return found
}

/** Every place where one of the texts stands in another: which, and the offset behind its last character, ascending. */
export function occurrences({ next, firstFinal, ends }: Automaton, text: string, met: (number: number, end: number) => void): void {
  let state = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    state = character < WIDTH ? (next[state * WIDTH + character] as number) : 0
    if (state >= firstFinal) for (const number of ends[state - firstFinal] as number[]) met(number, at + 1)
  }
}
