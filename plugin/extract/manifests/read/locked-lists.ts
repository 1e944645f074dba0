/**
 * Lock files that list every package there is, direct or not, each with its version: those of Python, Rust, Ruby, PHP and
 * Elixir. In: a lock file. Out: one fact a package. Read by line, as they can be long; whoever asked for a package is told by
 * the manifest beside.
 */
import type { Source, Stated } from '../format'

/** `[[package]]`, then `name = "…"` and `version = "…"`: poetry.lock, uv.lock, pdm.lock, Cargo.lock. */
export function tablesLocked(ecosystem: string): (source: Source) => Stated[] {
  return (source) => {
    const found: Stated[] = []
    let name: string | undefined
    let start = 0
    for (let number = 1; number <= source.lineCount; number++) {
      const line = source.line(number)
      if (line.startsWith('[')) {
        name = undefined
        start = line.startsWith('[[package]]') ? number : 0
      }
      if (start === 0) continue
      const [, key, value] = /^(name|version) = "([^"]+)"/.exec(line) ?? []
      if (key === 'name') name = value
      if (key === 'version' && name !== undefined) found.push(locked(ecosystem, name, value as string, start))
    }
    return found
  }
}

/** `    rails (7.1.2)` under `specs:`; what a package needs is indented deeper. */
export function gemsLocked(source: Source): Stated[] {
  const found: Stated[] = []
  for (let number = 1; number <= source.lineCount; number++) {
    const [, name, version] = /^ {4}([\w.-]+) \(([\w.-]+)\)\s*$/.exec(source.line(number)) ?? []
    if (name !== undefined) found.push(locked('gem', name, version as string, number))
  }
  return found
}

/** `"name": "…"` and `"version": "…"` of each package, both at the same depth: composer.lock. */
export function composerLocked(source: Source): Stated[] {
  const found: Stated[] = []
  let name: [text: string, line: number] | undefined
  for (let number = 1; number <= source.lineCount; number++) {
    const [, key, value] = /^ {12}"(name|version)": "([^"]+)"/.exec(source.line(number)) ?? []
    if (key === 'name') name = [value as string, number]
    if (key === 'version' && name) found.push(locked('composer', name[0], (value as string).replace(/^v(?=\d)/, ''), name[1]))
  }
  return found
}

/** `"flask": {` with `"version": "==2.0.1"` somewhere below: Pipfile.lock. */
export function pipfileLocked(source: Source): Stated[] {
  const found: Stated[] = []
  let name: [text: string, line: number] | undefined
  for (let number = 1; number <= source.lineCount; number++) {
    const line = source.line(number)
    const opened = /^ {8}"([^"]+)": \{/.exec(line)
    if (opened) name = [opened[1] as string, number]
    const version = /^ {12}"version": "==([^"]+)"/.exec(line)?.[1]
    if (version !== undefined && name) found.push(locked('pypi', name[0], version, name[1]))
  }
  return found
}

/** `  "phoenix": {:hex, :phoenix, "1.7.10", …` */
export function mixLocked(source: Source): Stated[] {
  const found: Stated[] = []
  for (let number = 1; number <= source.lineCount; number++) {
    const [, name, version] = /^\s*"(\w+)": \{:hex, :\w+, "([^"]+)"/.exec(source.line(number)) ?? []
    if (name !== undefined) found.push(locked('hex', name, version as string, number))
  }
  return found
}

/** `  http:` and, deeper, `    version: "1.1.0"`: pubspec.lock. */
export function pubLocked(source: Source): Stated[] {
  const found: Stated[] = []
  let name: [text: string, line: number] | undefined
  for (let number = 1; number <= source.lineCount; number++) {
    const line = source.line(number)
    const opened = /^ {2}(\w+):\s*$/.exec(line)
    if (opened) name = [opened[1] as string, number]
    const version = /^ {4}version: "([^"]+)"/.exec(line)?.[1]
    if (version !== undefined && name) found.push(locked('pub', name[0], version, name[1]))
  }
  return found
}

function locked(ecosystem: string, name: string, version: string, line: number): Stated {
  return { kind: 'locked', ecosystem, name, version, line }
}
