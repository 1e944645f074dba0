/**
 * Python programs that are manifests by custom: setup.py names the project and what it needs, and settings modules say which
 * database and broker is used. Nothing is run; only what is written out as a literal counts.
 */
import type { Format, Source, Stated } from '../format'
import { addressFact } from '../image'
import { withoutHashComments } from '../read/comments'
import { requirementFact } from './requirements'

export const setupPy: Format = {
  name: 'setup.py',
  claims: ({ name }) => name === 'setup.py',
  facts(source) {
    const text = withoutHashComments(source.text)
    const name = /\bname\s*=\s*['"]([\w.-]+)['"]/.exec(text)
    const version = /\bversion\s*=\s*['"]([\w.+-]+)['"]/.exec(text)
    const python = /\bpython_requires\s*=\s*['"]([^'"\n]+)['"]/.exec(text)
    return [
      ...(name
        ? [{ kind: 'package' as const, ecosystem: 'pypi', name: name[1] as string, version: version?.[1], line: source.lineAt(name.index) }]
        : []),
      ...(python
        ? [
            {
              kind: 'engine' as const,
              ecosystem: 'pypi',
              name: 'python',
              version: python[1],
              value: 'python_requires',
              line: source.lineAt(python.index),
            },
          ]
        : []),
      ...lists(text, /\b(?:install_requires)\s*=\s*\[([^\]]{0,5000})\]/g, 'runtime', source),
      ...lists(text, /\b(?:tests_require|setup_requires)\s*=\s*\[([^\]]{0,5000})\]/g, 'dev', source),
    ]
  },
}

function lists(text: string, pattern: RegExp, scope: Stated['scope'], source: Source): Stated[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const start = match.index + match[0].indexOf('[') + 1
    return [...(match[1] as string).matchAll(/(['"])([^'"\n]+)\1/g)].flatMap(
      (item) => requirementFact(item[2] as string, source.lineAt(start + item.index), scope) ?? [],
    )
  })
}

export const setupCfg: Format = {
  name: 'setup.cfg',
  claims: ({ name }) => name === 'setup.cfg',
  facts(source) {
    const found: Stated[] = []
    let section = ''
    let key = ''
    for (let number = 1; number <= source.lineCount; number++) {
      const line = source.line(number)
      const header = /^\[([^\]]+)\]/.exec(line)
      if (header) {
        section = header[1] as string
        key = ''
        const tool = /^(?:tool:)?(pytest|flake8|mypy|isort|pylint|coverage|pycodestyle|yapf|black)\b/.exec(section)
        if (tool) found.push({ kind: 'tool', ecosystem: 'config', name: `tool.${tool[1]}`, line: number })
        continue
      }
      const assigned = /^([\w.-]+)\s*[=:]\s*(.*)$/.exec(line)
      if (assigned) key = assigned[1] as string
      const value = (assigned ? (assigned[2] as string) : line).trim()
      if (value === '' || value.startsWith('#')) continue
      if (section === 'metadata' && key === 'name' && assigned) found.push({ kind: 'package', ecosystem: 'pypi', name: value, line: number })
      if (section === 'options' && key === 'python_requires')
        found.push({ kind: 'engine', ecosystem: 'pypi', name: 'python', version: value, value: key, line: number })
      const scope = section === 'options' && key === 'install_requires' ? 'runtime' : section === 'options.extras_require' ? 'optional' : undefined
      const fact = scope && requirementFact(value, number, scope)
      if (fact) found.push(fact)
    }
    return found
  },
}

export const pythonSettings: Format = {
  name: 'Python settings',
  claims: ({ path, name }) =>
    /^(?:settings|config|configs|configuration|base_settings|local_settings|conf|database|db)\.py$/.test(name) ||
    /(?:^|\/)(?:settings|config)\/[^/]+\.py$/.test(path),
  facts(source) {
    const text = withoutHashComments(source.text)
    const found: Stated[] = []
    // `DATABASE_URL = 'sqlite:///…'`, also as a keyword, an item of a dict, or the default of a look-up in the environment.
    for (const match of text.matchAll(
      /(['"]?)\b([A-Za-z_]\w*)\1\]?\s*[=:]\s*(?:[\w.]+\(\s*)?(?:['"]\w+['"]\s*,\s*(?:default\s*=\s*)?)?[rfbu]?(['"])([a-z][a-z0-9+]*:\/\/[^'"\n]*)\3/g,
    ))
      found.push(...addressFact(match[2] as string, match[4], source.lineAt(match.index)))
    for (const match of text.matchAll(/['"](?:ENGINE|BACKEND)['"]\s*:\s*['"]([\w.]+)['"]/g)) {
      const name = (match[1] as string)
        .split('.')
        .find((part) => /^(?:postgres|postgis|mysql|sqlite3?|oracle|spatialite|redis|memcached|pymemcache|django_redis|mssql|djongo)/i.test(part))
      if (name !== undefined)
        found.push({
          kind: 'service',
          ecosystem: 'datasource',
          name: name.replace(/_psycopg2$|cache$/, '').toLowerCase(),
          value: 'ENGINE',
          line: source.lineAt(match.index),
        })
    }
    return found.sort((one, other) => one.line - other.line)
  },
}
