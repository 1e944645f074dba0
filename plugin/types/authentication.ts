import type { Control } from './control'
import type { Evidence } from './evidence'

/** One way in which callers prove who they are. */
export interface Mechanism {
  kind: 'token' | 'session' | 'api-key' | 'delegated' | 'multi-factor' | 'basic' | 'certificate' | 'signature' | 'other'
  /** `JSON Web Token`, `Session cookie`, `OAuth 2.0 (Google)`, `TOTP`. */
  name: string
  /** Library or functions of the program that do it: `express-jwt 0.1.3`, `passport-local`. */
  implementation: string
  library: string | undefined
  /** Doors that it guards or that it is used at: `POST /login`; empty where none could be told. */
  usedAt: string[]
  strength: 'strong' | 'adequate' | 'weak' | 'could not tell'
  /** Why it is as strong as that. */
  because: string
  evidence: Evidence[]
  /**
   * Credential submission, validation, token or session creation, client-side storage, transmission, validation on later
   * requests, refresh or rotation, logout or invalidation; always these eight, in this order.
   */
  steps: Control[]
}

/** Who calls whom at a sign-in, from the real handlers. */
export interface SignIn {
  /** `POST /login`. */
  door: string
  at: Evidence
  /** In order; `outcome` says on which branch the step lies. */
  steps: {
    from: string
    to: string
    text: string
    /** `second factor`: the password was right, and something more is asked for. */
    outcome: 'always' | 'valid' | 'invalid' | 'second factor'
    reply?: boolean
    at: Evidence
  }[]
}

export interface Authentication {
  mechanisms: Mechanism[]
  signIns: SignIn[]
  /** Hash algorithm, cost, salt, minimum and maximum length, complexity, breach check, comparison, reset, change. */
  passwords: Control[]
  /** Signing algorithm, key, expiry, refresh, rotation, revocation, storage on the client, Secure, HttpOnly, SameSite, session store… */
  sessions: Control[]
  /** Lockout and attempts, progressive delays, CAPTCHA and threshold, rate limiting, IP blocking, alerting; in this order. */
  bruteForce: Control[]
}
