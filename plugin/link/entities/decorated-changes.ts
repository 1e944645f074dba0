/** What changes a decorated field on its way into the store: transformers, accessors, decorators of the code's own, hooks. */
import { FunctionFlag, Kind } from '../../graph'
import type { Entity, Transformation } from '../../types'
import { type Member, membersOf } from '../decorated/decorations'
import { cite, type Linked } from '../linked'
import { sensitivityOf } from '../taint/sensitive'
import type { DecoratorLibrary } from './decorators'
import { changedBy, functionsAt, setterOf } from './hooks'
import { protectionsIn, transformation } from './protection'
import { entryNamed, packagesOf, textAt, variableAt } from './reading'
import { of, type Said, saidOfMember } from './said'

/** `transformer: { to: encrypt, from: decrypt }`, `set: (value) => …`, `type: EncryptedType`: TypeORM, Mongoose, MikroORM. */
export function transformersOf(linked: Linked, { name }: Member, given: number | undefined): Transformation[] {
  if (given === undefined) return []
  const found = linked.values.elements(given).flatMap((node) => {
    const to = entryNamed(linked, node, 'to')?.value ?? node
    return setterOf(linked, name, variableAt(linked, node) || 'transformer', to) ?? byClass(linked, name, node) ?? []
  })
  return found.slice(0, 3)
}

/** An instance or a class with a method that makes what is stored: `to`, `convertToDatabaseValue`. */
function byClass(linked: Linked, name: string, node: number): Transformation | undefined {
  const { whole, values } = linked
  for (const made of values.definitions(node)) {
    const cls = whole.kind[made] === Kind.New ? values.definitions(whole.a[made] as number)[0] : made
    if (cls === undefined || whole.kind[cls] !== Kind.Class) {
      const from = packagesOf(linked, made)
      if (from.some((each) => /encrypt/i.test(each)))
        return { name: from[0] as string, does: 'encrypt', with: from[0] as string, at: cite(linked, node) }
      continue
    }
    const method = (whole.classes[whole.a[cls] as number]?.members ?? []).find((each) =>
      /^(?:to|convertToDatabaseValue|toDatabase|serialize)$/.test(each.name),
    )
    if (method && method.node >= 0)
      return setterOf(linked, name, linked.whole.classes[whole.a[cls] as number]?.fact.name ?? 'transformer', method.node)
  }
  return undefined
}

/** `set password(value) { … }` of the class itself. */
export function accessorOf(linked: Linked, { cls, name }: Member): Transformation[] {
  const { whole } = linked
  return (whole.classes[cls]?.members ?? []).flatMap((each) => {
    const fn = each.name === name && each.node >= 0 && whole.kind[each.node] === Kind.Function ? (whole.a[each.node] as number) : -1
    if (fn < 0 || ((whole.functions[fn]?.fact.flags ?? 0) & FunctionFlag.Setter) === 0) return []
    return setterOf(linked, name, `set ${name}`, each.node) ?? []
  })
}

/** Decorators that are written in the program and hash or encrypt: `@Encrypted`. */
export function ownDecorators(linked: Linked, library: DecoratorLibrary, { name }: Member, said: Said[]): Transformation[] {
  return said.flatMap((each) => {
    if (each.packages.some((from) => /encrypt/i.test(from)))
      return [{ name: `@${each.written}`, does: 'encrypt' as const, with: each.packages[0] as string, at: each.at }]
    if (each.packages.length > 0 || of(library, library.columns)(each)) return []
    const node = linked.whole.kind[each.node] === Kind.Call ? (linked.whole.a[each.node] as number) : each.node
    for (const fn of functionsAt(linked, node)) {
      const by = protectionsIn(linked, fn)
      if (by.length > 0) return [transformation(`@${each.written}`, each.at, by, sensitivityOf(name) === 'password')]
    }
    return []
  })
}

export function hooksOf(linked: Linked, library: DecoratorLibrary, entity: Entity, index: number, ofClass: Said[]): void {
  const { whole } = linked
  const note = (changes: Map<string, Transformation>) => {
    for (const [key, change] of changes) {
      const field = entity.fields.find((each) => each.name === key)
      if (field) field.transformedBy = [...(field.transformedBy ?? []), change]
    }
  }
  for (const member of library.hooks ? membersOf(linked, index) : []) {
    const said = saidOfMember(linked, member).find(of(library, library.hooks))
    if (said && member.node >= 0 && whole.kind[member.node] === Kind.Function)
      note(changedBy(linked, whole.a[member.node] as number, `@${said.name}`, cite(linked, member.node)))
  }
  // Typegoose: `@pre<User>('save', async function () { … })` on the class.
  for (const { name, args, at } of ofClass)
    if (name === 'pre')
      for (const fn of functionsAt(linked, args.at(-1))) note(changedBy(linked, fn, `pre ${textAt(linked, args[0]) ?? ''}`.trim(), at))
}
