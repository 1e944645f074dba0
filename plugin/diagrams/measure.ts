/**
 * How wide a text will be, without a browser and for a font that only the reader's machine knows. Measured after the widest
 * fonts in common use (Verdana, DejaVu Sans), so that with any other a label has room to spare, and never leaves its box.
 */

/** Widths in shares of the font's size. The first pattern that matches a sign holds. */
const widths: [RegExp, number][] = [
  [/[ijl.,:;'|!()[\]{}]/, 0.39],
  [/[\sftrI/\\-]/, 0.45],
  [/[mwMW@%—…]/, 0.98],
  [/[A-Z&<>=+~^#_]/, 0.76],
  [/[\u0020-\u024f]/, 0.64],
  // Beyond Latin, Greek and Cyrillic most signs fill a square.
  [/[\u0250-\u058f]/, 0.7],
]
const square = 1

/** Bits of a style, as the renderer passes them. */
const bold = 1
const monospaced = 4

export const widestFont = {
  width(text: string, size: number, style: number): number {
    const factor = style & bold ? 1.1 : 1
    return [...text].reduce((sum, sign) => sum + widthOf(sign, style), 0) * size * factor
  },
}

function widthOf(sign: string, style: number): number {
  if (style & monospaced && sign <= '\u024f') return 0.61
  return widths.find(([signs]) => signs.test(sign))?.[1] ?? square
}
