/** Tests of a part of a path: `path.indexOf('/api/') > -1`, `path.includes('/api/')`. In: a test. Out: expressions in slashes for the paths that it holds for. */
import { Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { AT_LEAST, GREATER, isUnequal, MINUS } from '../operators'

export function partsAsked(linked: Linked, test: number, isPath: (node: number) => boolean): string[] {
  const { values, whole } = linked
  const isFound = whole.kind[test] === Kind.Binary && isAmong(linked, test)
  const call = isFound ? (whole.a[test] as number) : test
  if (whole.kind[call] !== Kind.Call || calledName(linked, call) !== (isFound ? 'indexOf' : 'includes')) return []
  const [part] = whole.args(call)
  if (part === undefined || !isPath(receiverOf(linked, call))) return []
  return values
    .texts(part)
    .filter(({ exact, value }) => exact && value !== '')
    .map(({ value }) => `/^.*${value.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}/`)
}

/** `> -1`, `>= 0`, `!== -1` */
function isAmong({ values, whole }: Linked, test: number): boolean {
  const operator = whole.c[test] as number
  const limit = whole.b[test] as number
  const isMinus = whole.kind[limit] === Kind.Unary && whole.c[limit] === MINUS
  const [number] = values.numbers(isMinus ? (whole.a[limit] as number) : limit)
  if (operator === AT_LEAST) return number === 0
  return isMinus && number === 1 && (operator === GREATER || isUnequal(operator))
}
