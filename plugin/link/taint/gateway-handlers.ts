/**
 * Functions that a cloud runs for each event: settings name them, or the module exports them as clouds look for them, or they read what
 * only an event of a gateway has. In: the linked program and its doors. Out: the label of an event at the parameters that are one.
 */
import { Kind } from '../../graph'
import type { EntryPoint } from '../../types'
import { innerFunctions } from '../doors/platforms/handlers'
import { runsOf } from '../entry-points/runs'
import { LabelKind } from '../labels'
import { apiPathsOf, isOfTests, type Linked } from '../linked'
import { lookupOf } from '../lookup'

/** Names under which clouds look for a function where nothing says another. */
const EXPORTED = ['handler', 'lambdaHandler', 'lambda_handler']
/** What the settings that name functions of AWS are told to be of. */
const OF_AWS = new Set(['serverless', 'aws-lambda', 'aws-cdk-lib'])
/** Parts that nothing has but the event of a gateway. */
const ITS_OWN = new Set(['queryStringParameters', 'multiValueQueryStringParameters', 'pathParameters', 'rawQueryString'])
/** Parts of it that other things have as well. */
const SHARED = new Set(['body', 'headers', 'multiValueHeaders', 'rawPath', 'cookies', 'isBase64Encoded', 'requestContext'])

/** The types that models give to events of gateways. */
const EVENTS = ['type:aws-lambda/WebEvent', 'type:netlify-functions/Event']

export function nameEvents(linked: Linked, entryPoints: readonly EntryPoint[]): void {
  const { whole, solver, models } = linked
  const web = models.paths.root('type:aws-lambda/WebEvent')
  const queue = models.paths.root('type:aws-lambda/QueueEvent')
  let added = false
  const name = (param: number | undefined, path: number) => {
    if (param === undefined || !isOpen(linked, param)) return
    solver.add(param, solver.labels.of(LabelKind.Api, path))
    added = true
  }
  for (const entry of entryPoints)
    if (OF_AWS.has(entry.framework))
      for (const fn of runsOf(linked, entry).handlers)
        if (entry.kind === 'http') name(whole.functions[fn]?.params[0], web)
        else if (entry.kind === 'queue' || entry.kind === 'event') name(whole.functions[fn]?.params[0], queue)
  const parts = partsRead(linked)
  for (const [param, read] of parts) {
    const fn = whole.a[param] as number
    if (whole.functions[fn]?.params[0] === param && isRunByNobody(linked, fn) && [...read].some((part) => ITS_OWN.has(part))) name(param, web)
  }
  for (const fn of exportedHandlers(linked)) {
    const param = whole.functions[fn]?.params[0]
    if (isNamedEvent(linked, fn) || (isTakenApart(linked, fn) && parts.has(param ?? -1))) name(param, web)
  }
  if (added) solver.resume()
}

/** Functions that modules export as clouds look for them, through `middy(f)` and its like. */
export function exportedHandlers(linked: Linked): Set<number> {
  const { whole, values } = linked
  const found = new Set<number>()
  for (let file = 0; file < whole.files.length; file++)
    for (const name of EXPORTED)
      for (const fn of innerFunctions(
        linked,
        values.exported(file, name).filter((node) => node < whole.size),
      ))
        found.add(fn)
  return found
}

/** Whether the program has functions that answer a gateway. */
export function answersGateway(linked: Linked): boolean {
  const { whole, models } = linked
  const events = new Set(EVENTS.map((path) => models.paths.root(path)))
  return whole.functions.some(({ params: [event] }) => event !== undefined && apiPathsOf(linked, event).some((path) => events.has(path)))
}

/** `(event) => …` */
export const isNamedEvent = ({ whole }: Linked, fn: number): boolean => /^_?(?:event|evt)$/.test(whole.functions[fn]?.fact.paramNames[0] ?? '')

/** Nothing but tests calls it. */
export const isRunByNobody = (linked: Linked, fn: number): boolean =>
  [...(linked.solver.callers.get(fn) ?? [])].every((call) => isOfTests(linked, call))

/** `({ body }) => …` */
const isTakenApart = ({ whole }: Linked, fn: number): boolean => /^\{/.test(whole.functions[fn]?.fact.paramNames[0] ?? '')

function partsRead({ whole }: Linked): Map<number, Set<string>> {
  const found = new Map<number, Set<string>>()
  for (const load of lookupOf(whole).named(Kind.Load, (name) => ITS_OWN.has(name) || SHARED.has(name))) {
    const param = whole.a[load] as number
    if (whole.kind[param] !== Kind.Param) continue
    const parts = found.get(param) ?? new Set<string>()
    found.set(param, parts.add(whole.text(whole.b[load] as number)))
  }
  return found
}

/** Of a value that no library is known to hand out. What a test passes is no more than an example. */
function isOpen({ solver, models }: Linked, param: number): boolean {
  return solver.of(param).every((label) => {
    if (solver.labels.kind[label] !== LabelKind.Api) return true
    const path = solver.labels.data[label] as number
    return !models.paths.node(path).known || /^global:/.test(models.paths.rootOf(path))
  })
}
