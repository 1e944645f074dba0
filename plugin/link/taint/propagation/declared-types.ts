/** What a declared type rules out. In: a parameter. Out: the harm that nothing of that type can do: what is declared a number cannot hold text. */
import { Kind } from '../../../graph'
import type { Linked } from '../../linked'
import { NUMBER } from '../kinds'

export function clearedByType({ whole }: Linked): (param: number) => number {
  /** What an annotation says where it names a type of the language. */
  const typeOf = new Map<number, string>()
  for (const [node, type] of whole.annotations) {
    const named = whole.a[type] as number
    if (whole.kind[type] === Kind.TypeRef && whole.c[type] === 0 && named >= 0 && whole.kind[named] === Kind.Global)
      typeOf.set(node, whole.text(whole.a[named] as number))
  }
  return (param) => {
    const type = typeOf.get(param)
    return type === 'number' || type === 'boolean' || type === 'bigint' ? NUMBER : 0
  }
}
