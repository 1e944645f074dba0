/**
 * Versions as each ecosystem writes them, as ranges that can be compared. In: the text of a manifest. Out: a range of semantic
 * versions, whose first parts are all that matters; undefined where the text names no number (`latest`, `lts/*`).
 */
import semver from 'semver'

/** Ranges are asked as they were read. Otherwise they are read anew, and `24.04`, which only a loose reader takes, is refused there. */
const LOOSE = { loose: true, includePrerelease: true }

/**
 * @param isMinimum a language version that newer compilers accept as well, so that `1.22` means 1.22 or later: `go` of go.mod,
 * the release level of Java
 */
export function rangeOf(runtime: string, written: string, isMinimum = false): semver.Range | undefined {
  const text = withoutExtras(runtime, written)
  if (!/\d/.test(text)) return undefined
  try {
    return new semver.Range(isMinimum ? `>=${text}` : text, LOOSE)
  } catch {
    // `jruby-9.4`, `1.2 - something`: said, and not comparable.
    return undefined
  }
}

/** One range of each, where several are listed: a matrix of CI. Those without a number are left out. */
export function rangesOf(runtime: string, written: string): semver.Range[] {
  const isList = /,/.test(written) && !/[<>=!~^|]/.test(written)
  return (isList ? written.split(/\s*,\s*/) : [written]).flatMap((each) => rangeOf(runtime, each) ?? [])
}

function withoutExtras(runtime: string, written: string): string {
  let text = written.trim().replace(/^["']|["']$/g, '')
  // Node: `v20.1`, `lts/hydrogen`; images: `22-alpine3.20`, `3.12-slim-bookworm`; distributions of Java: `temurin-17.0.2+8`.
  text = text.replace(/^(?:v(?=\d)|(?:temurin|corretto|zulu|openjdk|adopt\w*|graalvm|liberica|pypy|cpython|node|python|ruby|go|php)-?(?=\d))/i, '')
  // The version is told first in a tag, whatever follows it.
  if (/^\d+(?:\.\d+)*[-+][A-Za-z]/.test(text)) text = text.replace(/[-+].*$/, '')
  if (/^1\.\d+$/.test(text) && runtime === 'Java') text = text.slice(2)
  text = text.replace(/(\d)_(\d)/g, '$1.$2')
  if (runtime === 'Python') text = pythonRange(text)
  if (runtime === 'Ruby') text = text.replace(/~>\s*(\d+\.\d+)(?![.\d])/g, '^$1').replace(/,/g, ' ')
  if (runtime === 'PHP')
    text = text
      .replace(/(?<!\|)\|(?!\|)/g, '||')
      .replace(/,/g, ' ')
      .replace(/~(\d+\.\d+)(?![.\d])/g, '^$1')
  return text
    .replace(/(?<=\d)\.x\b/gi, '.x')
    .replace(/(\d+(?:\.\d+){2})\.\d[\d.]*/g, '$1')
    .replace(/(?<![\d.])0+(?=\d)/g, '')
}

/** As the packaging guide of Python has it: `~=3.9` is 3.9 and later of 3, `==3.11.*` any of 3.11, commas join. */
function pythonRange(text: string): string {
  return text
    .replace(/~=\s*(\d+\.\d+)(?![.\d])/g, '^$1')
    .replace(/~=\s*(\d+\.\d+\.\d+)/g, '~$1')
    .replace(/===?\s*/g, '')
    .replace(/\.\*/g, '.x')
    .replace(/!=\s*[\d.x*]+/g, '')
    .replace(/,/g, ' ')
    .trim()
}

/** How much of a version tells one release line from the next: Node 20 and 22, Python 3.11 and 3.12. */
export function lineOf(runtime: string, range: semver.Range): string | undefined {
  const lowest = semver.minVersion(range, LOOSE)
  if (!lowest) return undefined
  return /^(?:Python|Go|Ruby|PHP|Rust|Elixir|Scala|Kotlin|Terraform|Deno|Bun|Swift)$/.test(runtime)
    ? `${lowest.major}.${lowest.minor}`
    : `${lowest.major}`
}

/** `3` in a pipeline or tag may be any 3.x: then only the first part can be compared. */
export function isSameLine(runtime: string, one: semver.Range, other: semver.Range): boolean {
  return lineOf(runtime, one) === lineOf(runtime, other) || overlap(one, other)
}

export function overlap(one: semver.Range, other: semver.Range): boolean {
  return semver.intersects(one, other, LOOSE)
}
