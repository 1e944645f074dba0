/** Which entity a node of the code stands for: by the class or call that makes its model, else by what it is called. */
import { Kind } from '../../graph'
import type { Entity } from '../../types'
import { recordCalls } from '../access/records'
import { typesOf } from '../decorated/types'
import { LabelKind } from '../labels'
import { calledName, type Linked, receiverOf } from '../linked'
import { type FoundEntity, textAt } from './reading'

export class KnownEntities {
  private readonly byNode = new Map<number, Entity>()
  private readonly byName = new Map<string, Entity | null>()
  private readonly byExactName = new Map<string, Entity | null>()

  constructor(
    private readonly linked: Linked,
    found: readonly FoundEntity[],
  ) {
    for (const { entity, nodes } of found) {
      for (const node of nodes) this.byNode.set(node, entity)
      if (entity.kind !== 'stored') continue
      for (const name of [entity.name, entity.stored]) {
        const key = plainName(name ?? '')
        if (name === undefined || key === '') continue
        const exact = this.byExactName.get(name)
        this.byExactName.set(name, exact === undefined || exact === entity ? entity : null)
        const known = this.byName.get(key)
        // Two of one name: the name tells neither.
        this.byName.set(key, known === undefined || known === entity ? entity : null)
      }
    }
  }

  /** What is made, defined, imported or typed as one. */
  of(node: number, hops = 0): Entity | undefined {
    const { whole, values, solver } = this.linked
    if (node < 0 || hops > 4) return undefined
    for (const made of values.definitions(node)) {
      const known = this.byNode.get(made)
      if (known) return known
      if (made >= whole.size) continue
      if (
        whole.kind[made] === Kind.Call &&
        /^(?:model|models|getModel|getRepository|getMongoRepository|getCollection|collection|table|from)$/.test(calledName(this.linked, made))
      ) {
        const [first] = whole.args(made)
        if (first === undefined) continue
        const text = textAt(this.linked, first)
        const found = (text === undefined ? undefined : this.named(text)) ?? this.of(first, hops + 1)
        if (found) return found
      }
      const type = typesOf(this.linked).get(made)
      if (type !== undefined) {
        const found = this.ofType(type, hops + 1)
        if (found) return found
      }
    }
    for (const label of solver.of(node)) {
      const data = solver.labels.data[label] as number
      const kind = solver.labels.kind[label]
      const cls =
        kind === LabelKind.Class || kind === LabelKind.Instance ? whole.classes[data]?.node : kind === LabelKind.ApiObject ? data : undefined
      const known = cls === undefined ? undefined : this.byNode.get(cls)
      if (known) return known
    }
    return undefined
  }

  /** `Repository<User>`, `Model<UserDocument>` */
  private ofType(type: number, hops: number): Entity | undefined {
    const { whole } = this.linked
    if (whole.kind[type] !== Kind.TypeRef) return undefined
    return (
      this.of(whole.a[type] as number, hops) ??
      whole
        .args(type)
        .map((each) => this.of(each, hops) ?? this.ofType(each, hops + 1))
        .find((each) => each !== undefined)
    )
  }

  /** By a name alone: `users`, `userRepository`, `UserModel` are all about `User`. */
  named(name: string): Entity | undefined {
    return this.byExactName.get(name) ?? this.byName.get(plainName(name)) ?? undefined
  }

  /** As far as it can be told; the name is asked last. */
  guess(node: number): Entity | undefined {
    return this.of(node) ?? this.named(this.linked.values.nameOf(node))
  }

  /** Of a record that was read, found or made: the result of a call, also through a function that returns it, or what its callback is handed. */
  ofRecord(node: number, hops = 0): Entity | undefined {
    const { whole, values, solver } = this.linked
    if (node < 0 || hops > 5) return undefined
    for (const made of values.definitions(node).slice(0, 4)) {
      if (made < 0 || made >= whole.size) continue
      switch (whole.kind[made] as Kind) {
        case Kind.Param: {
          const fn = whole.functions[whole.a[made] as number]
          const call = fn ? values.callAround(fn.node) : -1
          // The first thing that a callback is handed may be an error: it has to be called like the entity.
          const entity = call < 0 ? undefined : this.ofRecord(call, hops + 1)
          if (entity && plainName(fn?.fact.paramNames[whole.b[made] as number] ?? '') === plainName(entity.name)) return entity
          break
        }
        case Kind.New: {
          const entity = this.of(whole.a[made] as number)
          if (entity) return entity
          break
        }
        case Kind.Choice:
          for (const item of whole.items(whole.a[made] as number)) {
            const entity = this.ofRecord(item, hops + 1)
            if (entity) return entity
          }
          break
        case Kind.Call: {
          const entity = this.ofCall(made)
          if (entity) return entity
          for (const fn of [...(solver.callees.get(made) ?? [])].slice(0, 3))
            for (const returned of whole.functions[fn]?.returns ?? []) {
              const inside = this.ofRecord(returned, hops + 1)
              if (inside) return inside
            }
        }
      }
    }
    return undefined
  }

  /** A call that gives records, at the end of a chain: `User.findOne(…).lean()`, `user.then(…)`. */
  private ofCall(call: number): Entity | undefined {
    let at = call
    for (let steps = 0; steps < 6 && at >= 0; steps++) {
      if (this.linked.whole.kind[at] === Kind.Await) at = this.linked.whole.a[at] as number
      if (this.linked.whole.kind[at] !== Kind.Call) return undefined
      const record = recordCalls(this.linked).get(at)
      if (record && record.does !== 'delete')
        return COUNTS.test(calledName(this.linked, at)) ? undefined : (this.ofReceiver(at) ?? this.named(record.of))
      at = receiverOf(this.linked, at)
    }
    return undefined
  }

  /**
   * The entity that a call stores a record of, where it is known and no other may be meant: `new User(…)`, `User.create(…)`,
   * `users.save(…)`, `manager.create(User, …)`, `user.set(…)`.
   */
  ofWrite(call: number): Entity | undefined {
    const { whole } = this.linked
    if (whole.kind[call] === Kind.New) return this.of(whole.a[call] as number)
    if (whole.kind[call] !== Kind.Call) return undefined
    const receiver = receiverOf(this.linked, call)
    const [first] = whole.args(call)
    const found = (receiver < 0 ? undefined : (this.of(receiver) ?? this.ofRecord(receiver))) ?? (first === undefined ? undefined : this.of(first))
    return found ?? (receiver < 0 ? undefined : this.named(this.linked.values.nameOf(receiver)))
  }

  /** The entity a method call is made on. */
  ofReceiver(call: number): Entity | undefined {
    const receiver = receiverOf(this.linked, call)
    return receiver < 0 ? undefined : this.guess(receiver)
  }
}

/** Calls that tell of records without giving any. */
const COUNTS = /^(?:count|countDocuments|estimatedDocumentCount|exists|distinct|max|min|sum|aggregate)$/

const AFFIX = /(?:_?(?:models?|entity|entities|repository|repo|dao|collection|col|coll|schema|table|document|doc|service|store|records?))+$/i

/** `user` for `User`, `users`, `UserEntity`, `usersCol`, `userRepository`, `new_user`. */
export function plainName(name: string): string {
  const bare = name.replace(/^_+|_+$/g, '').replace(AFFIX, '') || name
  const word = bare
    .replace(/^(?:new|created|updated|existing|current|db|tbl|saved|found)(?=[A-Z_])/, '')
    .replace(/[^A-Za-z\d]/g, '')
    .toLowerCase()
  return singular(word)
}

/** `user` for `users`, `category` for `categories`, `address` for both of its forms. */
function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}
