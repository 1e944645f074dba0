/** A build constructs its plugins once for every locale; the code is the same each time, so it is analysed once. */

// Docusaurus loads a plugin's modules afresh for every locale, so a variable of this module would not last.
const store = Symbol.for('docusaurus-plugin-plumbline.runs')
type Store = { [store]?: Map<string, Promise<void>> }

/**
 * The pages stay on disk between locales; nothing of the analysis is kept in memory.
 * @param key whatever makes two runs different; compared as JSON
 */
export function sharedRun(key: unknown, run: () => Promise<void>): Promise<void> {
  const holder = globalThis as Store
  holder[store] ??= new Map()
  const runs = holder[store]
  const name = JSON.stringify(key)
  const known = runs.get(name)
  if (known) return known
  const started = run()
  runs.set(name, started)
  return started
}
