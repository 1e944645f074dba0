/**
 * Whether a caller can write their own role. In: doors that write records with a field for a role or right. Out: one control. A door is
 * closed where nobody passes, where a role is asked for, where fields are written one by one and none is a right, or where a schema
 * names what is accepted and none is.
 */
import { rowsByName } from '../../../../rows-by-name'
import type { Control, DataUse, EntryPoint, Evidence } from '../../../../types'
import { PRIVILEGED, privilegedFields } from '../../../access/privileged-fields'
import { takenOf } from '../../../entry-points/taken'
import { cite } from '../../../linked'
import type { Checks } from '../all-checks'
import { letsOwnersPass } from '../enforcement'
import { counted, distinctPlaces, type Ground, isNew, listed, nameOfDoor } from '../ground'
import { ROLE_FIELD, ROLE_FLAG } from '../words'

type Verdict = { door: EntryPoint; is: 'open' | 'closed' | 'guarded' | 'untold'; because: string; at: Evidence[] }

const isRight = (name: string): boolean => PRIVILEGED.test(name) || ROLE_FIELD.test(name) || ROLE_FLAG.test(name)

/** What each library of schemas does with keys that a schema does not name, unless told otherwise. From their documentation. */
const UNKNOWN_KEYS: Record<string, string> = rowsByName({
  joi: 'refuses keys that it does not name',
  '@hapi/joi': 'refuses keys that it does not name',
  celebrate: 'refuses keys that it does not name',
  zod: 'drops keys that it does not name',
  valibot: 'drops keys that it does not name',
  superstruct: 'refuses keys that it does not name',
})

export function ownRole(ground: Ground, checks: Checks): Control {
  const withRights = rightsByName(ground)
  const verdicts = ground.doors.flatMap((door) => verdictsOn(ground, door, checks, withRights))
  const open = verdicts.filter(({ is }) => is === 'open')
  const untold = verdicts.filter(({ is }) => is === 'untold')
  const safe = verdicts.filter(({ is }) => is === 'closed' || is === 'guarded')
  const id = 'escalation-own-role'
  const aspect = 'User sets the own role'
  const sentences = (list: Verdict[]) =>
    list
      .slice(0, 5)
      .map(({ door, because }) => `\`${nameOfDoor(door)}\` ${because}.`)
      .join(' ')
  const control = (state: Control['state'], current: string, reason: string, of: Verdict[]): Control => ({
    id,
    aspect,
    state,
    current,
    recommended: '',
    reason,
    evidence: distinctPlaces(of.flatMap(({ at }) => at)).slice(0, 5),
  })
  if (verdicts.length === 0)
    return control(
      'not applicable',
      '',
      `Looked at ${counted(ground.doors.length, 'endpoint')} for one that writes a record with a field for a role or right: none.`,
      [],
    )
  if (open.length > 0) return control('fail', `possible at ${counted(open.length, 'endpoint')}`, sentences(open), open)
  if (untold.length > 0) return control('unknown', '', sentences(untold), untold)
  return control('pass', `not at the ${counted(safe.length, 'endpoint')} that write such records`, sentences(safe), safe)
}

function verdictsOn(ground: Ground, door: EntryPoint, { guards }: Checks, withRights: ReadonlyMap<string, boolean>): Verdict[] {
  const uses = (door.data ?? []).filter((use) => (use.does === 'create' || use.does === 'update') && holdsRight(ground, door, use, withRights))
  const [use] = uses
  if (!use) return []
  const direct = uses.flatMap(({ writes }) => writes.filter(({ field, by }) => by === 'request' && isRight(field)))
  const whole = uses.find(
    ({ does, writes }) =>
      writes.some(({ field, by }) => field === '*' && by === 'request') ||
      (does === 'update' && writes.length === 0 && !isNew(use, door.data ?? []) && acceptedBy(ground, door) !== undefined),
  )
  const before = guards.filter(({ doors }) => doors.some((each) => each.door === nameOfDoor(door) && each.at.line === door.at.line))
  if (before.some(({ checks }) => checks === 'refuses all')) return []
  const verdict = (is: Verdict['is'], because: string, at: Evidence[]): Verdict[] => [{ door, is, because, at }]
  const asked = before.find(
    (row) => (row.checks === 'role' || row.checks === 'permission' || row.checks === 'other') && !letsOwnersPass(row, door) && isAskedAt(row, door),
  )
  if (direct[0]) {
    if (asked || use.bound === 'role')
      return verdict(
        'guarded',
        `takes \`${direct[0].field}\` from the request, and only callers with a right pass (\`${asked?.name ?? 'in the handler'}\`)`,
        [direct[0].at],
      )
    const schema = acceptedBy(ground, door)
    if (schema && use.library !== door.framework && !schema.names.some(isRight)) return verdict('closed', closes(schema), [schema.at])
    return verdict(
      'open',
      use.library === door.framework
        ? `is generated for a model with the field \`${direct[0].field}\` and stores what the request says for it`
        : `writes \`${direct[0].field}\` as the request says it`,
      [direct[0].at],
    )
  }
  const sent = uses.flatMap(({ writes }) => writes.filter(({ by }) => by === 'request').map(({ field }) => field))
  if (!whole) return sent.length > 0 ? verdict('closed', `takes ${listed([...new Set(sent)], 4)} and no role from the request`, [use.at]) : []
  const schema = acceptedBy(ground, door)
  if (schema && !schema.names.some(isRight)) return verdict('closed', closes(schema), [schema.at])
  if (asked) return verdict('guarded', `asks for a right first (\`${asked.name}\`)`, [door.at])
  if (schema) return verdict('open', `accepts ${listed(schema.names.filter(isRight))} and asks for no right`, [schema.at])
  return verdict('untold', 'writes what it is sent as it comes, and no schema was found that says which fields are accepted', [whole.at])
}

function closes({ names, library }: { names: string[]; library: string | undefined }): string {
  const does = library ? UNKNOWN_KEYS[library] : undefined
  return `accepts only ${listed(names, 6)} by its schema${does ? ` (\`${library}\` ${does})` : ''}`
}

/** Whether the record has a field for a role or right: by its entity, by its definition in code, or because one is written. */
function holdsRight({ linked }: Ground, door: EntryPoint, use: DataUse, withRights: ReadonlyMap<string, boolean>): boolean {
  if (use.writes.some(({ field }) => isRight(field))) return true
  const of = use.of || (door.data?.find((other) => other.of !== '' && other.chosenBy.some((part) => use.chosenBy.includes(part)))?.of ?? '')
  const stem = stemOf(of)
  if (stem === '') return false
  return withRights.get(stem) ?? privilegedFields(linked, of).length > 0
}

/** Whether entities have such a field, by their name and by that of their table. */
function rightsByName({ entities }: Ground): Map<string, boolean> {
  const found = new Map<string, boolean>()
  for (const { name, stored, fields } of entities)
    for (const called of [name, ...(stored === undefined ? [] : [stored])]) {
      const stem = stemOf(called)
      found.set(stem, (found.get(stem) ?? false) || fields.some((field) => isRight(field.name)))
    }
  return found
}

const stemOf = (name: string): string =>
  name
    .replace(/(?:Model|Entity|Repository|Repo|Collection|Schema)$/, '')
    .toLowerCase()
    .replace(/s$/, '')

const isAskedAt = ({ rightsAt }: Checks['guards'][number], door: EntryPoint): boolean => rightsAt.has(door)

/** Fields of the body that a schema in front names, with the line where it is written; undefined where none does. */
function acceptedBy({ linked }: Ground, door: EntryPoint): { names: string[]; at: Evidence; library: string | undefined } | undefined {
  const held = (takenOf(linked, door)?.held ?? []).filter(
    ({ in: place, name }) => (place === 'json' || place === 'form' || place === 'body') && name !== 'body',
  )
  const [first] = held
  if (!first) return undefined
  const written = linked.values.definitions(first.schema).find((node) => node < linked.whole.size) ?? first.by
  const at = cite(linked, written)
  return { names: [...new Set(held.map(({ name }) => name))], at, library: schemaLibrary(linked, at.file) }
}

function schemaLibrary({ whole, fileIndex }: Ground['linked'], file: string): string | undefined {
  const index = fileIndex.get(file)
  if (index === undefined) return undefined
  return whole.files[index]?.graph.imports.map(({ specifier }) => specifier).find((specifier) => specifier in UNKNOWN_KEYS)
}
