/**
 * How the system goes about security. In: the solved program, its doors, flows and usages. Out: what the reports describe
 * and standards decide by; one file or folder an area.
 */
import type { Posture } from '../../types'
import { authenticationOf } from './authentication'
import { authorizationOf } from './authorization'
import { dataProtectionOf } from './data-protection'
import { inputOf } from './input'
import type { Known } from './known'
import { secretsOf } from './secrets'
import { stackOf } from './stack'

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
