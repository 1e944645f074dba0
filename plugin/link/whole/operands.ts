/** What the three integers of a node refer to, by its kind. */
import { Kind } from '../../graph'

/** What an operand refers to: a node, a string, a list, a function, a class, an interface, or nothing but itself. */
type Operand = 'n' | 's' | 'l' | 'f' | 'k' | 'x' | 'i'
/** In the order of the numbers that stand for them. */
export const OPERAND_KINDS: Operand[] = ['i', 'n', 'l', 'f', 'k', 'x', 's']
export const STRING = OPERAND_KINDS.indexOf('s')

/** What a, b and c of each kind refer to; kinds not listed have plain integers or nothing. */
const OPERANDS: Partial<Record<Kind, [Operand, Operand, Operand]>> = {
  [Kind.String]: ['s', 'i', 'i'],
  [Kind.Number]: ['s', 'i', 'i'],
  [Kind.Regex]: ['s', 'i', 'i'],
  [Kind.Template]: ['l', 'i', 'i'],
  [Kind.Binary]: ['n', 'n', 'i'],
  [Kind.Unary]: ['n', 'i', 'i'],
  [Kind.Choice]: ['l', 'i', 'i'],
  [Kind.Refine]: ['n', 'n', 'i'],
  [Kind.Param]: ['f', 'i', 'i'],
  [Kind.This]: ['f', 'i', 'i'],
  [Kind.Global]: ['s', 'i', 'i'],
  [Kind.Import]: ['s', 's', 'i'],
  [Kind.Load]: ['n', 's', 'i'],
  [Kind.LoadDynamic]: ['n', 'n', 'i'],
  [Kind.Store]: ['n', 's', 'n'],
  [Kind.StoreDynamic]: ['n', 'n', 'n'],
  [Kind.Call]: ['n', 'l', 'i'],
  [Kind.New]: ['n', 'l', 'i'],
  [Kind.Tagged]: ['n', 'l', 'i'],
  [Kind.Spread]: ['n', 'i', 'i'],
  [Kind.Object]: ['l', 'i', 'i'],
  [Kind.Property]: ['s', 'n', 'n'],
  [Kind.Array]: ['l', 'i', 'i'],
  [Kind.Function]: ['f', 'i', 'i'],
  [Kind.Class]: ['k', 'i', 'i'],
  [Kind.Cell]: ['l', 's', 'f'],
  [Kind.Await]: ['n', 'i', 'i'],
  [Kind.Yield]: ['n', 'i', 'i'],
  [Kind.Jsx]: ['n', 'n', 'l'],
  [Kind.Element]: ['n', 'i', 'i'],
  [Kind.Key]: ['n', 'i', 'i'],
  [Kind.TypeRef]: ['n', 'l', 'i'],
  [Kind.Interface]: ['x', 'i', 'i'],
  [Kind.Throw]: ['n', 'i', 'i'],
  [Kind.Rest]: ['n', 's', 'i'],
}

/** The same as numbers, so that moving half a million nodes is arithmetic: `MEANING[kind * 3 + operand]`. */
export const MEANING = new Uint8Array(256 * 3)
for (const [kind, operands] of Object.entries(OPERANDS))
  operands.forEach((operand, index) => {
    MEANING[Number(kind) * 3 + index] = OPERAND_KINDS.indexOf(operand)
  })
