/** Tables as builders describe them: Knex and its like. In: the function that is handed a table. Out: what it makes of it. */
import { Kind } from '../../graph'
import type { EntityField, EntityRelation } from '../../types'
import { calledName, cite, type Linked, receiverOf } from '../linked'
import { choicesAt, field, nameAt, relation, sourceText, textAt } from './reading'

export interface Built {
  fields: EntityField[]
  relations: EntityRelation[]
  unique: string[]
  drop: string[]
  renamed: [string, string][]
}

const TYPES = new Set(
  `increments bigIncrements integer int tinyint smallint mediumint bigint bigInteger text string varchar char float double decimal real boolean
   date datetime dateTime time timestamp timestampz binary enum enu json jsonb uuid geometry geography point specificType cidr inet citext`.split(
    /\s+/,
  ),
)

/** `(table) => { table.string('email').unique() }` */
export function builderOf(linked: Linked, node: number): Built | undefined {
  const { whole, values, effects } = linked
  const made = values.definitions(node).find((at) => whole.kind[at] === Kind.Function)
  const fn = made === undefined ? -1 : (whole.a[made] as number)
  const [table] = whole.functions[fn]?.params ?? []
  const owner = table ?? whole.functions[fn]?.self ?? -1
  if (fn < 0 || owner < 0) return undefined
  const built: Built = { fields: [], relations: [], unique: [], drop: [], renamed: [] }
  const begun = new Map<number, EntityField>()
  const links = new Map<number, EntityRelation>()
  for (const call of effects.within(fn)) {
    if (whole.kind[call] !== Kind.Call) continue
    const receiver = receiverOf(linked, call)
    const name = calledName(linked, call)
    const args = [...whole.args(call)]
    if (isOwner(linked, receiver, owner)) begin(linked, built, begun, call, name, args)
    else {
      const root = rootOf(linked, receiver)
      const column = begun.get(root)
      if (column) further(linked, built, links, column, call, name, args)
      else if (links.has(root) || name === 'inTable' || name === 'references') foreign(linked, built, links, root, call, name, args)
    }
  }
  return built
}

const isOwner = ({ whole }: Linked, node: number, owner: number): boolean =>
  node === owner || (node >= 0 && whole.kind[node] === Kind.Refine && whole.a[node] === owner)

/** The call that a chain begins with. */
function rootOf(linked: Linked, node: number): number {
  let at = node
  for (let hops = 0; hops < 20; hops++) {
    const before = at >= 0 && linked.whole.kind[at] === Kind.Call ? receiverOf(linked, at) : -1
    if (before < 0 || linked.whole.kind[before] !== Kind.Call) return at
    at = before
  }
  return at
}

function begin(linked: Linked, built: Built, begun: Map<number, EntityField>, call: number, name: string, args: number[]): void {
  const column = textAt(linked, args[0])
  const at = cite(linked, call)
  if (TYPES.has(name)) {
    const size = textAt(linked, args[1])
    const made = field(column ?? 'id', name === 'specificType' ? (size ?? name) : size && /^\d+$/.test(size) ? `${name}(${size})` : name, at, {
      primary: /^(?:bigI|i)ncrements$/.test(name),
      values: /^enum?$|^enu$/.test(name) ? choicesAt(linked, args[1]) : [],
    })
    built.fields.push(made)
    begun.set(call, made)
  } else if (name === 'timestamps') for (const each of ['created_at', 'updated_at']) built.fields.push(field(each, 'timestamp', at))
  else if (/^drop(?:Column|Columns)$/.test(name)) built.drop.push(...args.flatMap((each) => choicesAt(linked, each)))
  else if (name === 'renameColumn' && column !== undefined) {
    const to = textAt(linked, args[1])
    if (to !== undefined) built.renamed.push([column, to])
  } else if (name === 'unique' && args[0] !== undefined) {
    const [one, ...others] = choicesAt(linked, args[0])
    if (one !== undefined && others.length === 0) {
      built.unique.push(one)
      for (const each of built.fields) if (each.name === one) each.unique = true
    }
  } else if (name === 'primary' && args[0] !== undefined) {
    const keys = new Set(choicesAt(linked, args[0]))
    for (const each of built.fields) if (keys.has(each.name)) each.primary = true
  }
}

function further(
  linked: Linked,
  built: Built,
  links: Map<number, EntityRelation>,
  column: EntityField,
  call: number,
  name: string,
  args: number[],
): void {
  switch (name) {
    case 'notNullable':
    case 'notNull':
      column.required = true
      break
    case 'nullable':
      column.required = textAt(linked, args[0]) === 'false'
      break
    case 'unique':
      column.unique = true
      break
    case 'primary':
      column.primary = true
      break
    case 'defaultTo':
      if (args[0] !== undefined) column.default = sourceText(linked, args[0])
      break
    case 'references':
    case 'inTable': {
      const root = rootOf(linked, receiverOf(linked, call))
      const known = links.get(root)
      const said = textAt(linked, args[0]) ?? nameAt(linked, args[0])
      const table = name === 'inTable' ? said : said.includes('.') ? (said.split('.')[0] as string) : ''
      if (known) known.to = table || known.to
      else {
        const made = relation(table, 'many to one', cite(linked, call), column.name)
        links.set(root, made)
        built.relations.push(made)
      }
    }
  }
}

/** `table.foreign('user_id').references('users.id')` */
function foreign(linked: Linked, built: Built, links: Map<number, EntityRelation>, root: number, call: number, name: string, args: number[]): void {
  if (root < 0 || linked.whole.kind[root] !== Kind.Call || calledName(linked, root) !== 'foreign') return
  const said = textAt(linked, args[0]) ?? ''
  const to = name === 'inTable' ? said : said.includes('.') ? (said.split('.')[0] as string) : ''
  const known = links.get(root)
  if (known) known.to = to || known.to
  else {
    const made = relation(to, 'many to one', cite(linked, call), choicesAt(linked, linked.whole.args(root)[0])[0])
    links.set(root, made)
    built.relations.push(made)
  }
}
