/**
 * Roles as code lists them: `const roles = { user: 'user', admin: 'admin' }`, `enum Role { … }`, `new Map([['admin', ['read']]])`,
 * `const roleRights = { admin: ['manageUsers'] }`. In: what variables of such names hold. Out: one mention a role, with its rights
 * where they stand beside it.
 */
import { Kind } from '../../../graph'
import { calledName } from '../../linked'
import { snake } from '../../names'
import type { Ground } from './ground'
import type { Mention } from './mention'
import { isRoleName, ROLE_LIST } from './words'

const MOST_ROLES = 30

export function writtenRoles(ground: Ground): Mention[] {
  const { whole } = ground.linked
  const seen = new Set<number>()
  const found: Mention[] = []
  const isList = new Map<string, boolean>()
  const look = (name: string, node: number) => {
    let is = isList.get(name)
    if (is === undefined) {
      is = ROLE_LIST.test(snake(name)) && !/^role$/.test(name)
      isList.set(name, is)
    }
    if (!is || seen.has(node) || !ground.isServer(fileOf(ground, node))) return
    seen.add(node)
    found.push(...rolesIn(ground, name, node))
  }
  for (const { node, name } of whole.names) look(name, node)
  // Enumerations are no variables; those that matter are exported.
  for (const of of whole.exports) for (const { node, name } of of) if (node >= 0) look(name, node)
  for (const { members } of whole.classes) for (const member of members) if (member.static && member.node >= 0) look(member.name, member.node)
  return found
}

const fileOf = ({ linked: { whole } }: Ground, node: number): string => (whole.files[whole.fileOf(node)] as { path: string }).path

function rolesIn(ground: Ground, name: string, node: number): Mention[] {
  const { whole, values } = ground.linked
  const list = literalOf(ground, node)
  if (list < 0) return []
  const found: Mention[] = []
  if (whole.kind[list] === Kind.Array) {
    for (const item of whole.items(whole.a[list] as number)) {
      const pair = whole.kind[item] === Kind.Array ? [...whole.items(whole.a[item] as number)] : undefined
      const [role] = textsAt(ground, pair?.[0] ?? nameIn(ground, item))
      if (role === undefined) continue
      const rights = pair?.[1] === undefined ? undefined : rightsIn(ground, pair[1])
      found.push({ role, how: 'defined', at: ground.at(item), represented: `entry of \`${name}\``, ...(rights ? { permissions: rights } : {}) })
    }
  } else
    for (const entry of whole.items(whole.a[list] as number)) {
      if (whole.kind[entry] !== Kind.Property || whole.a[entry] === -1) continue
      const key = whole.text(whole.a[entry] as number)
      const value = whole.b[entry] as number
      const kind = whole.kind[value] as Kind
      const rights = kind === Kind.Array || kind === Kind.Object ? rightsIn(ground, value) : undefined
      const text = kind === Kind.String ? values.texts(value).find(({ exact }) => exact)?.value : undefined
      if (kind !== Kind.String && kind !== Kind.Number && !rights) continue
      const role = text !== undefined && isRoleName(text) ? text : key
      if (!isRoleName(role)) continue
      found.push({ role, how: 'defined', at: ground.at(entry), represented: `entry of \`${name}\``, ...(rights ? { permissions: rights } : {}) })
    }
  return found.length > MOST_ROLES ? [] : found
}

/** The array or object that a list is written as: in `Object.freeze(…)`, `new Map(…)`, `new Set(…)` too. */
function literalOf({ linked }: Ground, node: number): number {
  const { whole } = linked
  let at = node
  for (let hops = 0; hops < 4 && at >= 0; hops++) {
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Array || kind === Kind.Object) return at
    if (kind === Kind.Refine || kind === Kind.Await) at = whole.a[at] as number
    else if ((kind === Kind.Call || kind === Kind.New) && /^(?:freeze|Map|Set|seal|defineEnum|pgEnum|z?enum)$/i.test(calledName(linked, at)))
      at = [...whole.args(at)].findLast((argument) => whole.kind[argument] === Kind.Array || whole.kind[argument] === Kind.Object) ?? -1
    else return -1
  }
  return -1
}

/** Of `{ name: 'admin', permissions: […] }` the name. */
function nameIn({ linked: { whole, values } }: Ground, item: number): number {
  if (whole.kind[item] !== Kind.Object) return item
  return ['name', 'key', 'slug', 'role', 'id'].flatMap((key) => values.property(item, key))[0] ?? -1
}

function textsAt({ linked: { values } }: Ground, node: number): string[] {
  if (node < 0) return []
  return values
    .texts(node)
    .filter(({ exact, value }) => exact && isRoleName(value))
    .map(({ value }) => value)
}

/** Rights beside a role: texts of a list, or the names that are true. Undefined where it is neither. */
function rightsIn({ linked: { whole, values } }: Ground, node: number): string[] | undefined {
  if (whole.kind[node] === Kind.Array) {
    const items = [...whole.items(whole.a[node] as number)]
    const texts = items.flatMap((item) => values.elements(item)).flatMap((item) => values.texts(item).filter(({ exact }) => exact))
    return items.length > 0 && texts.length === 0 ? undefined : [...new Set(texts.map(({ value }) => value))]
  }
  const inner = ['permissions', 'rights', 'can', 'scopes', 'privileges'].flatMap((key) => values.property(node, key))[0]
  if (inner !== undefined) return whole.kind[inner] === Kind.Array ? rightsIn({ linked: { whole, values } } as Ground, inner) : undefined
  const granted = whole
    .items(whole.a[node] as number)
    .filter((entry) => whole.kind[entry] === Kind.Property && whole.a[entry] !== -1 && whole.kind[whole.b[entry] as number] === Kind.Boolean)
  if (granted.length === 0) return undefined
  return granted.filter((entry) => whole.a[whole.b[entry] as number] === 1).map((entry) => whole.text(whole.a[entry] as number))
}
