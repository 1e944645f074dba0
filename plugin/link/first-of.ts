/** Answers of several. In: nodes or functions, and what each is asked. Out: the first answer that says anything. */
export function firstOf<T, R>(items: Iterable<T>, ask: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = ask(item)
    if (found !== undefined) return found
  }
  return undefined
}
