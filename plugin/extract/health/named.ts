/**
 * Files and packages that a file without code names: settings, scripts, pages, lists of tools. In: its path and text. Out: words that
 * may be a path or a package, each once. It is read and never run, so that no setting of the analysed code is executed.
 */

/** Longer ones are data. In characters. */
const LONGEST = 300_000
const MOST_NAMES = 4000
const LEFT_OUT =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|composer\.lock|[^/]*\.(?:csv|tsv|sql|svg|po|pot|xlf|snap|map|log|patch|diff|lcov|geojson|ipynb|min\.(?:js|css)))$/i
/** Of ASCII: 1 for what goes on with a word, 2 for what begins one as well. */
const IN_WORD = new Uint8Array(128)
for (const sign of '/*{},:+') IN_WORD[sign.charCodeAt(0)] = 1
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@.$~-') IN_WORD[sign.charCodeAt(0)] = 2
const LONGEST_NAME = 120
/** Of style sheets only what they take in. */
const STYLE_IMPORT = /@(?:import|require|use|forward|plugin|config|source|reference)\s+(?:\([^)]*\)\s*)?(?:url\()?["']?~?([^"')\s;]+)/g
/** Of pages that are compiled only what they import: the rest is prose. */
const PAGE_IMPORT = /^[ \t]*(?:import|export)\b[^'"\n]*?(?:\bfrom\s*)?['"]([^'"\n]+)['"]/gm
/** What these list is what is asked about. */
const DEPENDENCY_LISTS = [
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
  'resolutions',
  'overrides',
  'peerDependenciesMeta',
]

export function namedIn(path: string, text: string): string[] | undefined {
  if (text.length > LONGEST || LEFT_OUT.test(path)) return undefined
  const found = new Set<string>()
  const take = (part: string) => {
    for (let at = 0; at < part.length && found.size < MOST_NAMES; at++) {
      if (inWord(part, at) !== 2) continue
      const from = at
      let letters = 0
      for (; at < part.length && inWord(part, at) > 0; at++) if (isLetter(part.charCodeAt(at))) letters++
      let to = at
      while (to > from && /[.,:]/.test(part[to - 1] as string)) to--
      if (letters > 0 && to - from > 1 && to - from <= LONGEST_NAME) found.add(part.slice(from, to))
    }
  }
  if (/\.(?:css|s[ac]ss|less|styl|pcss)$/i.test(path)) for (const [, name] of text.matchAll(STYLE_IMPORT)) take(name as string)
  else if (/\.mdx$/i.test(path)) for (const [, name] of text.matchAll(PAGE_IMPORT)) take(name as string)
  else if (/(?:^|\/)package\.json$/.test(path)) take(withoutLists(text))
  // A line that is commented out asks for nothing.
  else take(text.includes('#') || text.includes('//') ? text.replace(/^[ \t]*(?:#(?!!)|\/\/).*$/gm, '') : text)
  return found.size === 0 ? undefined : [...found]
}

const inWord = (text: string, at: number) => IN_WORD[text.charCodeAt(at)] ?? 0
/** Of ASCII. */
const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

function withoutLists(text: string): string {
  try {
    const { ...manifest } = JSON.parse(text) as Record<string, unknown>
    for (const list of DEPENDENCY_LISTS) delete manifest[list]
    delete manifest.name
    delete manifest.description
    delete manifest.keywords
    return JSON.stringify(manifest)
  } catch {
    // Named as unreadable where it is read as a manifest.
    return ''
  }
}
