/** Calls of functions of the program: arguments flow to parameters, and what is returned to the call. */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { forwardedBy } from './forwarders'
import { giveFurther, giveSpread } from './further-arguments'
import { Reaction } from './reactions'
import { addPath, type State } from './state'

/** What a method is called on, -1 where it is no method call. */
export function receiverOf({ whole }: State, call: number): number {
  const callee = whole.a[call] as number
  const kind = whole.kind[callee]
  return kind === Kind.Load || kind === Kind.LoadDynamic ? (whole.a[callee] as number) : -1
}

/** Joins a call and a function: arguments, the list's places `from` up to `to`, and what comes back. */
export function enter(state: State, call: number, fn: number, args: ArrayLike<number>, from: number, to: number, receiver: number): void {
  const { whole, store } = state
  const fact = whole.functions[fn]
  if (!fact || !state.calls.join(call, fn)) return
  giveArguments(state, fact.params, args, from, to)
  if (receiver >= 0 && fact.self >= 0) store.edge(receiver, fact.self)
  for (const value of fact.returns) store.edge(value, call)
  const forwarded = forwardedBy(whole, fn)
  const given = forwarded < 0 || forwarded >= to - from ? undefined : args[from + forwarded]
  if (given !== undefined) state.reactions.add(given, Reaction.Wrap, call)
  // Only declared here: its type is all there is to know.
  if (fact.returns.length === 0 && fact.fact.returnType >= 0) store.edge(fact.fact.returnType + (whole.base[fact.file] as number), call)
}

function giveArguments(state: State, params: readonly number[], args: ArrayLike<number>, from: number, to: number): void {
  const { whole, store } = state
  const last = params.length - 1
  const hasRest = isRest(state, params[last])
  const isSpread = (argument: number) => argument >= 0 && whole.kind[argument] === Kind.Spread
  // Behind a list that is spread no place is known, and before one none from the end.
  const spreads = hasRest && Array.prototype.slice.call(args, from, to).some(isSpread)
  let isBehind = false
  for (let i = 0; i < to - from; i++) {
    const argument = args[from + i] as number
    if (isSpread(argument)) {
      spreadOver(state, params, hasRest ? Math.min(i, last) : i, whole.a[argument] as number)
      if (!hasRest) break
      isBehind = true
    } else if (isBehind) giveFurther(state, params[last] as number, argument, -1, undefined)
    else if (hasRest && i >= last) giveFurther(state, params[last] as number, argument, i - last, spreads ? undefined : to - from - last)
    else if (i <= last) store.edge(argument, params[i] as number)
  }
}

const isRest = ({ whole }: State, param: number | undefined): boolean => param !== undefined && whole.c[param] === 1

/** `f(...list)`, `f.apply(x, list)`: each parameter from one on may be any of the list. */
function spreadOver(state: State, params: readonly number[], from: number, list: number): void {
  for (const param of params.slice(from)) {
    if (isRest(state, param)) giveSpread(state, param, list)
    else state.reactions.load(list, state.names.element, param)
  }
}

/** A constructor. What it returns stands for what was made, where it is an object: `function Access() { return { may } }`. */
export function enterConstructor(state: State, site: number, fn: number): void {
  const { whole, store, calls } = state
  const fact = whole.functions[fn]
  if (!fact || !calls.join(site, fn)) return
  const args = whole.args(site)
  giveArguments(state, fact.params, args, 0, args.length)
  for (const value of fact.returns) store.edge(value, site)
}

/** `f.bind(x)`, `f.call(x, …)`, `f.apply(x, …)`. */
export function functionMethod(state: State, load: number, label: number, method: string): void {
  if (method !== 'bind' && method !== 'call' && method !== 'apply') return
  const fn = state.labels.data[label] as number
  for (const call of state.uses.callsOf(load)) {
    const args = state.whole.args(call)
    if (method === 'call') enter(state, call, fn, args, 1, args.length, args[0] ?? -1)
    else if (method === 'apply') apply(state, call, fn, args)
    else bind(state, call, label, args)
  }
}

function apply(state: State, call: number, fn: number, args: ArrayLike<number>): void {
  enter(state, call, fn, args, 0, 0, args[0] ?? -1)
  const params = state.whole.functions[fn]?.params ?? []
  if (args[1] !== undefined) spreadOver(state, params, 0, args[1])
}

function bind({ whole, labels, store }: State, call: number, label: number, args: ArrayLike<number>): void {
  const fact = whole.functions[labels.data[label] as number]
  store.add(call, label)
  if (fact && args[0] !== undefined && fact.self >= 0) store.edge(args[0], fact.self)
  for (let i = 1; i < args.length; i++) store.edge(args[i] as number, fact?.params[i - 1] ?? -1)
}

/** A tagged template: a call of its tag. */
export function tagged(state: State, user: number, label: number, kind: LabelKind): void {
  const data = state.labels.data[label] as number
  if (kind === LabelKind.Api) addPath(state, user, state.paths.call(data), user)
  else if (kind === LabelKind.Function) {
    // The texts come as one list, then every value.
    const values = state.whole.args(user).filter((_, index) => index % 2 === 1)
    const args = [-1, ...values]
    enter(state, user, data, args, 0, args.length, -1)
  }
}
