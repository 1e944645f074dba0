/** What is known of the program's logs when it is told what stands in them. */
import type { AccessWriter } from './access-writers'
import type { CredentialAddress } from './credential-addresses'
import type { Ground } from './ground'
import type { LogLine } from './log-lines'
import type { LogOutput } from './log-outputs'
import type { Traced } from './traced'

export interface Logged {
  ground: Ground
  lines: readonly LogLine[]
  outputs: readonly LogOutput[]
  writers: readonly AccessWriter[]
  traced: Traced
  /** Doors that take credentials in their address, for what the access log then holds. */
  credentials: CredentialAddress[]
}
