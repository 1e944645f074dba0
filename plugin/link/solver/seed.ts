/** Each node once: what it is by itself, and which others flow into it. What is asked of it comes later, label by label. */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { PLUS } from '../operators'
import { seedAddedMethods } from './added-methods'
import { seedClasses, seedSuper } from './classes'
import { seedConstructors } from './constructors'
import { seedDecorated } from './decorated'
import { seedDescribedMethods } from './described-methods'
import { seedGlobalObject } from './global-object'
import { seedJsx } from './jsx'
import { seedArray, seedObject } from './literals'
import { type Imports, newImports, seedExports, seedImport } from './module-exports'
import { seedPromiseMethod } from './promises'
import { addPath, type State } from './state'
import { seedTypes } from './types'

export function seed(state: State): void {
  const imports = newImports()
  seedNodes(state, imports)
  seedAddedMethods(state)
  seedExports(state, imports)
  seedClasses(state)
  seedGlobalObject(state)
  seedConstructors(state)
  seedDecorated(state)
  seedTypes(state)
}

function seedNodes(state: State, imports: Imports): void {
  const { whole, labels, store } = state
  const { kind, a, c } = whole
  // The same few names all over the program: no text is made for each.
  const roots = new Int32Array(whole.strings.length)
  let file = 0
  for (let node = 0; node < whole.size; node++) {
    while (node >= (whole.base[file + 1] as number)) file++
    const operand = a[node] as number
    switch (kind[node] as Kind) {
      case Kind.String:
      case Kind.Number:
      case Kind.Boolean:
      case Kind.Regex:
      case Kind.Template:
        store.addValue(node)
        break
      case Kind.Binary:
        if (c[node] === PLUS) store.addValue(node)
        break
      case Kind.Choice:
      case Kind.Cell:
        seedWays(state, node, operand)
        break
      case Kind.Await:
        store.awaitedEdge(operand, node)
        break
      case Kind.Refine:
      case Kind.Rest:
        store.edge(operand, node)
        break
      case Kind.Global:
        seedGlobal(state, node, operand, roots)
        break
      case Kind.Import:
        seedImport(state, imports, node, file)
        break
      case Kind.Jsx:
        seedJsx(state, node, operand)
        break
      case Kind.Call:
        if (kind[operand] === Kind.Load) seedPromiseMethod(state, node, operand)
        seedDescribedMethods(state, node)
        break
      case Kind.Object:
        seedObject(state, node, operand)
        break
      case Kind.Array:
        seedArray(state, node, operand)
        break
      case Kind.Function:
        store.add(node, labels.of(LabelKind.Function, operand))
        break
      case Kind.Class:
        store.add(node, labels.of(LabelKind.Class, operand))
        break
      case Kind.Interface:
        store.add(node, labels.of(LabelKind.Interface, operand))
        break
    }
  }
}

/** A variable is whatever was put in; a choice is either of its ways. */
function seedWays({ whole, store }: State, node: number, list: number): void {
  const { lists } = whole
  if (list >= 0) for (let at = list + 1, end = at + (lists[list] as number); at < end; at++) store.edge(lists[at] as number, node)
}

/** @param roots string → API path of the global of that name, one higher; 0 where nobody asked */
function seedGlobal(state: State, node: number, name: number, roots: Int32Array): void {
  if (name === state.names.super) {
    seedSuper(state, node)
    return
  }
  let root = (roots[name] as number) - 1
  if (root < 0) {
    root = state.paths.root(`global:${state.whole.text(name)}`)
    roots[name] = root + 1
  }
  addPath(state, node, root, node)
}
