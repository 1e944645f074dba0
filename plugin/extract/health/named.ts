/**
 * Files and packages that a file without code names: settings, scripts, pages, lists of tools. In: its path and text. Out: words that
 * may be a path or a package, each once. It is read and never run, so that no setting of the analysed code is executed.
 */

/** Longer ones are data. In characters. */
const LONGEST = 300_000
const MOST_NAMES = 4000
const LEFT_OUT =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|composer\.lock|[^/]*\.(?:csv|tsv|sql|svg|po|pot|xlf|snap|map|log|patch|diff|lcov|geojson|ipynb|min\.(?:js|css)))$/i
const WORD = /[@\w.$~-][@\w.$~/*{},:+-]*/g
/** Of style sheets only what they take in. */
const STYLE_IMPORT = /@(?:import|use|forward|plugin|config|source|reference)\s+(?:\([^)]*\)\s*)?(?:url\()?["']?([^"')\s;]+)/g
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
    for (const [word] of part.matchAll(WORD)) {
      if (found.size >= MOST_NAMES) return
      const name = word.replace(/[.,:]+$/, '')
      if (name.length > 1 && name.length <= 120 && /[A-Za-z]/.test(name)) found.add(name)
    }
  }
  if (/\.(?:css|s[ac]ss|less|styl|pcss)$/i.test(path)) for (const [, name] of text.matchAll(STYLE_IMPORT)) take(name as string)
  else if (/(?:^|\/)package\.json$/.test(path)) take(withoutLists(text))
  // A line that is commented out asks for nothing.
  else take(text.replace(/^[ \t]*(?:#(?!!)|\/\/).*$/gm, ''))
  return found.size === 0 ? undefined : [...found]
}

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
