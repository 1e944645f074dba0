import type { Confidence, DataUse, EntryPoint, Program } from '../../types'
import { atDoor, isChange, isOpenByPurpose, isTrail } from '../doors'
import { defineRule, type Hit } from '../rule'

export default defineRule({
  id: 'state-change-by-get',
  size: 'medium',
  class: 'csrf',
  phase: 'Authentication',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:U/C:N/I:L/A:N',
  cwe: [352, 650],
  title: 'Following a link changes stored data',
  why: 'GET is taken to change nothing: links, images and previews ask for it unasked, and cookies go along whatever their settings.',
  impact: ['A link or an image on any page does it in the name of whoever sees it', 'Crawlers and prefetching delete or change records'],
  fix: 'Take POST, PUT, PATCH or DELETE for what changes something, with protection against forged requests.',
  code: "router.post('/todos/:id/delete', requireUser, csrfProtection, deleteTodo)",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html',
    'https://www.rfc-editor.org/rfc/rfc9110.html#name-safe-methods',
  ],
  check: (program) =>
    program.entryPoints.flatMap((entry): Hit[] => {
      if (entry.kind !== 'http' || entry.generated || !/^(?:GET|ALL)$/.test(entry.method) || isOpenByPurpose(entry)) return []
      if (entry.method === 'ALL' && entry.answersTo && !entry.answersTo.includes('GET')) return []
      const use = (entry.data ?? []).find(
        (each) =>
          isChange(each) &&
          !(each.does === 'create' && isTrail(each.of) && !isAsked(entry)) &&
          (each.does === 'delete' || isAskedFor(entry)) &&
          !/count|views?|visit|hits?|last/i.test(each.writes.map(({ field }) => field).join()),
      )
      if (!use || !hasCookies(program, entry)) return []
      return [
        {
          ...atDoor(entry),
          trace: [entry.at, use.at],
          confidence: sureness(entry, use),
          metrics: { PR: 'N' },
          description: `\`${entry.method} ${entry.path}\` ${use.does === 'create' ? 'adds' : use.does === 'delete' ? 'deletes' : 'changes'} records (\`${use.api}\`), and GET is enough for that.`,
        },
      ]
    }),
})

function sureness(entry: EntryPoint, use: DataUse): Confidence {
  if (isMeant(entry, use) && (entry.authRequired.answer !== 'no' || isAskedFor(entry))) return 'high'
  return isAskedFor(entry) || isNamed(use) ? 'medium' : 'low'
}

/** Nothing of the request chooses what goes or what is written: it may be what was out of date. */
const isMeant = (entry: EntryPoint, use: DataUse): boolean => {
  // A link that holds what only its reader was given can be made by nobody else.
  if (takesToken(entry)) return false
  // One record more, which is the caller's own, hurts hardly anybody who did not ask for it.
  if (use.does === 'create') return entry.method === 'GET' && writesRequest(entry) && isAsked(entry)
  return use.does === 'delete' ? isNamed(use) || isAskedFor(entry) : entry.method === 'GET' && (isNamed(use) || writesRequest(entry))
}

/** Parts of a request that name a record. */
const NAMES_ONE = /^path\.|id$|key$|name$/i
const isNamed = ({ chosenBy }: DataUse): boolean => chosenBy.some((part) => NAMES_ONE.test(part))

/** What the request says is written, or the path says that it does something. */
const isAskedFor = (entry: EntryPoint): boolean => writesRequest(entry) || isAsked(entry)

/** By what its path says. */
const isAsked = (entry: EntryPoint): boolean =>
  /\/(?:add|buy|create|delete|remove|destroy|update|edit|set|change|toggle|approve|cancel|purchase|transfer|like|follow|pay)\b/i.test(entry.path)

const takesToken = ({ parameters }: EntryPoint): boolean =>
  parameters.some(({ name, in: place }) => (place === 'path' || place === 'query') && /token|signature|\bsig$|nonce|secret|hash$/i.test(name))

const writesRequest = ({ data = [] }: EntryPoint): boolean => data.some(({ writes }) => writes.some(({ by }) => by === 'request'))

/** Where callers are known by a cookie, here or through a session for all. */
const hasCookies = ({ entryPoints, usages }: Program, entry: EntryPoint): boolean =>
  entry.csrf !== undefined ||
  usages.some(({ kind, test }) => kind === 'session-cookie' && !test) ||
  entryPoints.some(({ csrf, at }) => csrf && at.file === entry.at.file)
