/** Python projects described in TOML: pyproject.toml and Pipfile. */
import { type Format, platform, type Stated } from '../format'
import { at, entriesOf, itemsOf, type Located, oneOrMore, textOf } from '../read/located'
import { readToml } from '../read/toml'
import { requirementFact } from './requirements'

export const pyproject: Format = {
  name: 'pyproject.toml',
  claims: ({ name }) => name === 'pyproject.toml',
  facts(source) {
    const root = readToml(source)
    const project = at(root, 'project')
    const poetry = at(root, 'tool', 'poetry')
    const name = at(project, 'name') ?? at(poetry, 'name')
    const python = at(project, 'requires-python')
    const backend = at(root, 'build-system', 'build-backend')
    const found: Stated[] = []
    if (name)
      found.push({
        kind: 'package',
        ecosystem: 'pypi',
        name: textOf(name) ?? '',
        version: textOf(at(project, 'version') ?? at(poetry, 'version')),
        line: name.line,
      })
    if (python)
      found.push({ kind: 'engine', ecosystem: 'pypi', name: 'python', version: textOf(python), value: 'requires-python', line: python.line })
    if (backend) found.push({ kind: 'tool', ecosystem: 'pypi', name: (textOf(backend) ?? '').split('.')[0] as string, line: backend.line })
    found.push(...requirementList(at(project, 'dependencies'), 'runtime'))
    for (const { value } of entriesOf(at(project, 'optional-dependencies'))) found.push(...requirementList(value, 'optional'))
    for (const { value } of entriesOf(at(root, 'dependency-groups'))) found.push(...requirementList(value, 'dev'))
    found.push(...requirementList(at(root, 'tool', 'uv', 'dev-dependencies'), 'dev'))
    found.push(...versionTable(at(poetry, 'dependencies'), 'runtime'), ...versionTable(at(poetry, 'dev-dependencies'), 'dev'))
    for (const { value } of entriesOf(at(poetry, 'group'))) found.push(...versionTable(at(value, 'dependencies'), 'dev'))
    for (const { value } of entriesOf(at(root, 'tool', 'pdm', 'dev-dependencies'))) found.push(...requirementList(value, 'dev'))
    for (const { key, line } of entriesOf(at(root, 'tool'))) found.push({ kind: 'tool', ecosystem: 'config', name: `tool.${key}`, line })
    for (const { key, value, line } of entriesOf(at(project, 'scripts') ?? at(poetry, 'scripts')))
      found.push({ kind: 'bin', ecosystem: 'pypi', name: key, value: textOf(value), line })
    return found
  },
}

export const pipfile: Format = {
  name: 'Pipfile',
  claims: ({ name }) => name === 'Pipfile',
  facts(source) {
    const root = readToml(source)
    const python = at(root, 'requires', 'python_version') ?? at(root, 'requires', 'python_full_version')
    return [
      { kind: 'package-manager', ecosystem: 'pypi', name: 'pipenv', value: 'Pipfile', line: entriesOf(root)[0]?.line ?? 1 },
      ...(python
        ? [{ kind: 'engine' as const, ecosystem: 'pypi', name: 'python', version: textOf(python), value: 'python_version', line: python.line }]
        : []),
      ...versionTable(at(root, 'packages'), 'runtime'),
      ...versionTable(at(root, 'dev-packages'), 'dev'),
    ]
  },
}

function requirementList(list: Located | undefined, scope: Stated['scope']): Stated[] {
  return itemsOf(list).flatMap((item) => requirementFact(textOf(item)?.trim() ?? '', item.line, scope) ?? [])
}

/** `name = "^1.0"` or `name = { version = "^1.0" }`, possibly a list of these. */
function versionTable(table: Located | undefined, scope: Stated['scope']): Stated[] {
  return entriesOf(table).map(({ key, value, line }): Stated => {
    const [first] = oneOrMore(value)
    const version = textOf(first) ?? textOf(at(first, 'version'))
    const isLanguage = key.toLowerCase() === 'python'
    return isLanguage
      ? { kind: 'engine', ecosystem: 'pypi', name: 'python', version, value: 'dependencies', line }
      : { kind: 'dependency', ecosystem: 'pypi', name: key, version: version === '*' ? undefined : version, scope, line }
  })
}

export const condaEnvironment: Format = {
  name: 'conda environment',
  claims: ({ name, text }) => /^environment\.ya?ml$/i.test(name) && /^dependencies:/m.test(text),
  facts(source) {
    const found: Stated[] = [platform('conda', 1)]
    let inside = false
    for (let number = 1; number <= source.lineCount; number++) {
      const line = source.line(number)
      if (/^\S/.test(line)) inside = /^dependencies:/.test(line)
      const [, name, version] = (inside && /^\s*-\s+(?:[\w-]+::)?([A-Za-z][\w.-]*)\s*((?:[=<>~!]+)[\w.*]+)?/.exec(line)) || []
      if (name === undefined || /^pip:?$/.test(name) || /:\s*$/.test(line)) continue
      found.push(
        name === 'python'
          ? { kind: 'engine', ecosystem: 'conda', name, version, line: number }
          : { kind: 'dependency', ecosystem: 'pypi', name, version, scope: 'runtime', line: number },
      )
    }
    return found
  },
}
