/** Environment files. Values never become facts: of an address only its scheme is taken, which says what answers there. */
import type { Format, Stated } from '../format'
import { addressFact } from '../image'

export const dotenv: Format = {
  name: 'environment file',
  claims: ({ name }) =>
    /^\.env(?:\..+)?$/.test(name) ||
    /^[\w-]+\.env(?:\.(?:example|sample|template|dist))?$/.test(name) ||
    /^env\.(?:example|sample|template)$/.test(name),
  facts(source) {
    const found: Stated[] = []
    for (let number = 1; number <= source.lineCount; number++) {
      const [, key, value] = /^\s*(?:export\s+)?([A-Za-z_][\w.]*)\s*=\s*(.*)$/.exec(source.line(number)) ?? []
      if (key !== undefined) found.push(...addressFact(key, value, number))
    }
    return found
  },
}
