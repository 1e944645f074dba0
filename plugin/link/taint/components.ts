/**
 * Components that are written as one object: `export default { data() { return { text } }, computed, methods }`. What `data`
 * returns, what a computed property returns and what a method puts into `this` is read under its name in the template and
 * through `this`.
 */
import { Kind } from '../../graph'
import type { Linked } from '../linked'

/** Members whose results become members of the component. */
const GIVES_MEMBERS = /^(?:data|setup|asyncData)$/

export class Components {
  /** Function → the component's file, and the name under which its result is read; -1 where the names are in the result. */
  private readonly results = new Map<number, { file: number; name: number }>()
  /** File → name → what reads it. */
  private readonly readers = new Map<number, Map<number, number[]>>()

  constructor(private readonly linked: Linked) {
    const { whole } = linked
    whole.files.forEach(({ path }, file) => {
      if (!/\.vue$/i.test(path)) return
      const exported = (whole.exports[file] as { name: string; node: number }[]).find(({ name }) => name === 'default')
      const component = exported ? this.objectOf(exported.node) : -1
      if (component < 0) return
      this.readers.set(file, this.readersIn(file))
      for (const [name, value] of this.members(component)) {
        if (GIVES_MEMBERS.test(name)) this.result(value, file, -1)
        else if (name === 'computed') for (const [inner, getter] of this.members(value)) this.result(getter, file, whole.string(inner))
      }
    })
  }

  /** What reads the result of a function, or the part of it that `head` names. */
  readingResult(fn: number, head: number): { readers: readonly number[]; named: boolean } {
    const result = this.results.get(fn)
    if (!result) return { readers: [], named: false }
    const named = result.name < 0
    return { readers: this.readers.get(result.file)?.get(named ? head : result.name) ?? [], named }
  }

  /** Everything that reads any part of the result of a function. */
  eachReading(tell: (fn: number, reader: number) => void): void {
    for (const [fn, { file, name }] of this.results) {
      const byName = this.readers.get(file)
      if (name >= 0) for (const reader of byName?.get(name) ?? []) tell(fn, reader)
      else for (const readers of byName?.values() ?? []) for (const reader of readers) tell(fn, reader)
    }
  }

  /** What reads a property that is put into `this`. */
  readingThis(object: number, property: number): readonly number[] {
    const { whole } = this.linked
    return whole.kind[object] === Kind.This ? (this.readers.get(whole.fileOf(object))?.get(property) ?? []) : []
  }

  /** `{ … }`, or the object handed to `defineComponent`. */
  private objectOf(node: number): number {
    const { whole } = this.linked
    if (whole.kind[node] === Kind.Object) return node
    const first = whole.kind[node] === Kind.Call ? whole.args(node)[0] : undefined
    return first !== undefined && whole.kind[first] === Kind.Object ? first : -1
  }

  private members(object: number): [name: string, value: number][] {
    const { whole } = this.linked
    if (whole.kind[object] !== Kind.Object) return []
    return whole
      .items(whole.a[object] as number)
      .flatMap((entry) =>
        whole.kind[entry] === Kind.Property && whole.a[entry] !== -1
          ? [[whole.text(whole.a[entry] as number), whole.b[entry] as number] as [string, number]]
          : [],
      )
  }

  private result(value: number, file: number, name: number): void {
    const { whole } = this.linked
    if (whole.kind[value] === Kind.Function) this.results.set(whole.a[value] as number, { file, name })
    // A computed property with a getter and a setter.
    else for (const [inner, getter] of this.members(value)) if (inner === 'get') this.result(getter, file, name)
  }

  private readersIn(file: number): Map<number, number[]> {
    const { whole } = this.linked
    const found = new Map<number, number[]>()
    for (let node = whole.base[file] as number; node < (whole.base[file + 1] as number); node++) {
      const isThis = whole.kind[node] === Kind.Load && whole.kind[whole.a[node] as number] === Kind.This
      const name = isThis ? (whole.b[node] as number) : whole.kind[node] === Kind.Global ? (whole.a[node] as number) : -1
      if (name < 0) continue
      const known = found.get(name)
      if (known) known.push(node)
      else found.set(name, [node])
    }
    return found
  }
}
