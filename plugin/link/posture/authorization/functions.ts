/** Functions and the ones around them. In: a function's number. Out: which one makes it, which ones it stands in, where it begins. */
import { LabelKind } from '../../labels'
import type { Linked } from '../../linked'
import type { WholeFunction } from '../../whole/index'

export const functionAt = ({ whole }: Linked, fn: number): WholeFunction => whole.functions[fn] as WholeFunction

/** The function that makes another by returning it: of `const isAdmin = () => (req, res, next) => …` the outer; itself where none does. */
export function factoryOf(linked: Linked, fn: number): number {
  const { whole, solver } = linked
  let at = fn
  for (let hops = 0; hops < 4; hops++) {
    const { parent } = functionAt(linked, at)
    if (parent < 0) return at
    const made = at
    const returns = whole.functions[parent]?.returns ?? []
    if (
      !returns.some((value) =>
        solver.of(value).some((label) => solver.labels.kind[label] === LabelKind.Function && solver.labels.data[label] === made),
      )
    )
      return at
    at = parent
  }
  return at
}

/** A function and those around it, innermost first. */
export function chainOf({ whole }: Linked, fn: number): number[] {
  const chain: number[] = []
  for (let at = fn; at >= 0; at = whole.functions[at]?.parent ?? -1) chain.push(at)
  return chain
}

/** Functions of a file around a line, innermost first. */
export function functionsAround(linked: Linked, file: string, line: number): number[] {
  const { whole } = linked
  const index = linkedFunctions(linked)
  const found = (index.byFile.get(linked.fileIndex.get(file) ?? -1) ?? []).filter((fn) => {
    const [first, last] = whole.linesOf(functionAt(linked, fn).node)
    return first <= line && line <= last
  })
  return found.sort((one, other) => chainOf(linked, other).length - chainOf(linked, one).length)
}

/** Methods by which frameworks ask a class that guards. */
export const ENTRY = /^(?:canActivate|use|handle|execute|intercept|action)$/

/** The method of a class of the program that decides, by the name of the class. */
export const methodsOfGuard = (linked: Linked, name: string): readonly number[] => linkedFunctions(linked).byGuard.get(name) ?? []

/** A guard by the name of its class where it is the method of one. */
export function nameOfFunction(linked: Linked, fn: number): string {
  const { fact, owner } = functionAt(linked, fn)
  return owner >= 0 && ENTRY.test(fact.name) ? (linked.whole.classes[owner]?.fact.name ?? fact.name) : fact.name
}

/** Functions by the name that the code gives them. */
export const functionsNamed = (linked: Linked, name: string): readonly number[] => linkedFunctions(linked).byName.get(name) ?? []

interface Index {
  byName: Map<string, number[]>
  byFile: Map<number, number[]>
  /** Class → its method that frameworks ask. */
  byGuard: Map<string, number[]>
}
const known = new WeakMap<Linked, Index>()

function linkedFunctions(linked: Linked): Index {
  let index = known.get(linked)
  if (index) return index
  const byGuard = new Map<string, number[]>()
  index = { byName: new Map(), byFile: new Map(), byGuard }
  linked.whole.functions.forEach(({ fact, file, node, owner }, fn) => {
    if (node < 0) return
    push(index.byFile, file, fn)
    if (fact.name) push(index.byName, fact.name, fn)
    const guard = owner >= 0 && ENTRY.test(fact.name) ? linked.whole.classes[owner]?.fact.name : undefined
    if (guard) push(byGuard, guard, fn)
  })
  known.set(linked, index)
  return index
}

function push<K>(into: Map<K, number[]>, key: K, fn: number): void {
  const list = into.get(key)
  if (list) list.push(fn)
  else into.set(key, [fn])
}
