/**
 * Files that nothing loads and nothing starts. In: the graph, where programs begin, conventions of frameworks. Out: such files, with why we think
 * so. Whatever a framework, a manifest, a page or a pattern may load by name is not called an orphan: silence costs less than a wrong word.
 */
import type { ModuleGraph } from '../../../types'
import { firstLine } from '../components/containers'
import { baseOf, dirOf, isWithin, joined } from '../paths'
import type { Graph } from './graph'

/** Files that frameworks and tools load by their name or folder. */
const CONVENTIONS: RegExp[] = [
  /(?:^|\/)(?:pages|app|src\/pages|src\/app|routes|src\/routes|server|functions|api|netlify\/functions|layouts|plugins|middleware|composables)\/.*\[.*\]/,
  /(?:^|\/)(?:page|layout|template|loading|error|global-error|not-found|default|route|head|icon|apple-icon|opengraph-image|twitter-image|sitemap|robots|manifest|middleware|proxy|instrumentation(?:-client)?|mdx-components)\.[cm]?[jt]sx?$/,
  /(?:^|\/)(?:_app|_document|_error|404|500|root|entry\.(?:client|server)|app\.config|main|index|server|service-?worker|sw|serviceWorker\w*|worker|preload|background|content|popup|setup(?:Tests?)?|polyfills|vite-env|env|global|globals|gatsby-\w+|\+\w[\w.]*|\$types)\.[cm]?[jt]sx?$/,
  /\+(?:page|layout|server|error)(?:\.server)?\.[jt]s$|\.svelte$|\.astro$|\.mdx?$/,
  /(?:^|\/)(?:migrations?|seeds?|seeders?|factories|fixtures|commands|cron|jobs|tasks|scripts?|bin|tools?|hack|ci|docs?|examples?|samples?|public|static|assets|wwwroot|vendor|locales?|i18n|templates?|stories|schematics|generators?|patches|config|policies|hooks|helpers)\//i,
  /\.(?:stories|story|fixture|mock|test-d|d|config|setup|worklet|worker|user)\.[cm]?[jt]sx?$/,
  /(?:^|\/)(?:\.[\w-]+|ember-cli-build|Gruntfile|gulpfile|webpack[\w.]*|rollup[\w.]*)\.?[cm]?[jt]?s?$/,
  /(?:^|\/)(?:pages|src\/pages|app\/routes|src\/routes)\//,
]

export function orphansOf(graph: Graph): ModuleGraph['orphans'] {
  const { known, model, files, nodes } = graph
  const { whole, fileIndex, modules } = known.linked
  const loaded = new Set<number>()
  for (const { from, to } of known.imports.edges) if (from !== to) loaded.add(to)
  for (const { file } of model.starts) loaded.add(file)
  for (const path of modules.packageEntries()) loaded.add(fileIndex.get(path) ?? -1)
  // Doors, pages and what answers them are found by whatever put them there.
  for (const { at, handler } of known.entryPoints)
    for (const place of [at, ...(handler ? [handler.at] : [])]) loaded.add(fileIndex.get(place.file) ?? -1)
  for (const { at, component } of known.uiRoutes) for (const path of [at.file, component]) loaded.add(fileIndex.get(path) ?? -1)
  for (const path of namedInManifests(graph)) loaded.add(fileIndex.get(path) ?? -1)
  const candidates = files.flatMap((file, index) => {
    const { path } = nodes[index] as { path: string }
    if (loaded.has(file) || !isCode(path) || CONVENTIONS.some((pattern) => pattern.test(path)) || model.containerOfFile[file]?.kind === 'library')
      return []
    const { text } = whole.files[file] as { text: string }
    return text.startsWith('#!') || text.trim() === '' || wholeIsScript(text) ? [] : [{ file, path, fanOut: nodes[index]?.fanOut ?? 0 }]
  })
  if (candidates.length === 0) return []
  const named = namesInTexts(graph)
  const unnamed = candidates.filter(({ path }) => !named(path))
  if (unnamed.length === 0) return []
  const globbed = foldersReadByPattern(graph)
  return unnamed
    .filter(({ path }) => !globbed.some((dir) => isWithin(path, dir)))
    .map(({ file, path, fanOut }) => ({
      path,
      reason: fanOut > 0 ? 'no file imports it, though it imports others' : 'no file imports it',
      at: firstLine(known, file),
    }))
}

function isCode(path: string): boolean {
  return /\.[cm]?[jt]sx?$|\.vue$/.test(path) && !/\.d\.[cm]?ts$/.test(path)
}

/** Nothing is exported and nothing imported: made for a page or a shell, which name it elsewhere. */
function wholeIsScript(text: string): boolean {
  return !/\b(?:import|export|require|module\.exports|exports\.)\b/.test(text)
}

function namedInManifests({ known }: Graph): string[] {
  return known.linked.whole.files.length === 0
    ? []
    : known.extracted.configs.flatMap(({ path, text }) =>
        [...text.matchAll(/"(\.{0,2}\/?[\w@./-]+\.[cm]?[jt]sx?)"/g)].map(([, name]) => joined(dirOf(path), name as string)),
      )
}

/** `require('./models/' + name)`, `import(`./pages/${name}`)` */
const JOINED = /\b(?:require|import)\(\s*(?:path\.|[\w.]+\s*[+)]|['"][^'"\n]*['"]\s*\+)/
const PUT_TOGETHER = new RegExp(`${JOINED.source}|\\b(?:require|import)\\(\\s*\``)

const BY_PATTERN = /\bglob\w*\(|import\.meta\.glob|\breaddir\w*\(|require\.context\(|[aA]uto[lL]oad|requireDir|loadFilesSync|\bentities\s*:\s*\[/
const PATTERN_WORDS = ['glob', 'readdir', 'require.context', 'utoload', 'utoLoad', 'requireDir', 'loadFilesSync', 'entities']

/** `glob('./models/*.js')`, `import.meta.glob('./pages/**')`, `readdirSync(__dirname)`, `require.context('./modules')`, `autoload`. */
function foldersReadByPattern({ known }: Graph): string[] {
  const found = new Set<string>()
  for (const { path, text } of known.linked.whole.files) {
    const isByPattern = PATTERN_WORDS.some((word) => text.includes(word)) && BY_PATTERN.test(text)
    const isPutTogether = (text.includes('require(') || text.includes('import(')) && (text.includes('`') ? PUT_TOGETHER : JOINED).test(text)
    if (!isByPattern && !isPutTogether) continue
    const dir = dirOf(path)
    if (/readdir\w*\(\s*(?:__dirname|import\.meta\.dirname)|glob\w*\([^)]*__dirname/.test(text)) found.add(dir)
    for (const [, written] of text.matchAll(
      /['"`](?:\$\{[^}]*\}|__dirname|\+|\s)*((?:\.{0,2}\/)?[\w@./-]*[\w-]\/?)(?:\/?(?:\*\*?|\$\{)[^'"`]*)?['"`]/g,
    )) {
      const name = (written as string).replace(/\/$/, '')
      if (!/[\w-]/.test(name) || name.length < 3 || /\.\w+$/.test(name)) continue
      for (const base of [joined(dir, name), joined('', name)])
        if (base !== '' && base !== dir && base.includes('/') !== name.includes('//')) found.add(base)
    }
  }
  const dirs = new Set(known.linked.whole.files.flatMap(({ path }) => parentsOf(path)))
  return [...found].filter((dir) => dirs.has(dir))
}

function parentsOf(path: string): string[] {
  const found: string[] = []
  for (let dir = dirOf(path); dir !== ''; dir = dirOf(dir)) found.push(dir)
  return found
}

/** Whether the name of a file stands in a text of the code or in a file that is no code: somebody loads it by that name. */
function namesInTexts({ known }: Graph): (path: string) => boolean {
  const { whole } = known.linked
  const named = new Set<string>()
  for (const text of whole.strings) {
    const last = text.charCodeAt(text.length - 1)
    // An `s` or an `x` ends every name of a code file.
    if ((last !== 115 && last !== 120) || text.length > 200 || !/[\w-]\.[cm]?[jt]sx?$/.test(text)) continue
    named.add(baseOf(text))
  }
  for (const { facts } of known.extracted.manifests)
    for (const { kind, value, text } of facts)
      if (kind !== 'dependency') for (const [name] of `${value ?? ''} ${text}`.matchAll(/[\w@.-]+\.[cm]?[jt]sx?\b/g)) named.add(name)
  return (path) => {
    const base = baseOf(path)
    // Imports are texts too: those that name the file and lead elsewhere do not load it, and cost only an orphan that is not told.
    return named.has(base) || named.has(base.replace(/\.[cm]?tsx?$/, '.js'))
  }
}
