import type { Control } from './control'
import type { Evidence } from './evidence'

/** One role, as the code names it. */
export interface Role {
  name: string
  /** `guest` … `super`: place on the ladder of the procedure, where name or checks tell it. */
  level: 'guest' | 'user' | 'editor' | 'admin' | 'super' | 'could not tell'
  /** How the level was told, or why not. */
  because: string
  /** How the code stands for it: `value of role`, `flag isAdmin`, `key of allRoles`. */
  represented: string[]
  /** Given to new accounts unless something else is said. */
  isDefault: boolean
  /** Where it is defined, given out and asked for, in this order. */
  evidence: { how: 'defined' | 'default' | 'given' | 'asked'; at: Evidence }[]
  /** Permissions that the code gives it, as it writes them: `manageUsers`. */
  permissions: string[]
  /** True where the code has a list of its permissions, even an empty one. */
  hasList: boolean
  /** Doors at which a guard asks for it, by itself or by a right that it has. */
  askedAt: number
}

export type Permission = 'read public' | 'read own' | 'write own' | 'read all' | 'write all' | 'delete all'

export interface PermissionCell {
  permission: Permission
  answer: 'yes' | 'no' | 'partly' | 'unknown'
  /** Kinds of records for which it holds, and those for which the program knows such an access at all. */
  holds: number
  of: number
  reason: string
  evidence: Evidence[]
}

export interface PermissionRow {
  /** Name of a role; for callers without one see `who`. */
  role: string
  who: 'role' | 'not signed in' | 'signed in'
  cells: PermissionCell[]
}

/** A door behind a check. */
export interface GuardedDoor {
  /** `GET /users/:id`. */
  door: string
  at: Evidence
  /** Roles and rights that are asked for there: `manageUsers`. */
  asks: string[]
}

/** A place that decides who may pass. */
export interface Enforcement {
  /** As the code calls it: `isAccounting`. Empty for checks that have no name of their own; `stands` says what they are then. */
  name: string
  stands: 'in front of the handler' | 'inside the handler' | 'in the selection of records' | 'in a comparison with records'
  checks: 'authentication' | 'role' | 'permission' | 'ownership' | 'tenant' | 'attribute' | 'what is sent' | 'refuses all' | 'other'
  /** What it does, in one sentence, from its body: `Answers 403 unless the token's role is "accounting".` */
  does: string
  /** Where it begins, and the lines by which it decides or sets something. */
  at: Evidence
  decides: Evidence[]
  doors: GuardedDoor[]
  /** Doors of the kinds that it could stand in front of; of checks on records, those that reach records. */
  total: number
  /** Written, and guarding nothing; says which: never mounted, behind the handlers. */
  idle?: string
  /** Uses of it that are commented out. */
  commentedOut: { door: string; at: Evidence }[]
  /** Whoever the record belongs to passes without the role as well: the parameter of the path that says so, and the comparison. */
  orOwner?: { parameter: string; at: Evidence }
}

export interface Authorization {
  /** RBAC, ABAC, access-control lists, owner-based, tenant isolation; in this order, each there or absent. */
  models: Control[]
  roles: Role[]
  /** Stored fields that hold a role or stand for one, whether or not their values are known. */
  roleFields: { name: string; at: Evidence }[]
  matrix: PermissionRow[]
  enforcement: Enforcement[]
  /** Forms of checks in the code: role, ownership, permission, middleware guard; with their places. */
  patterns: { checks: 'role' | 'ownership' | 'permission' | 'middleware guard'; text: string; places: Evidence[] }[]
  /** Direct object reference, missing check on administration, own role, token scope, guards that do not hold. */
  escalation: Control[]
  /** Tenant id in queries, no access across tenants, tenant-scoped administrators, shared resources controlled. */
  tenancy: Control[]
}
