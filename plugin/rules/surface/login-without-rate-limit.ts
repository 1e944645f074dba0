import { defineRule } from '../rule'

/** A guard of the program's own that is called a limit: what it counts is not looked into, so it is believed. */
const LIMITS = /rate_?-?limit|throttl|slow_?-?down|limiter|brute_?-?force|captcha/i

/** Where another company says who it is, there is no password to guess. */
const ELSEWHERE =
  /(?:^|[/_-])(?:apple|google|facebook|github|gitlab|twitter|linkedin|microsoft|azure|discord|oauth2?|oidc|openid|saml|sso|social|passkeys?|webauthn)(?:[/_-]|$)/i

export default defineRule({
  id: 'login-without-rate-limit',
  size: 'medium',
  class: 'rate-limit',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
  cwe: [307],
  title: 'Sign-in route has no rate limit',
  why: 'Nothing in the code slows down a caller who tries one password after another on this route. A limit in a proxy in front of the service would not be seen here.',
  impact: ['Passwords can be guessed by trying many', 'Lists of leaked passwords can be replayed against every account'],
  fix: 'Limit attempts per account and per address before the handler runs.',
  code: "app.post('/login', rateLimit({ windowMs: 15 * 60_000, limit: 10 }), login)",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html'],
  check: ({ entryPoints }) =>
    entryPoints
      .filter(
        ({ kind, method, path, rateLimited, guards }) =>
          kind === 'http' &&
          !guards.some(({ name }) => LIMITS.test(name)) &&
          !ELSEWHERE.test(path) &&
          (method === 'POST' || method === 'ALL') &&
          rateLimited.answer === 'no' &&
          /\/(?:log-?in|sign-?in|session|authenticate|token)\/?$/i.test(path),
      )
      .map((entry) => ({
        subject: `${entry.method} ${entry.path}`,
        route: `${entry.method} ${entry.path}`,
        at: entry.at,
        around: entry.handler?.name ?? '',
        trace: [entry.at],
      })),
})
