/**
 * What the program prints into pages. In: templates as extraction writes them, engines and frameworks that are imported. Out: by
 * context, the places that print escaped and those that do not, each with its line.
 */
import escapeStringRegexp from 'escape-string-regexp'
import { Kind } from '../../../graph'
import type { Evidence, UnescapedOutput } from '../../../types'
import { escapingOf } from '../../escaping'
import { calledName, cite, citeLine, isTestCode, type Linked } from '../../linked'
import { lookupOf, once } from '../../lookup'
import { callsOfKind } from '../../usages/modelled'
import { packageOf } from '../../usages/origin'
import type { Known } from '../known'
import { placeOf } from './cleaning'
import { ENGINES, type Engine, FRAMEWORKS, type Framework } from './engines'
import { citeImport, importsIn } from './imports'
import { packageName } from './libraries'
import { wordsOf } from './words'

export interface Printed {
  /** Prints of templates: escaped as text or in quoted attributes; as they are; into scripts; without quotes; as a whole address. */
  text: Evidence[]
  markup: Evidence[]
  script: Evidence[]
  bare: Evidence[]
  address: Evidence[]
  /** Prints of templates whose engine does not escape. */
  plain: Evidence[]
  unescaped: UnescapedOutput[]
  /** Settings that switch escaping off. */
  off: { library: string; at: Evidence }[]
  engines: { engine: Engine; at: Evidence }[]
  frameworks: { framework: Framework; at: Evidence }[]
  /** Markup that a framework is told to trust. */
  bypasses: Evidence[]
}

export function printedBy({ linked, usages, extracted }: Known): Printed {
  const escaping = escapingOf(linked)
  const found: Printed = {
    text: [],
    markup: [],
    script: [],
    bare: [],
    address: [],
    plain: [],
    unescaped: [],
    off: [],
    engines: [],
    frameworks: [],
    bypasses: [],
  }
  found.off = escaping.off.filter(({ node }) => !inTest(linked, node)).map(({ node, library }) => ({ library, at: cite(linked, node) }))
  const why = (file: string): string => {
    const setting = found.off[0]
    return setting
      ? `Escaping is switched off (${setting.at.file}:${setting.at.line})`
      : `The engine of ${file.slice(file.lastIndexOf('.'))} files escapes nothing unasked`
  }
  let rendered: ReturnType<typeof renderersIn> | undefined
  const put = (call: number, context: string, because: string) => {
    const at = cite(linked, call)
    const printed = printedAt(linked, call)
    rendered ??= renderersIn(linked, extracted.manifests)
    const renderer = rendered.find(({ name }) => new RegExp(`\\b${escapeStringRegexp(name)}\\b`).test(printed))
    found.unescaped.push({ context, printed, because: renderer ? `${because}. ${renderer.says}` : `${because}.`, at })
  }
  for (const [call, { library }] of callsOfKind(linked, 'printed-text')) {
    if (inTest(linked, call)) continue
    const { file } = cite(linked, call)
    if (escaping.isOn(file)) found.text.push(cite(linked, call))
    else {
      found.plain.push(cite(linked, call))
      if (library === 'templates') put(call, contextOf(linked, call), why(file))
    }
  }
  const cleaned = new Set(usages.flatMap(({ kind, at }) => (kind === 'cleaned-markup' ? [placeOf(at)] : [])))
  for (const [call] of callsOfKind(linked, 'printed-markup')) {
    if (inTest(linked, call) || cleaned.has(placeOf(cite(linked, call)))) continue
    found.markup.push(cite(linked, call))
    put(call, contextOf(linked, call), 'Printed as markup')
  }
  for (const [kind, list, context, because] of [
    ['printed-in-script', found.script, 'JavaScript', 'Printed into a script, where escaping for HTML is not enough'],
    ['printed-bare', found.bare, 'HTML attribute', 'Printed without quotes around it, where a blank ends the value'],
    ['printed-address', found.address, 'URL', 'Printed as a whole address; its scheme is not looked at'],
  ] as const)
    for (const [call] of callsOfKind(linked, kind)) {
      if (inTest(linked, call)) continue
      list.push(cite(linked, call))
      put(call, context, because)
    }
  found.bypasses = [
    ...usages.filter(({ kind, test }) => kind === 'trusted-markup' && !test).map(({ at }) => at),
    ...[...lookupOf(linked.whole).named(Kind.Property, 'dangerouslySetInnerHTML')]
      .filter((node) => !inTest(linked, node))
      .map((node) => cite(linked, node)),
  ]
  addImported(linked, found)
  found.unescaped.sort((one, other) => (one.at.file < other.at.file ? -1 : one.at.file > other.at.file ? 1 : one.at.line - other.at.line))
  return found
}

/** Inside a tag, or between tags: by the last bracket before it that is the page's own. */
function contextOf({ whole }: Linked, call: number): string {
  const { text } = whole.files[whole.fileOf(call)] as { text: string }
  const at = whole.pos[call] as number
  const before = text.slice(Math.max(0, at - 600), at).replace(/<%[-=_#]?|[-_]?%>|=>|\{\{[\s\S]*?\}\}/g, ' ')
  return before.lastIndexOf('<') > before.lastIndexOf('>') ? 'HTML attribute' : 'HTML body'
}

/** What is printed; a plain name has its place where the template is given it, so that it is read between the marks. */
function printedAt(linked: Linked, call: number): string {
  const { whole } = linked
  const [value] = whole.args(call)
  const said = value === undefined ? '' : wordsOf(linked, value)
  if (/[\w)\]]/.test(said)) return said
  const { text } = whole.files[whole.fileOf(call)] as { text: string }
  const between = text.slice(whole.pos[call] as number, (whole.pos[call] as number) + 200)
  const marked = /^(?:\{\{\{?[-~]?|<%[-=]?|[#!]\{|\$\{)\s*([\s\S]*?)\s*(?:[-~]?\}\}|[-_]?%>|\})/.exec(between)?.[1]
  return marked ? marked.replace(/\s+/g, ' ').slice(0, 70) : cite(linked, call).text
}

function inTest(linked: Linked, node: number): boolean {
  return isTestCode(linked, (linked.whole.files[linked.whole.fileOf(node)] as { path: string }).path)
}

/** Engines of which there are templates, and frameworks that code of a page imports. */
function addImported(linked: Linked, found: Printed): void {
  const { whole, dependencies } = linked
  const imports = importsIn(linked)
  const put = (framework: Framework, at: Evidence) => {
    if (!found.frameworks.some((one) => one.framework === framework)) found.frameworks.push({ framework, at })
  }
  // The framework's own package says it plainer than one that is built on it: `react` before `next`.
  const own = (specifier: string): number => Number(!FRAMEWORKS.some(({ title }) => title.toLowerCase() === specifier))
  for (const [specifier, of] of [...imports].sort(([one], [other]) => own(one) - own(other))) {
    const name = specifier.startsWith('@angular/') ? specifier : packageName(specifier)
    const [first] = of.filter(({ typeOnly }) => !typeOnly)
    if (first) for (const framework of FRAMEWORKS) if (framework.packages.test(name)) put(framework, citeImport(linked, first))
  }
  // Components of these are files of their own, which need import nothing.
  whole.files.forEach(({ path }, file) => {
    if (!/\.(?:vue|svelte)$/.test(path) || isTestCode(linked, path)) return
    for (const framework of FRAMEWORKS) if (framework.files.test(path)) put(framework, citeLine(linked, file, 1))
  })
  const printed = [...found.text, ...found.plain, ...found.markup, ...found.script, ...found.bare, ...found.address]
  const known = [...dependencies, ...[...imports.keys()].map(packageName)]
  for (const engine of ENGINES) {
    const at = printed.find(({ file }) => engine.files.test(file))
    const isMeant = at && (!/\.html?$/i.test(at.file) || known.some((name) => engine.packages.test(name)))
    if (isMeant && !found.engines.some((one) => one.at.file === at.file)) found.engines.push({ engine, at })
  }
}

const RENDERERS = /^(?:marked|markdown-it|showdown|remarkable|snarkdown|commonmark|markdown|kramed)$/
const isRenderer = once((specifier) => RENDERERS.test(packageName(specifier)))

/** Libraries that make markup of Markdown, by the names they go by here, and whether they are told to clean. */
function renderersIn(linked: Linked, manifests: Known['extracted']['manifests']): { name: string; says: string }[] {
  const { whole } = linked
  const lookup = lookupOf(whole)
  const names = new Map<string, string>()
  if (![...importsIn(linked).keys()].some(isRenderer)) return []
  for (const { node, name } of whole.names) {
    const from = packageOf(linked, node)
    if (from !== undefined && isRenderer(from) && /^[\w$]+$/.test(name)) names.set(name, packageName(from))
  }
  for (const node of lookup.of(Kind.Import)) {
    const specifier = whole.text(whole.a[node] as number)
    if (isRenderer(specifier)) names.set(packageName(specifier), packageName(specifier))
  }
  const renders = lookup.named(Kind.Call, /^(?:setOptions|use|marked|parse|MarkdownIt|markdownit|Remarkable|setOption)$/)
  return [...names].map(([name, library]) => {
    const version = manifests.flatMap(({ facts }) => facts).find((fact) => fact.kind === 'dependency' && fact.name === library)?.version
    const option = [...lookup.named(Kind.Property, new Set(['sanitize', 'html', 'sanitizer']))].find((entry) => {
      const object = lookup.objectOf(entry)
      const call = renders.find((each) => whole.args(each).includes(object))
      return call !== undefined && packageName(packageOf(linked, whole.a[call] as number) ?? calledName(linked, call)) === library
    })
    const title = version ? `${library} ${version}` : library
    if (option === undefined) return { name, says: `${title} makes markup of it; no option that cleans was found.` }
    const { file, line } = cite(linked, option)
    return { name, says: `${title} makes markup of it, with ${whole.sourceOf(option, 40)} (${file}:${line}).` }
  })
}
