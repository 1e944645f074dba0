/** Calls of API paths: what a library is called with, and what comes back. */
import { Kind } from '../../graph'
import { builtIn } from './builtins'
import { hand } from './escapes'
import { receiverOf } from './functions'
import { promise } from './promises'
import { Reaction } from './reactions'
import { addPath, type State } from './state'

export function callApi(state: State, call: number, path: number): void {
  const { whole, models, paths, store, reactions } = state
  if (!state.calls.joinPath(call, path)) return
  giveResult(state, call, path)
  const args = whole.args(call)
  const passed = models.passes.get(path)
  if (passed !== undefined && args[passed] !== undefined) store.edge(args[passed], call)
  if (models.copies.has(path)) {
    joinObjects(state, call, args)
    return
  }
  if (models.executors.has(path) && args[0] !== undefined) promise(state, call, args[0])
  const { step, parent, known } = paths.node(path)
  // `app.get.call(app, path, handler)` hands the arguments behind the first to what it calls.
  if (step === '.call' && !known && parent >= 0) for (let i = 1; i < args.length; i++) hand(state, args[i] as number, paths.argument(parent, i - 1))
  else {
    const called = paths.hasEvents(path) ? ofEvent(state, path, args[0]) : path
    for (let i = 0; i < args.length; i++) hand(state, args[i] as number, paths.argument(called, i))
  }
  // A library function given functions most often hands back one that runs them: wrappers, promisify, memoize.
  if (!paths.node(path).known && receiverOf(state, call) < 0)
    for (let i = 0; i < args.length; i++) reactions.add(args[i] as number, Reaction.Wrap, call)
  if (args.length > 0 && !paths.rootOf(path).startsWith('npm:')) builtIn(state, call, path, args)
}

/** `app.on('open-url', (event, address) => …)`: what a listener is handed depends on the event. */
function ofEvent({ whole, paths }: State, path: number, event: number | undefined): number {
  return event !== undefined && whole.kind[event] === Kind.String ? paths.forEvent(path, whole.text(whole.a[event] as number)) : path
}

/** The first gets what the others have, and comes back: `Object.assign(target, ...more)`, `extend(true, target, ...more)`. */
function joinObjects({ whole, store, reactions }: State, call: number, args: ArrayLike<number>): void {
  const at = args.length > 0 && whole.kind[args[0] as number] === Kind.Boolean ? 1 : 0
  if (at >= args.length) return
  const first = args[at] as number
  store.edge(first, call)
  for (let i = at + 1; i < args.length; i++) reactions.add(first, Reaction.Spread, args[i] as number)
}

function giveResult(state: State, call: number, path: number): void {
  const { whole, models, paths, store } = state
  const result = paths.call(path)
  if (result >= 0) {
    if (models.self.has(result) || models.self.has(path)) store.edge(receiverOf(state, call), call)
    else addPath(state, call, result, call)
  }
  // `exec.bind(child_process)` is `exec`.
  if (paths.node(path).step === '.bind') {
    const callee = whole.a[call] as number
    if (whole.kind[callee] === Kind.Load) store.edge(whole.a[callee] as number, call)
  }
}
