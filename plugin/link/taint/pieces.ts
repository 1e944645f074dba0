/** What the pieces of a text that was split do no harm to. In: the call that splits. Out: kinds of harm that one piece cannot do. */
import { ChoiceKind, Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { isEqual, isUnequal, NOT } from '../operators'
import { withoutPart } from './allowed-texts'
import { ABSOLUTE, PATH } from './kinds'

/** What one piece of `name.split('.')` cannot hold: what it was split at. */
export function clearedBySplit(linked: Linked, call: number): number {
  const { whole } = linked
  if (call < 0 || whole.kind[call] !== Kind.Call || calledName(linked, call) !== 'split') return 0
  const [at] = whole.args(call)
  if (at === undefined || whole.kind[at] !== Kind.String) return 0
  // Between two slashes there may still be two dots.
  const text = whole.text(whole.a[at] as number)
  return text === '/' ? ABSOLUTE : withoutPart(text)
}

/** `path.split('/').filter((piece) => piece !== '..')`: pieces without slashes, none of which leads upwards. */
export function clearedByPick(linked: Linked, call: number): number {
  const [callback] = linked.whole.args(call)
  return callback !== undefined && isCutAtSlashes(linked, receiverOf(linked, call)) && asksParent(linked, callback, true) ? PATH : 0
}

/** A list of pieces of a path, picked from or changed since or not: `path.split(/[\\/]+/).filter(Boolean)`. */
export function isCutAtSlashes(linked: Linked, list: number, hops = 0): boolean {
  const { whole, values } = linked
  if (list < 0 || list >= whole.size || hops > 4) return false
  if (whole.kind[list] !== Kind.Call) {
    const made = values.definitions(list)
    return made.length === 1 && made[0] !== list && isCutAtSlashes(linked, made[0] as number, hops + 1)
  }
  const name = calledName(linked, list)
  if (name === 'filter' || name === 'slice') return isCutAtSlashes(linked, receiverOf(linked, list), hops + 1)
  const [at] = whole.args(list)
  if (name !== 'split' || at === undefined) return false
  if (whole.kind[at] === Kind.String) return whole.text(whole.a[at] as number) === '/'
  return whole.kind[at] === Kind.Regex && /^\/(?:\[[^\]]*\/[^\]]*\]|\\\/)[+*]?\/\w*$/.test(whole.text(whole.a[at] as number))
}

/**
 * Whether a function that is asked of each piece tells `..` from others.
 * @param turnsAway it answers no for it, and not yes
 */
export function asksParent(linked: Linked, callback: number, turnsAway: boolean): boolean {
  const { whole, values } = linked
  const [made, ...others] = values.definitions(callback)
  if (made === undefined || others.length > 0 || made >= whole.size || whole.kind[made] !== Kind.Function) return false
  const fn = whole.functions[whole.a[made] as number]
  const param = fn?.params[0]
  const answers = fn?.returns ?? []
  return param !== undefined && answers.length === 1 && says(answers[0] as number, !turnsAway)

  /** The answer is `holds` for the parent. */
  function says(node: number, holds: boolean): boolean {
    const inner = whole.a[node] as number
    switch (whole.kind[node] as Kind) {
      case Kind.Unary:
        return whole.c[node] === NOT && says(inner, !holds)
      case Kind.Choice:
        return whole.c[node] === (holds ? ChoiceKind.Or : ChoiceKind.And) && whole.items(inner).some((item) => says(item, holds))
      case Kind.Refine:
        return says(inner, holds)
      case Kind.Binary: {
        const operator = whole.c[node] as number
        const sides = [inner, whole.b[node] as number]
        return (holds ? isEqual(operator) : isUnequal(operator)) && sides.some(isPiece) && sides.some(isParent)
      }
      case Kind.Call: {
        const [asked] = whole.args(node)
        if (!holds || calledName(linked, node) !== 'includes' || asked === undefined || !isPiece(asked)) return false
        return values
          .definitions(receiverOf(linked, node))
          .some((list) => list < whole.size && whole.kind[list] === Kind.Array && whole.items(whole.a[list] as number).some(isParent))
      }
      default:
        return false
    }
  }

  function isPiece(node: number): boolean {
    let at = node
    while (whole.kind[at] === Kind.Refine) at = whole.a[at] as number
    return at === param
  }

  function isParent(node: number): boolean {
    return whole.kind[node] === Kind.String && whole.text(whole.a[node] as number) === '..'
  }
}
