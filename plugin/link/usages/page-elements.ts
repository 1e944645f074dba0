/**
 * Elements of pages whose attributes matter to standards, in markup, templates and JSX. `page-asset`: a script or style that comes
 * from another host, with its `integrity`. `page-frame`: what another host shows inside of it. `password-input`: a field for a password,
 * and whether it lets the browser fill it in (`autocomplete`) and its user paste (`paste`). `electron-window`: a page that Electron shows
 * inside of another, and what it gives it; one that is fetched without encryption is a `cleartext-address` too, and one whose page opens windows `window-allowed`.
 */
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { Setting, Usage } from '../../types'
import { calledName, citeLine, isTest, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { cleartextOf } from './addresses'
import { usage } from './modelled'
import { settingOf } from './setting'
import { nameOfValue } from './value-names'

const OTHER_HOST = /^(?:https?:)?\/\/[^/]/i
/** Relations of `link` by which something is loaded that acts on the page. */
const LOADED = /\b(?:stylesheet|modulepreload|preload)\b/i
const constant = (text: string): Setting => ({ state: 'constant', texts: [text] })
const missing: Setting = { state: 'missing', texts: [] }
const PREVENTED = 'prevented'

type Read = (name: string) => Setting

export function pageElements(linked: Linked): Usage[] {
  return [...inJsx(linked), ...inMarkup(linked), ...inListeners(linked), ...made(linked)]
}

interface Found {
  kind: string
  values: Record<string, Setting>
}

/** What an element is of these, by its attributes. */
function kindsOf(tag: string, read: Read): Found[] {
  const found = kindOf(tag, read)
  if (tag !== 'webview') return found ? [found] : []
  const open = read('src')
    .texts.map(cleartextOf)
    .find((values) => values !== undefined)
  const opens = read(OPENS_WINDOWS)
  return [
    ...(found ? [found] : []),
    ...(open ? [{ kind: 'cleartext-address', values: open }] : []),
    ...(opens.state === 'constant' && !opens.texts.includes('false') ? [{ kind: 'window-allowed', values: {} }] : []),
  ]
}

function kindOf(tag: string, read: Read): Found | undefined {
  if (tag === 'input') {
    if (!read('type').texts.includes('password')) return undefined
    return { kind: 'password-input', values: { autocomplete: read('autocomplete'), paste: read('paste') } }
  }
  if (tag === 'webview') return webview(read)
  const address = read(tag === 'link' ? 'href' : 'src')
  if (!address.texts.some((text) => OTHER_HOST.test(text))) return undefined
  if (tag === 'link' && !read('rel').texts.some((text) => LOADED.test(text))) return undefined
  if (tag === 'iframe') return { kind: 'page-frame', values: { address } }
  return { kind: 'page-asset', values: { address, integrity: read('integrity') } }
}

/** Attributes of `<webview>` and what they stand for; whatever they are given, they hold by being there. */
const SWITCHES: [attribute: string, preference: string, as: string][] = [
  ['nodeintegration', 'nodeIntegration', 'true'],
  ['nodeintegrationinsubframes', 'nodeIntegrationInSubFrames', 'true'],
  ['disablewebsecurity', 'webSecurity', 'false'],
]

const OPENS_WINDOWS = 'allowpopups'

const isSwitch = (name: string): boolean => name === OPENS_WINDOWS || SWITCHES.some(([attribute]) => attribute === name)

function webview(read: Read): Found | undefined {
  const values: Record<string, Setting> = {}
  for (const [attribute, preference, as] of SWITCHES) {
    const { state, texts } = read(attribute)
    if (state === 'constant' && !texts.includes('false')) values[preference] = constant(as)
  }
  // `webpreferences="contextIsolation=no, javascript=yes"`
  for (const [, name, value] of (read('webpreferences').texts[0] ?? '').matchAll(/(\w+)\s*(?:=\s*(\w+))?/g))
    values[name as string] ??= constant(value === undefined || /^(?:yes|true|1)$/i.test(value) ? 'true' : 'false')
  if (Object.keys(values).length === 0) return undefined
  return { kind: 'electron-window', values: { ...values, contextIsolation: values.contextIsolation ?? missing } }
}

// ── JSX ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** `Script` is what Next.js calls its own. */
const TAGS: Record<string, string> = rowsByName({
  script: 'script',
  link: 'link',
  input: 'input',
  iframe: 'iframe',
  Script: 'script',
  webview: 'webview',
})
const CAMEL: Record<string, string> = rowsByName({ autocomplete: 'autoComplete' })

function* inJsx(linked: Linked): Generator<Usage> {
  const { whole } = linked
  for (const node of lookupOf(whole).of(Kind.Jsx)) {
    const tag = whole.a[node] as number
    const name = whole.kind[tag] === Kind.String ? whole.text(whole.a[tag] as number) : whole.sourceOf(tag, 20).trim()
    const attributes = whole.b[node] as number
    if (!Object.hasOwn(TAGS, name) || attributes < 0) continue
    const read: Read = (attribute) =>
      attribute === 'paste'
        ? linked.values.property(attributes, 'onPaste').some((handler) => prevents(linked, handler))
          ? constant(PREVENTED)
          : missing
        : settingOf(linked, attributes, [CAMEL[attribute] ?? attribute])
    for (const { kind, values } of kindsOf(TAGS[name]!, read)) yield usage(linked, node, kind, 'page', `<${name}>`, values)
  }
}

/** A handler that keeps the browser from what it would do. */
function prevents(linked: Linked, handler: number): boolean {
  const { whole } = linked
  return [handler, ...linked.values.definitions(handler)].some(
    (node) =>
      node < whole.size &&
      whole.kind[node] === Kind.Function &&
      [...lookupOf(whole).inFunction(whole.a[node] as number)].some(
        (call) => whole.kind[call] === Kind.Call && calledName(linked, call) === 'preventDefault',
      ),
  )
}

/** `passwordField.addEventListener('paste', (event) => event.preventDefault())` */
function* inListeners(linked: Linked): Generator<Usage> {
  const { whole } = linked
  for (const call of lookupOf(whole).named(Kind.Call, 'addEventListener')) {
    const [event, handler] = whole.args(call)
    if (event === undefined || handler === undefined || whole.kind[event] !== Kind.String || whole.text(whole.a[event] as number) !== 'paste')
      continue
    if (!/pass|pwd/i.test(whole.sourceOf(receiverOf(linked, call), 80)) && !/pass|pwd/i.test(nameOfValue(linked, receiverOf(linked, call)))) continue
    if (prevents(linked, handler))
      yield usage(linked, call, 'password-input', 'page', 'addEventListener', { autocomplete: missing, paste: constant(PREVENTED) })
  }
}

/** `const script = document.createElement('script'); script.src = '…'`, `script.setAttribute('src', '…')` */
function* made(linked: Linked): Generator<Usage> {
  const { whole, values } = linked
  const lookup = lookupOf(whole)
  const elements = new Map<number, string>()
  for (const call of lookup.named(Kind.Call, 'createElement')) {
    const [tag] = whole.args(call)
    const name = tag === undefined ? undefined : values.texts(tag).find(({ value }) => MAKES.test(value))?.value
    if (name !== undefined) elements.set(call, name.toLowerCase())
  }
  if (elements.size === 0) return
  const elementOf = (object: number) => values.definitions(object).find((node) => elements.has(node))
  const set = [
    ...Array.from(lookup.named(Kind.Store, ATTRIBUTES), (store) => ({
      at: store,
      element: elementOf(whole.a[store] as number),
      name: whole.text(whole.b[store] as number),
      value: whole.c[store] as number,
    })),
    ...Array.from(lookup.named(Kind.Call, 'setAttribute'), (call) => {
      const [name, value] = whole.args(call)
      return {
        at: call,
        element: elementOf(receiverOf(linked, call)),
        name: name === undefined ? '' : (values.texts(name).find(({ value }) => ATTRIBUTES.has(value))?.value ?? ''),
        value: value ?? -1,
      }
    }),
  ]
  const checked = new Set(set.filter(({ name }) => name === 'integrity').map(({ element }) => element))
  for (const { at, element, name, value } of set) {
    if (name !== 'src' || element === undefined || checked.has(element)) continue
    const tag = elements.get(element) as string
    const found = kindOf(tag, (attribute) => (attribute === 'src' ? settingOf(linked, value) : missing))
    if (found) yield usage(linked, at, found.kind, 'page', `<${tag}>`, found.values)
  }
}
const MAKES = /^(?:script|iframe)$/i
const ATTRIBUTES = new Set(['src', 'integrity'])

// ── markup ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const MARKUP = /\.(?:html?|ejs|eta|hbs|handlebars|mustache|njk|nunjucks|liquid|twig|vue|svelte|astro|pug|jade)$/i
const ELEMENT = /<(script|link|input|iframe|webview)\b((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi
/** `input(type='password', name='p')` of Pug. */
const PUG_ELEMENT = /^[ \t]*(script|link|input|iframe|webview)[.#\w-]*\(((?:"[^"]*"|'[^']*'|[^)"'])*)\)/gim
/** What stops a paste: `onpaste="return false"`, Vue's `@paste.prevent`, Angular's `(paste)="$event.preventDefault()"`. */
const NO_PASTE = /(?:on|[@(]|v-on:|on:)paste\)?(?:\.prevent\b|\s*=\s*["'{]?[^"'>]*(?:return\s+false|preventDefault|\bfalse\b))/i

function* inMarkup(linked: Linked): Generator<Usage> {
  for (const [file, { path, text }] of linked.whole.files.entries()) {
    if (!MARKUP.test(path) || isTest(path)) continue
    const isPug = /\.(?:pug|jade)$/i.test(path)
    const visible = isPug ? text : text.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ' '))
    for (const match of visible.matchAll(isPug ? PUG_ELEMENT : ELEMENT)) {
      const [, tag, attributes] = match as unknown as [string, string, string]
      const read: Read = (name) => (name === 'paste' ? (NO_PASTE.test(attributes) ? constant(PREVENTED) : missing) : attributeOf(attributes, name))
      for (const { kind, values } of kindsOf(tag.toLowerCase(), read)) {
        const at = citeLine(linked, file, text.slice(0, match.index + match[0].search(/\S/)).split('\n').length)
        yield { kind, api: `<${tag.toLowerCase()}>`, library: 'page', at, around: '', values, test: false }
      }
    }
  }
}

function attributeOf(attributes: string, name: string): Setting {
  const match = new RegExp(`(?:^|[\\s,])(:|v-bind:|\\[)?${name}\\]?\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s,>]+))`, 'i').exec(attributes)
  if (!match) return isSwitch(name) && new RegExp(`(?:^|\\s)${name}(?=[\\s/]|$)`, 'i').test(attributes) ? constant('') : missing
  const text = match[2] ?? match[3] ?? match[4] ?? ''
  // What an engine prints into it, or a framework computes, is not known here.
  if (match[1] || /<%|\{\{|\{%|#\{|^\{/.test(text)) return { state: 'computed', texts: [] }
  return constant(text)
}
