/**
 * Requests that the server makes in its own name. In: the nodes of a way to the address of a request. Out: the call on it that hands a
 * secret of the program's own along with the address (the request itself, the client that makes it, or a function of the program that is
 * handed both), and what that secret is called there; undefined where none was seen, or whoever asks brings it.
 */
import { Kind } from '../../graph'
import { CREDENTIAL_HEADER } from '../credential-headers'
import { LabelKind } from '../labels'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'

const MOST_HOPS = 7
/** Options of clients that tell who asks. */
const OPTION = /^(?:auth|(?:basic|bearer|digest)_?-?auth|api_?key|(?:api|access|auth|bearer)_?token|password|pass)$/i
/** Objects that hold some of those. */
const HOLDS = /^(?:headers|common|defaults|auth|(?:basic|bearer|digest)_?auth|fetchOptions|requestInit)$/i
const SETTINGS =
  /^(?:env|environment|process|conf|config(?:uration)?s?|settings|secrets)$|(?:Env|Config|Configuration|Settings|Secrets)$|^[A-Z_]*(?:CONFIG|SETTINGS|ENV)$/
const HANDS_OUT = /^(?:get|getOrThrow|required|require|env|str|string)$|^(?:get|read|require|load)_?(?:env|config|setting|secret)/i
/** Calls that only write a text in another way, or sign with it. */
const REWRITES = /^(?:from|encode|toString|String|trim|concat|btoa|stringify|join|sign|basicAuth)$/
/** A key that is written in the code, and no word of a scheme. */
const WRITTEN = /^(?:(?:Bearer|Basic|Token|ApiKey) )?[\w.~+/=-]{16,}$/

export interface Credential {
  /** Call that is handed the secret with the address. */
  call: number
  /** As the code calls it: `Authorization`. */
  name: string
}

export function credentialOn(linked: Linked, steps: readonly number[], request: number): Credential | undefined {
  const name = handedTo(linked, request) ?? ofClient(linked, request)
  if (name !== undefined) return { call: request, name }
  for (let at = steps.length - 1; at > 0; at--) {
    const [argument, param] = [steps[at - 1] as number, steps[at] as number]
    if (param >= linked.whole.size || linked.whole.kind[param] !== Kind.Param) continue
    for (const call of linked.solver.callers.get(linked.whole.a[param] as number) ?? []) {
      const found = isHanded(linked, call, argument) ? handedTo(linked, call) : undefined
      if (found !== undefined) return { call, name: found }
    }
  }
  return undefined
}

/** The value is an argument of the call, or stands in an object that is one. */
function isHanded({ whole }: Linked, call: number, value: number): boolean {
  return whole.args(call).some((each) => each === value || (whole.kind[each] === Kind.Object && whole.madeOf(each).includes(value)))
}

/** A secret among the arguments of a call, those left out that its own callers hand over. */
function handedTo(linked: Linked, call: number): string | undefined {
  const within = linked.whole.functionOf(call)
  for (const argument of linked.whole.args(call)) {
    const name = namedIn(linked, argument, within, 0)
    if (name !== undefined) return name
  }
  return undefined
}

/** `axios.create({ headers: { Authorization } }).get(…)` */
function ofClient(linked: Linked, call: number): string | undefined {
  const { whole, values } = linked
  const client = receiverOf(linked, call)
  for (const made of client < 0 ? [] : values.definitions(client)) {
    if (made >= whole.size || (whole.kind[made] !== Kind.Call && whole.kind[made] !== Kind.New)) continue
    const name = handedTo(linked, made)
    if (name !== undefined) return name
  }
  return undefined
}

/** @param within function whose own parameters are for its callers to tell */
function namedIn(linked: Linked, node: number, within: number, hops: number): string | undefined {
  const { whole } = linked
  for (const object of objectsOf(linked, node, 0)) {
    const entries = whole.kind[object] === Kind.Object ? entriesOf(linked, object) : []
    for (const [name, value] of [...entries, ...putInto(linked, object)]) {
      if ((CREDENTIAL_HEADER.test(name) || OPTION.test(name)) && isOwn(linked, value, within, 0)) return name
      if (hops < 3 && HOLDS.test(name)) {
        const inner = namedIn(linked, value, within, hops + 1)
        if (inner !== undefined) return CREDENTIAL_HEADER.test(inner) ? inner : name
      }
    }
  }
  return undefined
}

/** Objects that are written or made in the program; what the callers of a function hand over is asked of where they call it. */
function objectsOf(linked: Linked, node: number, hops: number): number[] {
  const { whole, values, solver } = linked
  if (node < 0 || node >= whole.size || hops > MOST_HOPS) return []
  switch (whole.kind[node] as Kind) {
    case Kind.Object:
      return [node]
    case Kind.New:
      return [node, ...Array.from(whole.args(node)).flatMap((each) => objectsOf(linked, each, hops + 1))]
    case Kind.Choice:
    case Kind.Cell:
      return [...whole.items(whole.a[node] as number)].flatMap((each) => objectsOf(linked, each, hops + 1))
    case Kind.Refine:
    case Kind.Await:
      return objectsOf(linked, whole.a[node] as number, hops + 1)
    case Kind.Call: {
      const answers = [...(solver.callees.get(node) ?? [])].flatMap((fn) => whole.functions[fn]?.returns ?? [])
      return answers.length > 4 ? [] : answers.flatMap((each) => objectsOf(linked, each, hops + 2))
    }
    case Kind.Load:
      return isOfParam(linked, node) ? [] : values.definitions(node).flatMap((each) => (each === node ? [] : objectsOf(linked, each, hops + 1)))
    case Kind.Import:
      return values.definitions(node).flatMap((each) => (each === node ? [] : objectsOf(linked, each, hops + 1)))
    default:
      return []
  }
}

const isOfParam = (linked: Linked, node: number): boolean => paramOf(linked, node) >= 0

/** The parameter that a value is, or is read from; -1 where it is none. */
function paramOf({ whole }: Linked, node: number): number {
  let at = node
  for (let hops = 0; hops < MOST_HOPS && at >= 0 && at < whole.size; hops++) {
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Param) return at
    // `options = {}`
    if (kind === Kind.Choice || kind === Kind.Cell)
      return [...whole.items(whole.a[at] as number)].find((each) => whole.kind[each] === Kind.Param) ?? -1
    if (kind !== Kind.Load && kind !== Kind.Refine && kind !== Kind.Await) return -1
    at = whole.a[at] as number
  }
  return -1
}

function entriesOf(linked: Linked, object: number, hops = 0): [name: string, value: number][] {
  const { whole } = linked
  return [...whole.items(whole.a[object] as number)].flatMap((entry): [string, number][] => {
    if (whole.kind[entry] === Kind.Property) return whole.a[entry] === -1 ? [] : [[whole.text(whole.a[entry] as number), whole.b[entry] as number]]
    if (whole.kind[entry] !== Kind.Spread || hops > 3) return []
    return objectsOf(linked, whole.a[entry] as number, hops).flatMap((each) =>
      whole.kind[each] === Kind.Object ? entriesOf(linked, each, hops + 1) : [],
    )
  })
}

/** `headers.Authorization = …`, `headers.set('Authorization', …)`: what is put into an object later. */
function putInto(linked: Linked, object: number): readonly [name: string, value: number][] {
  let all = known.get(linked)
  if (!all) {
    all = allPut(linked)
    known.set(linked, all)
  }
  return all.get(object) ?? []
}

const known = new WeakMap<Linked, Map<number, [name: string, value: number][]>>()

function allPut(linked: Linked): Map<number, [name: string, value: number][]> {
  const { whole, solver } = linked
  const found = new Map<number, [name: string, value: number][]>()
  const put = (holder: number, name: string, value: number) => {
    if (!CREDENTIAL_HEADER.test(name) && !OPTION.test(name) && !HOLDS.test(name)) return
    for (const label of solver.of(holder)) {
      if (solver.labels.kind[label] !== LabelKind.Object && solver.labels.kind[label] !== LabelKind.ApiObject) continue
      const object = solver.labels.data[label] as number
      const list = found.get(object)
      if (list) list.push([name, value])
      else found.set(object, [[name, value]])
    }
  }
  const lookup = lookupOf(whole)
  for (const store of lookup.of(Kind.Store)) put(whole.a[store] as number, whole.text(whole.b[store] as number), whole.c[store] as number)
  for (const store of lookup.of(Kind.StoreDynamic)) {
    const name = whole.b[store] as number
    if (whole.kind[name] === Kind.String) put(whole.a[store] as number, whole.text(whole.a[name] as number), whole.c[store] as number)
  }
  for (const call of lookup.named(Kind.Call, SETS)) {
    const [name, value] = whole.args(call)
    const receiver = receiverOf(linked, call)
    if (receiver >= 0 && name !== undefined && value !== undefined && whole.kind[name] === Kind.String)
      put(receiver, whole.text(whole.a[name] as number), value)
  }
  return found
}
const SETS = new Set(['set', 'append'])

/** A value that the program has by itself: out of its environment or its settings, or written in it. */
function isOwn(linked: Linked, node: number, within: number, hops: number): boolean {
  const { whole, values, solver } = linked
  if (node < 0 || node >= whole.size || hops > MOST_HOPS) return false
  const param = paramOf(linked, node)
  if (param >= 0 && whole.a[param] === within) return false
  const told = apiPathsOf(linked, node).map((path) => OF_ENVIRONMENT.test(linked.models.paths.show(path)))
  // Of a parameter, all that callers hand over counts.
  if (param >= 0) return told.length > 0 && told.length === solver.of(node).length && told.every(Boolean)
  if (told.some(Boolean)) return true
  const of = (part: number) => isOwn(linked, part, within, hops + 1)
  const inner = whole.a[node] as number
  switch (whole.kind[node] as Kind) {
    case Kind.String:
      return WRITTEN.test(whole.text(inner)) && /\d/.test(whole.text(inner))
    case Kind.Load:
      return isOfSettings(linked, node) || values.definitions(node).some((made) => made !== node && of(made))
    case Kind.Refine:
    case Kind.Await:
      return of(inner)
    case Kind.Choice:
    case Kind.Cell:
    case Kind.Template:
    case Kind.Array:
      return [...whole.items(inner)].some(of)
    case Kind.Object:
      // `auth: { username, password }`
      return entriesOf(linked, node).some(([, value]) => of(value))
    case Kind.Binary:
      return of(inner) || of(whole.b[node] as number)
    case Kind.Import:
      return values.definitions(node).some((made) => made !== node && of(made))
    case Kind.Call: {
      const called = calledName(linked, node)
      const receiver = receiverOf(linked, node)
      const [first] = whole.args(node)
      if (first !== undefined && whole.kind[first] === Kind.String && HANDS_OUT.test(called))
        return receiver < 0 ? called !== 'get' : /env|conf|settings|secret/i.test(whole.sourceOf(receiver, 60))
      if (REWRITES.test(called)) return [...whole.args(node)].some(of) || (receiver >= 0 && of(receiver))
      return [...(solver.callees.get(node) ?? [])].some((fn) => (whole.functions[fn]?.returns ?? []).some(of))
    }
    default:
      return false
  }
}

const OF_ENVIRONMENT = /^(?:global:)?(?:process|import\.meta|Bun|Deno)\.env\b/

/** `settings.apis.billing.password` of settings that the program has, and no caller brings or a call fetches. */
function isOfSettings({ whole, values }: Linked, load: number): boolean {
  let at = whole.a[load] as number
  for (let hops = 0; hops < MOST_HOPS && at >= 0 && at < whole.size; hops++) {
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Load && SETTINGS.test(whole.text(whole.b[at] as number)) && whole.kind[whole.a[at] as number] === Kind.This) return true
    if (kind !== Kind.Load && kind !== Kind.Refine) break
    at = whole.a[at] as number
  }
  if (at < 0 || at >= whole.size || whole.kind[at] === Kind.Param) return false
  const [name] = /^[\w$]+/.exec(whole.sourceOf(load, 40)) ?? ['']
  return (SETTINGS.test(name) || SETTINGS.test(values.nameOf(at))) && /^(?:[A-Z]?[a-z]|[A-Z_]+$)/.test(name) && !isFetched(whole, at)
}

/** What a call answers while the program runs, other than `require`. */
function isFetched(whole: Linked['whole'], node: number): boolean {
  return whole.kind[node] === Kind.Await || (whole.kind[node] === Kind.Call && !/^require\b/.test(whole.sourceOf(node, 10)))
}
