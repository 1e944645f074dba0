/**
 * How callers prove who they are. In: what is known of the program. Out: the mechanisms with their steps, sign-ins as they run, and the
 * rows on passwords, tokens and sessions, and guessing.
 */
import type { Authentication } from '../../../types'
import type { Known } from '../known'
import { bruteForceControls } from './brute-force'
import { cookiesOf, keptByPages } from './cookies'
import { hashingOf } from './hashing'
import { mechanismsOf } from './mechanisms'
import { passwordControls } from './password-controls'
import { passwordLimits } from './password-limits'
import { sceneOf } from './scene'
import { sessionControls } from './session-controls'
import { signInsOf } from './sign-in'
import { tokensOf } from './tokens'

export function authenticationOf(known: Known): Authentication {
  const scene = sceneOf(known)
  const hashing = hashingOf(scene)
  const tokens = tokensOf(scene)
  const cookies = cookiesOf(scene)
  const kept = keptByPages(scene)
  const passwords = passwordControls(scene, hashing, passwordLimits(scene), tokens)
  const sessions = sessionControls(scene, tokens, cookies, kept)
  const rows = new Map([...passwords, ...sessions].map((row) => [row.id, row]))
  return {
    mechanisms: mechanismsOf(scene, { tokens, cookies, kept, hashing, rows }),
    signIns: signInsOf(scene, { hashing, tokens }),
    passwords,
    sessions,
    bruteForce: bruteForceControls(scene),
  }
}
