/** Settings of the project itself, in JSON: which keys there are. Values are nobody’s business here, and may be secrets. */
import type { Format, Source, Stated } from '../format'
import { readJson } from '../read/json'
import { entriesOf, type Located } from '../read/located'

/** Data, and not settings, have more. */
const MOST_KEYS = 400
const DEEPEST = 6

export const settings: Format = {
  name: 'settings file',
  claims: ({ name, path }) => isSettings(name, path),
  facts: (source: Source) => {
    const found: Stated[] = []
    const walk = (value: Located | undefined, prefix: string, depth: number): void => {
      for (const entry of entriesOf(value)) {
        if (found.length >= MOST_KEYS) return
        found.push({ kind: 'key', ecosystem: 'json', name: prefix + entry.key, line: entry.line })
        if (depth < DEEPEST) walk(entry.value, `${prefix}${entry.key}.`, depth + 1)
      }
    }
    walk(readJson(source), '', 0)
    return found.length >= MOST_KEYS ? [] : found
  },
}

function isSettings(name: string, path: string): boolean {
  return /.\.config\.json[c5]?$/.test(name) || /(?:^|\/)config\/[^/]+\.json[c5]?$/.test(path)
}
