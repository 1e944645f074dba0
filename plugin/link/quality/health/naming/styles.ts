/** How names are written. In: a name. Out: its style and its words. */

export type Style = 'camelCase' | 'PascalCase' | 'snake_case' | 'UPPER_CASE' | 'kebab-case' | 'one word' | 'other'

/** A single lower-case word fits every style but PascalCase, and decides nothing. */
export function styleOf(name: string): Style {
  if (/^[a-z][a-z0-9]*$/.test(name)) return 'one word'
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(name)) return 'UPPER_CASE'
  if (/^[a-z][a-zA-Z0-9]*$/.test(name)) return 'camelCase'
  if (/^[A-Z][a-zA-Z0-9]*$/.test(name)) return 'PascalCase'
  if (/^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/.test(name)) return 'snake_case'
  if (/^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(name)) return 'kebab-case'
  return 'other'
}

export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s._-]+/)
    .filter((word) => word !== '')
}

export const pascal = (words: readonly string[]) => words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join('')

/** Value that most share, with how many do. */
export function mostCommon<T extends string>(values: readonly T[]): { value: T; count: number } | undefined {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best: { value: T; count: number } | undefined
  for (const [value, count] of counts) if (!best || count > best.count) best = { value, count }
  return best
}
