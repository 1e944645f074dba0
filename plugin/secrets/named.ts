/**
 * Where a source text names a secret: `password`, `apiKey`, `SIGNING_KEY`. One pass over the text finds the words, so that what
 * stands after them is matched there alone: an expression that has to look for them itself takes ten times as long.
 */
import { automatonOf, folded, occurrences } from './automaton'

/** Words that make a name one of a secret wherever they stand in it. */
const TELLING = ['pass', 'pwd', 'secret', 'credential', 'token', 'hmac']
/** A key is one where the word before it says so. */
const KEY = 'key'
const OF_KEY = /(?:api|access|private|encryption|crypto|cipher|aes|signing|master|jwt)_?-?$/i
const LONGEST_BEFORE_KEY = 'encryption_-'.length
/** Words of functions that are handed a key, beside the ones above. */
const TAKING_KEYS = ['cipher', 'jwt', 'jws', 'cookieparser']

const words = [...TELLING, KEY, ...TAKING_KEYS]
const automaton = folded(automatonOf(words))

export interface Named {
  /** Where names begin, at the first word that tells; ascending, in UTF-16 units. */
  at: number[]
  /** Whether a function may stand here that is handed a key. */
  takesKeys: boolean
}

export function namesIn(text: string): Named {
  const at: number[] = []
  let takesKeys = false
  occurrences(automaton, text, (number, end) => {
    const word = words[number] as string
    const start = end - word.length
    if (word !== KEY) takesKeys = true
    if (number < TELLING.length) at.push(start)
    else if (word === KEY) {
      const before = OF_KEY.exec(text.slice(Math.max(0, start - LONGEST_BEFORE_KEY), start))
      if (before) at.push(start - before[0].length)
    }
  })
  return { at, takesKeys }
}
