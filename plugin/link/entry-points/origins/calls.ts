/** What calls hand back of a request. In: a call and what it is called on and with. Out: the parts of a request that its result is. */
import { Kind } from '../../../graph'
import { rowsByName } from '../../../rows-by-name'
import type { InputPlace } from '../../door-models'
import type { Linked } from '../../linked'
import { thingNamed } from '../../names'
import type { Asking } from './asking'
import { enter } from './entered'
import { meaningOf } from './meanings'
import { namesOf } from './names'
import { type Data, DEEPEST_FIELD, type Frame, NONE, type Origin } from './origin'
import { parsed } from './parsed'

/** Methods by which forms, search parameters, headers and cookies hand out what is asked for by name. */
const GETTERS = new Set(['get', 'getAll', 'has', 'header', 'getlist', 'param', 'input'])
/** Methods that hand back all of it, or the same text. */
const SAME = new Set(['entries', 'toJSON', 'toObject', 'all', 'toString', 'trim', 'concat', 'decode', 'join', 'valueOf', 'unwrap', 'slice'])
/** What `valid('json')` and its like name. */
const NAMED_PLACES: Record<string, InputPlace> = rowsByName({
  json: 'json',
  form: 'form',
  query: 'query',
  param: 'path',
  params: 'path',
  header: 'header',
  headers: 'header',
  cookie: 'cookie',
  body: 'json',
})
/** Validators that hand back the data; others hand back something that has them. */
const HANDS_BACK =
  /^(?:parse|parseAsync|cast|attempt|assert|decode|create|mask|coerce|validateSync|validateAsync|validateOrReject|check|Parse|Decode|Cast)$/

/** `actions[key](…)` of what the function around is handed: which of them it is, each of its callers says. */
function runsAnyMember({ whole, solver }: Linked, call: number): boolean {
  const callee = whole.a[call] as number
  if (whole.kind[callee] !== Kind.LoadDynamic || (solver.callees.get(call)?.size ?? 0) < 2) return false
  return whole.kind[thingNamed(whole, whole.a[callee] as number)] === Kind.Param
}

export function originsOfCall(asking: Asking, call: number, frame: Frame): readonly Origin[] {
  const { linked, solved } = asking
  const { whole, solver, models } = linked
  const callee = whole.a[call] as number
  const args = whole.args(call)
  const receiver = whole.kind[callee] === Kind.Load ? (whole.a[callee] as number) : -1
  const method = receiver >= 0 ? whole.text(whole.b[callee] as number) : ''
  const on = receiver < 0 ? NONE : asking.of(receiver, frame)
  const found = on.flatMap((origin) => (origin.kind === 'data' ? ofData(asking, origin, method, args[0]) : []))
  if (found.length > 0) return found
  const run = runsAnyMember(linked, call) ? [] : [...(solver.callees.get(call) ?? [])].slice(0, 4)
  for (const fn of run) {
    const below = enter(asking, call, fn, frame)
    if (below) for (const value of whole.functions[fn]?.returns ?? []) found.push(...asking.of(value, below))
  }
  for (const path of pathsOn(asking, on, call)) {
    const meaning = meaningOf(linked, path, whole.kind[call] === Kind.New)
    const { made, input, passes } = meaning
    if (input) found.push(...given(linked, input.in, args[input.name]))
    else if (meaning.validates) found.push(...validated(asking, method || linked.values.nameOf(callee), args, frame))
    else if (meaning.isSelf) found.push(...on)
    else {
      found.push(...parsed(asking, meaning.parser, method, call, frame))
      if (meaning.isAddress) continue
    }
    if (passes !== undefined && args[passes] !== undefined) found.push(...asking.of(args[passes], frame))
    if (made >= 0 && !input && found.length === 0) {
      const origin = solved.origin(made)
      if (origin.kind === 'api' ? models.paths.node(made).known : origin.kind === 'data' && origin.trail.length === 0) found.push(origin)
    }
  }
  return found
}

/** API paths that a call may call, told in this frame. */
export function pathsOfCall(asking: Asking, call: number, frame: Frame): readonly number[] {
  const { whole } = asking.linked
  const callee = whole.a[call] as number
  return pathsOn(asking, whole.kind[callee] === Kind.Load ? asking.of(whole.a[callee] as number, frame) : NONE, call)
}

/** @param on what a method is called on */
function pathsOn({ linked, solved }: Asking, on: readonly Origin[], call: number): readonly number[] {
  if (on.length === 0) return solved.pathsOf(call)
  const { whole, models } = linked
  const step = `.${whole.text(whole.b[whole.a[call] as number] as number)}`
  return on.flatMap((origin) => {
    const path = origin.kind === 'api' ? models.paths.find(origin.path, step) : -1
    return path < 0 ? [] : [path]
  })
}

/** What a method of a part of a request hands back of it: `headers.get('authorization')`, `body.trim()`. */
function ofData({ linked }: Asking, origin: Data, method: string, first: number | undefined): Origin[] {
  if (GETTERS.has(method) && first !== undefined)
    return namesOf(linked, first).map((name): Origin => ({ ...origin, trail: [...origin.trail, name].slice(0, DEEPEST_FIELD) }))
  return SAME.has(method) || ((origin.place === 'raw' || origin.place === 'url') && method !== 'split') ? [origin] : []
}

/** What a call hands out that models name a way to the input. @param named the argument that names it */
function given(linked: Linked, place: InputPlace, named: number | undefined): Origin[] {
  const names = named === undefined ? [] : namesOf(linked, named)
  if (place === 'argument')
    return names.flatMap((name): Origin[] => (NAMED_PLACES[name] ? [{ kind: 'data', place: NAMED_PLACES[name] as InputPlace, trail: [] }] : []))
  return names.length === 0 ? [{ kind: 'data', place, trail: [] }] : names.map((name): Origin => ({ kind: 'data', place, trail: [name] }))
}

function validated(asking: Asking, name: string, args: readonly number[], frame: Frame): Origin[] {
  const data = [...args].flatMap((argument) => asking.of(argument, frame)).filter((origin) => origin.kind === 'data' || origin.kind === 'object')
  return HANDS_BACK.test(name) ? data : data.map((of): Origin => ({ kind: 'checked', of }))
}
