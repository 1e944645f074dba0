import { mentionsAdmin } from '../../door-purposes'
import type { EntryPoint, SettingsAnswered } from '../../types'
import { defineRule, type Hit } from '../rule'

/** Properties of a page that are of no records, or of the caller's own: what administrators see is asked of other doors, which ask in turn. */
const isShell = ({ handler, data = [] }: EntryPoint): boolean =>
  handler?.name === 'getServerSideProps' && data.every(({ bound }) => bound !== undefined)

/**
 * A page that shows nothing of what is stored: what is tidied away whoever asks, as a store does when it is opened, is decided by nobody
 * who sends anything.
 */
const showsNothing = ({ handler, data = [] }: EntryPoint): boolean =>
  handler?.name === 'getServerSideProps' &&
  data.every(({ bound, does, chosenBy, writes }) => bound !== undefined || (does !== 'read' && chosenBy.length === 0 && writes.length === 0))

/** Answers with markup or with another address, and leads to nothing stored: what that page shows is asked of other doors. */
const isPage = ({ data = [], responses }: EntryPoint): boolean =>
  data.length === 0 &&
  responses.length > 0 &&
  responses.every(({ status, media }) => media === 'text/html' || (status !== undefined && status >= 300 && status < 400))

/** `router.get(['/', '/login', '/admin'], render)`: what visitors are given as well. */
function givenToVisitors(entryPoints: readonly EntryPoint[]): (entry: EntryPoint) => boolean {
  const placeOf = ({ at, handler }: EntryPoint) => `${at.file}:${at.line} ${handler?.at.file}:${handler?.at.line}`
  const open = new Set(
    entryPoints.filter((entry) => entry.kind === 'http' && entry.authRequired.answer === 'no' && !mentionsAdmin(entry.path)).map(placeOf),
  )
  return (entry) => entry.handler !== undefined && open.has(placeOf(entry))
}

const isRead = ({ method }: EntryPoint): boolean => method === 'GET' || method === 'HEAD'

/** What pages are set up with is needed before anybody signed in. */
const ofSettings = ({ all, at }: SettingsAnswered): Partial<Hit> => ({
  confidence: 'medium',
  description: `${WHY} It answers with ${all ? 'the settings of the program' : 'settings of the program that are chosen by their names'} (line ${at.line}); whether those are for administrators alone could not be told.`,
})

const WHY = 'The path of this route says that it is for administrators, and no guard stands between a request and its handler.'

export default defineRule({
  id: 'admin-route-without-guard',
  size: 'medium',
  class: 'missing-auth',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: [306],
  title: 'Administrative route can be called without signing in',
  why: WHY,
  impact: ['Anyone who can reach the service can use the function', 'What administrators see and change is open to everyone'],
  fix: 'Put an authentication guard and a role check in front of the handler.',
  code: "router.use('/admin', requireUser, requireRole('admin'))",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Authorization_Cheat_Sheet.html'],
  check: ({ entryPoints }) => {
    const isGivenToVisitors = givenToVisitors(entryPoints)
    return (
      entryPoints
        .filter(
          ({ kind, path, authRequired }) =>
            kind === 'http' && authRequired.answer === 'no' && /(?:^|\/)(?:admin|administrator|backoffice|superuser)(?:\/|$)/i.test(path),
        )
        .filter((entry) => !isShell(entry) && entry.rightAsked?.answer !== 'yes')
        // The page that lets an administrator sign in is open by its nature.
        .filter(({ path }) => !/log-?in|sign-?in|auth/i.test(path))
        .map((entry) => ({
          subject: `${entry.method} ${entry.path}`,
          route: `${entry.method} ${entry.path}`,
          at: entry.at,
          around: entry.handler?.name ?? '',
          ...(showsNothing(entry) ? { confidence: 'medium' as const } : {}),
          ...(isPage(entry) ? { confidence: 'medium' as const, description: `${WHY} It answers with a page and reads nothing that is stored.` } : {}),
          ...(isGivenToVisitors(entry) ? { confidence: 'medium' as const, description: `${WHY} The same line gives it to paths of visitors.` } : {}),
          // What is called by its name for asking may ask.
          ...(entry.rightAsked ? { confidence: 'medium' as const, description: `${WHY} ${entry.rightAsked.reason}.` } : {}),
          ...(entry.settingsAnswered ? ofSettings(entry.settingsAnswered) : {}),
          // What only reads cannot change anything, and settings that are chosen by their names tell little.
          ...(isRead(entry) ? { metrics: { I: 'N', ...(entry.settingsAnswered?.all === false ? { C: 'L' } : {}) } } : {}),
          trace: entry.handler ? [entry.at, entry.handler.at] : [entry.at],
        }))
    )
  },
})
