/** Reading and writing properties by name, of whatever the object may be. */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { loadAdded, storeAdded } from './added-methods'
import { giveSelf } from './classes'
import { arrayMethod, collectionMethod } from './collections'
import { functionMethod } from './functions'
import { loadPlace } from './further-arguments'
import { Reaction } from './reactions'
import { addPath, isObject, type State } from './state'

/** Classes above one whose static members are looked through. */
const MOST_SUPERCLASSES = 8

/** What reading a property of a label gives flows to a node. */
export function load(state: State, to: number, label: number, kind: LabelKind, property: number): void {
  switch (kind) {
    case LabelKind.Api:
      addPath(state, to, state.steps.memberOf(state.labels.data[label] as number, property), to)
      loadAdded(state, to, label, property)
      break
    case LabelKind.Object:
      state.store.edge(state.fields.of(label, property), to)
      loadElement(state, to, label, property)
      break
    case LabelKind.Instance:
    case LabelKind.Module:
      state.store.edge(state.fields.of(label, property), to)
      break
    default:
      loadRarely(state, to, label, kind, property)
  }
}

/** What a list, or an object with computed keys, has besides what was put in by that name. */
function loadElement(state: State, to: number, label: number, property: number): void {
  const { whole, labels, store, fields, names } = state
  const at = labels.data[label] as number
  if (whole.kind[at] === Kind.Object) {
    if (state.computed.has(at)) store.edge(fields.of(label, names.element), to)
  } else if (whole.kind[at] === Kind.New) collectionMethod(state, to, label, whole.text(property))
  else if (state.steps.isIndex(property)) {
    if (!loadPlace(state, to, label, property)) store.edge(fields.of(label, names.element), to)
  } else arrayMethod(state, to, label, whole.text(property))
}

function loadRarely(state: State, to: number, label: number, kind: LabelKind, property: number): void {
  const { labels, store, fields } = state
  switch (kind) {
    case LabelKind.ApiObject:
      addPath(state, to, state.steps.memberOf(labels.extra[label] as number, property), to)
      store.edge(fields.of(label, property), to)
      break
    case LabelKind.Interface:
      loadOfInterface(state, to, label, property)
      break
    case LabelKind.Function:
      loadOfFunction(state, to, label, property)
      break
    case LabelKind.Class:
      loadOfClass(state, to, label, property)
      break
    default:
      if (isObject(kind)) store.edge(fields.of(label, property), to)
  }
}

function loadOfInterface({ whole, labels, store, reactions, interfaceLoads }: State, to: number, label: number, property: number): void {
  // Interfaces may extend each other in a circle: no compiler takes that, but it stands in tests of compilers.
  if (interfaceLoads.get(to, label) === property) return
  interfaceLoads.set(to, label, property)
  const fact = whole.interfaces[labels.data[label] as number]
  const name = whole.text(property)
  for (const member of fact?.members ?? []) if (member.name === name) store.edge(member.type, to)
  for (const parent of fact?.extends ?? []) reactions.load(parent, property, to)
}

function loadOfFunction(state: State, to: number, label: number, property: number): void {
  const { whole, labels, store, fields } = state
  const name = whole.text(property)
  if (name === 'prototype') {
    const fn = labels.data[label] as number
    const instance = labels.of(LabelKind.Constructed, fn)
    store.add(to, instance)
    // Whose prototype is asked for makes instances, also where only others make them.
    giveSelf(state, fn, instance)
    return
  }
  store.edge(fields.of(label, property), to)
  functionMethod(state, to, label, name)
}

function loadOfClass(state: State, to: number, label: number, property: number): void {
  const { whole, labels, store, fields, superclass, reactions } = state
  const data = labels.data[label] as number
  if (whole.text(property) === 'prototype') store.add(to, labels.of(LabelKind.Instance, data))
  store.edge(fields.of(label, property), to)
  for (let cls = superclass.get(data), hops = 0; cls !== undefined && hops < MOST_SUPERCLASSES; cls = superclass.get(cls), hops++)
    store.edge(fields.of(labels.of(LabelKind.Class, cls), property), to)
  // What it has from a library's class that it extends: `User.findAll` of `class User extends Model`.
  for (let cls: number | undefined = data, hops = 0; cls !== undefined && hops < MOST_SUPERCLASSES; cls = superclass.get(cls), hops++) {
    const { extends: parent } = whole.classes[cls] as { extends: number }
    if (parent >= 0) reactions.add(parent, Reaction.Static, to, property)
  }
}

/** One item of what is gone over: `for (const item of list)`. */
export function loadItem(state: State, to: number, label: number, kind: LabelKind): void {
  if (kind === LabelKind.Api) addPath(state, to, state.paths.take(state.labels.data[label] as number, state.steps.element), to)
  else if (isObject(kind)) state.store.edge(state.fields.of(label, state.names.element), to)
}

/** `object.name = value`. */
export function store(state: State, user: number, label: number, kind: LabelKind): void {
  const { whole, labels, store, fields, paths, steps, reactions } = state
  const { b, c } = whole
  if (isObject(kind)) store.edge(c[user] as number, fields.of(label, b[user] as number))
  if (kind === LabelKind.Constructed) giveMethod(state, c[user] as number, label)
  if (kind === LabelKind.Function && whole.text(b[user] as number) === 'prototype')
    givePrototype(state, labels.data[label] as number, c[user] as number)
  if (kind === LabelKind.Api) storeAdded(state, user, label)
  // `socket.onmessage = f`, `$.fn.plugin = f`: called from there, where a model says so.
  if (kind === LabelKind.Api || kind === LabelKind.ApiObject) {
    const path = kind === LabelKind.Api ? (labels.data[label] as number) : (labels.extra[label] as number)
    const to = paths.look(path, steps.member(b[user] as number))
    if (to >= 0) reactions.escape(c[user] as number, to)
  }
}

/** `F.prototype.name = function () {}`: its `this` is an instance, whoever calls it. */
function giveMethod(state: State, value: number, instance: number): void {
  if (state.whole.kind[value] === Kind.Function) giveSelf(state, state.whole.a[value] as number, instance)
}

/** `F.prototype = { name() {} }`. */
function givePrototype(state: State, fn: number, prototype: number): void {
  const { whole, labels, reactions } = state
  const instance = labels.of(LabelKind.Constructed, fn)
  giveSelf(state, fn, instance)
  reactions.copy(prototype, instance)
  if (whole.kind[prototype] !== Kind.Object) return
  for (const entry of whole.items(whole.a[prototype] as number))
    if (whole.kind[entry] === Kind.Property) giveMethod(state, whole.b[entry] as number, instance)
}
