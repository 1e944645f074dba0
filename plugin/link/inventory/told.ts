/** Words of documents: what none of them names needs no description, only a name. */
import type { DocumentFacts } from '../../types'

export function toldIn(documents: DocumentFacts[]): Set<string> {
  const words = new Set<string>()
  const add = (text: string): void => {
    for (const word of text.match(/[A-Za-z_$][\w$]*/g) ?? []) words.add(word)
  }
  for (const { passages, fences } of documents) {
    for (const { raw } of passages) add(raw)
    for (const { text } of fences) add(text)
  }
  return words
}
