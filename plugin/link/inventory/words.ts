/** Every name that stands in the code: what is nowhere at all is surely not there. */
import type { Linked } from '../linked'

const NAME = /^[A-Za-z_$][\w$]{1,79}$/

export function wordsOf({ whole }: Linked): Set<string> {
  const words = new Set<string>()
  const add = (name: string): void => {
    if (NAME.test(name)) words.add(name)
  }
  // A name that was only looked for is none of the code.
  for (let index = 0; index < whole.written; index++) add(whole.strings[index] as string)
  for (const { fact } of whole.functions) {
    add(fact.name)
    for (const name of fact.paramNames)
      if (NAME.test(name)) words.add(name)
      else for (const part of name.match(/[A-Za-z_$][\w$]*/g) ?? []) add(part)
  }
  for (const { fact, members } of whole.classes) {
    add(fact.name)
    for (const { name } of members) add(name)
  }
  for (const { fact, members } of whole.interfaces) {
    add(fact.name)
    for (const { name } of members) add(name)
  }
  for (const list of whole.exports) for (const { name } of list) add(name)
  return words
}
