/** Where a value is written: through names, imports and properties to the expression that makes it. */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { lookupOf } from '../lookup'
import type { Reading } from './reading'

/** Where a value is written, one step on from a name, an import or a property; the node itself where that is not known. */
export function findDefinitions(reading: Reading, node: number, hops: number): number[] {
  const { whole, solver } = reading
  switch (whole.kind[node] as Kind) {
    case Kind.Cell:
      return whole.items(whole.a[node] as number).flatMap((item) => reading.definitions(item, hops + 1))
    case Kind.Refine:
    case Kind.Await:
      return reading.definitions(whole.a[node] as number, hops + 1)
    case Kind.Import: {
      const name = whole.text(whole.b[node] as number)
      const from = whole.files[whole.fileOf(node)] as { path: string }
      const to = reading.modules.resolve(from.path, whole.text(whole.a[node] as number))
      const file = to.kind === 'file' ? reading.fileIndex.get(to.path) : undefined
      return file === undefined ? [node] : reading.exported(file, name, hops + 1)
    }
    case Kind.Load: {
      const name = whole.text(whole.b[node] as number)
      const found: number[] = []
      for (const label of solver.of(whole.a[node] as number)) {
        const data = solver.labels.data[label] as number
        if (solver.labels.kind[label] === LabelKind.Module) found.push(...reading.exported(data, name, hops + 1))
        else if (solver.labels.kind[label] === LabelKind.Object) {
          const literal = literalProperty(reading, data, name)
          if (literal >= 0) found.push(...reading.definitions(literal, hops + 1))
        } else if (solver.labels.kind[label] === LabelKind.Instance || solver.labels.kind[label] === LabelKind.Class) {
          const isStatic = solver.labels.kind[label] === LabelKind.Class
          const member = whole.classes[data]?.members.find((candidate) => candidate.name === name && candidate.static === isStatic)
          if (member && member.node >= 0) found.push(...reading.definitions(member.node, hops + 1))
        }
      }
      return found.length > 0 ? found : [node]
    }
    default:
      return [node]
  }
}

/** What a file exports under a name. Each node once: files that pass each other on in a circle would count without end. */
export function exported(reading: Reading, file: number, name: string, hops: number): number[] {
  const { whole } = reading
  const found = new Set<number>()
  const add = (nodes: number[]) => {
    for (const node of nodes) found.add(node)
  }
  const passed = new Set<number>()
  for (const entry of whole.exports[file] as { name: string; node: number }[]) {
    if (entry.name === name) add(reading.definitions(entry.node, hops + 1))
    else if (entry.name === '*' && name !== '*' && name !== 'default') {
      const target = passedOn(reading, entry.node)
      if (target === undefined || passed.has(target) || hops >= 8) continue
      passed.add(target)
      add(reading.exported(target, name, hops + 1))
    }
  }
  if (found.size > 0) return [...found]
  for (const value of whole.commonjs[file] as number[]) {
    if (name === '*' || name === 'default') add(reading.definitions(value, hops + 1))
    else {
      const literal = literalProperty(reading, value, name)
      if (literal >= 0) add(reading.definitions(literal, hops + 1))
    }
  }
  const exportsNode = whole.exportsNode[file] as number
  if (found.size === 0 && exportsNode >= 0) {
    for (const store of lookupOf(whole).named(Kind.Store, name))
      if (whole.a[store] === exportsNode) add(reading.definitions(whole.c[store] as number, hops + 1))
  }
  return [...found]
}

/** The file that an `export * from` leads to. */
function passedOn(reading: Reading, star: number): number | undefined {
  const { whole } = reading
  const from = whole.files[whole.fileOf(star)] as { path: string }
  const to = reading.modules.resolve(from.path, whole.text(whole.a[star] as number))
  return to.kind === 'file' ? reading.fileIndex.get(to.path) : undefined
}

/** What an object that is written on the spot has under a name, -1 where it says nothing of it. */
export function literalProperty(reading: Reading, node: number, name: string): number {
  const { whole } = reading
  if (whole.kind[node] !== Kind.Object) return -1
  const list = whole.a[node] as number
  // Asked of most objects of a program, for most of them in vain: their list is looked at where it lies.
  const end = list < 0 ? -1 : list + (whole.lists[list] as number)
  for (let at = list + 1; at <= end; at++) {
    const entry = whole.lists[at] as number
    if (whole.kind[entry] === Kind.Property && whole.a[entry] !== -1 && whole.text(whole.a[entry] as number) === name) return whole.b[entry] as number
  }
  return -1
}
