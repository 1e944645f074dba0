/** How much room a text takes. In: any text. Out: columns, and lines that keep to a number of them. */
import { oneLine } from '../escape'

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u

/** Columns of a terminal: East Asian signs and emoji take two, what stands on top of another sign none. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const sign of text) columns += widthOf(sign)
  return columns
}

export function widthOf(sign: string): 0 | 1 | 2 {
  if (sign < '\u0300') return 1
  return /\p{M}/u.test(sign) ? 0 : wide.test(sign) ? 2 : 1
}

/**
 * Nothing is left out: a word that is too long goes on in the next line.
 * @param columns at least 2, since one sign may take two
 * @returns at least one line
 */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of oneLine(text)
    .split(' ')
    .flatMap((it) => piecesOf(it, columns))) {
    const joined = line === '' ? word : `${line} ${word}`
    if (line !== '' && columnsOf(joined) > columns) {
      lines.push(line)
      line = word
    } else line = joined
  }
  return [...lines, line]
}

/** Cut after a sign that parts names, where there is one in the second half of what fits. */
function piecesOf(word: string, columns: number): string[] {
  const pieces: string[] = []
  let piece = ''
  let taken = 0
  for (const sign of word) {
    const width = widthOf(sign)
    if (taken + width > columns) {
      const parted = /^.*[/._-](?=[^/._-])/u.exec(piece)?.[0] ?? ''
      const cut = columnsOf(parted) * 2 > columns ? parted : piece
      pieces.push(cut)
      piece = piece.slice(cut.length)
      taken = columnsOf(piece)
    }
    piece += sign
    taken += width
  }
  return [...pieces, piece]
}

/** Two things of one name could not be told apart where only names stand: the second is called `name (2)`. */
export function distinct(labels: string[]): string[] {
  const taken = new Set<string>()
  return labels.map((label) => {
    const name = oneLine(label)
    let unique = name
    for (let count = 2; taken.has(unique); count++) unique = `${name} (${count})`
    taken.add(unique)
    return unique
  })
}
