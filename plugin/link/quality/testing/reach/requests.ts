/**
 * Requests that tests make: supertest, inject, fetch, axios, Cypress, Playwright, frisby, chai-http and whatever else is handed an
 * address. In: files of tests. Out: method and path, as far as the code tells; what is not known of a path stands as `{name}`.
 */
import { Kind } from '../../../../graph'
import type { Linked } from '../../../linked'
import { lookupOf } from '../../../lookup'
import { namesOf } from '../calls'

export interface TestRequest {
  /** In capitals; '' where any is meant: a page that is visited and then clicked on. */
  method: string
  /** Without host and query; without its beginning where that is not known, and then `isEnd`. */
  path: string
  isEnd: boolean
  node: number
}

const VERBS = new Map(
  Object.entries({
    get: 'GET',
    post: 'POST',
    put: 'PUT',
    patch: 'PATCH',
    delete: 'DELETE',
    del: 'DELETE',
    head: 'HEAD',
    options: 'OPTIONS',
    getRequest: 'GET',
    postRequest: 'POST',
  }),
)
const ANY_REQUEST = new Set([
  'fetch',
  'axios',
  'got',
  'ky',
  'request',
  'inject',
  'superagent',
  'api',
  'apiRequest',
  'apiFetch',
  'authFetch',
  'handle',
  'makeRequest',
  'simulate',
])
const VISITS = new Set(['visit', 'goto', 'amOnPage', 'navigateTo', 'url', 'open', 'waitForURL'])
/** Stand-ins answer requests of the program; they are no requests of the test. */
const STAND_IN = /^(?:nock|scope|rest|http|HttpResponse|mock|fetchMock|server|app|router|intercept|cy\.intercept)$/
const MOST_TEXTS = 6
/** The commonest calls of tests, which ask for nothing. */
const ASKS_NOBODY = new Set(['import', 'require', 'describe', 'it', 'test', 'mock', 'join', 'resolve'])

export function requestsIn(linked: Linked, files: Set<number>): TestRequest[] {
  const { whole, values } = linked
  const found = new Map<string, TestRequest>()
  const clicked = new Set<number>()
  for (const call of lookupOf(whole).named(Kind.Call, /^(?:click|submit|press|dblclick|tap|check|selectFile|setInputFiles)$/))
    clicked.add(whole.fileOf(call))
  for (const { call, file } of callsIn(linked, files)) {
    if (whole.args(call).length === 0 || !mayAsk(linked, call)) continue
    const { root, names } = namesOf(linked, whole.a[call] as number)
    const last = names.at(-1) ?? root
    if (ASKS_NOBODY.has(last) || root === 'nock' || names.includes('intercept')) continue
    const args = [...whole.args(call)]
    // `app.get('/x', handler)` makes a route; it asks for none.
    const verb = VERBS.get(last)
    if (verb && STAND_IN.test(root) && args.slice(1).some((argument) => whole.kind[argument] === Kind.Function)) continue
    const put = (method: string, address: number | undefined) => {
      if (address === undefined) return
      for (const { value } of values.texts(address).slice(0, MOST_TEXTS)) {
        const told = pathIn(value)
        if (!told) continue
        const key = `${method} ${told.path} ${told.isEnd}`
        if (!found.has(key)) found.set(key, { method, ...told, node: call })
      }
    }
    const option = args.find((argument) => whole.kind[argument] === Kind.Object)
    const optionText = (name: string) =>
      option === undefined
        ? undefined
        : values
            .property(option, name)
            .flatMap((node) => values.texts(node))
            .find(({ exact }) => exact)?.value
    const statedIn = () => optionText('method')?.toUpperCase()
    const addressIn = () => (option === undefined ? undefined : ['url', 'uri', 'path'].flatMap((name) => values.property(option, name))[0])
    if (names.length > 0 && verb) {
      put(verb, args[0])
      continue
    }
    const stated = VISITS.has(last) ? undefined : statedIn()
    if (ANY_REQUEST.has(last)) {
      const first = values.texts(args[0] as number).find(({ exact }) => exact)?.value ?? ''
      if (/^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i.test(first)) put(first.toUpperCase(), args[1])
      else put(stated ?? 'GET', addressIn() ?? args[0])
      continue
    }
    const address = VISITS.has(last) || stated !== undefined ? addressIn() : undefined
    if (VISITS.has(last)) put(clicked.has(file) ? '' : 'GET', address ?? args[0])
    else if (address !== undefined && stated !== undefined) put(stated, address)
    else if (isPath(linked, args[0] as number)) put(clicked.has(file) ? '' : 'GET', args[0])
  }
  return [...found.values()]
}

/** Most methods that tests call check something: without such a name, only an address or an option asks for anything. */
function mayAsk(linked: Linked, call: number): boolean {
  const { whole } = linked
  const callee = whole.a[call] as number
  if (whole.kind[callee] !== Kind.Load) return true
  const name = whole.text(whole.b[callee] as number)
  if (VERBS.has(name) || ANY_REQUEST.has(name) || VISITS.has(name)) return true
  const args = whole.args(call)
  return isPath(linked, args[0] as number) || args.some((argument) => whole.kind[argument] === Kind.Object)
}

const isPath = ({ whole }: Linked, node: number): boolean =>
  whole.kind[node] === Kind.String && /^\/[\w:/.-]*$/.test(whole.text(whole.a[node] as number))

/** `{BASE}/users/{id}?page=1` → `/users/{id}`, of which the beginning is not known. */
function pathIn(text: string): { path: string; isEnd: boolean } | undefined {
  const absolute = /^https?:\/\/[^/?#]*(.*)$/s.exec(text)
  const isUnknown = !absolute && !text.startsWith('/')
  let rest = absolute ? (absolute[1] as string) : text
  if (isUnknown) {
    const begun = /^(?:\{[^}]*\})+(?::\d+)?(\/.*)?$/s.exec(text)
    if (begun) rest = begun[1] ?? ''
    else if (/^[\w-]+(?:\/[\w{}.:-]+)+\/?$/.test(text)) rest = `/${text}`
    else return undefined
  }
  // The part behind a hash never reaches a server.
  const path = rest
    .replace(/[?#].*$/s, '')
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/+$/, '')
  if (path === '') return isUnknown ? undefined : { path: '/', isEnd: false }
  return /[\s<>"'`;]/.test(path) ? undefined : { path, isEnd: isUnknown }
}

function* callsIn({ whole }: Linked, files: Set<number>): Generator<{ call: number; file: number }> {
  for (const file of [...files].sort((one, other) => one - other))
    for (let call = whole.base[file] as number; call < (whole.base[file + 1] as number); call++)
      if (whole.kind[call] === Kind.Call) yield { call, file }
}
