/**
 * Ways to more rights than one has. In: doors, guards and what is wrong with them. Out: one control a risk, decided by the program
 * alone; the report puts the findings of the same kind beside them.
 */
import type { Control } from '../../../../types'
import type { Checks } from '../all-checks'
import type { Ground } from '../ground'
import { administration } from './administration'
import { goesOn, notEnforced } from './failing-guards'
import { directReference } from './object-reference'
import { openChanges } from './open-changes'
import { ownRole } from './own-role'
import { tokenScope } from './token-scope'

export function escalationOf(ground: Ground, checks: Checks): Control[] {
  return [
    directReference(ground),
    administration(ground, checks),
    openChanges(ground),
    ownRole(ground, checks),
    tokenScope(ground, checks),
    goesOn(ground, checks),
    notEnforced(ground, checks),
  ]
}
