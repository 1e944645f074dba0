/**
 * Rights that a wrapper asks for because a door's options say so: `withMember(handler, { permission: 'members.change' })`. In: a
 * route whose handlers are made by calls of wrappers. Out: a guard of the handler where the wrapper refuses whoever lacks a right,
 * whatever it is told, or because of an option that is given. A door that leaves the option out goes through the same wrapper and
 * is asked for nothing.
 */
import { Kind } from '../../graph'
import type { Evidence, Guard } from '../../types'
import type { Guards } from '../guards'
import { isSwitchedOff } from '../guards/refusals-by-option'
import { calledName, cite, type Linked } from '../linked'
import { isMadeOf } from '../made-of'
import { conditionsAbove, conditionsOf } from '../regions'
import type { FoundRoute } from '../routes/index'

/** A parameter of a wrapper, or a member of it; '' for the parameter itself. */
interface Option {
  index: number
  name: string
}

/** Regions that a refusal may stand in, and nodes that a condition may be made of. */
const MOST_REGIONS = 30
const MOST_NODES = 60

/** What a helper answers that says what somebody may do: `const roleOf = async (id) => (await find(id)).role`. */
const RIGHT = /^(?:roles?|permissions?|scopes?|is_?admin|is_?super_?user|privileges?)$/i

/** What a wrapper asks a right for. */
interface Asked {
  /** It refuses whatever it is told. */
  always: boolean
  options: Option[]
}

const known = new WeakMap<Linked, Map<number, Asked>>()

export function rightsOfWrappers(linked: Linked, guards: Guards, { handlers }: Pick<FoundRoute, 'handlers'>): Guard[] {
  const { whole, values, solver } = linked
  const found: Guard[] = []
  for (const { node } of handlers)
    for (const made of values.definitions(node).slice(0, 4)) {
      if (made >= whole.size || whole.kind[made] !== Kind.Call) continue
      const args = [...whole.args(made)]
      // What is wrapped is no option; options may hold functions as well, and then what is called says only of those.
      const wrapped = new Set(guards.wrapped(made))
      for (const wrapper of [...(solver.callees.get(made) ?? [])].slice(0, 2)) {
        const { always, options } = askedBy(linked, guards, wrapper)
        const option = options.find(
          ({ index, name }) =>
            isGiven(linked, args[index], name) &&
            !isDeclined(linked, guards, made, wrapper, { index, name }) &&
            (!wrapped.has(args[index] ?? -1) || isData(linked, args[index] as number, name)),
        )
        const name = calledName(linked, made)
        if (option) {
          const at = cite(linked, placeOf(linked, args[option.index] as number, option.name))
          found.push({ name: `${name}(${option.name})`, role: 'authorization', scope: 'handler', at })
        } else if (always) found.push({ name, role: 'authorization', scope: 'handler', at: cite(linked, made) })
      }
    }
  return found
}

const placeOf = ({ values, whole }: Linked, argument: number, name: string): number => {
  const [value] = name === '' ? [] : values.property(argument, name)
  return value !== undefined && value < whole.size && whole.fileOf(value) === whole.fileOf(argument) ? value : argument
}

/** A member of the options that is called by nobody. */
const isData = ({ values, whole }: Linked, argument: number, name: string): boolean =>
  name !== '' && values.property(argument, name).every((node) => node < whole.size && DATA.has(whole.kind[node] as Kind))
const DATA = new Set<Kind>([Kind.Object, Kind.Array, Kind.String, Kind.Boolean, Kind.Number])

/** An empty list asks for nothing. */
function isGiven({ whole, values }: Linked, argument: number | undefined, name: string): boolean {
  if (argument === undefined) return false
  const given = name === '' ? [argument] : values.property(argument, name)
  return given.some((node) => node < whole.size && !(whole.kind[node] === Kind.Array && [...whole.items(whole.a[node] as number)].length === 0))
}

/** `authentication: 'never'` of a wrapper that refuses under `options.authentication === 'required'`: it is given, and asks for nothing. */
function isDeclined(linked: Linked, guards: Guards, call: number, wrapper: number, { index, name }: Option): boolean {
  const { whole } = linked
  const made = (whole.functions[wrapper]?.returns ?? []).filter((node) => whole.kind[node] === Kind.Function)
  const held = made
    .flatMap((node) => guards.ofFunction(whole.a[node] as number).denials)
    .flatMap(({ options = [] }) => options)
    .filter(({ fn, position, property = '' }) => fn === wrapper && position === index && property === name)
  return held.length > 0 && held.every((option) => isSwitchedOff(linked, call, wrapper, [option]))
}

function askedBy(linked: Linked, guards: Guards, wrapper: number): Asked {
  const byWrapper = known.get(linked) ?? new Map<number, Asked>()
  known.set(linked, byWrapper)
  const before = byWrapper.get(wrapper)
  if (before) return before
  const { whole, effects, solver } = linked
  const found = new Map<string, Option>()
  const asked: Asked = { always: false, options: [] }
  byWrapper.set(wrapper, asked)
  const tell = (nodes: readonly number[]): boolean => {
    const options = nodes.flatMap((node) => optionsIn(linked, node, wrapper))
    for (const option of options) found.set(`${option.index} ${option.name}`, option)
    return options.length > 0
  }
  for (const node of effects.within(wrapper)) {
    for (const option of askedByHelper(linked, guards, node, wrapper)) found.set(`${option.index} ${option.name}`, option)
    if (
      whole.kind[node] === Kind.Call &&
      !guards.runsWhatWasHanded(node) &&
      refusesByRight(linked, guards, node, [...(solver.callees.get(node) ?? [])])
    )
      tell([...whole.args(node), ...conditionsAbove(linked.whole, node, MOST_REGIONS)])
    else if (isRefusal(linked, guards, node)) {
      const conditions = conditionsAbove(linked.whole, node, MOST_REGIONS)
      const [nearest = -1] = conditions
      const isRight = looksUpRight(linked, nearest)
      // Only what is asked right there counts as asked of everybody: conditions further out are about other things, too.
      if ((isRight || conditions.some((condition) => guards.asks(condition) === 'rights')) && !tell(conditions) && isRight) asked.always = true
    }
  }
  asked.options = [...found.values()]
  return asked
}

/**
 * `const role = await roleOf(user.id); if (!role) refuse()`, `if (user.role !== 'admin') refuse()`: what is asked is a right, or was
 * answered by a helper of the program's own that looks one up. What these are read from is not looked at.
 */
function looksUpRight({ whole, solver }: Linked, condition: number): boolean {
  const seen = new Set<number>()
  const stack = [condition]
  for (let node = stack.pop(); node !== undefined && seen.size < MOST_NODES; node = stack.pop()) {
    if (node < 0 || node >= whole.size || seen.has(node)) continue
    seen.add(node)
    const kind = whole.kind[node] as Kind
    if (isRight(whole, node)) return true
    if (kind === Kind.Call)
      for (const callee of [...(solver.callees.get(node) ?? [])].slice(0, 2))
        if ((whole.functions[callee]?.returns ?? []).some((value) => isRight(whole, value))) return true
    if (THROUGH.has(kind)) stack.push(...whole.madeOf(node))
  }
  return false
}

/** What is made of its parts and says the same. */
const THROUGH = new Set<Kind>([Kind.Unary, Kind.Binary, Kind.Choice, Kind.Cell, Kind.Refine, Kind.Await])

function isRight(whole: Linked['whole'], value: number): boolean {
  let node = value
  while (node >= 0 && (whole.kind[node] === Kind.Refine || whole.kind[node] === Kind.Await)) node = whole.a[node] as number
  return node >= 0 && whole.kind[node] === Kind.Load && RIGHT.test(whole.text(whole.b[node] as number))
}

const samePlace = (one: Evidence, other: Evidence) => one.file === other.file && one.line === other.line

/** A refusal in the wrapper itself, as the guards tell it. */
function isRefusal(linked: Linked, guards: Guards, node: number): boolean {
  const { whole } = linked
  if (whole.kind[node] === Kind.Throw) return true
  if (whole.kind[node] !== Kind.Call && whole.kind[node] !== Kind.New) return false
  const denials = guards.ofFunction(whole.functionOf(node)).denials
  if (denials.length === 0) return false
  const at = cite(linked, node)
  return denials.some((denial) => samePlace(denial.at, at))
}

/** `throwIfNoPermission({ role, permission })`: a helper that does nothing but refuse whoever lacks a right. */
function refusesByRight(linked: Linked, guards: Guards, call: number, callees: readonly number[]): boolean {
  const { whole, effects } = linked
  return callees
    .slice(0, 2)
    .some(
      (callee) =>
        callee !== whole.functionOf(call) &&
        effects
          .within(callee)
          .some(
            (node) => whole.kind[node] === Kind.Throw && conditionsAbove(linked.whole, node, MOST_REGIONS).some((it) => guards.asks(it) === 'rights'),
          ),
    )
}

/** What an option is called that says what is asked of callers: a helper's answers hang on others, too. */
const SAYS_RIGHT = /auth|role|permission|privilege|right|scope|abilit|polic|access|admin|super|owner/i

/**
 * `const result = await allowed(request, options); if (!result.ok) throw result.response`: a helper that is handed the options, and
 * answers otherwise for whoever lacks the right that they name. The wrapper has to ask what it answered.
 */
function askedByHelper(linked: Linked, guards: Guards, call: number, wrapper: number): Option[] {
  const { whole, solver, effects } = linked
  if (whole.kind[call] !== Kind.Call || guards.runsWhatWasHanded(call)) return []
  const handed = whole.args(call).map((argument) => optionsIn(linked, argument, wrapper).filter(({ name }) => name === ''))
  const callees = [...(solver.callees.get(call) ?? [])]
  if (callees.length !== 1 || handed.every((options) => options.length === 0)) return []
  const isAsked = effects
    .within(wrapper)
    .some((node) => isEnd(linked, node) && conditionsAbove(whole, node, MOST_REGIONS).some((it) => isMadeOf(whole, it, (part) => part === call)))
  if (!isAsked) return []
  const callee = callees[0] as number
  const regions = whole.functions[callee]?.returnRegions ?? []
  const asked = regions.flatMap((region) => conditionsOf(whole, region, MOST_REGIONS).filter((condition) => guards.asks(condition) === 'rights'))
  return [...new Set(asked)].flatMap((condition) =>
    optionsIn(linked, condition, callee)
      .filter(({ name }) => SAYS_RIGHT.test(name))
      .flatMap(({ index, name }) => (handed[index] ?? []).map((option) => ({ index: option.index, name }))),
  )
}

const isEnd = ({ whole }: Linked, node: number): boolean => whole.kind[node] === Kind.Throw || whole.kind[node] === Kind.Call

/** Parameters of a function, and members of them, that a value is made of. */
function optionsIn({ whole }: Linked, from: number, fn: number): Option[] {
  const found: Option[] = []
  const seen = new Set<number>()
  const stack: [node: number, member: string][] = [[from, '']]
  for (let next = stack.pop(); next && seen.size < MOST_NODES; next = stack.pop()) {
    const [node, member] = next
    if (node < 0 || node >= whole.size || seen.has(node)) continue
    seen.add(node)
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Param) {
      if (whole.a[node] === fn) found.push({ index: whole.b[node] as number, name: member })
    } else if (kind === Kind.Load) stack.push([whole.a[node] as number, whole.text(whole.b[node] as number)])
    else {
      const hands = kind === Kind.Choice || kind === Kind.Cell || kind === Kind.Refine
      for (const part of whole.madeOf(node)) stack.push([part, hands ? member : ''])
    }
  }
  return found
}
