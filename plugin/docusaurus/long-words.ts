/** Where a long word of code may go on in the next line. In: a text, and how many signs fit. Out: its parts, which say the same together. */

/** After a folder, a comma and an opening bracket: a path or a call can be read on from there. */
const AFTER_STEP = /(?<=[\w)}\]*…]\/|[,({[] ?)(?=[^/\s)}\]])/
/** Before the next member (but not before `.ts:20`, which says what the word is), after what joins words. */
const AT_JOINT = /(?=\.[A-Za-z_$][\w$]{4,})|(?<=[\w$][-_=&?|;:+](?=\w))(?!\d+$)/
/** Between the words of one name. */
const AT_HUMP = /(?<=[a-z0-9])(?=[A-Z])/

/** Broken, it would only look restless. */
const shortEnough = 12

/** A word without any joint may take so many signs before it is cut anywhere: `server.ts:388` in two is worse than a wide column. */
const unbearable = 24

/** @param longest signs that fit beside each other; a word with more is broken wherever it has a place */
export function breakableParts(text: string, longest: number): string[] {
  if (text.length < shortEnough) return [text]
  return text
    .split(AFTER_STEP)
    .flatMap((part) => finer(part, AT_JOINT, longest))
    .flatMap((part) => finer(part, AT_HUMP, longest))
    .flatMap((part) => (longestWordOf(part) > Math.max(longest, unbearable) ? sliced(part, longest) : [part]))
}

const finer = (part: string, at: RegExp, longest: number): string[] => (longestWordOf(part) > longest ? part.split(at) : [part])

const longestWordOf = (text: string): number => Math.max(...text.split(/\s/).map(({ length }) => length))

/** By signs, not by halves of them. */
function sliced(text: string, size: number): string[] {
  const signs = [...text]
  return Array.from({ length: Math.ceil(signs.length / size) }, (_, index) => signs.slice(index * size, (index + 1) * size).join(''))
}
