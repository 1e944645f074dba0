/** What ends sessions and tokens before their time, and what becomes of stored ones. */
import { Kind } from '../../../graph'
import type { Control, EntityField, Evidence } from '../../../types'
import { calledName, cite, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import type { Endings } from '../data-fields/retention'
import { answer, code, listed } from './control'
import { endsOf } from './deletion'
import type { Ground } from './ground'
import { doorName, entitiesOfSubject, usesOf } from './subjects'

const ENDED = { id: 'deletion-sessions', aspect: 'How sessions end', recommended: 'At sign-out, and by themselves when they are over' }

const SIGNS_OUT = /log[-_]?(?:out|off)|sign[-_]?out|auth[./](?:delete|end)|sessions?[./](?:delete|end|revoke)/i

const ENDS = new Set([
  'destroy',
  'logout',
  'logOut',
  'signOut',
  'clearCookie',
  'deleteCookie',
  'revoke',
  'revokeToken',
  'invalidate',
  'destroySession',
])

export function sessionDeletion(ground: Ground, endings: Endings): Control {
  const { linked, requests } = ground
  const { whole, values } = linked
  const records = entitiesOfSubject(ground.entities, 'session')
  const deleting = requests.flatMap((door) =>
    usesOf(door, 'session')
      .filter(({ does }) => does === 'delete')
      .map((use) => ({ door, use })),
  )
  const ending: Evidence[] = []
  const ways = new Set<string>()
  /** The browser forgets; what it held goes on to be valid. */
  const cleared: { text: string; at: Evidence }[] = []
  for (const call of lookupOf(whole).named(Kind.Call, ENDS)) {
    const receiver = receiverOf(linked, call)
    const name = whole.sourceOf(call, 60).replace(/\(.*$/s, '')
    const of = receiver < 0 ? '' : values.nameOf(receiver)
    if (
      !ground.runsAt(call) ||
      !(
        /^destroy$/.test(calledName(linked, call)) ? /session/i : /^(?:session|req|request|res|response|reply|ctx|context|tokens?|jwt|auth|cookies)$/i
      ).test(of)
    )
      continue
    if (/[cC]ookie$/.test(name)) cleared.push({ text: code(name), at: cite(linked, call) })
    else {
      ways.add(code(name))
      ending.push(cite(linked, call))
    }
  }
  const held = ground.uses('session-cookie', 'token-sign', 'session-lifetime')
  if (held.length === 0 && records.length === 0) return answer(ENDED, 'not applicable', { reason: 'Neither sessions nor tokens were found.' })
  const words = [
    ...(ways.size > 0 ? [`ended by ${listed([...ways], 3)}`] : []),
    ...(deleting.length > 0
      ? [`stored ones deleted in ${listed([...new Set(deleting.map(({ door }) => code(`${door.method} ${door.path}`)))], 3)}`]
      : []),
  ]
  const purge =
    records.length > 0
      ? purged(
          ground,
          endings,
          records.flatMap(({ fields }) => fields),
          records.map(({ name, at }) => ({ name, at })),
        )
      : undefined
  const evidence = [
    ...(purge && !purge.is ? [purge.at] : []),
    ...ending.slice(0, 2),
    ...deleting.map(({ use }) => use.at),
    ...(purge?.is ? [purge.at] : []),
  ]
  const known = words.length > 0
  const only = !known && cleared.length > 0
  const doors = known || only ? [] : requests.filter((door) => SIGNS_OUT.test(`${door.path} ${door.handler?.name ?? ''}`))
  if (doors.length > 0)
    return answer(ENDED, 'unknown', {
      current: listed(doors.map(doorName)),
      reason: 'There is an endpoint for it; what it ends could not be told from the calls it makes.',
      evidence: doors.map(({ at }) => at),
    })
  if (only) {
    words.push(`the cookie is cleared by ${listed(cleared.map(({ text }) => text))}`)
    evidence.unshift(...cleared.map(({ at }) => at))
  }
  return answer(ENDED, known && (!purge || purge.is) ? 'pass' : known || only ? 'partial' : 'fail', {
    current: listed([...words, ...(purge ? [purge.words] : [])]) || '',
    reason: [
      known
        ? ''
        : only
          ? 'That ends it in the browser alone: looked for calls that destroy a session or revoke a token, and for endpoints that delete stored ones: none.'
          : 'Looked for calls that destroy a session, clear its cookie or revoke a token, and for endpoints that delete stored ones: none.',
      purge && !purge.is ? purge.why : '',
    ]
      .filter(Boolean)
      .join(' '),
    evidence: evidence.length > 0 ? evidence : held.slice(0, 1).map(({ at }) => at),
  })
}

/** Whether stored tokens and sessions go by themselves once they are over. */
function purged(
  ground: Ground,
  endings: Endings,
  fields: readonly EntityField[],
  records: readonly { name: string; at: Evidence }[],
): { is: boolean; words: string; why: string; at: Evidence } {
  const [ended] = endsOf(ground, endings, 'session')
  const name = listed(records.map((record) => code(record.name)))
  const [first] = records as [{ name: string; at: Evidence }]
  const end = fields.find((field) => /expir/i.test(field.name))?.at
  if (ended) return { is: true, words: `${name}: ${ended.text}`, why: '', at: ended.at }
  return {
    is: false,
    words: `expired ${name} records stay`,
    why: `Looked for an index that lets ${name} records expire (TTL) and for a job that deletes them: none.`,
    at: end ?? first.at,
  }
}
