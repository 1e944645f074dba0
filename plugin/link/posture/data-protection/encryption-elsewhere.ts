/** Data in backups, and secrets in memory. */
import { Kind } from '../../../graph'
import type { Control, EncryptionState, Evidence, SensitiveField } from '../../../types'
import { calledName, cite, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { snake, variablesOf } from '../../names'
import { answer, code, counted, listed } from './control'
import type { Ground } from './ground'
import type { Store } from './stores'

const DUMPS =
  /\b(?:mongodump|pg_dump(?:all)?|mysqldump|mariadb-dump|pg_basebackup|mongoexport|sqlite3\s+\S+\s+["']?\.(?:backup|dump)|redis-cli\s+(?:--rdb|bgsave)|sqlcmd\b.*BACKUP|xtrabackup|restic\s+backup|borg\s+create|pgbackrest|wal-g)\b/
const NAMED = /(?:^|[/_.:-])(?:db[_-]?|database[_-]?|mongo[_-]?|pg[_-]?)?backups?(?:[_.:-]|$)/i
const ENCRYPTS = /\b(?:gpg|openssl\s+enc|age\s+-|--encrypt|--sse|kms|restic|borg)\b/i

export function backupEncryption({ extracted, files, runs, ...ground }: Ground, stores: readonly Store[]): EncryptionState {
  const asked = { id: 'encryption-backups', aspect: 'Backups', recommended: 'Made on a schedule, encrypted, with an end' }
  if (stores.every(({ kind }) => kind === 'memory'))
    return { ...answer(asked, 'not applicable', { reason: 'There is no database whose contents could be backed up.' }), parts: [] }
  const found: { text: string; command: string; at: Evidence }[] = ground
    .uses('backup')
    .map((usage) => ({ text: code(ground.packageOf(usage)), command: '', at: usage.at }))
  const { whole } = ground.linked
  for (const node of lookupOf(whole).named(Kind.String, DUMPS))
    if (ground.runsAt(node))
      found.push({
        text: code(DUMPS.exec(whole.text(whole.a[node] as number))?.[0] ?? 'dump'),
        command: whole.text(whole.a[node] as number),
        at: cite(ground.linked, node),
      })
  for (const { path, facts } of extracted.manifests)
    for (const { kind, name, value, line, text } of facts) {
      if (kind !== 'script' && kind !== 'service' && kind !== 'ci-job' && kind !== 'image') continue
      if (DUMPS.test(value ?? '') || (NAMED.test(name) && kind !== 'service'))
        found.push({ text: code(name), command: value ?? '', at: { file: path, line, text } })
    }
  for (const { at, values } of ground.uses('cloud-database'))
    if (
      [values.backups, values.backup].some(
        (setting) => setting && setting.state !== 'missing' && setting.state !== 'unknown' && !setting.texts.includes('0'),
      )
    )
      found.push({ text: 'backups of the cloud database', command: 'kms', at })
  const scripts = files.filter(
    ({ path, language, kind }) =>
      kind !== 'document' &&
      /^(?:shell(?:script)?|bash|sh|python|powershell|perl|ruby)$/.test(language ?? '') &&
      NAMED.test(path.slice(path.lastIndexOf('/') + 1)),
  )
  for (const { path } of scripts) found.push({ text: code(path), command: '', at: { file: path, line: 1, text: '' } })
  const looked =
    'Looked for programs that dump a database (`mongodump`, `pg_dump`, `mysqldump` and the like) in scripts, jobs and code, for files called backup, for libraries that make backups and for the backups of cloud databases'
  if (found.length === 0)
    return {
      ...answer(asked, 'unknown', {
        current: 'Not found in the code',
        reason: `${looked}: none. Backups that are made outside of the repository would not be seen here.`,
      }),
      parts: [],
    }
  const encrypted = found.filter(({ command }) => ENCRYPTS.test(command))
  return {
    ...answer(asked, encrypted.length === found.length ? 'pass' : encrypted.length > 0 ? 'partial' : 'unknown', {
      current: listed(found.map(({ text }) => text)),
      reason: encrypted.length === found.length ? '' : 'A backup is made; nothing in its command or settings encrypts it as far as it could be read.',
      evidence: found.map(({ at }) => at),
    }),
    parts: [],
  }
}

const CLEARS = new Set(['fill', 'zeroize', 'wipe', 'burn', 'destroy', 'memzero', 'zeroFill', 'secureErase'])
const SECRETS = /(?:^|_)(?:key|secret|password|passphrase|pin|seed|private|mnemonic|token)(?:_|$)/

export function memoryProtection({ linked, extracted, ...ground }: Ground, fields: readonly SensitiveField[]): EncryptionState {
  const asked = { id: 'encryption-memory', aspect: 'In memory', recommended: 'Keys and passwords in buffers that are overwritten after use' }
  const { whole, values } = linked
  const found = ground.uses('memory-protection').map(({ api, at }) => ({ text: code(api), at }))
  for (const call of lookupOf(whole).named(Kind.Call, CLEARS)) {
    const receiver = receiverOf(linked, call)
    const [value] = whole.args(call)
    const of = receiver >= 0 ? receiver : (value ?? -1)
    const subject = of < 0 ? '' : [values.nameOf(of), ...variablesOf(whole, of).map(({ name }) => name)].join(' ')
    if (!ground.runsAt(call) || !SECRETS.test(snake(subject))) continue
    if (calledName(linked, call) === 'fill' && !(value !== undefined && values.texts(value).some((text) => text.value === '0'))) continue
    if (calledName(linked, call) === 'destroy') continue
    found.push({ text: code(whole.sourceOf(call, 60)), at: cite(linked, call) })
  }
  for (const call of lookupOf(whole).named(Kind.Call, 'secureHeapUsed'))
    if (ground.runsAt(call)) found.push({ text: code('secureHeapUsed'), at: cite(linked, call) })
  for (const { path, facts } of extracted.manifests)
    for (const { value, line, text } of facts)
      if (/--secure-heap\b/.test(value ?? '')) found.push({ text: code('--secure-heap'), at: { file: path, line, text } })
  if (found.length > 0)
    return {
      ...answer(asked, 'partial', {
        current: listed(found.map(({ text }) => text)),
        reason:
          'Some secrets are overwritten or kept in memory of their own; texts of JavaScript cannot be, and stay until the collector reuses them.',
        evidence: found.map(({ at }) => at),
      }),
      parts: [],
    }
  const secrets = fields.filter(({ classification }) => classification === 'Secret').length
  const held = ground.uses('credential', 'slow-hash', 'hash', 'mac', 'token-sign', 'token-verify')
  if (secrets + held.length === 0)
    return { ...answer(asked, 'not applicable', { reason: 'No password, key or token was seen to be handled by the code.' }), parts: [] }
  const state: Control['state'] = 'fail'
  return {
    ...answer(asked, state, {
      current: '',
      reason: `Looked for buffers of keys and passwords that are overwritten, for locked memory (\`sodium_memzero\`, \`sodium_mlock\`) and for the option \`--secure-heap\`: none, while secrets are handled at ${counted(held.length, 'place')}. In JavaScript they are mostly texts, which cannot be overwritten; this weighs little unless memory can be dumped.`,
    }),
    parts: [],
  }
}
