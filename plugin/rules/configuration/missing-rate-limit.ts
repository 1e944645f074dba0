import type { EntryPoint, Program } from '../../types'
import { defineRule, type Hit } from '../rule'
import { textOf } from '../usage-rule'

export default defineRule({
  id: 'missing-rate-limit',
  size: 'medium',
  class: 'missing-rate-limit',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:L',
  cwe: [770, 307],
  title: 'Expensive route has no rate limit',
  why: 'Nothing in the code bounds how often this route may be called, and its handler does costly work. A limit in a proxy in front of the service would not be seen here.',
  impact: ['A single caller can keep disk, database or processes busy', 'Passwords and codes can be guessed as fast as the service answers'],
  fix: 'Put a limiter in front of the handler.',
  code: "app.get('/report', rateLimit({ windowMs: 60_000, limit: 30 }), report)",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Denial_of_Service_Cheat_Sheet.html',
    'https://owasp.org/API-Security/editions/2023/en/0xa4-unrestricted-resource-consumption/',
  ],
  check: (program) => {
    const costs = new Map(
      program.usages
        .filter(({ kind, test }) => kind === 'costly-route' && !test)
        .map((usage) => [`${usage.at.file}:${usage.at.line}`, textOf(usage.values.does) ?? 'does costly work']),
    )
    const open = program.entryPoints.filter((entry) => isOpen(entry) && costs.has(place(entry)) && !SIGN_IN.test(entry.path))
    const limits = hasLimits(program)
    // Where nothing is limited, or hardly anything, that is one fault and not one a route.
    const one = !limits || open.length > MOST_ROUTES
    open.sort((first, second) => compare(first.at.file, second.at.file) || first.at.line - second.at.line)
    const told = one ? open.slice(0, 1) : open
    const hits = new Map<string, Hit>()
    for (const entry of told)
      hits.set(place(entry), {
        subject: `${entry.method} ${entry.path}`,
        route: `${entry.method} ${entry.path}`,
        at: entry.at,
        around: entry.handler?.name ?? '',
        // Where nothing is limited, a limit in front of the service is the likelier.
        confidence: limits ? 'medium' : 'low',
        trace: one ? open.map(({ at }) => at) : entry.handler ? [entry.at, entry.handler.at] : [entry.at],
        description: `${limits ? 'Other routes are limited' : 'No route of this application is limited'}, and the handler of this one ${costs.get(place(entry))}.${one && open.length > 1 ? ` ${open.length - 1} more do costly work without a limit.` : ''} A limit in a proxy in front of the service would not be seen here.`,
      })
    return [...hits.values()]
  },
})

/** Told one by one up to here. */
const MOST_ROUTES = 12
/** Sign-in has a rule of its own. */
const SIGN_IN = /\/(?:log-?in|sign-?in|session|authenticate|token)\/?$/i

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
const place = ({ at }: EntryPoint) => `${at.file}:${at.line}`
/** Whoever has signed in, or signs what they send, can be told apart, and stopped; a database is asked by nearly every route. */
const isOpen = ({ kind, rateLimited, authRequired, webhook }: EntryPoint) =>
  kind === 'http' && rateLimited.answer === 'no' && authRequired.answer !== 'yes' && webhook?.verified.answer !== 'yes'
const hasLimits = ({ entryPoints, middleware }: Program) =>
  entryPoints.some(({ rateLimited }) => rateLimited.answer === 'yes') || middleware.some(({ role }) => role === 'rate-limit')
