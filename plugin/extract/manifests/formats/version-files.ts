/** Files that only say which version of a language or tool is to be used. */
import { rowsByName } from '../../../rows-by-name'
import type { Format, Source, Stated } from '../format'
import { at, entriesOf, oneOrMore, textOf } from '../read/located'
import { readToml } from '../read/toml'

const SINGLE: Record<string, string> = rowsByName({
  '.nvmrc': 'node',
  '.node-version': 'node',
  '.python-version': 'python',
  '.ruby-version': 'ruby',
  '.java-version': 'java',
  '.go-version': 'go',
  '.terraform-version': 'terraform',
  '.php-version': 'php',
  '.swift-version': 'swift',
  '.bun-version': 'bun',
  'runtime.txt': 'python',
  'rust-toolchain': 'rust',
})
const ALIASES: Record<string, string> = rowsByName({ nodejs: 'node', golang: 'go', 'dotnet-core': 'dotnet' })

export const versionFiles: Format = {
  name: 'version file',
  claims: ({ name }) => Object.hasOwn(SINGLE, name) || name === '.tool-versions' || /^\.?mise\.toml$/.test(name) || name === 'rust-toolchain.toml',
  facts(source) {
    const only = Object.hasOwn(SINGLE, source.name) ? SINGLE[source.name] : undefined
    // `rust-toolchain` is a bare version or a table.
    if (only !== undefined && !/^[ \t]*\[/m.test(source.text)) return single(source, only)
    if (source.name === '.tool-versions') return toolVersions(source)
    const root = readToml(source)
    const channel = at(root, 'toolchain', 'channel')
    if (channel)
      return [{ kind: 'engine', ecosystem: 'version-file', name: 'rust', version: textOf(channel), value: source.name, line: channel.line }]
    return entriesOf(at(root, 'tools')).map(({ key, value, line }) =>
      engine(
        key,
        oneOrMore(value)
          .flatMap((each) => textOf(each) ?? textOf(at(each, 'version')) ?? [])
          .join(', '),
        line,
        source.name,
      ),
    )
  },
}

function single(source: Source, tool: string): Stated[] {
  for (let number = 1; number <= source.lineCount; number++) {
    const written = source.line(number).replace(/#.*$/, '').trim()
    // Heroku writes `python-3.11.4`.
    if (written !== '') return [engine(tool, written.replace(/^(?:python|node|ruby|go)-/, ''), number, source.name)]
  }
  return []
}

function toolVersions(source: Source): Stated[] {
  const found: Stated[] = []
  for (let number = 1; number <= source.lineCount; number++) {
    const [tool, ...versions] = source.line(number).replace(/#.*$/, '').trim().split(/\s+/)
    if (tool && versions.length > 0) found.push(engine(tool, versions.join(', '), number, source.name))
  }
  return found
}

function engine(tool: string, version: string, line: number, file: string): Stated {
  return {
    kind: 'engine',
    ecosystem: 'version-file',
    name: Object.hasOwn(ALIASES, tool) ? (ALIASES[tool] as string) : tool,
    version,
    value: file,
    line,
  }
}
