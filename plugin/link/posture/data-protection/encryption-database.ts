/** Encryption of what lies in databases: by the file or server, by the program field by field. */
import { Kind } from '../../../graph'
import type { Control, EncryptionState, Evidence, SensitiveField } from '../../../types'
import { cite } from '../../linked'
import { lookupOf } from '../../lookup'
import { commentedOut } from './commented'
import { answer, code, listed } from './control'
import type { Ground } from './ground'
import { called, placesOf, type Store } from './stores'

/** Packages that encrypt fields, also where they are only handed over: `schema.plugin(encrypt)`. */
const FIELD_ENCRYPTION =
  /^(?:mongoose-(?:encryption|field-encryption|encryption-select)|sequelize-(?:encrypted|field-encrypt)|(?:@generalui\/)?typeorm-encrypted|prisma-field-encryption|@47ng\/cloak|mikro-orm-encrypt|mongodb-client-encryption|objection-encrypt|@cipherstash\/protect)$/

export function databaseEncryption(ground: Ground, stores: readonly Store[], fields: readonly SensitiveField[]): EncryptionState {
  const asked = {
    id: 'encryption-at-rest-database',
    aspect: 'At rest, database',
    recommended: 'Disk or file encrypted; sensitive fields encrypted by the program',
  }
  if (stores.length === 0)
    return {
      ...answer(asked, 'not applicable', { reason: 'Looked for clients of databases, databases in files and databases that schemas name: none.' }),
      parts: [],
    }
  const disk = storage(stores)
  const own = fieldEncryption(ground, fields)
  const onDisk = stores.filter(({ kind }) => kind !== 'memory')
  // Either protects what is in the database; one that is not there weighs less where the other is.
  const state: Control['state'] =
    disk.state === 'pass' && own.state === 'pass'
      ? 'pass'
      : disk.state === 'pass' || own.state === 'pass' || own.state === 'partial'
        ? 'partial'
        : onDisk.length === 0
          ? 'not applicable'
          : 'fail'
  return {
    ...answer(asked, state, {
      current: `${state === 'fail' ? 'Not encrypted: ' : ''}${listed(stores.map(called))}`,
      reason:
        state === 'fail' && disk.state === 'unknown'
          ? 'The program encrypts nothing before it stores it. Whether the disk of the server is encrypted is not decided in the code.'
          : state === 'fail'
            ? 'Neither the database nor the program encrypts what is stored.'
            : '',
      evidence: [...placesOf(stores), ...own.evidence],
    }),
    parts: [disk, own],
  }
}

function storage(stores: readonly Store[]): Control {
  const asked = { id: 'database-storage-encryption', aspect: 'Storage of the database', recommended: 'Encrypted' }
  const plain = stores.filter(({ kind, diskEncrypted }) => (kind === 'file' && !diskEncrypted) || (kind === 'cloud' && diskEncrypted === false))
  const encrypted = stores.filter(({ diskEncrypted }) => diskEncrypted)
  const untold = stores.filter(({ kind, diskEncrypted }) => (kind === 'server' || kind === 'cloud') && diskEncrypted === undefined)
  if (plain.length > 0)
    return answer(asked, encrypted.length > 0 ? 'partial' : 'fail', {
      current: `Not encrypted: ${listed(plain.map(called))}`,
      reason: 'Looked for a key in the settings, for a client with encryption (SQLCipher and the like) and for `storageEncrypted`: none.',
      evidence: placesOf(plain),
    })
  if (untold.length > 0)
    return answer(asked, 'unknown', {
      current: listed(untold.map(called)),
      reason:
        'The disk of a database server is encrypted, or not, outside of this code. Definitions of cloud resources were looked at where they are TypeScript or JavaScript; other formats were not.',
      evidence: placesOf(untold),
    })
  if (encrypted.length > 0)
    return answer(asked, 'pass', {
      current: listed(encrypted.map((store) => `${called(store)}, encrypted`)),
      reason: '',
      evidence: placesOf(encrypted),
    })
  return answer(asked, 'not applicable', { current: listed(stores.map(called)), reason: 'Nothing is written to a disk.', evidence: placesOf(stores) })
}

function fieldEncryption(ground: Ground, fields: readonly SensitiveField[]): Control {
  const asked = {
    id: 'database-field-encryption',
    aspect: 'Fields encrypted by the program',
    recommended: 'Sensitive PII, payment cards, health data and secrets',
  }
  const used = [...ground.uses('field-encryption').map((usage) => ({ name: ground.packageOf(usage), at: usage.at })), ...imported(ground)]
  const ciphers = ground.uses('named-cipher', 'library-cipher', 'symmetric-key').map(({ at, api }) => ({ name: api, at }))
  const stored = fields.filter(({ classification }) => classification !== 'PII')
  const encrypted = stored.filter(({ encrypted: { state, current } }) => state === 'pass' && !/hash/i.test(current))
  const plain = stored.filter(({ encrypted: { state } }) => state === 'fail')
  if (encrypted.length > 0 || used.length > 0) {
    const evidence = [...encrypted.flatMap((field) => field.encrypted.evidence), ...used.map(({ at }) => at)]
    return answer(asked, plain.length > 0 ? 'partial' : 'pass', {
      current:
        encrypted.length > 0
          ? listed(encrypted.map(({ entity, field }) => code(`${entity}.${field}`)))
          : `by ${listed(used.map(({ name }) => code(name)))}`,
      reason: plain.length > 0 ? `Not encrypted: ${listed(plain.map(({ entity, field }) => code(`${entity}.${field}`)))}.` : '',
      evidence,
    })
  }
  const hashed = stored.filter(({ encrypted: { state, current } }) => state !== 'fail' && /hash/i.test(current))
  const comments = commentedOut(ground, /\bcreateCipher(?:iv)?\s*\(|\bencrypt\w*\s*=\s*(?:async\s*)?\(|\bencrypt\w*\s*\(\s*\w+\s*\)/)
  const reasons = [
    `Looked for libraries that encrypt fields and for calls of a cipher${ciphers.length > 0 ? '' : ': none'}.`,
    ciphers.length > 0
      ? `A cipher is used at ${ciphers.length} ${ciphers.length === 1 ? 'place' : 'places'}, and no field of a record was seen to get what it makes.`
      : '',
    comments.length > 0 ? 'Calls that encrypt stand in comments, and so do nothing.' : '',
    hashed.length > 0 ? `Hashed, which is not encryption: ${listed(hashed.map(({ entity, field }) => code(`${entity}.${field}`)))}.` : '',
  ]
  return answer(asked, fields.length === 0 ? 'unknown' : 'fail', {
    current: 'No field is encrypted',
    reason: reasons.filter(Boolean).join(' '),
    evidence: [...comments, ...plain.slice(0, 3).map(({ at }) => at), ...hashed.map(({ at }) => at), ...ciphers.map(({ at }) => at)],
  })
}

function imported({ linked, runsAt }: Ground): { name: string; at: Evidence }[] {
  const { whole } = linked
  const found = new Map<string, { name: string; at: Evidence }>()
  for (const node of lookupOf(whole).of(Kind.Import)) {
    const name = whole.text(whole.a[node] as number)
    if (FIELD_ENCRYPTION.test(name) && runsAt(node) && !found.has(name)) found.set(name, { name, at: cite(linked, node) })
  }
  return [...found.values()]
}
