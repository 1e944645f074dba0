import type { Format, Stated } from '../format'
import { readJson } from '../read/json'
import { at, entriesOf, entryAt, textOf } from '../read/located'

const SCOPES = { require: 'runtime', 'require-dev': 'dev' } as const

export const composer: Format = {
  name: 'composer.json',
  claims: ({ name }) => name === 'composer.json',
  facts(source) {
    const root = readJson(source)
    const name = entryAt(root, 'name')
    const found: Stated[] = name
      ? [{ kind: 'package', ecosystem: 'composer', name: textOf(name.value) ?? '', version: textOf(at(root, 'version')), line: name.line }]
      : []
    for (const [key, scope] of Object.entries(SCOPES))
      for (const { key: required, value, line } of entriesOf(at(root, key))) {
        const version = textOf(value)
        if (required === 'php') found.push({ kind: 'engine', ecosystem: 'composer', name: 'php', version, value: key, line })
        // Extensions of the interpreter have no slash.
        else if (required.includes('/')) found.push({ kind: 'dependency', ecosystem: 'composer', name: required, version, scope, line })
      }
    return found
  },
}
