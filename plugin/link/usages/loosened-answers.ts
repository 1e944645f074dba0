/**
 * Protections of pages that a program of Electron takes out of what servers send, or keeps its own scheme from. In: headers that it
 * changes, and schemes that it registers. Out: `answer-loosened`, with what is gone and whether it is for a part of the answers alone;
 * `scheme-without-policy`.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import type { Linked } from '../linked'
import { lookupOf, merge } from '../lookup'
import { DELETE } from '../operators'
import { environmentOf } from '../posture/data-protection/environment'
import { conditionsAbove } from '../regions'
import { callsHanded } from './handed-functions'
import { callsOfKind, usage } from './modelled'
import { constant, isOnly, settingOf } from './setting'

/** Headers by what goes with them. */
const PROTECTS = new Map([
  ['content-security-policy', 'policy'],
  ['x-frame-options', 'frames'],
])
const isOrigins = (name: string): boolean => name.toLowerCase() === 'access-control-allow-origin'
/** Addresses of a filter that leave nothing out. */
const EVERY_SITE = /^(?:<all_urls>|(?:\*|https?):\/\/\*\/\*|\*)$/

export function loosenedAnswers(linked: Linked): Usage[] {
  return [...inHeaders(linked), ...ofSchemes(linked)]
}

function* inHeaders(linked: Linked): Generator<Usage> {
  const { whole, values } = linked
  const lookup = lookupOf(whole)
  const seen = new Set<number>()
  for (const [call] of callsOfKind(linked, 'changed-answer')) {
    const callee = whole.a[call] as number
    if (whole.kind[callee] !== Kind.Param) continue
    const handler = whole.a[callee] as number
    const part = isForSome(linked, handler)
    const when = whenOf(linked, handler)
    const isInside = (node: number) => whole.isWithin(whole.functionOf(node), handler)
    const told = (node: number, takes: string) =>
      usage(linked, node, 'answer-loosened', 'electron', 'onHeadersReceived', {
        takes: constant(takes),
        part: constant(String(part || conditionsAbove(whole, node).length > 0)),
        ...(when === '' ? {} : { when: constant(when) }),
      })
    const headers = [...whole.args(call)].flatMap((argument) => values.property(argument, 'responseHeaders'))
    for (const object of headers)
      for (const name of values.propertyNames(object).filter(isOrigins))
        for (const value of values.property(object, name))
          if (settingOf(linked, value).texts.includes('*')) yield told(value < whole.size ? value : call, 'origins')
    if (seen.has(handler)) continue
    seen.add(handler)
    // `details.responseHeaders['Access-Control-Allow-Origin'] = ['*']`
    for (const store of merge([lookup.named(Kind.Store, isOrigins), lookup.of(Kind.StoreDynamic)])) {
      if (!isInside(store) || !isOrigins(nameOf(linked, store))) continue
      if (settingOf(linked, whole.c[store] as number).texts.includes('*')) yield told(store, 'origins')
    }
    for (const node of lookup.of(Kind.Unary)) {
      if (whole.c[node] !== DELETE || !isInside(node)) continue
      const takes = PROTECTS.get(nameOf(linked, whole.a[node] as number))
      if (takes !== undefined) yield told(node, takes)
    }
  }
}

/** `headers['Content-Security-Policy']`, read or written. */
function nameOf({ whole, values }: Linked, node: number): string {
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Load || kind === Kind.Store) return whole.text(whole.b[node] as number).toLowerCase()
  if (kind !== Kind.LoadDynamic && kind !== Kind.StoreDynamic) return ''
  return values.texts(whole.b[node] as number)[0]?.value.toLowerCase() ?? ''
}

/** Calls that put a handler in force. */
const putsInForce = (linked: Linked, handler: number): number[] => callsHanded(linked, handler, 'onHeadersReceived')

/** `onHeadersReceived({ urls: ['https://maps.example/*'] }, handler)` */
function isForSome(linked: Linked, handler: number): boolean {
  const calls = putsInForce(linked, handler)
  return (
    calls.length > 0 &&
    calls.every((call) => {
      const [filter] = linked.whole.args(call)
      const { texts } = filter === undefined ? { texts: [] } : settingOf(linked, filter, ['urls'])
      return texts.length > 0 && !texts.some((text) => EVERY_SITE.test(text))
    })
  )
}

const whenOf = (linked: Linked, handler: number): string =>
  putsInForce(linked, handler)
    .map((call) => environmentOf(linked, call))
    .find((when) => when !== '') ?? ''

/** `registerSchemesAsPrivileged([{ scheme: 'shop', privileges: { bypassCSP: true } }])` */
function* ofSchemes(linked: Linked): Generator<Usage> {
  const { values, whole } = linked
  for (const [call] of callsOfKind(linked, 'own-schemes'))
    for (const scheme of [...whole.args(call)].flatMap((argument) => values.elements(argument)))
      for (const privileges of values.property(scheme, 'privileges')) {
        const on = settingOf(linked, privileges, ['bypassCSP'])
        if (isOnly(on, 'true')) yield usage(linked, call, 'scheme-without-policy', 'electron', 'registerSchemesAsPrivileged', { on })
      }
}
