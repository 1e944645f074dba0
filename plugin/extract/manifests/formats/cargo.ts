import type { Format, Stated } from '../format'
import { at, entriesOf, type Located, textOf } from '../read/located'
import { readToml } from '../read/toml'

const TABLES = { dependencies: 'runtime', 'dev-dependencies': 'dev', 'build-dependencies': 'dev' } as const

export const cargo: Format = {
  name: 'Cargo.toml',
  claims: ({ name }) => name === 'Cargo.toml',
  facts(source) {
    const root = readToml(source)
    const name = at(root, 'package', 'name')
    const rust = at(root, 'package', 'rust-version') ?? at(root, 'workspace', 'package', 'rust-version')
    const edition = at(root, 'package', 'edition') ?? at(root, 'workspace', 'package', 'edition')
    const engine = rust ?? edition
    const found: Stated[] = []
    if (name)
      found.push({ kind: 'package', ecosystem: 'cargo', name: textOf(name) ?? '', version: textOf(at(root, 'package', 'version')), line: name.line })
    if (engine && textOf(engine) !== undefined)
      found.push({
        kind: 'engine',
        ecosystem: 'cargo',
        name: 'rust',
        version: rust ? textOf(rust) : `edition ${textOf(edition)}`,
        value: rust ? 'rust-version' : 'edition',
        line: engine.line,
      })
    for (const part of [root, at(root, 'workspace'), ...entriesOf(at(root, 'target')).map(({ value }) => value)])
      for (const [table, scope] of Object.entries(TABLES)) found.push(...crates(at(part, table), scope))
    for (const member of (entriesOf(at(root, 'workspace')).find(({ key }) => key === 'members')?.value.value as Located[] | undefined) ?? [])
      found.push({ kind: 'workspace', ecosystem: 'cargo', name: textOf(member) ?? '', line: member.line })
    return found
  },
}

function crates(table: Located | undefined, scope: Stated['scope']): Stated[] {
  return entriesOf(table).flatMap(({ key, value, line }): Stated[] => {
    // Crates of the same tree are no foreign dependencies.
    if (at(value, 'path')) return []
    return [
      {
        kind: 'dependency',
        ecosystem: 'cargo',
        name: textOf(at(value, 'package')) ?? key,
        version: textOf(value) ?? textOf(at(value, 'version')),
        scope: textOf(at(value, 'optional')) === 'true' ? 'optional' : scope,
        line,
      },
    ]
  })
}
