/** How long data are kept, and how they are deleted: accounts, transactions, sessions, logs. */
import type { Control, DataProtection, EntryPoint, Evidence, Log } from '../../../types'
import { type Endings, endingsOf } from '../data-fields/retention'
import { answer, code, counted, listed } from './control'
import { type Deletion, deletionsOf, endsOf, leftBehind, marksOf, names, told } from './deletion'
import type { Ground } from './ground'
import { sessionDeletion } from './session-end'
import { sessionLife } from './session-life'
import { behind, deletesAccountByName, doorName, entitiesOfSubject, isClosed, type Subject, subjectOf, usesOf } from './subjects'

type Row = DataProtection['retention'][number]

export function retentionOf(ground: Ground, logs: readonly Log[]): Row[] {
  const endings = endingsOf(ground)
  return [
    { data: 'User accounts', kept: keptFor(ground, endings, 'account', 'accounts'), deletion: accountDeletion(ground) },
    { data: 'Transactions', kept: keptFor(ground, endings, 'transaction', 'transactions'), deletion: transactionDeletion(ground) },
    { data: 'Sessions', kept: sessionLife(ground), deletion: sessionDeletion(ground, endings) },
    { data: 'Logs', ...logRetention(logs) },
  ]
}

/** Whether anything of the subject is stored at all. */
function isThere({ entities, requests }: Ground, subject: Subject): { at: Evidence[]; is: boolean } {
  const stored = entitiesOfSubject(entities, subject).map(({ at }) => at)
  const used = requests.flatMap((door) => (door.data ?? []).filter((use) => use.of !== '' && subjectOf(use.of) === subject).map(({ at }) => at))
  return { at: [...stored, ...used], is: stored.length + used.length > 0 }
}

function keptFor(ground: Ground, endings: Endings, subject: Subject, word: string): Control {
  const asked = { id: `retention-${word}`, aspect: `How long ${word} are kept`, recommended: 'A time after which they are deleted or made anonymous' }
  const there = isThere(ground, subject)
  if (!there.is)
    return answer(asked, 'not applicable', {
      reason: `No stored ${word} were recognised among ${counted(ground.entities.length, 'record')} of the code.`,
    })
  const ended = endsOf(ground, endings, subject)
  if (ended.length > 0)
    return answer(asked, 'pass', { current: listed(ended.map(({ text }) => text)), reason: '', evidence: ended.map(({ at }) => at) })
  return answer(asked, 'fail', {
    current: 'No limit',
    reason: `Looked for an index that lets ${word} expire, and for scheduled jobs that delete them: none.`,
    evidence: there.at.slice(0, 1),
  })
}

export const ACCOUNT_DELETION = { id: 'deletion-accounts', aspect: 'How accounts are deleted', recommended: 'With everything that belongs to them' }

export function accountDeletion(ground: Ground): Control {
  const there = isThere(ground, 'account')
  const accounts = entitiesOfSubject(ground.entities, 'account')
  const all = deletionsOf(ground.requests, 'account')
  const open = all.filter(({ door }) => !isClosed(door))
  const closed = all.filter(({ door }) => isClosed(door))
  if (open.length > 0) return described(ground, open, accounts)
  const named = ground.requests.filter((door) => deletesAccountByName(door) && !isClosed(door))
  if (named.length > 0) {
    const marks = marksOf(accounts)
    return answer(ACCOUNT_DELETION, marks.length > 0 ? 'partial' : 'unknown', {
      current: `${marks.length > 0 ? 'Soft delete: ' : ''}${listed(named.map(doorName), 3)}`,
      reason: `${marks.length > 0 ? 'The mapper keeps records of accounts with a mark when they are deleted, so nothing is erased.' : 'There is an endpoint for it; whether it deletes the record could not be told from the calls it makes.'}${named.flatMap(behind).length > 0 ? ` It stands behind ${listed(named.flatMap((door) => behind(door).map(code)))}.` : ''}`,
      evidence: [...named.map(({ at }) => at), ...marks],
    })
  }
  if (!there.is) return answer(ACCOUNT_DELETION, 'not applicable', { reason: 'No stored accounts were recognised.' })
  const looked = `Looked at what ${counted(ground.requests.length, 'endpoint')} ${ground.requests.length === 1 ? 'does' : 'do'} to stored data, and at their paths, for the deletion of an account: none.`
  const shut =
    closed.length > 0
      ? ` ${listed(closed.map(({ door }) => code(`${door.method} ${door.path}`)))} stands behind ${listed(closed.flatMap(({ door }) => behind(door).map(code)))}, which by its name lets nobody pass.`
      : ''
  return answer(ACCOUNT_DELETION, 'fail', {
    current: 'No endpoint deletes an account',
    reason: looked + shut,
    evidence: closed.length > 0 ? closed.map(({ door }) => door.at) : doorsOfAccounts(ground),
  })
}

/** Doors about the account of a caller, where its deletion would stand. */
export function doorsOfAccounts({ requests }: Ground): Evidence[] {
  const about = (door: EntryPoint): number =>
    /(?:^|\/)(?:profile|account|me|settings)(?:[./]|$)/i.test(door.path)
      ? 0
      : /(?:^|\/)users?(?:[./]|$)/i.test(door.path)
        ? 1
        : usesOf(door, 'account').length > 0
          ? 2
          : 3
  return requests
    .filter((door) => about(door) < 3)
    .sort((one, other) => about(one) - about(other))
    .map(({ at }) => at)
    .slice(0, 2)
}

function described(ground: Ground, deletions: readonly Deletion[], accounts: ReturnType<typeof entitiesOfSubject>): Control {
  const marks = marksOf(accounts)
  const soft = deletions.every((each) => each.soft) || marks.length > 0
  const left = leftBehind(ground, accounts, deletions)
  const guards = [...new Set(deletions.flatMap(({ door }) => behind(door)))]
  return answer(ACCOUNT_DELETION, soft || left.length > 0 ? 'partial' : 'pass', {
    current: `${soft ? 'Soft delete' : 'Hard delete'}: ${listed(deletions.map(told), 3)}`,
    reason: [
      soft ? 'The record stays with a mark, so nothing is erased.' : '',
      left.length > 0 ? `Records that belong to an account are not deleted with it: ${listed(left.map(({ name }) => code(name)))}.` : '',
      guards.length > 0 ? `It stands behind ${listed(guards.map(code))}.` : '',
    ]
      .filter(Boolean)
      .join(' '),
    evidence: [...deletions.map(({ use }) => use.at), ...deletions.map(({ door }) => door.at), ...marks, ...left.map(({ at }) => at)],
  })
}

function transactionDeletion(ground: Ground): Control {
  const asked = { id: 'deletion-transactions', aspect: 'How transactions are deleted', recommended: 'After the time that the law asks for' }
  const there = isThere(ground, 'transaction')
  if (!there.is) return answer(asked, 'not applicable', { reason: 'No stored transactions were recognised.' })
  const all = deletionsOf(ground.requests, 'transaction')
  const stored = entitiesOfSubject(ground.entities, 'transaction')
  if (all.length > 0)
    return answer(asked, 'unknown', {
      current: listed(all.map(told), 3),
      reason: 'Transactions are deleted on request; whether they have to be kept for some time is not decided in the code.',
      evidence: all.map(({ use }) => use.at),
    })
  return answer(asked, 'unknown', {
    current: `Never deleted${stored.length > 0 ? `: ${names(stored)}` : ''}`,
    reason: 'Looked for endpoints and jobs that delete them: none. The law often asks to keep them for years; what comes after is not in the code.',
    evidence: there.at.slice(0, 2),
  })
}

function logRetention(logs: readonly Log[]): Pick<Row, 'kept' | 'deletion'> {
  const asked = { id: 'retention-logs', aspect: 'How long logs are kept', recommended: 'A limit in days' }
  const deletion = { id: 'deletion-logs', aspect: 'How logs are deleted', recommended: 'By rotation' }
  const there = logs.filter(({ kept }) => kept.state !== 'not applicable')
  const limited = there.filter(({ kept }) => kept.state === 'pass' || kept.state === 'partial')
  const endless = there.filter(({ kept }) => kept.state === 'fail')
  const words = (of: readonly Log[]) => listed(of.map(({ kind, kept }) => `${kind} log: ${lower(kept.current)}`))
  if (there.length === 0)
    return { kept: answer(asked, 'not applicable', { reason: 'There is no log.' }), deletion: answer(deletion, 'not applicable', { reason: '' }) }
  const evidence = [...limited, ...endless].flatMap(({ kept }) => kept.evidence)
  if (limited.length > 0)
    return {
      kept: answer(asked, endless.length > 0 ? 'partial' : 'pass', {
        current: words([...limited, ...endless]),
        reason:
          there.length > limited.length + endless.length ? 'Other logs go to standard output; how long they are kept there is not in the code.' : '',
        evidence,
      }),
      deletion: answer(deletion, endless.length > 0 ? 'partial' : 'pass', {
        current: `Old files are deleted when new ones begin (${listed(limited.map(({ kind }) => `${kind} log`))})`,
        reason: '',
        evidence: limited.flatMap(({ kept }) => kept.evidence),
      }),
    }
  if (endless.length > 0)
    return {
      kept: answer(asked, 'fail', { current: words(endless), reason: endless[0]?.kept.reason ?? '', evidence }),
      deletion: answer(deletion, 'fail', { reason: 'Looked for rotation among the settings of the files: none.' }),
    }
  const reason = there[0]?.kept.reason ?? ''
  return { kept: answer(asked, 'unknown', { reason }), deletion: answer(deletion, 'unknown', { reason }) }
}

const lower = (text: string): string => (text === '' ? 'no limit' : text.slice(0, 1).toLowerCase() + text.slice(1))
