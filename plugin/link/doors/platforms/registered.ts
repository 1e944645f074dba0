/**
 * Functions that code hands to a platform: Firebase, Google's functions framework, Azure Functions 4, the AWS CDK. In: calls of
 * their libraries. Out: routes, and what else runs them.
 */
import { Kind } from '../../../graph'
import { rowsByName } from '../../../rows-by-name'
import type { EntryPointKind, Guard } from '../../../types'
import { apiPathsOf, calledName, cite, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import type { FoundRoute } from '../../routes/index'
import type { DoorDetector } from '../door'
import { entryOf } from '../entry'
import { callsTo, listOf, memberOf, textOf, textsOf } from '../written'
import { isOf } from './described'
import { eventParameters, exportedHandler, innerFunctions } from './handlers'

interface Registered {
  framework: string
  kind: EntryPointKind
  method: string
  path: string
  node: number
  handlers: number[]
  guards: Guard[]
  /** It answers by the event it is given, as functions of AWS do. */
  ofEvent?: boolean
}

function registered(linked: Linked): Registered[] {
  return [...azure(linked), ...firebase(linked), ...googleFunctions(linked), ...cdk(linked)]
}

export function registeredRoutes(linked: Linked): FoundRoute[] {
  const { whole, solver } = linked
  return registered(linked)
    .filter(({ kind }) => kind === 'http')
    .map(({ framework, method, path, node, handlers, guards, ofEvent }): FoundRoute => {
      const functions = innerFunctions(linked, handlers)
      return {
        framework,
        methods: [method],
        path,
        node,
        handlers: functions.map((fn) => {
          const fact = whole.functions[fn] as { node: number; fact: { name: string } }
          return {
            node: fact.node,
            name: fact.fact.name || 'anonymous function',
            at: cite(linked, fact.node),
            labels: solver.of(fact.node),
            functions: [fn],
          }
        }),
        guards,
        schemas: [],
        limits: [],
        generated: false,
        serves: undefined,
        notes: [],
        given: ofEvent ? eventParameters(linked, functions).filter((parameter) => isOf({ path, method }, parameter)) : [],
      }
    })
}

export const registeredEvents: DoorDetector = ({ linked, guards }) => ({
  entryPoints: registered(linked)
    .filter(({ kind }) => kind !== 'http')
    .map(({ framework, kind, method, path, node, handlers, guards: before }) =>
      entryOf(linked, guards, { kind, framework, method, path, node, handlers: handlersOf(linked, handlers), guards: before }),
    ),
})

function handlersOf(linked: Linked, nodes: number[]): number[] {
  return innerFunctions(linked, nodes).flatMap((fn) => linked.whole.functions[fn]?.node ?? [])
}

// ── Azure Functions 4 ────────────────────────────────────────────────────────────────────────────────────────────────

const AZURE: Record<string, { kind: EntryPointKind; method: string; labels: string[] }> = rowsByName({
  timer: { kind: 'schedule', method: 'CRON', labels: ['schedule'] },
  storageQueue: { kind: 'queue', method: 'SUBSCRIBE', labels: ['queueName'] },
  serviceBusQueue: { kind: 'queue', method: 'SUBSCRIBE', labels: ['queueName'] },
  serviceBusTopic: { kind: 'queue', method: 'SUBSCRIBE', labels: ['topicName'] },
  eventHub: { kind: 'queue', method: 'SUBSCRIBE', labels: ['eventHubName'] },
  storageBlob: { kind: 'event', method: 'ON', labels: ['path'] },
  cosmosDB: { kind: 'event', method: 'ON', labels: ['containerName', 'collectionName'] },
  eventGrid: { kind: 'event', method: 'ON', labels: [] },
})

function azure(linked: Linked): Registered[] {
  const { whole, models } = linked
  const app = models.paths.find(models.paths.root('npm:@azure/functions'), '.app')
  if (app < 0) return []
  return [...lookupOf(whole).named(Kind.Call, new Set(['http', 'get', 'post', 'put', 'patch', 'deleteRequest', ...Object.keys(AZURE)]))].flatMap(
    (call): Registered[] => {
      const receiver = receiverOf(linked, call)
      if (receiver < 0 || !apiPathsOf(linked, receiver).includes(app)) return []
      const [first, settings] = whole.args(call)
      const [name] = textsOf(linked, first)
      if (name === undefined || settings === undefined) return []
      const at = (key: string) => memberOf(linked, settings, key)
      const text = (key: string) => at(key).map((node) => textOf(linked, node))[0]
      const verb = calledName(linked, call)
      const handlers = at('handler').length > 0 ? at('handler') : [settings]
      const trigger = Object.hasOwn(AZURE, verb) ? AZURE[verb] : undefined
      const common = { framework: '@azure/functions', node: call, handlers }
      if (trigger) {
        const label = trigger.labels.map(text).find((each) => each !== undefined) ?? name
        return [{ ...common, kind: trigger.kind, method: trigger.method, path: label, guards: [] }]
      }
      const methods = verb === 'http' ? at('methods').flatMap((node) => listOf(linked, node)) : [verb === 'deleteRequest' ? 'DELETE' : verb]
      const level = text('authLevel')
      const guards: Guard[] =
        level && level !== 'anonymous'
          ? [{ name: `authLevel ${level}`, role: 'authentication', scope: 'route', at: cite(linked, at('authLevel')[0] as number) }]
          : []
      const path = `/api/${(text('route') ?? name).replace(/\{(\w+)[^}]*\}/g, ':$1')}`
      return (methods.length > 0 ? methods : ['GET', 'POST']).map((method) => ({
        ...common,
        kind: 'http',
        method: method.toUpperCase(),
        path,
        guards,
      }))
    },
  )
}

// ── Firebase and Google Cloud ────────────────────────────────────────────────────────────────────────────────────────

/** Triggers of version 2, by the function that makes them; the first argument says of what. */
const TRIGGERS: [RegExp, EntryPointKind, string][] = [
  [/^onSchedule$/, 'schedule', 'CRON'],
  [/^(?:onMessagePublished|onTaskDispatched)$/, 'queue', 'SUBSCRIBE'],
  [/^on(?:Document|Value)(?:Created|Updated|Deleted|Written)(?:WithAuthContext)?$/, 'event', 'ON'],
  [/^onObject(?:Finalized|Deleted|Archived|MetadataUpdated)$/, 'event', 'ON'],
  [/^(?:beforeUserCreated|beforeUserSignedIn|onCustomEventPublished)$/, 'event', 'ON'],
]
/** Verbs of version 1, at the end of a chain: `functions.firestore.document('a/{id}').onCreate(f)`. */
const FIRST_VERSION = new Set(['onCreate', 'onUpdate', 'onDelete', 'onWrite', 'onPublish', 'onRun', 'onFinalize', 'onArchive', 'onDispatch'])

function firebase(linked: Linked): Registered[] {
  const { whole, models, solver } = linked
  const isFirebase = (call: number) =>
    [...(solver.apiCalls.get(call) ?? [])].some((path) => /^npm:firebase-functions(?:\/|$)/.test(models.paths.rootOf(path)))
  const names = (name: string) =>
    name === 'onRequest' || name === 'onCall' || FIRST_VERSION.has(name) || TRIGGERS.some(([pattern]) => pattern.test(name))
  return [...lookupOf(whole).named(Kind.Call, names)].flatMap((call): Registered[] => {
    if (!isFirebase(call)) return []
    const name = calledName(linked, call)
    const args = [...whole.args(call)]
    const handlers = args.slice(-1)
    const common = { framework: 'firebase-functions', node: call, handlers, guards: [] }
    const exported = exportedName(linked, call)
    if (name === 'onRequest') return [{ ...common, kind: 'http', method: 'ANY', path: `/${exported ?? '{function}'}` }]
    if (name === 'onCall') return [{ ...common, kind: 'http', method: 'POST', path: `/${exported ?? '{function}'}` }]
    if (FIRST_VERSION.has(name)) {
      const receiver = receiverOf(linked, call)
      const label = chainedText(linked, receiver) ?? exported ?? name
      const kind = name === 'onRun' ? 'schedule' : name === 'onPublish' || name === 'onDispatch' ? 'queue' : 'event'
      return [{ ...common, kind, method: kind === 'schedule' ? 'CRON' : kind === 'queue' ? 'SUBSCRIBE' : 'ON', path: label }]
    }
    const [, kind, method] = TRIGGERS.find(([pattern]) => pattern.test(name)) as (typeof TRIGGERS)[number]
    const [first] = args
    const option = first === undefined ? [] : ['schedule', 'topic', 'document', 'ref', 'bucket'].flatMap((key) => memberOf(linked, first, key))
    const label = textOf(linked, first) ?? option.map((node) => textOf(linked, node))[0] ?? exported ?? name
    return [{ ...common, kind, method, path: label }]
  })
}

/** Text of the last call in a chain that is given one. */
function chainedText(linked: Linked, node: number, hops = 0): string | undefined {
  const { whole } = linked
  if (node < 0 || hops > 8) return undefined
  if (whole.kind[node] === Kind.Call) {
    const name = calledName(linked, node)
    const own = /^(?:timeZone|region|retryConfig)$/.test(name) ? undefined : textOf(linked, whole.args(node)[0])
    return own ?? chainedText(linked, receiverOf(linked, node), hops + 1)
  }
  return undefined
}

/** Name under which a module exports what a call makes; a function is deployed under it. */
function exportedName({ whole, values }: Linked, call: number): string | undefined {
  const file = whole.fileOf(call)
  for (const { name, node } of whole.exports[file] ?? []) if (name !== '*' && (node === call || values.definitions(node).includes(call))) return name
  for (const store of lookupOf(whole).of(Kind.Store)) {
    if (store < (whole.base[file] as number) || store >= (whole.base[file + 1] as number)) continue
    if (whole.a[store] === whole.exportsNode[file] && values.definitions(whole.c[store] as number).includes(call))
      return whole.text(whole.b[store] as number)
  }
  return undefined
}

function googleFunctions(linked: Linked): Registered[] {
  const { whole } = linked
  return callsTo(linked, '@google-cloud/functions-framework', 'http', 'cloudEvent', 'event').flatMap((call): Registered[] => {
    const [name, handler] = whole.args(call)
    const text = textOf(linked, name)
    if (!text || handler === undefined) return []
    const isHttp = calledName(linked, call) === 'http'
    return [
      {
        framework: '@google-cloud/functions-framework',
        kind: isHttp ? 'http' : 'event',
        method: isHttp ? 'ANY' : 'ON',
        path: isHttp ? `/${text}` : text,
        node: call,
        handlers: [handler],
        guards: [],
      },
    ]
  })
}

// ── AWS CDK ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** `api.addRoutes({ path, methods, integration })`, `api.root.addResource('a').addMethod('GET', integration)`, rules and sources. */
function cdk(linked: Linked): Registered[] {
  const { whole, solver, models, values } = linked
  const lookup = lookupOf(whole)
  const isCdk = (call: number) => [...(solver.apiCalls.get(call) ?? [])].some((path) => /^(?:aws-cdk-lib|@aws-cdk)\b/.test(models.paths.show(path)))
  const madeBy = (node: number): number[] => values.definitions(node).filter((made) => whole.kind[made] === Kind.New)
  /** The function's own code: `entry` and `handler` of a NodejsFunction, `code` and `handler` of a Function. */
  const codeOf = (node: number): number[] =>
    madeBy(node).flatMap((made) => {
      if (!/Function$/.test(calledName(linked, made))) return whole.args(made).flatMap((argument) => codeOf(argument))
      const settings = whole.args(made)[2]
      if (settings === undefined) return []
      const text = (key: string) => memberOf(linked, settings, key).flatMap((each) => pathTexts(linked, each))[0]
      const handler = text('handler') ?? 'handler'
      const folder = memberOf(linked, settings, 'code').flatMap((each) =>
        whole.args(each)[0] === undefined ? [] : pathTexts(linked, whole.args(each)[0] as number),
      )[0]
      const entry = text('entry')
      const name = entry ? `${entry.replace(/\.[cm]?[jt]sx?$/, '')}.${handler}` : folder ? `${folder.replace(/\/+$/, '')}/${handler}` : undefined
      const { path } = whole.files[whole.fileOf(made)] as { path: string }
      const directory = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
      if (!name) return []
      // Relative to the file by `__dirname`, or to the project.
      return [directory, ''].map((from) => exportedHandler(linked, from, name)).find((found) => found.length > 0) ?? []
    })
  const guardOf = (settings: number | undefined): Guard[] => {
    const found = settings === undefined ? [] : memberOf(linked, settings, 'authorizer')
    const type = settings === undefined ? [] : memberOf(linked, settings, 'authorizationType')
    const node = found[0] ?? type.find((each) => values.nameOf(each) !== 'NONE')
    return node === undefined || node >= whole.size
      ? []
      : [{ name: values.nameOf(node) || 'authorizer', role: 'authentication', scope: 'route', at: cite(linked, node) }]
  }
  const found: Registered[] = []
  for (const call of lookup.named(Kind.Call, 'addRoutes')) {
    const [settings] = whole.args(call)
    if (!isCdk(call) || settings === undefined) continue
    const [path] = memberOf(linked, settings, 'path').flatMap((node) => textsOf(linked, node))
    const methods = memberOf(linked, settings, 'methods')
      .flatMap((node) => values.elements(node))
      .map((node) => values.nameOf(node) || textOf(linked, node) || 'ANY')
    for (const method of methods.length > 0 ? methods : ['ANY'])
      found.push({
        framework: 'aws-cdk-lib',
        kind: 'http',
        method,
        path: toPath(path ?? '/'),
        node: call,
        handlers: memberOf(linked, settings, 'integration').flatMap(codeOf),
        guards: guardOf(settings),
        ofEvent: true,
      })
  }
  for (const call of lookup.named(Kind.Call, 'addMethod')) {
    if (!isCdk(call)) continue
    const [method, integration, settings] = whole.args(call)
    const path = resourcePath(linked, receiverOf(linked, call))
    found.push({
      framework: 'aws-cdk-lib',
      kind: 'http',
      method: (textOf(linked, method) ?? 'ANY').toUpperCase(),
      path: toPath(path),
      node: call,
      handlers: integration === undefined ? [] : codeOf(integration),
      guards: guardOf(settings),
      ofEvent: true,
    })
  }
  for (const made of lookup.named(Kind.New, new Set(['LambdaRestApi', 'Rule', 'SqsEventSource', 'SnsEventSource']))) {
    if (!isCdk(made)) continue
    const name = calledName(linked, made)
    const settings = whole.args(made)[2]
    if (name === 'LambdaRestApi' && settings !== undefined && !memberOf(linked, settings, 'proxy').some((node) => textOf(linked, node) === 'false'))
      found.push({
        framework: 'aws-cdk-lib',
        kind: 'http',
        method: 'ANY',
        path: '/:proxy*',
        node: made,
        handlers: memberOf(linked, settings, 'handler').flatMap(codeOf),
        guards: [],
        ofEvent: true,
      })
    else if (name === 'Rule' && settings !== undefined) {
      const [when] = memberOf(linked, settings, 'schedule')
      if (when === undefined) continue
      const text =
        whole.kind[when] === Kind.Call ? (textOf(linked, whole.args(when)[0]) ?? whole.sourceOf(when, 60)) : 'a time that is not in the code'
      found.push({
        framework: 'aws-cdk-lib',
        kind: 'schedule',
        method: 'CRON',
        path: text.replace(/^cron\((.*)\)$/, '$1'),
        node: made,
        handlers: memberOf(linked, settings, 'targets')
          .flatMap((node) => values.elements(node))
          .flatMap(codeOf),
        guards: [],
      })
    } else if (/EventSource$/.test(name)) {
      const [queue] = whole.args(made)
      const label = queue === undefined ? undefined : madeBy(queue).map((each) => textOf(linked, whole.args(each)[1]))[0]
      found.push({
        framework: 'aws-cdk-lib',
        kind: 'queue',
        method: 'SUBSCRIBE',
        path: label ?? values.nameOf(queue ?? -1),
        node: made,
        handlers: [],
        guards: [],
      })
    }
  }
  return found
}

/** Texts of paths, those below `__dirname` told from there. */
function pathTexts(linked: Linked, node: number): string[] {
  return linked.values.texts(node).map(({ value }) => value.replace(/^\{__dirname\}\/?/, '').replace(/^\/+/, ''))
}

function resourcePath(linked: Linked, node: number, hops = 0): string {
  const { whole, values } = linked
  if (hops > 10) return ''
  for (const made of values.definitions(node)) {
    if (whole.kind[made] !== Kind.Call) continue
    const name = calledName(linked, made)
    if (name !== 'addResource' && name !== 'resourceForPath' && name !== 'addProxy') continue
    const own = name === 'addProxy' ? '{proxy+}' : (textOf(linked, whole.args(made)[0]) ?? '{path}')
    return `${resourcePath(linked, receiverOf(linked, made), hops + 1)}/${own.replace(/^\/+/, '')}`
  }
  return ''
}

function toPath(path: string): string {
  return `/${path.replace(/^\/+/, '')}`.replace(/\{(\w+)\+\}/g, ':$1*').replace(/\{(\w+)\}/g, ':$1')
}
