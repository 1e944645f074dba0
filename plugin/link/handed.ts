/**
 * How functions get what is sent, where no request of a library holds it: the arguments of a server action, the input of a procedure.
 * In: nothing. Out: the two ways, and the names that builders of procedures and actions have for the second.
 */
import type { Parameter } from '../types'

/** As arguments, each a parameter's node, or as members of one object, by their places: `input` of `({ ctx, input })`. */
export type Handed = { params: readonly number[] } | { members: ReadonlyMap<string, Parameter['in'] | 'input'> }

/** What the client of a procedure sends, as procedures and their middleware are handed it; some have it only for the asking. */
export const INPUT: Handed = {
  members: new Map([
    ['input', 'input'],
    ['rawInput', 'input'],
    ['getRawInput', 'input'],
    ['parsedInput', 'input'],
    ['clientInput', 'input'],
  ]),
}
