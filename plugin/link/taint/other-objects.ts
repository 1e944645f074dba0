/**
 * Data that are put into one object and read from another of the same class. Fields of a class are kept once for all its objects, so
 * a way through one may lead from one object to another that nobody gave those data. In: the nodes of a way, fields among them. Out:
 * the name of the class, where the program makes its objects at several places and what is read need not be the one that took them.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { calledName, isTestCode, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'

export function ofAnotherObject(linked: Linked, steps: readonly number[]): string | undefined {
  const { whole } = linked
  for (let index = 1; index + 1 < steps.length; index++) {
    const [field, read] = [steps[index] as number, steps[index + 1] as number]
    if (field < whole.size || read >= whole.size || whole.kind[read] !== Kind.Load) continue
    // A method reads of its own object, and there is one for each that took the data.
    if (whole.kind[whole.a[read] as number] === Kind.This) continue
    for (const cls of classesOf(linked, read, field)) {
      const made = placesOf(linked).get(cls) ?? []
      if (made.length > 1 && !made.some((place) => isTogether(linked, place, read, steps))) return whole.classes[cls]?.fact.name || 'one class'
    }
  }
  return undefined
}

/** Classes to whose objects a field belongs, among those that a member is read of. */
function classesOf({ whole, solver }: Linked, read: number, field: number): number[] {
  return solver
    .of(whole.a[read] as number)
    .filter((label) => solver.labels.kind[label] === LabelKind.Instance && solver.field(label, whole.b[read] as number) === field)
    .map((label) => solver.labels.data[label] as number)
}

const places = new WeakMap<Linked, Map<number, number[]>>()

/** Class → where the program itself makes objects of it. */
function placesOf(linked: Linked): Map<number, number[]> {
  const known = places.get(linked)
  if (known) return known
  const { whole, solver } = linked
  const found = new Map<number, number[]>()
  places.set(linked, found)
  for (const site of lookupOf(whole).of(Kind.New)) {
    if (isTestCode(linked, (whole.files[whole.fileOf(site)] as { path: string }).path)) continue
    for (const label of solver.of(site)) {
      if (solver.labels.kind[label] !== LabelKind.Instance) continue
      const cls = solver.labels.data[label] as number
      const sites = found.get(cls)
      if (sites) sites.push(site)
      else found.set(cls, [site])
    }
  }
  return found
}

/** Whether an object that took data of the way is made in the function that reads it, so that it is most likely the same. */
function isTogether({ whole }: Linked, site: number, read: number, steps: readonly number[]): boolean {
  const within = whole.functionOf(site)
  if (within !== whole.functionOf(read)) return false
  const given = new Set(steps)
  return whole.args(site).some((argument) => given.has(argument) || whole.madeOf(argument).some((part) => given.has(part)))
}

/** Methods that run what they are handed for each element. */
const EACH = /^(?:forEach|map|flatMap|filter|find|some|every)$/
const MOST_DEPTH = 6

/**
 * Data that are put into an object that was parsed there and then, `JSON.parse(body)`, and is but said to be of a class; and that are read
 * from another object of that class, which was not.
 */
export function ofFreshObject(linked: Linked, steps: readonly number[]): string | undefined {
  const { whole } = linked
  for (let index = 1; index + 1 < steps.length; index++) {
    const [put, field, read] = [steps[index - 1] as number, steps[index] as number, steps[index + 1] as number]
    if (put >= whole.size || field < whole.size || read >= whole.size || whole.kind[read] !== Kind.Load) continue
    const [cls] = classesOf(linked, read, field)
    if (cls === undefined || isFresh(linked, whole.a[read] as number, 0)) continue
    const stores = lookupOf(whole)
      .inFunction(whole.functionOf(put))
      .filter((node) => whole.kind[node] === Kind.Store && whole.c[node] === put && whole.b[node] === whole.b[read])
    if (stores.length > 0 && stores.every((store) => isFresh(linked, whole.a[store] as number, 0)))
      return whole.classes[cls]?.fact.name || 'one class'
  }
  return undefined
}

/** Whether a value is, or is part of, what was parsed on its way here. */
function isFresh(linked: Linked, node: number, depth: number): boolean {
  const { whole, solver, values } = linked
  if (node < 0 || node >= whole.size || depth > MOST_DEPTH) return false
  const on = (part: number) => isFresh(linked, part, depth + 1)
  switch (whole.kind[node] as Kind) {
    case Kind.Load:
    case Kind.LoadDynamic:
    case Kind.Element:
    case Kind.Refine:
    case Kind.Await:
      return isFresh(linked, whole.a[node] as number, depth)
    case Kind.Choice: {
      const parts = whole.items(whole.a[node] as number).filter((part) => whole.kind[part] !== Kind.Object && whole.kind[part] !== Kind.Array)
      return parts.length > 0 && parts.every(on)
    }
    case Kind.Call:
      return /^(?:parse|structuredClone|cloneDeep)$/.test(calledName(linked, node)) && !solver.callees.has(node)
    case Kind.Param: {
      const fn = whole.a[node] as number
      const around = values.callAround(whole.functions[fn]?.node ?? -1)
      if (around >= 0) return whole.b[node] === 0 && EACH.test(calledName(linked, around)) && on(receiverOf(linked, around))
      const given = [...(solver.callers.get(fn) ?? [])].map((call) => whole.args(call)[whole.b[node] as number] ?? -1)
      return given.length > 0 && given.every(on)
    }
    default:
      return false
  }
}
