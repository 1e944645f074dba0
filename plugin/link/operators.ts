import { Kind } from '../graph'
import type { Whole } from './whole/index'

/** ts.SyntaxKind numbers of the compiler that extracted, as they stand in Binary and Unary nodes. */
export const PLUS = 40
export const MINUS = 41
export const TIMES = 42
/** `**` */
export const POWER = 43
/** `/` */
export const SLASH = 44
/** `%` */
export const REMAINDER = 45
export const INCREMENT = 46
export const DECREMENT = 47
/** `<<`, `>>` and `>>>` */
export const SHIFTS: readonly number[] = [48, 49, 50]
/** `&` */
export const AND = 51
/** `|` */
export const OR = 52
/** `^` */
export const XOR = 53
export const NOT = 54
export const DELETE = 91
export const TILDE = 55
export const TYPEOF = 114
export const IN = 103
export const INSTANCEOF = 104
export const LESS = 30
export const GREATER = 32
export const AT_MOST = 33
export const AT_LEAST = 34

/** `==` and `===` */
export const isEqual = (operator: number) => operator === 35 || operator === 37
/** `!=` and `!==` */
export const isUnequal = (operator: number) => operator === 36 || operator === 38
/** `===` and `!==`, by which no object equals another. */
export const isStrict = (operator: number) => operator === 37 || operator === 38

/** What makes a number as great as what goes in; `%` and `&` make it less than the other side. */
const KEEPS_SIZE = new Set([MINUS, TIMES, POWER, SLASH, OR, XOR, ...SHIFTS])

/** `size * 1024`, `+size`, `size | 0` */
export function keepsSize(kind: Kind, operator: number): boolean {
  return kind === Kind.Unary ? operator === PLUS || operator === MINUS : kind === Kind.Binary && KEEPS_SIZE.has(operator)
}

/** `a + b + c + d`: what is put together, from the left. */
export function summands(whole: Whole, sum: number): number[] {
  const parts: number[] = []
  let at = sum
  for (; whole.kind[at] === Kind.Binary && whole.c[at] === PLUS; at = whole.a[at] as number) parts.unshift(whole.b[at] as number)
  return [at, ...parts]
}
