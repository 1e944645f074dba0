/** Who may do what, and where that is decided. In: what is known of the program. Out: what report 03 shows and standards decide by. */
import type { Authorization } from '../../../types'
import type { Known } from '../known'
import { checksOf } from './all-checks'
import { escalationOf } from './escalation/index'
import { groundOf } from './ground'
import { matrixOf } from './matrix'
import { modelsOf } from './models/index'
import { patternsOf } from './patterns'
import { roleFieldsOf } from './role-fields'
import { rolesOf } from './roles'
import { tenancyOf, tenantsOf } from './tenants'

export function authorizationOf(known: Known): Authorization {
  const ground = groundOf(known)
  const checks = checksOf(ground)
  const roles = rolesOf(ground, checks.guards)
  const tenants = tenantsOf(ground)
  return {
    models: modelsOf(ground, roles, checks, tenants),
    roles,
    roleFields: roleFieldsOf(ground),
    matrix: matrixOf(ground, roles, checks),
    enforcement: checks.rows,
    patterns: patternsOf(ground, checks),
    escalation: escalationOf(ground, checks),
    tenancy: tenancyOf(ground, tenants, checks),
  }
}
