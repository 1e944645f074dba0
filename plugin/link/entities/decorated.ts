/** Classes whose decorators say that they are entities, records of a message or bodies of requests. */
import { Kind } from '../../graph'
import type { Entity, EntityEnd, EntityField, EntityRelation } from '../../types'
import { lineOf } from '../decorated/decorations'
import { cite, isTestCode, type Linked } from '../linked'
import { accessorOf, hooksOf, ownDecorators, transformersOf } from './decorated-changes'
import { DECORATORS, type DecoratorLibrary, RELATION_KINDS } from './decorators'
import {
  choicesAt,
  citeAt,
  denies,
  entryNamed,
  type FoundEntity,
  field,
  nameAt,
  objectsAt,
  optionText,
  packagesOf,
  says,
  sourceText,
  textAt,
  typeText,
} from './reading'
import { allMembers, type ClassMember, of, type Said, saidOf, saidOfMember } from './said'

export function decoratedEntities(linked: Linked): FoundEntity[] {
  const { whole } = linked
  const found: FoundEntity[] = []
  whole.classes.forEach((cls, index) => {
    const path = (whole.files[cls.file] as { path: string }).path
    if (cls.fact.name === '' || isTestCode(linked, path)) return
    const ofClass = saidOf(linked, cls.decorators, cls.file, cls.fact.pos)
    const ofMembers = cls.members.some(({ decorators }) => decorators.length > 0)
    if (ofClass.length === 0 && !ofMembers) return
    let onMembers: Said[][] | undefined
    const saidOfMembers = () => (onMembers ??= cls.members.map((member) => saidOfMember(linked, { ...member, file: cls.file })))
    const library = DECORATORS.find((each) => isEntity(each, ofClass, saidOfMembers))
    if (library) found.push({ entity: entityOf(linked, library, index, ofClass), nodes: [cls.node] })
  })
  return found
}

function isEntity(library: DecoratorLibrary, ofClass: Said[], saidOfMembers: () => Said[][]): boolean {
  if (library.classes) return ofClass.some(of(library, library.classes))
  // Providers and controllers have decorated members too.
  if (ofClass.some(({ name }) => /^(?:Injectable|Controller|Resolver|Module|Component|Directive)$/.test(name))) return false
  return saidOfMembers().some((said) => said.some(of(library, library.columns)))
}

function entityOf(linked: Linked, library: DecoratorLibrary, index: number, ofClass: Said[]): Entity {
  const { whole } = linked
  const cls = whole.classes[index] as (typeof whole.classes)[number]
  const made = ofClass.find(of(library, library.classes))
  const options = made?.args.find((each) => objectsAt(linked, each).length > 0)
  const stored = library.kind === 'stored' ? (textAt(linked, made?.args[0]) ?? optionText(linked, options, ...library.stored)) : undefined
  const fields: EntityField[] = []
  const relations: EntityRelation[] = []
  const ends: EntityEnd[] = []
  const members = allMembers(linked, index)
  for (const member of members) {
    const said = saidOfMember(linked, member)
    const link = said.find(of(library, library.relations))
    if (link) relations.push(relationOf(linked, link, member))
    // Mongoose: `@Prop({ type: ObjectId, ref: 'User' })`.
    const ref = said.filter(of(library, library.columns)).flatMap(({ args }) => args.flatMap((each) => entryNamed(linked, each, 'ref') ?? []))[0]
    if (ref)
      relations.push({
        to: nameAt(linked, ref.value),
        kind: isList(linked, member) ? 'one to many' : 'many to one',
        by: member.name,
        at: citeAt(linked, member.file, member.pos),
      })
    const column = said.some(of(library, library.columns))
    if (column && !link) fields.push(fieldOf(linked, library, member, said, members))
    const deleted = said.find(({ name }) => name === 'DeleteDateColumn' || name === 'DeletedAt')
    if (deleted) ends.push({ how: 'marked', by: `@${deleted.written}`, at: deleted.at })
    const expires = said.flatMap(({ args }) => args.flatMap((each) => entryNamed(linked, each, 'expires', 'expireAfterSeconds') ?? []))[0]
    if (expires)
      ends.push({ how: 'expires', by: `${expires.name}: ${sourceText(linked, expires.value)} on ${member.name}`, at: cite(linked, expires.entry) })
  }
  const paranoid = entryNamed(linked, options, 'paranoid')
  const entity: Entity = {
    name: cls.fact.name,
    ...(stored === undefined ? {} : { stored }),
    library: library.library,
    kind: library.kind,
    at: cite(linked, cls.node),
    fields,
    relations,
  }
  // A base of the code's own may say it for all that extend it.
  const inherited = lineOf(linked, index)
    .slice(1)
    .flatMap((at) =>
      (whole.classes[at]?.decorators ?? []).flatMap((node) =>
        (whole.kind[node] === Kind.Call ? [...whole.args(node)] : []).flatMap((each) => entryNamed(linked, each, 'paranoid') ?? []),
      ),
    )[0]
  const marked = paranoid && says(linked, options, 'paranoid') ? paranoid : paranoid ? undefined : inherited
  if (marked && !ends.some(({ how }) => how === 'marked')) ends.push({ how: 'marked', by: 'paranoid', at: cite(linked, marked.entry) })
  if (ends.length > 0) entity.ends = ends
  hooksOf(linked, library, entity, index, ofClass)
  if (library.library === 'typeorm' && namesEveryColumn(linked, library, index, members)) entity.closed = true
  return entity
}

/** Columns and relations are what decorators make them: none come from a base that is elsewhere, or by decorators of somebody else. */
function namesEveryColumn(linked: Linked, library: DecoratorLibrary, index: number, members: readonly ClassMember[]): boolean {
  const base = linked.whole.classes[lineOf(linked, index).at(-1) as number]?.extends ?? -1
  if (base >= 0 && !packagesOf(linked, base).some((name) => library.packages.test(name))) return false
  return members.every((member) => saidOfMember(linked, member).every(({ packages }) => packages.length > 0))
}

function relationOf(linked: Linked, { name, args, at }: Said, member: ClassMember): EntityRelation {
  const target = args[0]
  const to =
    target === undefined
      ? typeText(linked, member.type).replace(/\[\]$/, '')
      : (optionText(linked, target, 'entity') ?? nameAt(linked, entryNamed(linked, target, 'entity')?.value ?? target))
  return { to: to || typeText(linked, member.type), kind: RELATION_KINDS[name] ?? 'many to one', by: member.name, at }
}

const isList = (linked: Linked, { type }: ClassMember): boolean =>
  type >= 0 && /\[\]|^(?:Array|Collection|Set)</.test(linked.whole.sourceOf(type, 60))

function fieldOf(linked: Linked, library: DecoratorLibrary, member: ClassMember, said: Said[], members: ClassMember[]): EntityField {
  const columns = said.filter(of(library, library.columns))
  const options = said.flatMap(({ args }) => args.filter((each) => objectsAt(linked, each).length > 0))
  const any = (test: (node: number) => boolean) => options.some(test)
  const option = (...names: string[]) => options.flatMap((each) => entryNamed(linked, each, ...names) ?? [])[0]
  const isAnnotation = (pattern: RegExp) => said.some(({ name }) => pattern.test(name))
  const optional =
    isAnnotation(/^(?:IsOptional|ApiPropertyOptional|AllowNull)$/) &&
    !said.some((each) => each.name === 'AllowNull' && textAt(linked, each.args[0]) === 'false')
  const nullable = any((node) => says(linked, node, 'nullable', 'allowNull', 'optional') || denies(linked, node, 'required'))
  const demanded =
    isAnnotation(/^(?:NotNull|IsNotEmpty|IsDefined)$/) ||
    any((node) => says(linked, node, 'required') || denies(linked, node, 'nullable', 'allowNull')) ||
    said.some((each) => each.name === 'AllowNull' && textAt(linked, each.args[0]) === 'false')
  const standard = option('default', 'defaultValue', 'onCreate')
  const standardOf = said.find(({ name }) => name === 'Default')?.args[0]
  const setters = members.filter(({ name }) => name === member.name)
  const transformedBy = [
    ...transformersOf(linked, member, option('transformer', 'set', 'customType')?.value),
    ...accessorOf(linked, member),
    ...ownDecorators(linked, library, member, said),
  ]
  return field(member.name, typeOf(linked, member, columns, option('type', 'columnType')?.value), citeAt(linked, member.file, member.pos), {
    required: demanded || (library.required && !optional && !nullable && member.optional !== true && setters.length > 0),
    unique: isAnnotation(/^Unique$/) || any((node) => says(linked, node, 'unique')),
    primary:
      isAnnotation(/^(?:Primary(?:Generated)?Column|PrimaryKey|SerializedPrimaryKey|ObjectI[dD]Column)$/) ||
      any((node) => says(linked, node, 'primary', 'primaryKey')),
    ...(standard ? { default: sourceText(linked, standard.value) } : standardOf === undefined ? {} : { default: sourceText(linked, standardOf) }),
    hidden: isAnnotation(/^(?:Exclude|HideField|ApiHideProperty)$/) || any((node) => denies(linked, node, 'select') || says(linked, node, 'hidden')),
    values: said
      .flatMap(({ name, args }) => (/^(?:IsIn|IsEnum|Enum)$/.test(name) && args[0] !== undefined ? choicesAt(linked, enumAt(linked, args[0])) : []))
      .concat(choicesAt(linked, option('enum', 'items')?.value)),
    ...(transformedBy.length > 0 ? { transformedBy } : {}),
  })
}

/** `@Enum(() => Role)` */
function enumAt(linked: Linked, node: number): number {
  const [fn] = linked.whole.kind[node] === Kind.Function ? [linked.whole.a[node] as number] : []
  return (fn === undefined ? undefined : linked.whole.functions[fn]?.returns[0]) ?? node
}

function typeOf(linked: Linked, member: ClassMember, columns: Said[], option: number | undefined): string {
  if (option !== undefined) return typeText(linked, option)
  const [first] = columns.flatMap(({ args }) =>
    args.filter((each) => objectsAt(linked, each).length === 0 && linked.whole.kind[each] !== Kind.Function),
  )
  return typeText(linked, first ?? member.type)
}
