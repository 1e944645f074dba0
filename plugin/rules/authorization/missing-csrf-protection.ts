import type { EntryPoint, Evidence, Usage } from '../../types'
import { atDoor, bringsIn, changesByMethod, isChange } from '../doors'
import { defineRule, type Hit } from '../rule'
import { isMissing, isOff, mayBe } from '../usage-rule'

/**
 * Pages of other sites cannot send these without asking first (preflight, Fetch standard), and are told no where nothing allows them:
 * no setting of origins, and no way to send them as a form.
 */
const ASKED_FIRST = /^(?:PUT|PATCH|DELETE)$/
const ALLOWS_ORIGINS = /^cors(?:-option)?$/
const AS_A_FORM = /method-?override/i
const ASKED_FIRST_REASON =
  'Browsers ask the server before they send such a method for a page of another origin, and nothing was found that answers yes; that holds only as long as no policy of origins (CORS) allows it.'

/** Whether a policy lets pages of any origin send requests that bring the visitor's cookies: a list of origins does not, nor one that says nothing of credentials. */
const letsOthersIn = ({ values: { origin, credentials } }: Usage): boolean => {
  if (isMissing(credentials) || isOff(credentials)) return false
  return !((origin?.state === 'constant' || origin?.state === 'partly') && !mayBe(origin, 'true', 'null'))
}

const CHANGING = ['post', 'put', 'patch', 'delete']

/** Nobody is turned away there, and yet it changes what belongs to whoever the cookie names. */
const actsForCaller = ({ data = [] }: EntryPoint): boolean =>
  data.some((use) => isChange(use) && (use.bound === 'selection' || use.writes.some(({ by }) => by === 'caller')))

/** Protection that is in force, and told to look away from the methods that change something. */
const leftOut = ({ api, at, values: { ignored } }: Usage): Hit => ({
  subject: `${at.file} ${api}`,
  at: ignored?.at ?? at,
  around: 'ignoreMethods',
  trace: [ignored?.at ?? at, at],
  description: 'The check of the token is told to leave out methods that change something, so that other sites can have them sent.',
})

export default defineRule({
  id: 'missing-csrf-protection',
  size: 'medium',
  class: 'csrf',
  phase: 'Authentication',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:U/C:N/I:H/A:N',
  cwe: [352],
  title: 'Requests that other sites start pass as the user’s own',
  why: 'A cookie says who is calling, browsers send it along whichever site a form stands on, and no token or cookie setting tells such requests apart.',
  impact: ['A page elsewhere changes data in the name of its visitor', 'Accounts are taken over by a changed address or password'],
  fix: 'Demand a token that only the site’s own pages know, and set sameSite on the session cookie.',
  code: "app.use(session({ secret, cookie: { sameSite: 'lax', secure: true, httpOnly: true } }))\napp.use(doubleCsrfProtection)",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html',
    'https://developer.mozilla.org/en-US/docs/Web/Security/Attacks/CSRF',
  ],
  check: ({ entryPoints, usages }) => {
    const policies = usages.filter(({ kind, test }) => !test && ALLOWS_ORIGINS.test(kind))
    const guards = entryPoints.flatMap((entry) => entry.guards)
    const mayPass =
      guards.some(({ name }) => AS_A_FORM.test(name)) ||
      usages.some(({ test, library }) => !test && AS_A_FORM.test(library)) ||
      // What a policy of the program's own allows is not known.
      (policies.length > 0 ? policies.some(letsOthersIn) : guards.some(({ role }) => role === 'cors'))
    const isAskedFirst = ({ method }: EntryPoint) => !mayPass && ASKED_FIRST.test(method)
    const open = entryPoints.filter(
      (entry) =>
        entry.kind === 'http' &&
        entry.csrf?.answer === 'no' &&
        changesByMethod(entry) &&
        (entry.authRequired.answer === 'yes' || actsForCaller(entry)) &&
        !bringsIn(entry),
    )
    const bySession = new Map<string, { at: Evidence; doors: EntryPoint[] }>()
    const alone: EntryPoint[] = []
    for (const entry of open) {
      // Without a session of its own the guard that reads the cookie is what the doors share.
      const session = entry.csrf?.evidence[0] ?? entry.guards.find(({ role }) => role === 'authentication')?.at
      if (!session) alone.push(entry)
      else {
        const place = `${session.file}:${session.line}`
        const known = bySession.get(place) ?? { at: session, doors: [] }
        known.doors.push(entry)
        bySession.set(place, known)
      }
    }
    return [
      ...usages.filter((usage) => usage.kind === 'csrf-cookie' && !usage.test && mayBe(usage.values.ignored, ...CHANGING)).map(leftOut),
      ...[...bySession.values()].map(({ at, doors }): Hit => {
        const isLow = doors.every(isAskedFirst)
        return {
          subject: 'session',
          at,
          around: 'session',
          trace: [at, ...doors.slice(0, 3).map((door) => door.at)],
          confidence: isLow ? 'low' : 'medium',
          metrics: { PR: 'N' },
          description: `A cookie says who is calling, and nothing tells requests that other sites start from the site's own. ${doors.length === 1 ? 'One route changes' : `${doors.length} routes change`} something on that ground: ${doors
            .slice(0, 6)
            .map(({ method, path }) => `\`${method} ${path}\``)
            .join(', ')}.${isLow ? ` ${ASKED_FIRST_REASON}` : ''}`,
        }
      }),
      // The attacker needs no account: the visitor's browser brings theirs.
      ...alone.map(
        (entry): Hit => ({
          ...atDoor(entry),
          metrics: { PR: 'N' },
          ...(isAskedFirst(entry)
            ? { confidence: 'low', description: `A cookie says who is calling, and no token is demanded. ${ASKED_FIRST_REASON}` }
            : { confidence: 'medium' }),
        }),
      ),
    ]
  },
})
