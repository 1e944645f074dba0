/** What the law asks of personal data, as far as code can answer: erasure, portability, opt-out, payment cards, health data. */
import type { Control, EntryPoint, SensitiveField } from '../../../types'
import { snake } from '../../names'
import { answer, code, counted, listed } from './control'
import { deletionsOf } from './deletion'
import { exportedFields } from './exported'
import type { Ground } from './ground'
import { cards } from './payment-cards'
import { accountDeletion, doorsOfAccounts } from './retention'
import { doorName, entitiesOfSubject } from './subjects'

export function considerationsOf(ground: Ground, fields: readonly SensitiveField[]): Control[] {
  return [erasure(ground), portability(ground), optOut(ground), cards(ground, fields), health(ground, fields)]
}

const wordsOf = (door: EntryPoint): string => `${snake(door.path)} ${snake(door.handler?.name ?? '')}`

// ── right to erasure ─────────────────────────────────────────────────────────────────────────────────────────────────

const ERASES =
  /(?:^|[_ ])(?:data_?)?(?:erase|erasure|forget_?me|gdpr_?delet\w*|(?:delete|remove|close|deactivate)_(?:my_)?(?:account|profile|user_?data|personal_?data|me))(?:[_ ]|$)|dataerasure/

function erasure(ground: Ground): Control {
  const asked = { id: 'right-to-erasure', aspect: 'Right to erasure', recommended: 'A person can have everything about them deleted' }
  const named = ground.requests.filter((door) => ERASES.test(wordsOf(door)) && door.method !== 'GET')
  const recorded = named.flatMap((door) => {
    const changes = (door.data ?? []).filter(({ does }) => does !== 'read')
    return changes.some(({ does }) => does === 'delete') ? [] : [{ door, changes }]
  })
  const deletion = accountDeletion(ground)
  if (recorded.length > 0 && deletionsOf(named, 'account').length === 0) {
    const uses = recorded.flatMap(({ changes }) => changes)
    return answer(asked, 'fail', {
      current: `${listed(recorded.map(({ door }) => doorName(door)))} only ${uses.length > 0 ? `records a request (${listed(uses.map(({ api }) => code(api)))})` : 'answers'}; nothing is deleted`,
      reason: `Looked at everything that the handler does to stored data: no call deletes a record.${deletion.state === 'fail' ? ` ${deletion.reason}` : ''}`,
      evidence: [
        ...uses.flatMap(({ at, writes }) => [
          at,
          ...writes
            .filter(({ by }) => by === 'other')
            .slice(0, 2)
            .map((write) => write.at),
        ]),
        ...recorded.map(({ door }) => door.at),
      ],
    })
  }
  if (deletion.state === 'not applicable') {
    if (entitiesOfSubject(ground.entities, 'account').length === 0)
      return answer(asked, 'not applicable', { reason: 'No stored data about people with accounts were recognised.' })
  }
  return answer(asked, deletion.state, {
    current: deletion.state === 'fail' ? 'No endpoint for it' : deletion.current,
    reason: deletion.reason,
    evidence: deletion.evidence,
  })
}

// ── data portability ─────────────────────────────────────────────────────────────────────────────────────────────────

const EXPORTS =
  /(?:^|[_ ])(?:data_?export|export_?(?:my_?|user_?|personal_?|account_?)?data|(?:my|user|personal|account)_?data_?(?:export|download)|download_?(?:my_?|personal_?)?data|takeout|portability|gdpr_?export|export_(?:me|account|profile|user)|(?:users?|me|account|profile)_export)(?:[_ ]|$)/

function portability(ground: Ground): Control {
  const asked = { id: 'data-portability', aspect: 'Data portability', recommended: 'A person gets their data in a form that machines read' }
  const doors = ground.requests.filter((door) => EXPORTS.test(wordsOf(door)))
  if (doors.length > 0) {
    const { names, at } = exportedFields(ground, doors)
    return answer(asked, 'pass', {
      current: `${listed(doors.map(doorName))}${names.length > 0 ? ` answers with ${listed(names.map(code), 10)}` : ''}`,
      reason: names.length > 0 ? '' : 'What it answers with could not be told.',
      evidence: [...at, ...doors.map((door) => door.at)],
    })
  }
  if (entitiesOfSubject(ground.entities, 'account').length === 0 && doorsOfAccounts(ground).length === 0)
    return answer(asked, 'not applicable', { reason: 'No stored data about people with accounts were recognised.' })
  return answer(asked, 'fail', {
    current: 'No export',
    reason: `Looked for endpoints that export or hand out the data of a person, by their paths and handlers (${counted(ground.requests.length, 'endpoint')}): none.`,
    evidence: doorsOfAccounts(ground).slice(0, 1),
  })
}

// ── opt-out ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const OPTS =
  /(?:^|[_ ])(?:unsubscribe|opt_?out|opt_?in|consents?|(?:notification|email|communication|privacy|cookie)_?(?:preferences?|settings)|newsletter|do_?not_?track)(?:[_ ]|$)/
const OPT_FIELDS =
  /(?:^|_)(?:consent(?:ed|s)?|opt(?:ed)?_?(?:in|out)|newsletter|marketing|(?:is_?)?subscribed|gdpr|accepts?_(?:terms|marketing|cookies)|do_not_track|email_preferences?|notifications_enabled)(?:_|$)/

function optOut(ground: Ground): Control {
  const asked = { id: 'opt-out', aspect: 'Opt-out mechanisms', recommended: 'Consent is asked for, kept, and can be taken back' }
  const doors = ground.requests.filter((door) => OPTS.test(wordsOf(door)))
  const fields = ground.entities.flatMap((entity) =>
    entity.fields.filter(({ name }) => OPT_FIELDS.test(snake(name))).map(({ name, at }) => ({ text: code(`${entity.name}.${name}`), at })),
  )
  const banners = ground.usages
    .filter(({ kind, test }) => kind === 'consent-banner' && !test)
    .map((usage) => ({ text: `banner ${code(ground.packageOf(usage))}`, at: usage.at }))
  const found = [...doors.map((door) => ({ text: doorName(door), at: door.at })), ...fields, ...banners]
  if (found.length > 0)
    return answer(asked, doors.length > 0 ? 'pass' : 'partial', {
      current: listed(found.map(({ text }) => text)),
      reason: doors.length > 0 ? '' : 'A choice is asked for or kept; no endpoint of its own takes it back.',
      evidence: found.map(({ at }) => at),
    })
  if (ground.requests.length === 0) return answer(asked, 'not applicable', { reason: 'No endpoint was recognised.' })
  return answer(asked, 'fail', {
    reason:
      'Looked for endpoints called unsubscribe, opt-out, consent, newsletter or preferences, for fields that keep a consent, and for libraries of consent banners: none.',
  })
}

// ── health data ──────────────────────────────────────────────────────────────────────────────────────────────────────

function health({ entities }: Ground, fields: readonly SensitiveField[]): Control {
  const asked = { id: 'health-data', aspect: 'Health data', recommended: 'Encrypted, every access recorded' }
  const found = fields.filter(({ classification }) => classification === 'PHI')
  if (found.length === 0)
    return answer(asked, 'not applicable', {
      reason: `Looked for words of health and medicine among the fields of ${counted(entities.length, 'record')}: none.`,
    })
  const plain = found.filter(({ encrypted }) => encrypted.state !== 'pass')
  return answer(asked, plain.length > 0 ? 'fail' : 'pass', {
    current: `${listed(found.map(({ entity, field }) => code(`${entity}.${field}`)))}${plain.length > 0 ? `; not encrypted: ${listed(plain.map(({ field }) => code(field)))}` : ''}`,
    reason: '',
    evidence: found.map(({ at }) => at),
  })
}
