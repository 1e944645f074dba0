import type { Control } from './control'
import type { Evidence } from './evidence'

/** One role, as the code names it. */
export interface Role {
  name: string
  /** `guest` … `super`: place on the ladder of the procedure, where name or checks tell it. */
  level: 'guest' | 'user' | 'editor' | 'admin' | 'super' | 'could not tell'
  /** Where it is defined, given out and asked for. */
  evidence: Evidence[]
  /** Permissions that the code gives it, as it writes them: `manageUsers`. */
  permissions: string[]
  /** Doors that ask for it. */
  doors: string[]
}

export type Permission = 'read public' | 'read own' | 'write own' | 'read all' | 'write all' | 'delete all'

export interface PermissionCell {
  permission: Permission
  answer: 'yes' | 'no' | 'partly' | 'unknown'
  reason: string
  evidence: Evidence[]
}

/** A place that decides who may pass. */
export interface Enforcement {
  /** As the code calls it: `isAccounting()`. */
  name: string
  checks: 'authentication' | 'role' | 'permission' | 'ownership' | 'tenant' | 'attribute' | 'other'
  /** What it does, in one sentence, from its body: `Answers 403 unless the token's role is "accounting".` */
  does: string
  at: Evidence
  /** Doors behind it, of all doors of the same kind. */
  doors: string[]
  total: number
  /** Written, and guarding nothing: never mounted, commented out, behind the handler. */
  idle?: string
}

export interface Authorization {
  /** RBAC, ABAC, access-control lists, owner-based, tenant isolation; in this order, each there or absent. */
  models: Control[]
  roles: Role[]
  matrix: { role: string; cells: PermissionCell[] }[]
  enforcement: Enforcement[]
  /** Forms of checks in the code: role, ownership, permission, middleware guard; with their places. */
  patterns: { checks: Enforcement['checks']; text: string; places: Evidence[] }[]
  /** Direct object reference, missing check on administration, own role, token scope. */
  escalation: Control[]
  /** Tenant id in queries, no access across tenants, tenant-scoped administrators, shared resources controlled. */
  tenancy: Control[]
}
