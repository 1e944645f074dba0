/**
 * Engines that do not escape what templates print. In: the linked program. Out: settings in code that switch escaping off, and
 * whether a template's engine escapes.
 */
import { Kind } from '../graph'
import { rowsByName } from '../rows-by-name'
import { LabelKind } from './labels'
import { apiPathsOf, calledName, type Linked } from './linked'
import { lookupOf } from './lookup'

/** Engines that share their settings. */
type Dialect = 'blocks' | 'twig' | 'liquid' | 'eta' | 'handlebars'

const DIALECTS: [extension: RegExp, dialect: Dialect][] = [
  [/\.(?:njk|nunjucks|swig|html?)$/i, 'blocks'],
  [/\.twig$/i, 'twig'],
  [/\.liquid$/i, 'liquid'],
  [/\.eta$/i, 'eta'],
  [/\.(?:hbs|handlebars|mustache|hjs|hogan)$/i, 'handlebars'],
]

/** Name of a setting → which value switches escaping off, and whose it is. */
const SETTINGS: Record<string, { off: boolean; dialects: Dialect[] }> = rowsByName({
  autoescape: { off: false, dialects: ['blocks', 'twig'] },
  autoEscape: { off: false, dialects: ['eta', 'blocks'] },
  noEscape: { off: true, dialects: ['handlebars'] },
})
/** What such settings are given to. */
const TAKES =
  /^(?:setDefaults|configure|configureEngine|Environment|Swig|Twig|twig|Eta|Liquid|compile|precompile|compileFile|render|renderFile|renderString|create|engine|set|config|withConfig|register|nunjucks|swig|views|koaViews|koaNunjucks)$/
const ENGINES =
  /^npm:(?:swig|swig-templates|nunjucks|twig|eta|handlebars|hbs|express-handlebars|squirrelly|express-nunjucks|koa-nunjucks-2|koa-views|@koa\/views|@fastify\/view|point-of-view|consolidate|@ladjs\/consolidate|vision|@hapi\/vision|mustache|hogan\.js|koa-hbs|nunjucks-environment|metalsmith-.*|gulp-.*|html-webpack-.*|art-template|squirrelly|juicer)\b/

interface Off {
  node: number
  /** The call that is given the setting, -1 where none is. */
  call: number
  library: string
  api: string
  dialects: Dialect[]
}

export interface Escaping {
  /** Settings and assignments that switch escaping off, each with the engine's package. */
  off: Off[]
  /** Whether the engine of a template escapes what it prints in the usual way. */
  isOn: (file: string) => boolean
  /** The setting that keeps it from doing so; undefined where it does, and where it would have to be told to. */
  offBy: (file: string) => number | undefined
}

const known = new WeakMap<Linked, Escaping>()

export function escapingOf(linked: Linked): Escaping {
  let escaping = known.get(linked)
  if (!escaping) {
    escaping = find(linked)
    known.set(linked, escaping)
  }
  return escaping
}

function find(linked: Linked): Escaping {
  const { whole } = linked
  const off: Escaping['off'] = []
  const dialects = new Set<Dialect>()
  const lookup = lookupOf(whole)
  // These two print as it is what nobody told them to escape.
  if (lookup.named(Kind.Property, 'outputEscape').length === 0) dialects.add('liquid')
  if (lookup.named(Kind.Property, 'autoescape').length === 0) dialects.add('twig')
  const properties = lookup.named(Kind.Property, new Set(Object.keys(SETTINGS)))
  const taking = properties.length === 0 ? new Map<number, { call: number; library: string }>() : objectsGiven(linked)
  for (const entry of properties) {
    const name = whole.text(whole.a[entry] as number)
    const setting = SETTINGS[name] as (typeof SETTINGS)[string]
    const value = whole.b[entry] as number
    if (whole.kind[value] !== Kind.Boolean || (whole.a[value] === 1) !== setting.off) continue
    const given = taking.get(lookup.objectOf(entry))
    if (!given) continue
    off.push({ node: entry, call: given.call, library: given.library, api: calledName(linked, given.call), dialects: setting.dialects })
    for (const dialect of setting.dialects) dialects.add(dialect)
  }
  for (const { node, library } of replacedEscapes(linked)) {
    off.push({ node, call: -1, library, api: 'escape', dialects: ['handlebars'] })
    dialects.add('handlebars')
  }
  // `Sqrl.autoEscaping(false)`
  for (const call of lookup.called(/^autoEscaping$/)) {
    const [given] = whole.args(call)
    if (given === undefined || whole.kind[given] !== Kind.Boolean || whole.a[given] === 1) continue
    const library = libraryOf(linked, call)
    if (library !== undefined) off.push({ node: call, call, library, api: 'autoEscaping', dialects: [] })
  }
  const dialectOf = (file: string) => DIALECTS.find(([extension]) => extension.test(file))?.[1]
  return {
    off,
    isOn: (file) => {
      const dialect = dialectOf(file)
      return dialect === undefined || !dialects.has(dialect)
    },
    offBy: (file) => {
      const dialect = dialectOf(file)
      return dialect && off.find((each) => each.dialects.includes(dialect))?.node
    },
  }
}

/** Objects that calls of an engine are given, or settings inside such an object. */
function objectsGiven(linked: Linked): Map<number, { call: number; library: string }> {
  const { whole, solver } = linked
  const found = new Map<number, { call: number; library: string }>()
  for (const call of lookupOf(whole).called(TAKES)) {
    const library = libraryOf(linked, call)
    if (library === undefined) continue
    const put = (node: number, depth: number): void => {
      const objects = solver
        .of(node)
        .filter((label) => solver.labels.kind[label] === LabelKind.Object)
        .map((label) => solver.labels.data[label] as number)
      for (const object of whole.kind[node] === Kind.Object ? [node] : objects) {
        if (whole.kind[object] !== Kind.Object || found.has(object)) continue
        found.set(object, { call, library })
        if (depth < 2)
          for (const entry of whole.items(whole.a[object] as number))
            if (whole.kind[entry] === Kind.Property) put(whole.b[entry] as number, depth + 1)
      }
    }
    for (const argument of whole.args(call)) put(argument, 0)
  }
  return found
}

/** Package of an engine that a call is made on; undefined for anything else. */
function libraryOf(linked: Linked, call: number): string | undefined {
  const { whole, models } = linked
  const callee = whole.a[call] as number
  const holders = whole.kind[callee] === Kind.Load ? [callee, whole.a[callee] as number] : [callee]
  for (const holder of holders)
    for (const path of apiPathsOf(linked, holder)) {
      const root = models.paths.rootOf(path)
      const owner =
        ENGINES.exec(root)?.[0] ?? (root.startsWith('type:') ? ENGINES.exec(`npm:${root.slice(5).replace(/\/[A-Z]\w*$/, '')}`)?.[0] : undefined)
      if (owner) return owner.slice(4)
      if (/^type:templates?-engines?|^npm:(?:ejs|pug)\b/.test(root)) return 'templates'
    }
  return undefined
}

/** `Mustache.escape = (text) => text`; engines share one model, which is named after the first of them. */
function replacedEscapes(linked: Linked): { node: number; library: string }[] {
  const { whole, solver } = linked
  const found: { node: number; library: string }[] = []
  for (const store of lookupOf(whole).named(Kind.Store, 'escape')) {
    if (!isMustache(linked, whole.a[store] as number)) continue
    const value = whole.c[store] as number
    // `Mustache.escape = String`
    const isGlobal = whole.kind[value] === Kind.Global && /^String$/.test(whole.text(whole.a[value] as number))
    const hands = solver.of(value).some((label) => {
      const fn = solver.labels.kind[label] === LabelKind.Function ? whole.functions[solver.labels.data[label] as number] : undefined
      return fn !== undefined && fn.returns.length > 0 && fn.returns.every((value) => fn.params.includes(value))
    })
    if (hands || isGlobal) found.push({ node: store, library: 'mustache' })
  }
  return found
}

function isMustache(linked: Linked, node: number): boolean {
  const { whole, models } = linked
  return (
    apiPathsOf(linked, node).some((path) => /^npm:(?:mustache|ejs)\b|^global:Mustache\b/.test(models.paths.rootOf(path))) ||
    (whole.kind[node] === Kind.Global && whole.text(whole.a[node] as number) === 'Mustache')
  )
}

/** Calls that render by the engines whose `escape` can be replaced. */
export function rendersOfMustache(linked: Linked): number[] {
  const { whole } = linked
  return [...lookupOf(whole).called(/^(?:render|to_html)$/)].filter((call) => {
    const callee = whole.a[call] as number
    return isMustache(linked, callee) || (whole.kind[callee] === Kind.Load && isMustache(linked, whole.a[callee] as number))
  })
}
