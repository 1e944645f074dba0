/**
 * What the schema of a chain leaves of data before a handler sees them: `procedure.input(schema).query(({ input }) => …)`. In: the
 * data, and which links of the chain are handed a schema. Out: its fields, each with the kinds of harm that the schema rules out;
 * undefined where no schema is found that names them.
 */
import { Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { Conditions } from './conditions'
import { Schemas, type Shape } from './schemas'

export interface CheckedField {
  property: readonly string[]
  clears: number
}

/** Links of a chain that are looked at, and how deep fields are told apart. */
const MOST_LINKS = 16
const MOST_DEPTH = 3

export class CheckedChains {
  private schemas: Schemas | undefined
  /** By the call that is handed the handler, and the links that are meant. */
  private readonly known = new Map<string, readonly CheckedField[] | undefined>()

  constructor(private readonly linked: Linked) {}

  fieldsOf(data: number, links: readonly string[]): readonly CheckedField[] | undefined {
    const call = this.callAround(data)
    if (call < 0) return undefined
    const key = `${call} ${links.join()}`
    if (!this.known.has(key)) this.known.set(key, this.fieldsBefore(call, links))
    return this.known.get(key)
  }

  /** What each schema of the chain says, the last first; none where one cannot be read. */
  shapesOf(data: number, links: readonly string[]): readonly Shape[] {
    const call = this.callAround(data)
    return call < 0 ? [] : (this.shapesBefore(call, links) ?? [])
  }

  /** The link of the chain that is handed the function whose parameter the data are, or are part of. */
  private callAround(data: number): number {
    const { whole, values } = this.linked
    let at = data
    for (let hops = 0; hops < MOST_LINKS && (whole.kind[at] === Kind.Load || whole.kind[at] === Kind.Refine); hops++) at = whole.a[at] as number
    const fact = whole.kind[at] === Kind.Param ? whole.functions[whole.a[at] as number] : undefined
    return fact ? values.callAround(fact.node) : -1
  }

  private fieldsBefore(call: number, links: readonly string[]): readonly CheckedField[] | undefined {
    const fields = this.shapesBefore(call, links)?.flatMap((shape) => leavesOf(shape, []))
    return fields && fields.length > 0 ? fields : undefined
  }

  private shapesBefore(call: number, links: readonly string[]): readonly Shape[] | undefined {
    const { whole, values } = this.linked
    const shapes: Shape[] = []
    let at = receiverOf(this.linked, call)
    for (let hops = 0; hops < MOST_LINKS && at >= 0; hops++) {
      if (whole.kind[at] !== Kind.Call) {
        const made = values.definitions(at).filter((each) => each !== at && each < whole.size && whole.kind[each] === Kind.Call)
        if (made.length !== 1) break
        at = made[0] as number
        continue
      }
      const [schema] = whole.args(at)
      if (links.includes(calledName(this.linked, at)) && schema !== undefined) {
        this.schemas ??= new Schemas(this.linked, new Conditions(this.linked))
        const shape = this.schemas.ofSchema(schema)
        // Of one that cannot be read, any field may come.
        if (!shape?.fields || shape.isOpen) return undefined
        shapes.push(shape)
      }
      at = receiverOf(this.linked, at)
    }
    return shapes
  }
}

function leavesOf(shape: Shape, property: readonly string[]): CheckedField[] {
  const isDeep = property.length >= MOST_DEPTH
  if (shape.fields && !shape.isOpen && !isDeep) return [...shape.fields].flatMap(([name, field]) => leavesOf(field, [...property, name]))
  if (shape.element && !isDeep) return leavesOf(shape.element, [...property, '[*]'])
  return [{ property, clears: shape.isOpen ? 0 : shape.clears }]
}
