/**
 * Which data must not get about, and how they are kept. In: what is known of the program. Out: encryption by state, the logs and
 * what stands in them, retention and deletion, and what the law asks.
 */
import type { DataProtection } from '../../../types'
import { sensitiveFields } from '../data-fields'
import type { Known } from '../known'
import { accessWriters } from './access-writers'
import { backupEncryption, backupsOf, withoutCommand } from './backups'
import { considerationsOf } from './considerations'
import { credentialAddresses } from './credential-addresses'
import { databaseEncryption } from './encryption-database'
import { fileEncryption } from './encryption-files'
import { memoryProtection } from './encryption-memory'
import { transitEncryption } from './encryption-transit'
import { fileWrites } from './file-writes'
import { groundOf } from './ground'
import { logLines } from './log-lines'
import { logOutputs } from './log-outputs'
import { loggingOf } from './logged-data'
import { logsOf } from './logs'
import { reachableDirectories } from './reach'
import { retentionOf } from './retention'
import { storesOf } from './stores'
import { traced } from './traced'

export function dataProtectionOf(known: Known): DataProtection {
  const ground = groundOf(known)
  const reachable = reachableDirectories(ground)
  const outputs = logOutputs(ground, reachable)
  const lines = logLines(ground)
  const logged = {
    ground,
    lines,
    outputs,
    writers: accessWriters(ground, lines, outputs),
    traced: traced(ground),
    credentials: credentialAddresses(ground),
  }
  const fields = sensitiveFields(known, logged)
  const logs = logsOf(logged)
  const stores = storesOf(ground)
  const backups = backupsOf(ground)
  return {
    fields,
    backups: backups.map(withoutCommand),
    encryption: [
      databaseEncryption(ground, stores, fields),
      fileEncryption(fileWrites(ground, reachable), outputs),
      transitEncryption(ground, stores),
      backupEncryption(stores, backups),
      memoryProtection(ground, fields),
    ],
    logs,
    logging: loggingOf(logged, fields),
    retention: retentionOf(ground, logs),
    considerations: considerationsOf(ground, fields),
  }
}
