/**
 * Models of access control. In: checks, roles, uses of records, policies of libraries. Out: five controls, in the order of the report;
 * each says where it is in force, or what was looked for. A model that is not there is no fault, so it does not apply.
 */
import type { Control, Role } from '../../../../types'
import type { Checks } from '../all-checks'
import type { Ground } from '../ground'
import type { Tenants } from '../tenants'
import { abac } from './abac'
import { acl } from './acl'
import { owner } from './owner'
import { rbac } from './rbac'
import { tenantIsolation } from './tenant'

export function modelsOf(ground: Ground, roles: readonly Role[], checks: Checks, tenants: Tenants): Control[] {
  return [rbac(ground, roles, checks), abac(ground), acl(ground), owner(ground, checks), tenantIsolation(tenants)]
}
