/** What a browser can be made to send by a page of another site: links and forms, and in them what it leaves as it was written. */
import { Kind } from '../../../graph'
import type { Flow } from '../../../types'
import { apiPathsOf, calledName, type Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import { pathsOfCall } from '../../usages/modelled'
import { settingAt } from '../../usages/setting'
import type { Hit } from '../facts'
import { isSentInBodyAlone } from '../sent-parts'
import { STEERED } from '../steered-browsers'
import { type Doubt, low, medium } from './way'

const MARKUP = new Set(['html'])
const REDIRECT = new Set(['redirect'])
const TARGET = /^(?:url|originalUrl)$/
const OWNER = /(?:^|\/)(?:Request|IncomingMessage|Context(?:\.req(?:uest)?)?)$/
/** What undoes the escapes of an address, or may. */
const DECODES = /^(?:decode\w*|unescape|parse\w*|unquote|toUnicode|URL|URLSearchParams)$/
const PARTS = /^(?:query|params|searchParams|body)$/
/** Where no angle and no double quote is needed: a script, an attribute. */
const OTHER_PLACE = /['`=]|<script/i

export const browsers: Doubt[] = [
  {
    // Links are opened as pages were told to, and pages show what others wrote.
    notOf: new Set(['opened']),
    tell: ({ linked, source, steps }) =>
      source === 'message' && isOfOwnWindow(linked, steps[0] ?? -1)
        ? medium('A page that the program itself shows in its window sends it: that does harm only once somebody else decides what the page runs.')
        : undefined,
  },
  {
    of: new Set(['url']),
    tell: ({ linked, hit }) =>
      /(?:^|\.)loadURL$/.test(hit.api) && pathsOfCall(linked, hit.at).some((path) => /electron/.test(linked.models.paths.rootOf(path)))
        ? medium('A window on the machine of whoever uses the program opens it: no server asks there in the place of another.')
        : undefined,
  },
  {
    of: MARKUP,
    tell: ({ linked, source, nodes, steps, hit }) =>
      isOfVisitor(source, hit) && isRawAddress(linked, steps) && !nodes.some((node) => mayChange(linked, node))
        ? low('It is an address as it was sent, and browsers send no angle and no double quote in one as it is.')
        : undefined,
  },
  {
    of: MARKUP,
    tell: ({ linked, source, steps, hit }) =>
      isOfVisitor(source, hit) && isOfBody(linked, steps) && isOfJsonAlone(linked, namesRead(linked, steps) > 1)
        ? low('Only JSON can hold it where it is read of the body, and no page of another site can have a browser send that and show the answer.')
        : undefined,
  },
  {
    of: REDIRECT,
    tell: ({ linked, source, steps, hit }) =>
      isOfVisitor(source, hit) && isSentInBodyAlone(linked, steps)
        ? medium('It is read of the body of a request, which no link has; whether a page of the site puts there what a link says could not be told.')
        : undefined,
  },
]

/** A browser that the program steers is shown whatever was sent, by whomever. */
const isOfVisitor = (source: Flow['source'], { library }: Hit): boolean => source === 'request' && library !== STEERED

/**
 * `ipcMain.handle('open', (event, path) => …)` of Electron, what a preload script hands to the page, and addresses of a scheme that the
 * program itself serves.
 */
const isOfOwnWindow = (linked: Linked, node: number): boolean =>
  node >= 0 && apiPathsOf(linked, node).some((path) => OF_OWN_WINDOW.test(linked.models.paths.show(path)))
const OF_OWN_WINDOW = /electron\b.*\.(?:ipcMain|contextBridge)\.|electron\/Protocol\./

/** `request.url`, as node.js hands it over. */
function isRawAddress(linked: Linked, steps: readonly number[]): boolean {
  const { whole, models } = linked
  return steps.slice(0, 2).some((node) => {
    if (node >= whole.size || whole.kind[node] !== Kind.Load || !TARGET.test(whole.text(whole.b[node] as number))) return false
    return apiPathsOf(linked, whole.a[node] as number).some((path) => OWNER.test(models.paths.show(path)))
  })
}

function mayChange(linked: Linked, node: number): boolean {
  const { whole, values } = linked
  switch (whole.kind[node] as Kind) {
    case Kind.Call:
    case Kind.New:
      return DECODES.test(calledName(linked, node))
    case Kind.Load:
      return PARTS.test(whole.text(whole.b[node] as number))
    case Kind.Template:
      return whole
        .items(whole.a[node] as number)
        .some((item) => whole.kind[item] === Kind.String && OTHER_PLACE.test(whole.text(whole.a[item] as number)))
    case Kind.Binary:
      return [whole.a[node] as number, whole.b[node] as number].some((side) => values.texts(side).some(({ value }) => OTHER_PLACE.test(value)))
    default:
      return false
  }
}

/** `request.body` of Express. */
function isOfBody(linked: Linked, steps: readonly number[]): boolean {
  const { whole, models } = linked
  const [first] = steps
  if (first === undefined || first >= whole.size || whole.kind[first] !== Kind.Load || whole.text(whole.b[first] as number) !== 'body') return false
  return apiPathsOf(linked, whole.a[first] as number).some((path) => /express\/Request$/.test(models.paths.show(path)))
}

/** How many names deep the body was read before it became part of anything else. */
function namesRead({ whole }: Linked, steps: readonly number[]): number {
  let names = 0
  for (const node of steps.slice(1)) {
    if (node >= whole.size) break
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Load) names++
    else if (!HANDS_ON.has(kind)) break
  }
  return names
}
const HANDS_ON = new Set<Kind>([Kind.Param, Kind.Refine, Kind.Cell, Kind.Choice, Kind.Await, Kind.Element, Kind.LoadDynamic])

/** Frameworks that bring parsers of their own, and parsers that make objects of names (`a[b]`) or whose outcome is not known. */
const OTHER_PARSERS =
  /^(?:@nestjs\/.*|sails|koa|fastify|multer|formidable|busboy|connect-busboy|express-formidable|express-form-data|multiparty|connect-multiparty|skipper|body|co-body|raw-body|qs|querystring|express-busboy|async-busboy|next|@feathersjs\/.*|apollo-server.*|@apollo\/server)$/

/** @param isInside it stands in an object of the body, which forms without names of their own do not have */
function isOfJsonAlone(linked: Linked, isInside: boolean): boolean {
  const { models } = linked
  if ([...linked.dependencies].some((name) => OTHER_PARSERS.test(name))) return false
  const calls = lookupOf(linked.whole).called(/^(?:json|urlencoded|text|raw|bodyParser)$/)
  let hasJson = false
  for (const call of calls) {
    for (const path of pathsOfCall(linked, call)) {
      const called = models.paths.show(path)
      if (/^(?:express|body-parser)\.json$/.test(called)) {
        hasJson = true
        if (settingAt(linked, call, '0.type').state !== 'missing') return false
      } else if (/^(?:express|body-parser)\.urlencoded$/.test(called)) {
        const { state, texts } = settingAt(linked, call, '0.extended')
        if (!isInside || state === 'missing' || texts.join() !== 'false') return false
      } else if (/^(?:express|body-parser)\.(?:text|raw)$|^body-parser$/.test(called)) return false
    }
  }
  if (!hasJson) return false
  // It takes fields of forms as well, one by one unless it is told to nest them.
  if (!linked.dependencies.has('express-fileupload')) return true
  return isInside && lookupOf(linked.whole).named(Kind.Property, 'parseNested').length === 0
}
