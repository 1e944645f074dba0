/**
 * What a file says of a value without setting it: the examples of a description of an interface, what stands where nothing is given, and
 * lines that are commented out. In: path and text of a file. Out: the stretches of it that only show.
 */

export type Shown = 'example' | 'default' | 'comment'

interface Stretch {
  from: number
  to: number
  as: Shown
}

const EXAMPLES = /^examples?$/i
/** Where `default` says what stands where nothing is given, and names no section of settings. */
const IS_SCHEMA =
  /["']?\$schema["']?\s*:|["']?(?:openapi|swagger)["']?\s*:\s*["']?[\d.]|["']?properties["']?\s*:[\s\S]*["']?type["']?\s*:\s*["']?(?:object|string)/
const COMMENTED = /^[ \t]*(?:#|\/\/)/

/** As what a place is shown; undefined where its value is set there. */
export function shownIn(path: string, text: string): (pos: number) => Shown | undefined {
  const stretches = /examples?["']?\s*:|["']?default["']?\s*:/i.test(text) ? stretchesOf(path, text) : []
  const hasComments = /\.(?:ya?ml|toml|ini|conf|properties|tfvars|sh)$|(?:^|\/)\.?env(?:[.-][^/]*)?$|\.env$/i.test(path)
  return (pos) => {
    const stretch = stretches.find(({ from, to }) => from <= pos && pos < to)
    if (stretch) return stretch.as
    return hasComments && COMMENTED.test(text.slice(text.lastIndexOf('\n', pos - 1) + 1, pos)) ? 'comment' : undefined
  }
}

function stretchesOf(path: string, text: string): Stretch[] {
  const isSchema = IS_SCHEMA.test(text)
  const asOf = (key: string): Shown | undefined => (EXAMPLES.test(key) ? 'example' : isSchema && key === 'default' ? 'default' : undefined)
  if (/\.json[5c]?$/i.test(path)) return [...inJson(text, asOf)]
  return /\.ya?ml$/i.test(path) ? [...inYaml(text, asOf)] : []
}

/** What stands below a key that says so, the outermost where one lies in another. */
function* inJson(text: string, asOf: (key: string) => Shown | undefined): Generator<Stretch> {
  let [depth, shownAt, from] = [0, -1, 0]
  let as: Shown | undefined
  let key: string | undefined
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/g)) {
    const end = index + token.length
    if (token.startsWith('"')) {
      const isKey = /^\s*:/.test(text.slice(end, end + 8))
      // `"example": "…"`
      const says = !isKey && as === undefined && key !== undefined ? asOf(key) : undefined
      if (says) yield { from: index, to: end, as: says }
      key = isKey ? token.slice(1, -1) : undefined
      continue
    }
    if (/[{[]/.test(token)) {
      depth++
      const says = as === undefined && key !== undefined ? asOf(key) : undefined
      if (says) [as, shownAt, from] = [says, depth, index]
    } else if (/[}\]]/.test(token)) {
      if (as !== undefined && depth === shownAt) {
        yield { from, to: end, as }
        as = undefined
      }
      depth--
    }
    key = undefined
  }
}

/** Lines that stand further in than the key that says so, and those of a list at the key itself. */
function* inYaml(text: string, asOf: (key: string) => Shown | undefined): Generator<Stretch> {
  let open: (Stretch & { indent: number }) | undefined
  let at = 0
  for (const line of text.split('\n')) {
    const indent = line.search(/\S/)
    const isContent = indent >= 0 && line[indent] !== '#'
    if (open && isContent && (indent < open.indent || (indent === open.indent && line[indent] !== '-'))) {
      yield { ...open, to: at }
      open = undefined
    }
    const [, before = '', key = ''] = /^(\s*(?:- +)*)["']?(examples?|default)["']?\s*:/i.exec(line) ?? []
    const as = open ? undefined : asOf(key)
    if (as) open = { from: at, to: text.length, as, indent: before.length }
    at += line.length + 1
  }
  if (open) yield open
}
