/**
 * Paths for which a guard asks, or does not. In: where it refuses or hands the request on. Out: the paths that the conditions leading
 * there ask for: prefixes where they end in `*`, expressions in slashes, and the method in front where that is asked for as well.
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { thingAwaited } from '../names'
import { isEqual, NOT } from '../operators'
import { isMethod } from '../routes/tests-of-requests'
import { partsAsked } from './parts-of-paths'
import { testsIn } from './tests'

export function isRequestPath({ whole }: Linked, node: number): boolean {
  if (node < 0) return false
  let at = whole.kind[node] === Kind.Refine ? (whole.a[node] as number) : node
  // `request.path()` of Restify.
  if (whole.kind[at] === Kind.Call && whole.args(at).length === 0) at = whole.a[at] as number
  return whole.kind[at] === Kind.Load && /^(?:path|pathname|url|originalUrl|baseUrl|routerPath)$/.test(whole.text(whole.b[at] as number))
}

/**
 * Texts against which the conditions that lead here test the request's path.
 * @param nearest of several tests one inside the other the innermost alone, which names the fewest
 */
export function testedPaths(linked: Linked, node: number, nearest = false): string[] {
  return pathsTestedIn(linked, linked.whole.region[node] as number, nearest)
}

export function pathsTestedIn(linked: Linked, from: number, nearest: boolean): string[] {
  const { whole } = linked
  const found: string[] = []
  for (let region = from; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    if (nearest && found.length > 0) return found
    const condition = whole.regions[region * 4 + 2] as number
    const kind = whole.regions[region * 4] as RegionKind
    // What follows `if (!path.startsWith('/admin')) return` runs where it does.
    const isPast = kind === RegionKind.False && whole.kind[condition] === Kind.Unary && whole.c[condition] === NOT
    if (condition < 0 || (kind !== RegionKind.True && !isPast)) continue
    const asked = isPast ? (whole.a[condition] as number) : condition
    found.push(...pathsAsked(linked, asked), ...testsIn(whole, asked).flatMap((test) => pathsTested(linked, thingAwaited(whole, test))))
  }
  return found
}

/** By one test that is written here. */
function pathsTested(linked: Linked, test: number): string[] {
  const { whole, values } = linked
  if (whole.kind[test] === Kind.Binary && isEqual(whole.c[test] as number)) {
    const sides = [whole.a[test] as number, whole.b[test] as number]
    return sides.flatMap((one, index) => (isRequestPath(linked, one) ? exactTexts(linked, sides[1 - index] as number) : []))
  }
  if (whole.kind[test] !== Kind.Call) return []
  const receiver = receiverOf(linked, test)
  const [argument] = whole.args(test)
  if (receiver < 0 || argument === undefined) return []
  const name = calledName(linked, test)
  if (name === 'startsWith' && isRequestPath(linked, receiver)) return values.texts(argument).map(({ value }) => `${value}*`)
  if (/^(?:includes|has|indexOf)$/.test(name) && isRequestPath(linked, argument))
    return values.elements(receiver).flatMap((item) => exactTexts(linked, item))
  return pathsOfList(linked, name, receiver, argument)
}

const exactTexts = ({ values }: Linked, node: number): string[] =>
  values
    .texts(node)
    .filter(({ exact }) => exact)
    .map(({ value }) => value)

/** `list.some((each) => …)`, `/^\/open/.test(path)` */
function pathsOfList(linked: Linked, name: string, receiver: number, argument: number): string[] {
  if (name === 'some') return prefixesOf(linked, receiver, argument)
  return name === 'test' && isRequestPath(linked, argument) ? expressions(linked, receiver) : []
}

/** By helpers and by parts of the path; one of several reasons that says nothing of the path holds for any. */
function pathsAsked(linked: Linked, condition: number, seen: Set<number> = new Set()): string[] {
  const { whole } = linked
  const test = thingAwaited(whole, condition)
  if (whole.kind[test] !== Kind.Choice) return [...pathsAskedByHelper(linked, test), ...partsOfPathAsked(linked, test)]
  if (seen.has(test)) return []
  seen.add(test)
  const asked = whole.items(whole.a[test] as number).map((item) => pathsAsked(linked, item, seen))
  if (whole.c[test] === ChoiceKind.And) return asked.flat()
  return whole.c[test] === ChoiceKind.Or && asked.every((paths) => paths.length > 0) ? asked.flat() : []
}

const partsOfPathAsked = (linked: Linked, test: number): string[] =>
  partsAsked(linked, test, (node) => isRequestPath(linked, thingAwaited(linked.whole, node)))

/**
 * `isOpen(request)` of `isOpen(request) { return request.method === 'GET' && OPEN.some((each) => each.test(request.path)) }`: what a
 * helper answers, with the method that it asks for as well in front of each path.
 */
function pathsAskedByHelper(linked: Linked, call: number): string[] {
  const { whole, solver, values } = linked
  const callees = whole.kind[call] === Kind.Call ? solver.callees.get(call) : undefined
  const [fn] = callees?.size === 1 ? callees : []
  const answers = (fn === undefined ? [] : (whole.functions[fn]?.returns ?? [])).filter((value) => whole.kind[value] !== Kind.Undefined)
  if (answers.length !== 1) return []
  const answer = thingAwaited(whole, answers[0] as number)
  const all = whole.kind[answer] === Kind.Choice ? whole.items(whole.a[answer] as number).map((part) => thingAwaited(whole, part)) : [answer]
  const [isEach, isAny] = [whole.c[answer] === ChoiceKind.And, whole.c[answer] === ChoiceKind.Or]
  if (all.length > 1 && !isEach && !isAny) return []
  const paths = all.flatMap((part) => pathsAnswered(linked, part))
  const methods = (isAny ? [] : all)
    .filter((part) => whole.kind[part] === Kind.Binary && isEqual(whole.c[part] as number) && isMethod(linked, whole.a[part] as number))
    .flatMap((part) => values.texts(whole.b[part] as number).map(({ value }) => value.toUpperCase()))
  return methods.length === 0 ? paths : methods.flatMap((method) => paths.map((path) => `${method} ${path}`))
}

/** By one part of what a helper answers. */
function pathsAnswered(linked: Linked, part: number): string[] {
  const parts = partsOfPathAsked(linked, part)
  if (parts.length > 0) return parts
  const receiver = linked.whole.kind[part] === Kind.Call ? receiverOf(linked, part) : -1
  const [argument] = receiver < 0 ? [] : linked.whole.args(part)
  return argument === undefined ? [] : pathsOfList(linked, calledName(linked, part), receiver, argument)
}

/** Expressions in slashes; what is put into one while running may be anything: `new RegExp(`^${base}/health$`)`. */
function expressions(linked: Linked, node: number): string[] {
  const { whole, values } = linked
  return [node, ...values.definitions(node)].flatMap((at) => {
    if (at >= whole.size) return []
    if (whole.kind[at] !== Kind.New && whole.kind[at] !== Kind.Call) return at === node ? values.texts(at).map(({ value }) => value) : []
    const [source] = whole.args(at)
    if (calledName(linked, at) !== 'RegExp' || source === undefined) return []
    return values.texts(source).map(({ value, exact }) => `/${exact ? value : value.replace(/\{(?!\d+,?\d*\})[^{}]*\}/g, '.*')}/`)
  })
}

/** `list.some((prefix) => request.path.startsWith(prefix))`, and `list.some((each) => each.test(request.path))` of expressions. */
function prefixesOf(linked: Linked, list: number, callback: number): string[] {
  const { whole, values } = linked
  const fn = whole.kind[callback] === Kind.Function ? whole.functions[whole.a[callback] as number] : undefined
  const [prefix] = fn?.params ?? []
  const asksBy = (name: string, asked: (test: number) => [path: number, by: number | undefined]) =>
    fn?.returns.some((test) => {
      if (whole.kind[test] !== Kind.Call || calledName(linked, test) !== name) return false
      const [path, by] = asked(test)
      return by === prefix && isRequestPath(linked, path)
    })
  if (asksBy('test', (test) => [whole.args(test)[0] ?? -1, receiverOf(linked, test)]))
    return values.elements(list).flatMap((item) => expressions(linked, item))
  return asksBy('startsWith', (test) => [receiverOf(linked, test), whole.args(test)[0]])
    ? values
        .elements(list)
        .flatMap((item) => exactTexts(linked, item))
        .map((text) => `${text}*`)
    : []
}
