/**
 * What makes a value harmless before it is used: cleaners of libraries, conversions, and middleware that cleans whole requests. In:
 * nodes that read it, and the guards of its door. Out: what does it, with its line.
 */
import { rowsByName } from '../../../rows-by-name'
import type { Evidence, Guard, Parameter, Usage } from '../../../types'
import { calledName, cite, type Linked } from '../../linked'
import { pathsOfCall } from '../../usages/modelled'
import { followed, type Handed, handedIn } from './follow'
import { testsOf } from './tests'

export interface Cleaning {
  /** As the code writes it: `xss()`, `parseInt(id)`. */
  text: string
  at: Evidence
}

/** Kinds of uses that models give to middleware which cleans requests, and the places each looks at. */
const MIDDLEWARE: Record<string, ReadonlySet<Parameter['in']>> = rowsByName({
  'request-markup-removed': new Set(['path', 'query', 'body', 'json', 'form']),
  'query-operators-removed': new Set(['path', 'query', 'body', 'json', 'form', 'header']),
  'repeated-parameters-removed': new Set(['query', 'body', 'json', 'form']),
})

/** Conversions: what comes out is a number, a date or an identifier, whatever went in. */
const CONVERTS = /^(?:parseInt|parseFloat|Number|BigInt|ObjectId|ObjectID|toObjectId|createFromHexString|encodeURIComponent|toInt|toNumber)$/
/** Calls of libraries whose name promises it, where no model knows them. */
const BY_NAME = /^(?:sanitize\w*|escape(?:Html|HTML|Regex|RegExp|Id|String)?|stripTags|striptags|purify|cleanHtml|filterXSS|xss)$/

/** Lines on which a middleware stands that cleans requests. */
export function cleaningLines(usages: readonly Usage[]): Map<string, Usage> {
  return new Map(usages.flatMap((usage) => (MIDDLEWARE[usage.kind] && !usage.test ? [[placeOf(usage.at), usage] as const] : [])))
}

export const placeOf = ({ file, line }: Evidence): string => `${file}:${line}`

/** Middleware in front of a door that cleans what comes in by a place. */
export function middlewareFor(guards: readonly Guard[], place: Parameter['in'], lines: ReadonlyMap<string, Usage>): Cleaning[] {
  const found = new Map<string, Cleaning>()
  for (const { name, at } of guards) {
    const usage = lines.get(placeOf(at))
    if (usage && MIDDLEWARE[usage.kind]?.has(place)) found.set(placeOf(at), { text: name, at })
  }
  return [...found.values()]
}

/** Whether a guard is nothing but such middleware: it validates nothing. */
export const isCleaner = ({ at }: Guard, lines: ReadonlyMap<string, Usage>): boolean => lines.has(placeOf(at))

/** Calls that only put a text together or make one: models know them for other reasons. */
const KEEPS = /^(?:resolve|join|normalize|String|toString|trim\w*|stringify|format|encodeURI|isAbsolute|relative)$/

export interface Cleaned extends Cleaning {
  /** Every read of it goes there, and nowhere else as it came. */
  always: boolean
}

/** Calls that change what is read into something harmless, in the function of the read or one that is handed it. */
export function cleaningOf(linked: Linked, reads: readonly number[]): Cleaned | undefined {
  let first: Cleaning | undefined
  let always = true
  for (const read of reads) {
    const handed = followed(linked, read).flatMap(({ node }) => handedIn(linked, linked.whole.functionOf(node)).get(node) ?? [])
    const cleaning = handed.find((each) => cleans(linked, each))
    // What is only asked is not used.
    if (handed.length === 0 && testsOf(linked).has(read)) continue
    if (cleaning) first ??= { text: linked.whole.sourceOf(cleaning.call, 60), at: cite(linked, cleaning.call) }
    always &&= handed.length > 0 && handed.every((each) => each === cleaning || cleans(linked, each) || linked.solver.callees.has(each.call))
  }
  return first && { ...first, always }
}

function cleans(linked: Linked, { call, index }: Handed): boolean {
  const name = calledName(linked, call)
  if (KEEPS.test(name)) return false
  const { sanitizers } = linked.models.flows
  const isMeant = (spot: string) => spot === '*' || spot === String(index) || spot.startsWith(`${index}.`)
  return (
    pathsOfCall(linked, call).some((path) => sanitizers.get(path)?.some(({ spot }) => isMeant(spot))) ||
    (index === 0 && CONVERTS.test(name)) ||
    (index === 0 && BY_NAME.test(name) && !linked.solver.callees.has(call))
  )
}
