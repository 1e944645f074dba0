/** Classes: their members, what `this` and `super` are in them, and what they have from the class that they extend. */
import { FunctionFlag, Kind } from '../../graph'
import { LabelKind } from '../labels'
import { Reaction } from './reactions'
import { addPath, type State } from './state'

export function seedClasses(state: State): void {
  const { whole, labels, store, fields, reactions } = state
  whole.classes.forEach((fact, index) => {
    const instance = labels.of(LabelKind.Instance, index)
    const statics = labels.of(LabelKind.Class, index)
    store.add(fact.self, instance)
    if (fact.constructor_ >= 0) giveSelf(state, fact.constructor_, instance)
    for (const { name, node, static: isStatic, type } of fact.members) {
      const owner = isStatic ? statics : instance
      const field = fields.of(owner, whole.string(name))
      if (node >= 0) seedMember(state, node, field)
      if (type >= 0) store.edge(type, field)
      if (node >= 0 && whole.kind[node] === Kind.Function) giveSelf(state, whole.a[node] as number, owner)
    }
    if (fact.extends >= 0) reactions.add(fact.extends, Reaction.Inherit, index)
  })
}

/** What reading a member of a class or an object gives: what was put there, or what its getter returns. */
export function seedMember({ whole, store }: State, node: number, field: number): void {
  const fn = whole.kind[node] === Kind.Function ? whole.functions[whole.a[node] as number] : undefined
  if (fn && fn.fact.flags & FunctionFlag.Getter) for (const value of fn.returns) store.edge(value, field)
  else if (!fn || !(fn.fact.flags & FunctionFlag.Setter)) store.edge(node, field)
}

/** A function's `this` may be a label. */
export function giveSelf({ whole, store }: State, fn: number, label: number): void {
  const self = whole.functions[fn]?.self ?? -1
  if (self >= 0) store.add(self, label)
}

/** `super(...)` and `super.method()`: the class's superclass, which its `extends` names. */
export function seedSuper({ whole, store, reactions }: State, node: number): void {
  for (let fn = whole.functionOf(node); fn >= 0; fn = whole.functions[fn]?.parent ?? -1) {
    const owner = whole.functions[fn]?.owner ?? -1
    if (owner < 0) continue
    const superclass = whole.classes[owner]?.extends ?? -1
    const flags = whole.functions[fn]?.fact.flags ?? 0
    // In a static method the class itself, in a constructor what is called too, and else what an instance has.
    if (superclass >= 0 && flags & (FunctionFlag.Static | FunctionFlag.Constructor)) store.edge(superclass, node)
    if (superclass >= 0 && !(flags & FunctionFlag.Static)) reactions.add(superclass, Reaction.Super, node)
    return
  }
}

/** A superclass came where `super` stands. */
export function giveSuper(state: State, node: number, kind: LabelKind, data: number): void {
  if (kind === LabelKind.Class) state.store.add(node, state.labels.of(LabelKind.Instance, data))
  else if (kind === LabelKind.Api) addPath(state, node, state.paths.instance(data), node)
}

export function inherit(state: State, cls: number, parent: number): void {
  const { whole, labels, fields, store, superclass } = state
  if (superclass.has(cls) || cls === parent) return
  superclass.set(cls, parent)
  const instance = labels.of(LabelKind.Instance, cls)
  for (let i = 0, count = fields.count(instance); i < count; i++) {
    const field = fields.item(instance, i)
    inheritField(state, cls, store.propertyOf(field), field)
  }
  // An inherited method runs on the subclass's instances too.
  const fact = whole.classes[parent]
  for (const member of fact?.members ?? [])
    if (!member.static && member.node >= 0 && whole.kind[member.node] === Kind.Function) giveSelf(state, whole.a[member.node] as number, instance)
  if (fact && fact.constructor_ >= 0) giveSelf(state, fact.constructor_, instance)
}

/** What an instance has under a name, where its superclass has it. */
export function inheritField(state: State, cls: number, property: number, node: number): void {
  const { whole, labels, fields, store, superclass } = state
  const parent = superclass.get(cls)
  const name = whole.text(property)
  // A method of the class's own stands in front of the inherited one.
  const isOwn = whole.classes[cls]?.members.some(
    (member) => !member.static && member.name === name && member.node >= 0 && whole.kind[member.node] === Kind.Function,
  )
  if (parent !== undefined && !isOwn) store.edge(fields.of(labels.of(LabelKind.Instance, parent), property), node)
  for (const library of state.librarySuperclass.get(cls) ?? []) libraryField(state, cls, property, node, library)
}

/** The same of a library's class; what the program's own class declares is no member of that. */
function libraryField(state: State, cls: number, property: number, node: number, library: number): void {
  const name = state.whole.text(property)
  if (!state.whole.classes[cls]?.members.some((member) => !member.static && member.name === name))
    addPath(state, node, state.steps.memberOf(library, property), node)
}

/** A class of the program that extends a library's: its instances have the library's members, whoever holds one. */
export function extendApi(state: State, cls: number, path: number): void {
  const { whole, paths, labels, fields, store, librarySuperclass } = state
  const made = paths.instance(path)
  const { self, node } = whole.classes[cls] as { self: number; node: number }
  if (made < 0) return
  const bases = state.libraryBases.get(cls) ?? []
  if (!bases.includes(path)) state.libraryBases.set(cls, [...bases, path])
  addPath(state, self, made, node)
  const known = librarySuperclass.get(cls) ?? []
  if (!paths.node(made).known || known.includes(made)) return
  librarySuperclass.set(cls, [...known, made])
  const instance = labels.of(LabelKind.Instance, cls)
  for (let i = 0, count = fields.count(instance); i < count; i++) {
    const field = fields.item(instance, i)
    libraryField(state, cls, store.propertyOf(field), field, made)
  }
}
