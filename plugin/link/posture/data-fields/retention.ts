/** How long the records of an entity are kept: an index that lets them expire, jobs that delete them, deletion by callers. */
import { Kind } from '../../../graph'
import type { Control, Entity, EntryPoint, Evidence } from '../../../types'
import { recordCalls } from '../../access/records'
import { collectionOf } from '../../entities/documents'
import { knownEntities } from '../../entities/index'
import { entryNamed, sourceText } from '../../entities/reading'
import { cite, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { answer, code, counted, distinct, listed } from '../data-protection/control'
import type { Ground } from '../data-protection/ground'
import { isClosed } from '../data-protection/subjects'

interface End {
  text: string
  at: Evidence
  /** What the code says there, for the fields that it names. */
  source?: string
}

export interface Endings {
  expires: Map<Entity, End[]>
  jobs: Map<Entity, End[]>
  doors: Map<Entity, End[]>
  calls: Map<Entity, End[]>
  jobCount: number
}

export function endingsOf(ground: Ground): Endings {
  const { linked, entryPoints, requests } = ground
  const known = knownEntities(linked)
  const found: Endings = { expires: new Map(), jobs: new Map(), doors: new Map(), calls: new Map(), jobCount: 0 }
  const put = (into: Map<Entity, End[]>, entity: Entity | undefined, end: End) => {
    if (entity) into.set(entity, [...(into.get(entity) ?? []), end])
  }
  for (const entity of ground.entities)
    for (const { how, by, at } of entity.ends ?? []) if (how === 'expires') put(found.expires, entity, { text: by, at })
  for (const { entity, text, at } of indexes(linked)) put(found.expires, entity, { text, at })
  const jobs = entryPoints.filter(({ kind }) => kind === 'schedule')
  found.jobCount = jobs.length
  const instances = instanceDeletions(ground)
  const uses = (doors: readonly EntryPoint[], into: Map<Entity, End[]>) => {
    const all = doors.flatMap((door) =>
      (door.data ?? []).filter(({ does }) => does === 'delete').map((use) => ({ door, use, place: `${use.at.file}:${use.at.line}` })),
    )
    const doorsOf = new Map<string, number>()
    for (const { place } of all) doorsOf.set(place, (doorsOf.get(place) ?? 0) + 1)
    // What so many doors lead to is done by something in front of them, and is not what they are for.
    for (const { door, use, place } of all)
      if ((doorsOf.get(place) as number) <= MOST_DOORS)
        put(into, known.named(use.of) ?? instances.get(place)?.entity, { text: `${door.method} ${door.path}`, at: use.at })
  }
  uses(jobs, found.jobs)
  uses(
    requests.filter((door) => !isClosed(door)),
    found.doors,
  )
  const told = new Set([...found.doors.values(), ...found.jobs.values()].flat().map(({ at }) => `${at.file}:${at.line}`))
  for (const [place, { entity, end }] of instances) if (!told.has(place)) put(found.calls, entity, end)
  for (const [call, record] of recordCalls(linked))
    if (record.does === 'delete' && ground.runsAt(call)) {
      const entity = known.ofReceiver(call) ?? known.named(record.of) ?? known.named(collectionOf(linked, call, record))
      put(found.calls, entity, { text: nameOfCall(linked, call), at: cite(linked, call), source: linked.whole.sourceOf(call, 600) })
    }
  return found
}

/** Doors by which one call deletes records on request. */
const MOST_DOORS = 12

const REMOVES = new Set(['remove', 'destroy', 'deleteOne', 'delete', 'softRemove', 'softDelete', '$remove', '$delete'])

/** Records that delete themselves, `user.remove()`: entity by place. */
function instanceDeletions(ground: Ground): Map<string, { entity: Entity; end: End }> {
  const { linked } = ground
  const known = knownEntities(linked)
  const found = new Map<string, { entity: Entity; end: End }>()
  for (const call of lookupOf(linked.whole).named(Kind.Call, REMOVES)) {
    if (!ground.runsAt(call) || recordCalls(linked).has(call)) continue
    const entity = known.ofRecord(receiverOf(linked, call))
    const at = cite(linked, call)
    if (entity) found.set(`${at.file}:${at.line}`, { entity, end: { text: nameOfCall(linked, call), at } })
  }
  return found
}

/** `User.destroy` of `User.destroy({ … })`. */
const nameOfCall = ({ whole }: Linked, call: number): string => whole.sourceOf(call, 80).replace(/\s*\([\s\S]*$/, '')

/** `collection.createIndex({ at: 1 }, { expireAfterSeconds: 3600 })` */
function indexes(linked: Linked): { entity: Entity | undefined; text: string; at: Evidence }[] {
  const { whole } = linked
  const known = knownEntities(linked)
  return [...lookupOf(whole).named(Kind.Call, new Set(['createIndex', 'ensureIndex']))].flatMap((call) => {
    const entry = whole.args(call).flatMap((argument) => entryNamed(linked, argument, 'expireAfterSeconds') ?? [])[0]
    if (!entry) return []
    const record = { does: 'read' as const, library: '', by: [], puts: [], of: '' }
    return [
      {
        entity: known.ofReceiver(call) ?? known.named(collectionOf(linked, call, record)),
        text: `expireAfterSeconds: ${sourceText(linked, entry.value)}`,
        at: cite(linked, entry.entry),
      },
    ]
  })
}

export function retentionOf(entity: Entity, endings: Endings): Control {
  const asked = {
    id: 'field-retention',
    aspect: `How long ${entity.name} records are kept`,
    recommended: 'A time after which they are deleted or made anonymous',
  }
  if (entity.kind === 'carried') return answer(asked, 'not applicable', { current: 'Not stored', reason: '' })
  const places = (ends: readonly End[]) => distinct(ends.map(({ at }) => at))
  const expires = endings.expires.get(entity) ?? []
  if (expires.length > 0)
    return answer(asked, 'pass', {
      current: `The store deletes them: ${listed(
        expires.map(({ text }) => code(text)),
        2,
      )}`,
      reason: '',
      evidence: places(expires),
    })
  const jobs = endings.jobs.get(entity) ?? []
  if (jobs.length > 0)
    return answer(asked, 'pass', {
      current: `A job deletes them: ${listed(
        jobs.map(({ text }) => code(text)),
        2,
      )}`,
      reason: '',
      evidence: places(jobs),
    })
  const marked = (entity.ends ?? []).filter(({ how }) => how === 'marked')
  const looked = `Looked for an index that lets ${entity.name} records expire, and for jobs that delete them (${counted(endings.jobCount, 'scheduled job')}): none.`
  const doors = endings.doors.get(entity) ?? []
  const dated = entity.fields.find(
    ({ name, type }) => /^(?:expires?(?:_?(?:at|on|in|date))?|expiry|expiration(?:_?date)?|valid_?until|ttl)$/i.test(name) && !/bool/i.test(type),
  )
  const byDate = dated ? (endings.calls.get(entity) ?? []).filter(({ source }) => source?.includes(dated.name)) : []
  if (dated && byDate.length > 0)
    return answer(asked, 'partial', {
      current: `Code deletes those whose ${code(dated.name)} has passed: ${listed(
        byDate.map(({ text }) => code(text)),
        2,
      )}`,
      reason: 'Whether that code runs on a schedule could not be told.',
      evidence: places(byDate),
    })
  const date = dated ? ` Records have ${code(dated.name)}, which nothing deletes them by.` : ''
  const kept = marked.length > 0 ? ' A deleted record stays in the store with a date.' : ''
  if (doors.length > 0)
    return answer(asked, 'partial', {
      current: `No time; ${marked.length > 0 ? 'marked as deleted' : 'deleted'} on request by ${listed(
        doors.map(({ text }) => code(text)),
        2,
      )}`,
      reason: `${looked}${date}${kept}`,
      evidence: places([...doors, ...marked.map(({ at }) => ({ text: '', at }))]),
    })
  const calls = endings.calls.get(entity) ?? []
  if (calls.length > 0)
    return answer(asked, 'fail', {
      current: `No rule found; deleted in code by ${listed(
        calls.map(({ text }) => code(text)),
        2,
      )}`,
      reason: `${looked}${date}${kept}`,
      evidence: places([...calls, ...marked.map(({ at }) => ({ text: '', at }))]),
    })
  if (marked.length > 0)
    return answer(asked, 'fail', {
      current: `No rule; deleted records are only marked (${listed(marked.map(({ by }) => code(by)))})`,
      reason: `${looked}${date}${kept}`,
      evidence: marked.map(({ at }) => at),
    })
  return answer(asked, 'fail', {
    current: 'No rule found',
    reason: `${looked}${date} No call that deletes them was seen either.`,
    evidence: [entity.at],
  })
}
