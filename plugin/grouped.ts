/** Items that say the same of themselves, together: groups in the order in which each first came, items in theirs. */
export function grouped<T>(items: Iterable<T>, keyOf: (item: T) => string): T[][] {
  const found = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = found.get(key)
    if (group) group.push(item)
    else found.set(key, [item])
  }
  return [...found.values()]
}
