/**
 * Which protective headers are sent, by what, and on which routes. In: the scene. Out: one entry a header and place. Looked at:
 * libraries that set headers, where they are in force; headers that handlers and middleware set; settings of frameworks; pages.
 */
import { Kind } from '../../../graph'
import type { Evidence, Setting, Usage } from '../../../types'
import { packageOf } from '../../connections'
import { apiPathsOf, calledName, cite, citeLine } from '../../linked'
import { lookupOf } from '../../lookup'
import { allHeaders } from '../../usages/response-headers'
import { settingOf } from '../../usages/setting'
import { headersOf, type SetHeader } from './header-libraries'
import { routeOf, type Scene, type Standing } from './scene'

export interface HeaderSource {
  /** Lower case. */
  header: string
  /** What is sent, in words; '' where the library's default is and says nothing to a reader. */
  value: string
  by: string
  at: Evidence
  wide: boolean
  routes: string[]
  when?: string[]
}

export interface HeaderSources {
  all: HeaderSource[]
  /** Libraries whose settings come from elsewhere, so that what they send could not be told. */
  untold: { by: string; at: Evidence }[]
}

export function headerSources(scene: Scene): HeaderSources {
  const untold: HeaderSources['untold'] = []
  const libraries = scene.standing('headers').flatMap((standing) => ofLibrary(scene, standing, untold))
  return { all: [...libraries, ...ofCode(scene), ...ofSettings(scene), ...ofPages(scene)], untold }
}

function ofLibrary(scene: Scene, { guard, wide, routes }: Standing, untold: HeaderSources['untold']): HeaderSource[] {
  const put = guard.mounted ?? guard.at
  const calls = headerCallsAt(scene, guard.made ?? guard.at)
  return calls.flatMap((call) => ofCall(scene, { guard, wide, routes }, call, calls.length === 1 ? put : cite(scene.linked, call), untold))
}

function ofCall(scene: Scene, { guard, wide, routes }: Standing, call: number, put: Evidence, untold: HeaderSources['untold']): HeaderSource[] {
  const { linked, known } = scene
  const at = cite(linked, call)
  const library = packageOf(linked, call) ?? ''
  const major = majorOf(known.extracted.manifests, library)
  const usage = known.usages.find((it) => it.kind === 'helmet' && it.at.file === at.file && it.at.line === at.line)
  const name = calledName(linked, call)
  const { headers, isUntold } = headersOf({ library, member: name, major, options: optionsOf(usage) })
  if (isUntold) untold.push({ by: guard.name, at: put })
  const policy = known.usages.find((it) => it.kind === 'content-policy' && it.at.file === at.file && it.at.line === at.line)
  return headers.map(({ header, value }: SetHeader) => ({
    header,
    value: header === 'content-security-policy' ? policyWords(policy ?? usage, value) : value,
    by: guard.name,
    at: put,
    wide,
    routes,
    ...(guard.when ? { when: guard.when } : {}),
  }))
}

/** Calls on a line whose result sets headers; where a function of the program begins there, those in it. */
function headerCallsAt({ linked }: Scene, { file, line }: Evidence): number[] {
  const { whole, fileIndex, models, effects } = linked
  const index = fileIndex.get(file)
  if (index === undefined) return []
  const sets = (node: number): boolean =>
    whole.kind[node] === Kind.Call && apiPathsOf(linked, node).some((path) => models.roles.get(path)?.role === 'headers')
  const found: number[] = []
  for (let node = whole.base[index] as number; node < (whole.base[index + 1] as number); node++) {
    const kind = whole.kind[node] as Kind
    if ((kind !== Kind.Call && kind !== Kind.Function) || whole.linesOf(node)[0] !== line) continue
    if (kind === Kind.Call && sets(node)) return [node]
    if (kind === Kind.Function) found.push(...effects.within(whole.a[node] as number).filter(sets))
  }
  return [...new Set(found)]
}

/** First number of the range that a manifest asks for. */
function majorOf(manifests: Scene['known']['extracted']['manifests'], library: string): number | undefined {
  for (const { facts } of manifests)
    for (const { kind, name, version } of facts) {
      const major = kind === 'dependency' && name === library ? /\d+/.exec(version ?? '')?.[0] : undefined
      if (major !== undefined) return Number(major)
    }
  return undefined
}

/** Option → whether it is switched off, given, or not to be told. */
function optionsOf(usage: Usage | undefined): Record<string, 'off' | 'given' | 'unknown'> {
  const options: Record<string, 'off' | 'given' | 'unknown'> = {}
  for (const [name, setting] of Object.entries(usage?.values ?? {})) {
    if (setting.state === 'missing') continue
    options[name] =
      setting.state === 'unknown' ? 'unknown' : setting.state === 'constant' && setting.texts.every((text) => text === 'false') ? 'off' : 'given'
  }
  return options
}

function policyWords(usage: Usage | undefined, otherwise: string): string {
  const of = (name: string, ...keys: string[]) => {
    const texts = keys.flatMap((key) => (usage?.values[key] as Setting | undefined)?.texts ?? [])
    return texts.length > 0 ? [`${name} ${[...new Set(texts)].join(' ')}`] : []
  }
  const words = [...of('default-src', 'defaults', 'defaultsDashed'), ...of('script-src', 'scripts', 'scriptsDashed')]
  return words.length > 0 ? words.join('; ') : otherwise
}

/** `res.set('Content-Security-Policy', …)` in handlers and middleware. */
function ofCode({ linked, isLive, routesOf }: Scene): HeaderSource[] {
  const { whole, values } = linked
  const found: HeaderSource[] = []
  for (const [node, set] of allHeaders(linked)) {
    const file = whole.files[whole.fileOf(node)]?.path ?? ''
    if (!isLive(file)) continue
    for (const { name, value } of set) {
      const { texts } = settingOf(linked, value)
      const written = texts.length > 0 ? texts : values.texts(value).map((text) => text.value)
      const at = cite(linked, value < whole.size ? value : node)
      found.push({
        header: name,
        value: written.slice(0, 2).join(' or '),
        by: 'the code',
        at: at.file === file ? cite(linked, node) : at,
        ...routesOf(whole.functionOf(node)),
      })
    }
  }
  return found
}

/** `{ key: 'X-Frame-Options', value: 'DENY' }`, as settings of Next and of hosts list headers. */
function ofSettings({ linked, isLive, http }: Scene): HeaderSource[] {
  const { whole, values } = linked
  const lookup = lookupOf(whole)
  const found: HeaderSource[] = []
  for (const property of lookup.named(Kind.Property, 'key')) {
    const [key] = values.texts(whole.b[property] as number)
    const object = lookup.objectOf(property)
    if (!key?.exact || object < 0 || !/^[A-Za-z]+(?:-[A-Za-z]+)+$/.test(key.value) || !isLive(whole.files[whole.fileOf(property)]?.path ?? ''))
      continue
    const value = values.property(object, 'value').flatMap((node) => values.texts(node))
    if (value.length > 0 && http.length > 0)
      found.push({
        header: key.value.toLowerCase(),
        value: value[0]?.value ?? '',
        by: 'settings of the framework',
        at: cite(linked, property),
        wide: true,
        routes: http.map(routeOf),
      })
  }
  return found
}

/** `<meta http-equiv="Content-Security-Policy" content="…">`: holds for the page that has it. */
function ofPages({ linked }: Scene): HeaderSource[] {
  const { whole } = linked
  const found: HeaderSource[] = []
  whole.files.forEach(({ path, text }, file) => {
    if (!/\.(?:html?|ejs|hbs|pug|vue|svelte|astro)$/.test(path)) return
    const match = /http-equiv\s*=\s*["']Content-Security-Policy["'][^>]*?content\s*=\s*"([^"]*)"/i.exec(text)
    if (match)
      found.push({
        header: 'content-security-policy',
        value: match[1] ?? '',
        by: `the page ${path}`,
        at: citeLine(linked, file, whole.lineAt(file, match.index)),
        wide: false,
        routes: [`the page ${path}`],
      })
  })
  return found
}
