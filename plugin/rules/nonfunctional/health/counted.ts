import type { NonfunctionalRule } from '../rule'

/** What a rule says of one place; area and class are its own. */
export type Found = ReturnType<NonfunctionalRule['check']>[number]

/** Words for numbers and lists, as the rules of this area say them. */
export function counted(count: number, noun: string, several = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : several}`
}

/** The first few names, and how many more there are. */
export function someOf(names: readonly string[], most = 4): string {
  const shown = names.slice(0, most).map((name) => `\`${name}\``)
  const left = names.length - shown.length
  if (left > 0) return `${shown.join(', ')} and ${left} more`
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : (shown[0] ?? '')
}

export const isTestPath = (path: string) => /(?:^|\/)(?:tests?|__tests__|__mocks__|e2e|cypress|specs?)\/|[.-](?:test|spec|cy|e2e)\.\w+$/i.test(path)
