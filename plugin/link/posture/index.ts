/**
 * How the system goes about security. In: the solved program, its doors, flows and usages. Out: what the reports describe
 * and standards decide by; one file or folder an area.
 */
import type { Posture } from '../../types'
import { authenticationOf } from './authentication/index'
import { authorizationOf } from './authorization/index'
import { dataProtectionOf } from './data-protection/index'
import { inputOf } from './input/index'
import type { Known } from './known'
import { secretsOf } from './secrets/index'
import { stackOf } from './stack/index'

export type { Known } from './known'

export function postureOf(known: Known): Posture {
  return {
    authentication: authenticationOf(known),
    authorization: authorizationOf(known),
    dataProtection: dataProtectionOf(known),
    input: inputOf(known),
    secrets: secretsOf(known),
    stack: stackOf(known),
  }
}
