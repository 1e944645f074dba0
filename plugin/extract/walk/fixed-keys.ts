/**
 * Keys that are the same whenever they are read: `params[name]` of a name that nothing is assigned to again, `cookies[Names.lang]`. What was
 * asked of such a member holds when it is read again.
 */
import { ts } from 'ts-morph'
import type { Variable } from '../scope'
import { strip } from './syntax'
import type { Walker } from './walker'

const numbers = new WeakMap<Variable, number>()
let count = 0

/** Text that stands for the key in a path of properties; undefined where it may be another one each time. */
export function fixedKey(w: Walker, key: ts.Expression): string | undefined {
  const plain = strip(key)
  if (ts.isIdentifier(plain)) {
    const variable = w.scope.find(plain.text)
    return variable?.constant ? `[${numberOf(variable)}]` : undefined
  }
  if (!ts.isPropertyAccessExpression(plain) || !ts.isIdentifier(plain.expression)) return undefined
  const variable = w.scope.find(plain.expression.text)
  return variable?.constant && !w.written.members.has(variable.name) ? `[${numberOf(variable)}:${plain.name.text}]` : undefined
}

/** Two variables of one name are two. */
function numberOf(variable: Variable): number {
  let number = numbers.get(variable)
  if (number === undefined) {
    number = count++
    numbers.set(variable, number)
  }
  return number
}
