/**
 * Where stored data are copied to be kept: what code runs and calls, and what scripts, jobs and descriptions of clouds say. In: the
 * ground. Out: each place, with what makes it; and whether the copies are encrypted. A name is no backup.
 */
import { Kind } from '../../../graph'
import type { Backup, EncryptionState, Evidence } from '../../../types'
import { cite } from '../../linked'
import { lookupOf } from '../../lookup'
import { answer, code, listed } from './control'
import type { Ground } from './ground'
import type { Store } from './stores'

const DUMPS =
  /\b(?:mongodump|pg_dump(?:all)?|mysqldump|mariadb-dump|pg_basebackup|sqlite3\s+\S+\s+["']?\.(?:backup|dump)|redis-cli\s+(?:--rdb|bgsave)|sqlcmd\b.*BACKUP|xtrabackup|restic\s+backup|borg\s+create|pgbackrest|wal-g)\b/
const ENCRYPTS = /\b(?:gpg|openssl\s+enc|age\s+-|--encrypt|--sse|kms|restic|borg(?:matic)?|velero)\b/i

/** With the text that may say that it is encrypted. */
interface Found extends Backup {
  command: string
}

export const LOOKED =
  'Looked for programs that dump or copy a database (`mongodump`, `pg_dump`, `mysqldump`, `restic` and the like) in scripts, jobs and code, for libraries that make backups, and for backups, snapshots and times to keep them in descriptions of clouds and clusters'

export function backupsOf({ extracted, ...ground }: Ground): Found[] {
  const make = (by: string, command: string, at: Evidence, scheduled: boolean): Found => ({ does: 'make', by, command, at, scheduled })
  const { whole } = ground.linked
  return [
    ...ground.uses('backup').map((usage) => make(ground.packageOf(usage), '', usage.at, false)),
    ...[...lookupOf(whole).named(Kind.String, DUMPS)]
      .filter((node) => ground.runsAt(node))
      .map((node) => {
        const text = whole.text(whole.a[node] as number)
        return make(DUMPS.exec(text)?.[0] ?? 'dump', text, cite(ground.linked, node), false)
      }),
    ...ground.uses('cloud-database').flatMap(({ at, values }) => {
      const isKept = [values.backups, values.backup].some(
        (setting) => setting && setting.state !== 'missing' && setting.state !== 'unknown' && !setting.texts.includes('0'),
      )
      return isKept ? [make('backups of the cloud database', 'kms', at, true)] : []
    }),
    ...(extracted.texts ?? []).flatMap(({ path, backups = [] }) =>
      backups.map(({ does, name, scheduled, line, text }) => ({
        does,
        by: name,
        command: text,
        scheduled,
        at: { file: path, line, text },
      })),
    ),
  ]
}

export function backupEncryption(stores: readonly Store[], all: readonly Found[]): EncryptionState {
  const asked = { id: 'encryption-backups', aspect: 'Backups', recommended: 'Made on a schedule, encrypted, with an end' }
  if (stores.every(({ kind }) => kind === 'memory'))
    return { ...answer(asked, 'not applicable', { reason: 'There is no database whose contents could be backed up.' }), parts: [] }
  const found = all.filter(({ does }) => does === 'make')
  if (found.length === 0)
    return {
      ...answer(asked, 'unknown', {
        current: 'Not found in the code',
        reason: `${LOOKED}: none. Backups that are made outside of the repository would not be seen here.`,
      }),
      parts: [],
    }
  const encrypted = found.filter(({ command }) => ENCRYPTS.test(command))
  return {
    ...answer(asked, encrypted.length === found.length ? 'pass' : encrypted.length > 0 ? 'partial' : 'unknown', {
      current: listed(found.map(({ by }) => code(by))),
      reason: encrypted.length === found.length ? '' : 'A backup is made; nothing in its command or settings encrypts it as far as it could be read.',
      evidence: found.map(({ at }) => at),
    }),
    parts: [],
  }
}

export const withoutCommand = ({ does, by, scheduled, at }: Found): Backup => ({ does, by, scheduled, at })
