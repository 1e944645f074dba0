import type { EntryPoint } from '../../types'
import { defineRule } from '../rule'

/** Frameworks that send no protective headers of their own, by the library that declares their routes. */
const BARE = new Map([
  ['express', 'express'],
  ['fastify', 'fastify'],
  ['koa', 'koa'],
  // Koa itself knows no routes.
  ['@koa/router', 'koa'],
  ['@nestjs/common', '@nestjs/common'],
])

export default defineRule({
  id: 'missing-security-headers',
  class: 'missing-headers',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:L/A:N',
  cwe: [693],
  title: 'No protective response headers are set',
  why: 'No middleware that sets a content security policy, frame options and the like is in force on any of the routes of this framework. A proxy in front of the service may add them; that would not be seen here.',
  impact: ['Injected script runs without a policy that would stop it', 'Pages can be framed by other sites'],
  fix: 'Put such a middleware in force before the first route.',
  code: 'app.use(helmet())',
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html'],
  check: ({ entryPoints, middleware }) => {
    if (middleware.some(({ role }) => role === 'headers')) return []
    const first = new Map<string, EntryPoint>()
    for (const entry of entryPoints) {
      const framework = BARE.get(entry.framework)
      if (entry.kind !== 'http' || framework === undefined) continue
      if (entry.guards.some(({ role }) => role === 'headers')) return []
      const known = first.get(framework)
      if (!known || `${entry.at.file}:${String(entry.at.line).padStart(7, '0')}` < `${known.at.file}:${String(known.at.line).padStart(7, '0')}`)
        first.set(framework, entry)
    }
    return [...first].map(([framework, entry]) => ({ subject: framework, at: entry.at, trace: [entry.at] }))
  },
})
