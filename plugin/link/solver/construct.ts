/** `new`, by what came to its callee; and `super(…)`, which runs a constructor too. */
import { LabelKind } from '../labels'
import { giveSelf } from './classes'
import { collection, kindOfCollection } from './collections'
import { enterConstructor } from './functions'
import { promise } from './promises'
import { proxy } from './proxies'
import { addPath, type State } from './state'

/** Classes above one in which a constructor is looked for. */
const MOST_SUPERCLASSES = 8

export function construct(state: State, site: number, label: number, kind: LabelKind): void {
  const data = state.labels.data[label] as number
  if (kind === LabelKind.Class) constructClass(state, site, data)
  else if (kind === LabelKind.Function) constructFunction(state, site, data)
  else if (kind === LabelKind.Api) constructApi(state, site, data)
}

function constructClass(state: State, site: number, cls: number): void {
  const { whole, labels, store, superclass } = state
  store.add(site, labels.of(LabelKind.Instance, cls))
  let made = whole.classes[cls]?.constructor_ ?? -1
  for (let at = superclass.get(cls), hops = 0; made < 0 && at !== undefined && hops < MOST_SUPERCLASSES; at = superclass.get(at), hops++)
    made = whole.classes[at]?.constructor_ ?? -1
  if (made >= 0) enterConstructor(state, site, made)
  else state.madeWithout.push(site, cls)
}

/** A class without a constructor of its own is made by that of the library's class which it extends. */
export function constructByBases({ madeWithout, superclass, libraryBases, calls }: State): void {
  for (let i = 0; i < madeWithout.length; i += 2) {
    let top = madeWithout[i + 1] as number
    for (let above = superclass.get(top), hops = 0; above !== undefined && hops < MOST_SUPERCLASSES; above = superclass.get(top), hops++) top = above
    for (const base of libraryBases.get(top) ?? []) calls.joinPath(madeWithout[i] as number, base)
  }
}

function constructFunction(state: State, site: number, fn: number): void {
  const instance = state.labels.of(LabelKind.Constructed, fn)
  state.store.add(site, instance)
  giveSelf(state, fn, instance)
  enterConstructor(state, site, fn)
}

function constructApi(state: State, site: number, path: number): void {
  const { whole, models, paths, store, reactions } = state
  if (!state.calls.joinPath(site, path)) return
  addPath(state, site, paths.instance(path), site)
  const args = whole.args(site)
  const passed = models.passes.get(path)
  if (passed !== undefined && args[passed] !== undefined) store.edge(args[passed], site)
  for (let i = 0; i < args.length; i++) {
    const to = paths.argument(path, i)
    if (to >= 0) reactions.escape(args[i] as number, to)
  }
  if (models.executors.has(path) && args[0] !== undefined) promise(state, site, args[0])
  if (paths.rootOf(path) === 'global:Proxy' && args[0] !== undefined && args[1] !== undefined) proxy(state, site, args[0], args[1])
  const made = kindOfCollection(paths.show(path))
  if (made) collection(state, site, made)
}
