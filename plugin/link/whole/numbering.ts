/** From a file's numbers to those of the whole program: half a million additions, in columns. */
import { MEANING, STRING } from './operands'

/** A number of a file in the whole program; -1 stays what it is: nothing. */
export const shifted = (number: number, by: number) => (number < 0 ? -1 : number + by)

export function moved(numbers: readonly number[], by: number): number[] {
  const to: number[] = new Array(numbers.length)
  for (let i = 0; i < numbers.length; i++) to[i] = shifted(numbers[i] as number, by)
  return to
}

/** Puts one column of operands of a file into the whole program's. */
export function moveColumn(
  to: Int32Array,
  from: Int32Array,
  kinds: Uint8Array,
  operand: number,
  nodes: number,
  shifts: Int32Array,
  strings: Int32Array,
): void {
  for (let i = 0; i < from.length; i++) {
    const value = from[i] as number
    if (value < 0) {
      to[nodes + i] = -1
      continue
    }
    const meaning = MEANING[(kinds[i] as number) * 3 + operand] as number
    to[nodes + i] = meaning === STRING ? (strings[value] as number) : value + (shifts[meaning] as number)
  }
}

export function moveAll(to: Int32Array, from: Int32Array, place: number, by: number): void {
  for (let i = 0; i < from.length; i++) to[place + i] = (from[i] as number) + by
}

export function moveLists(to: Int32Array, from: Int32Array, place: number, nodes: number): void {
  for (let i = 0; i < from.length; ) {
    const items = from[i] as number
    to[place + i] = items
    for (let j = i + 1; j <= i + items; j++) to[place + j] = (from[j] as number) < 0 ? -1 : (from[j] as number) + nodes
    i += items + 1
  }
}

export function moveRegions(to: Int32Array, from: Int32Array, regions: number, nodes: number, functions: number): void {
  const by = [0, regions, nodes, functions]
  for (let i = 0; i < from.length; i++) {
    const value = from[i] as number
    to[regions * 4 + i] = value < 0 ? -1 : value + (by[i & 3] as number)
  }
}
