/** How one field is kept: hashed, encrypted or masked at every write that was seen, or as it is. */
import type { Control, Entity, EntityField, Evidence, Transformation } from '../../../types'
import { withoutRemark } from '../../entities/protection'
import type { Class } from '../classification'
import { answer, counted, distinct, listed } from '../data-protection/control'
import type { EntityWrites, FieldWrite } from './writes'

const DONE = { hash: 'Hashed', encrypt: 'Encrypted', mask: 'Masked' } as const
/** Names that say that what they hold is protected. */
const NAMED = /hash|digest|encrypt|cipher|sealed/i
/** Hooks that see records only when they are new. */
const ONLY_NEW = /^(?:@Before(?:Insert|Create)|beforeCreate|beforeBulkCreate|\$beforeInsert)$/
const ON_CHANGES = /update|save|upsert/i
/** Hooks that calls which change records in bulk go past. */
const OF_ONE = /^(?:pre save|pre validate|@Before|before(?:Save|Update|Create|Validate)|\$before)/

/** @param masked places that answer with the field and do not show all of it */
export function encryptedOf(
  entity: Entity,
  field: EntityField,
  said: Class,
  writes: EntityWrites | undefined,
  list: readonly FieldWrite[],
  masked: readonly Evidence[],
): Control {
  const asked = { id: 'field-encrypted', aspect: `How ${entity.name}.${field.name} is kept`, recommended: recommended(said) }
  if (entity.kind === 'carried')
    return answer(asked, 'not applicable', { current: 'Not stored', reason: 'It comes in or goes out; nothing here stores it under this name.' })
  const reading = [
    field.hidden
      ? `It is left out where records are read or printed${field.hiddenAt ? ` (${field.hiddenAt.file}:${field.hiddenAt.line})` : ''}.`
      : '',
    otherwise(field),
    said.what === 'payment card' &&
    isNumber(field.name) &&
    !entity.fields.some(({ name }) => /^(?:\w*(?:cvv|cvc|cid)2?|\w*security_?code|\w*verification_?(?:code|value))$/i.test(name))
      ? `No field of ${entity.name} holds a verification code.`
      : '',
    masked.length > 0
      ? `Masked where it is shown (${masked
          .map(({ file, line }) => `${file}:${line}`)
          .slice(0, 3)
          .join(', ')}).`
      : '',
  ].filter(Boolean)
  const done = (field.transformedBy ?? []).filter((each): each is Transformation & { does: keyof typeof DONE } => each.does !== undefined)
  const kept = said.what === 'key or token' ? list.map(asMade) : list
  const found = done.length > 0 ? transformed(field.name, done, list) : written(entity, field, said, kept, writes)
  const evidence = distinct([...found.evidence, ...(field.hiddenAt ? [field.hiddenAt] : []), field.at, ...masked])
  return answer(asked, found.state, { current: found.current, reason: [found.reason, ...reading].filter(Boolean).join(' '), evidence })
}

const isNumber = (name: string) => /num|number|pan$|_no$|card$|ccn/i.test(name)

/** A setter that does something else is told, or it would seem to have been overlooked. */
function otherwise({ transformedBy = [] }: EntityField): string {
  const others = transformedBy.filter(({ does }) => does === undefined)
  return others.length === 0 || others.length < transformedBy.length
    ? ''
    : `${listed(
        others.map(({ name, at }) => `\`${name}\` (${at.file}:${at.line})`),
        2,
      )} changes the value, and neither hashes nor encrypts it.`
}

/** A token that is made by hashing something else is stored as the token that it is. */
function asMade(write: FieldWrite): FieldWrite {
  const by = write.by.filter(({ does, ofSecret }) => does !== 'hash' || ofSecret)
  return { ...write, by, plain: write.plain || by.length === 0 }
}

interface Found {
  state: Control['state']
  current: string
  reason: string
  evidence: Evidence[]
}

/** A setter, a hook or a transformer of the definition does it. */
function transformed(fieldName: string, done: (Transformation & { does: keyof typeof DONE })[], list: readonly FieldWrite[]): Found {
  const [first] = done as [Transformation & { does: keyof typeof DONE }]
  const current = `${DONE[first.does]}: ${first.with ?? first.name}`
  const evidence = done.map(({ at }) => at)
  const past = done.every(({ name }) => OF_ONE.test(name)) ? list.filter(({ bulk, plain, by }) => bulk && plain && by.length === 0) : []
  // A field for the hash alone is filled with nothing else.
  const onlyNew = !NAMED.test(fieldName) && done.every(({ name }) => ONLY_NEW.test(name)) && !done.some(({ name }) => ON_CHANGES.test(name))
  if (past.length > 0)
    return {
      state: 'partial',
      current: `${current}; not at ${past.length === 1 ? 'one write that goes' : `${past.length} writes that go`} past it`,
      reason: `\`${first.name}\` changes single records; calls that update in bulk write the value as it comes.`,
      evidence: [...evidence, ...past.map(({ at }) => at)],
    }
  if (onlyNew)
    return {
      state: 'partial',
      current: `${current}, for new records only`,
      reason: `\`${first.name}\` runs when a record is inserted. No hook was found that does the same when one is changed.`,
      evidence,
    }
  if (first.weak) return { state: 'partial', current, reason: weakness(first.with ?? ''), evidence }
  return { state: 'pass', current, reason: `\`${first.name}\` does it at every write.`, evidence }
}

const weakness = (name: string) =>
  /\b(?:md\d|sha-?1|des|rc4)\b/i.test(name)
    ? 'The algorithm is broken: values can be found by trying, and equal ones are seen to be equal.'
    : 'It is a fast hash, made for files: passwords are found by trying many a second.'

function written(entity: Entity, field: EntityField, said: Class, list: readonly FieldWrite[], writes: EntityWrites | undefined): Found {
  const safe = list.filter(({ by, plain }) => by.length > 0 && !plain)
  const open = list.filter(({ by, plain }) => by.length === 0 || plain)
  const [first] = safe.flatMap(({ by }) => by)
  if (first && open.length === 0) {
    const weak = first.does === 'hash' && (first.strength === 'broken' || (first.strength === 'fast' && said.what === 'password'))
    return {
      state: weak ? 'partial' : 'pass',
      current: `${DONE[first.does]}: ${withoutRemark(first.with, weak)}`,
      reason: `${weak ? `${weakness(first.with)} ` : ''}So at ${list.length === 1 ? 'the one write' : `all ${list.length} writes`} that ${list.length === 1 ? 'was' : 'were'} seen.`,
      evidence: safe.map(({ at }) => at),
    }
  }
  if (first)
    return {
      state: 'partial',
      current: `${DONE[first.does]} (${first.with}) at ${safe.length} of ${list.length} writes`,
      reason: 'The other writes store it as it is.',
      evidence: [...open.map(({ at }) => at), ...safe.map(({ at }) => at)],
    }
  const by = 'Looked for hashing and encryption in setters, hooks and transformers of its definition, and of the value'
  if (open.length > 0)
    return {
      state: 'fail',
      current: 'Stored as it is',
      reason: `${by} at ${counted(open.length, 'place')} that ${open.length === 1 ? 'writes' : 'write'} it: none.`,
      evidence: [field.at, ...open.map(({ at }) => at)],
    }
  // A name that says it, with nobody seen who writes the value.
  if (NAMED.test(field.name))
    return {
      state: 'unknown',
      current: 'Named as protected',
      reason: 'The name says that it is hashed or encrypted; no write of it was seen.',
      evidence: [field.at],
    }
  const taken = writes?.whole ?? []
  return {
    state: 'fail',
    current: 'Stored as it is',
    reason: taken.length > 0 ? `${by}: none. ${entity.name} records are stored as they come in.` : `${by}: none. No place that writes it was seen.`,
    evidence: [field.at, ...taken.slice(0, 2)],
  }
}

function recommended({ what, classification }: Class): string {
  if (what === 'password') return 'A slow, salted hash'
  if (classification === 'Secret') return 'Hashed, or encrypted with a key that is kept elsewhere'
  if (classification === 'PCI') return 'A token of the payment provider; else encrypted, and never the verification code'
  return classification === 'PII' ? 'Encrypted at rest' : 'Encrypted field by field'
}
