/** Things of the stack that no model names: servers with a certificate, redirections to HTTPS, error handlers, settings. In: the scene. Out: places. */
import { Kind } from '../../../graph'
import type { Evidence } from '../../../types'
import { packageOf } from '../../connections'
import { LabelKind } from '../../labels'
import { cite, citeLine, isTestCode } from '../../linked'
import { lookupOf } from '../../lookup'
import type { Scene } from './scene'

export interface Place {
  name: string
  at: Evidence
}

const isOwn = ({ linked, isLive }: Scene, node: number): boolean => {
  const path = linked.whole.files[linked.whole.fileOf(node)]?.path ?? ''
  return isLive(path) && !isTestCode(linked, path)
}

export function encryptedServers(scene: Scene): Place[] {
  const { linked } = scene
  return [...lookupOf(linked.whole).called(/^(?:createServer|createSecureServer)$/)]
    .filter((node) => isOwn(scene, node) && /^(?:https|http2|spdy|tls)$/.test(packageOf(linked, linked.whole.a[node] as number) ?? ''))
    .map((node) => ({ name: `${packageOf(linked, linked.whole.a[node] as number)} server`, at: cite(linked, node) }))
}

/** Packages that do nothing else. */
const REDIRECTS = /sslify|(?:force|enforces?)-(?:ssl|https)|ssl-redirect|redirect-ssl|yes-https|https-redirect/

/** `response.redirect('https://' + request.headers.host + request.url)`, or a package that does it. */
export function redirectsToHttps(scene: Scene): Place[] {
  const { linked } = scene
  const { whole } = linked
  const packages = whole.files.flatMap(({ path, text, graph }, file) =>
    scene.isLive(path)
      ? graph.imports
          .filter(({ specifier }) => REDIRECTS.test(specifier) && !/^[./]/.test(specifier))
          .map(({ specifier, pos }) => ({
            name: specifier,
            at: citeLine(linked, file, whole.lineAt(file, pos + (/^\s*/.exec(text.slice(pos, pos + 400))?.[0].length ?? 0))),
          }))
      : [],
  )
  const written = [...lookupOf(linked.whole).named(Kind.Call, 'redirect')]
    .filter(
      (node) =>
        isOwn(scene, node) &&
        linked.whole
          .args(node)
          .some((argument) =>
            linked.values.texts(argument).some(({ value }) => /^https:\/\/\{(?:host|hostname|headers?|get|header|authority)\}/i.test(value)),
          ),
    )
    .map((node) => ({ name: 'redirect', at: cite(linked, node) }))
  return [...packages, ...written]
}

const PUTS = /^(?:use|setErrorHandler|onError|useGlobalFilters)$/

/** Express tells an error handler by its four parameters; the others by the call. */
export function errorHandlers(scene: Scene): Place[] {
  const { linked } = scene
  const { whole, solver } = linked
  // `app.context.onerror = f` of Koa.
  const assigned = [...lookupOf(whole).named(Kind.Store, 'onerror')]
    .filter((node) => isOwn(scene, node) && linked.values.nameOf(whole.a[node] as number) === 'context')
    .map((node) => ({ name: 'onerror', at: cite(linked, node) }))
  const put = [...lookupOf(whole).named(Kind.Call, PUTS)].flatMap((node) => {
    if (!isOwn(scene, node)) return []
    const callee = whole.a[node] as number
    const name = whole.kind[callee] === Kind.Load ? whole.text(whole.b[callee] as number) : ''
    const args = [...whole.args(node)]
    const handles = args.some((argument) =>
      solver.of(argument).some((label) => {
        const fn = solver.labels.kind[label] === LabelKind.Function ? whole.functions[solver.labels.data[label] as number] : undefined
        return fn !== undefined && fn.params.length === 4 && /^_?(?:err|error|e|ex|exception)\b/i.test(fn.fact.paramNames[0] ?? '')
      }),
    )
    const shown = args.map((argument) => linked.values.nameOf(argument)).find((it) => it !== '')
    return (name === 'use' ? handles : name !== '') ? [{ name: shown ?? 'a function of its own', at: cite(linked, node) }] : []
  })
  return [...put, ...assigned]
}

/** `poweredByHeader: false` of Next. */
export function bannerSettings({ linked }: Scene): Place[] {
  const { whole, values } = linked
  return [...lookupOf(whole).named(Kind.Property, 'poweredByHeader')]
    .filter((node) => values.texts(whole.b[node] as number).some(({ value, exact }) => exact && value === 'false'))
    .map((node) => ({ name: 'poweredByHeader: false', at: cite(linked, node) }))
}
