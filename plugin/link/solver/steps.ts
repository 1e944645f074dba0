/**
 * Properties as steps on API paths. The same few names are asked for a hundred thousand times, so each is looked at once: which
 * step it is, and whether it is an index.
 */
import type { ApiPaths } from '../api-paths'
import type { Whole } from '../whole/index'
import { ELEMENT } from './names'

export class Steps {
  /** What `x[i]` is on a path, whatever the index. */
  readonly element: number
  /** What a function that is passed is called on. */
  readonly self: number
  /** String → step `.string`, one higher; 0 where nobody asked. */
  private readonly members: Int32Array
  /** String → 1 where it is no index, 2 where it is one, 0 where nobody asked. */
  private readonly indices: Uint8Array
  private readonly arities: number[] = []

  constructor(
    private readonly whole: Whole,
    private readonly paths: ApiPaths,
  ) {
    this.members = new Int32Array(whole.strings.length)
    this.indices = new Uint8Array(whole.strings.length)
    this.element = paths.stepNumber(`.${ELEMENT}`)
    this.self = paths.stepNumber('[this]')
  }

  /** Path of a property of a path, -1 where it is not followed. */
  memberOf(path: number, property: number): number {
    // An index into a list of results is any of them.
    return this.paths.take(path, this.isIndex(property) ? this.element : this.member(property))
  }

  /** Number of the step that a property is. */
  member(property: number): number {
    let step = this.members[property] ?? 0
    if (step === 0) {
      step = this.paths.stepNumber(`.${this.whole.text(property)}`) + 1
      // A string that came up after the files' own has no place; it is looked at each time.
      this.members[property] = step
    }
    return step - 1
  }

  isIndex(property: number): boolean {
    let index = this.indices[property] ?? 0
    if (index === 0) {
      index = /^(?:\d+|\[(?:-\d+|somewhere)\])$/.test(this.whole.text(property)) ? 2 : 1
      this.indices[property] = index
    }
    return index === 2
  }

  /** Step by which a model tells functions of so many parameters apart. */
  arity(parameters: number): number {
    this.arities[parameters] ??= this.paths.stepNumber(`[1/${parameters}]`)
    return this.arities[parameters] as number
  }
}
