/**
 * Places that ask for a role or a right. In: comparisons, `includes` and calls such as `hasRole('admin')` in code of the server. Out:
 * where each stands and what it asks for. One pass over comparisons and calls of such names.
 */
import { Kind } from '../../../graph'
import type { Evidence } from '../../../types'
import { calledName, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { variablesOf } from '../../names'
import { isEqual, isUnequal } from '../../operators'
import type { Ground } from './ground'
import type { Mention } from './mention'
import { ASKS_RIGHT, ASKS_ROLE, CONVERSATION, isRoleName, RIGHTS_FIELD, ROLE_FIELD, ROLE_FLAG, roleOfFlag, SPEAKERS } from './words'

export interface RoleCheck {
  asks: 'role' | 'permission'
  node: number
  /** What is asked for, where the code says it. */
  names: string[]
  by: string
  at: Evidence
}

const known = new WeakMap<Ground, RoleCheck[]>()

export function roleChecksIn(ground: Ground): RoleCheck[] {
  let checks = known.get(ground)
  if (!checks) {
    checks = [...comparisons(ground), ...inclusions(ground), ...lookups(ground), ...calls(ground), ...flags(ground)].sort(
      (one, other) => one.node - other.node,
    )
    known.set(ground, checks)
  }
  return checks
}

export function askedRoles(ground: Ground): Mention[] {
  return roleChecksIn(ground)
    .filter(({ asks }) => asks === 'role')
    .flatMap(({ names, by, at }) => names.map((role): Mention => ({ role, how: 'asked', at, represented: by })))
}

const isServer = (ground: Ground, node: number): boolean => {
  const { whole } = ground.linked
  return ground.isServer((whole.files[whole.fileOf(node)] as { path: string }).path)
}

function textsAt({ linked: { values } }: Ground, node: number): string[] {
  return values
    .elements(node)
    .flatMap((item) => values.texts(item))
    .filter(({ exact, value }) => exact && isRoleName(value))
    .map(({ value }) => value)
}

/** `user.role`, `role`, `req.auth.role`: a read that holds somebody's role, and not that of a turn in a conversation. */
function readsRole({ linked: { whole, values } }: Ground, node: number, field = ROLE_FIELD): boolean {
  if (!field.test(values.nameOf(node)) && !variablesOf(whole, node).some(({ name }) => field.test(name))) return false
  let at = node
  while (whole.kind[at] === Kind.Refine || whole.kind[at] === Kind.Await) at = whole.a[at] as number
  if (whole.kind[at] === Kind.Call) return at === node && field === RIGHTS_FIELD
  return whole.kind[at] !== Kind.Load || !CONVERSATION.test(values.nameOf(whole.a[at] as number))
}

/** `user.role === 'admin'` */
function comparisons(ground: Ground): RoleCheck[] {
  const { whole, values } = ground.linked
  const found: RoleCheck[] = []
  for (const node of lookupOf(whole).of(Kind.Binary)) {
    const operator = whole.c[node] as number
    if (!isEqual(operator) && !isUnequal(operator)) continue
    for (const [one, other] of [
      [whole.a[node], whole.b[node]],
      [whole.b[node], whole.a[node]],
    ] as [number, number][]) {
      if (!readsRole(ground, one) || !isServer(ground, node)) continue
      const names = textsAt(ground, other)
      if (names.length === 0 || names.some((name) => SPEAKERS.has(name) && name !== 'system')) continue
      found.push({ asks: 'role', node, names, by: `value of \`${values.nameOf(one)}\``, at: ground.at(node) })
      break
    }
  }
  return found
}

/** `user.roles.includes('admin')`, `['admin', 'editor'].includes(user.role)`, `user.permissions.includes('x')` */
function inclusions(ground: Ground): RoleCheck[] {
  const { whole, values } = ground.linked
  const found: RoleCheck[] = []
  for (const node of lookupOf(whole).called(/^(?:includes|has|indexOf|contains)$/)) {
    const receiver = receiverOf(ground.linked, node)
    const [argument] = whole.args(node)
    if (receiver < 0 || argument === undefined) continue
    const [holds, asked] = readsRole(ground, argument) ? [argument, receiver] : [receiver, argument]
    const isRight = readsRole(ground, receiver, RIGHTS_FIELD)
    if ((!isRight && !readsRole(ground, holds)) || !isServer(ground, node)) continue
    const names = textsAt(ground, asked).filter((name) => !SPEAKERS.has(name))
    if (names.length === 0 && !isRight && !/^roles$/i.test(values.nameOf(receiver))) continue
    found.push({ asks: isRight ? 'permission' : 'role', node, names, by: `value of \`${values.nameOf(holds)}\``, at: ground.at(node) })
  }
  return found
}

/** `rights.get(user.role)`, `rights[user.role]`: what a role may do is looked up. */
function lookups(ground: Ground): RoleCheck[] {
  const { whole, values } = ground.linked
  const found: RoleCheck[] = []
  const put = (node: number, key: number) => {
    if (readsRole(ground, key) && whole.kind[key] !== Kind.Param && isServer(ground, node))
      found.push({ asks: 'role', node, names: [], by: `value of \`${values.nameOf(key)}\``, at: ground.at(node) })
  }
  for (const node of lookupOf(whole).named(Kind.Call, 'get')) {
    const [key] = whole.args(node)
    if (key !== undefined && receiverOf(ground.linked, node) >= 0) put(node, key)
  }
  for (const node of lookupOf(whole).of(Kind.LoadDynamic)) put(node, whole.b[node] as number)
  return found
}

/** `hasRole('admin')`, `ability.can('update', post)`, `checkPermission(user, 'x')` */
function calls(ground: Ground): RoleCheck[] {
  const { whole, solver, models } = ground.linked
  const found: RoleCheck[] = []
  for (const node of lookupOf(whole).named(Kind.Call, (name) => ASKS_ROLE.test(name) || ASKS_RIGHT.test(name))) {
    const name = calledName(ground.linked, node)
    const asks = ASKS_ROLE.test(name) ? 'role' : 'permission'
    if (!isServer(ground, node)) continue
    const args = [...whole.args(node)]
    // `can` and `enforce` are everyday words: they count where a library of permissions has them, or two things are asked of somebody.
    if (/^(?:can|cannot|enforce)$/i.test(name)) {
      const isPolicy = [...(solver.apiCalls.get(node) ?? [])].some((path) =>
        /casl|casbin|accesscontrol|permission|cancan|oso/i.test(models.paths.show(path)),
      )
      if (!isPolicy && args.length < 2) continue
    } else if (args.length === 0) continue
    const names = args.flatMap((argument) => textsAt(ground, argument))
    found.push({ asks, node, names: asks === 'role' ? names : names.slice(0, 3), by: `asked for by \`${name}\``, at: ground.at(node) })
  }
  return found
}

/** `if (user.isAdmin)` */
function flags(ground: Ground): RoleCheck[] {
  const { whole } = ground.linked
  let tested: Uint8Array | undefined
  const found: RoleCheck[] = []
  for (const node of lookupOf(whole).named(Kind.Load, (name) => ROLE_FLAG.test(name) && name.toLowerCase() !== 'admin')) {
    if (!isServer(ground, node)) continue
    tested ??= conditionsOf(ground)
    if (tested[node] !== 1) continue
    const name = whole.text(whole.b[node] as number)
    found.push({ asks: 'role', node, names: [roleOfFlag(name)], by: `flag \`${name}\``, at: ground.at(node) })
  }
  return found
}

/** 1 for nodes that conditions and answers of functions are made of. */
function conditionsOf({ linked: { whole } }: Ground): Uint8Array {
  const found = new Uint8Array(whole.size)
  const stack: number[] = []
  for (let region = 0; region * 4 < whole.regions.length; region++) {
    const condition = whole.regions[region * 4 + 2] as number
    if (condition >= 0) stack.push(condition)
  }
  for (const { returns } of whole.functions) for (const value of returns) stack.push(value)
  while (stack.length > 0) {
    const node = stack.pop() as number
    if (node < 0 || node >= whole.size || found[node] === 1) continue
    found[node] = 1
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Unary || kind === Kind.Binary || kind === Kind.Choice || kind === Kind.Refine || kind === Kind.Await)
      stack.push(...whole.madeOf(node))
  }
  return found
}
