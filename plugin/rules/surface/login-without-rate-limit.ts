import type { EntryPoint } from '../../types'
import { defineRule } from '../rule'

/** A guard of the program's own that is called a limit: what it counts is not looked into, so it is believed. */
const LIMITS = /rate_?-?limit|throttl|slow_?-?down|limiter|brute_?-?force|captcha/i

/** Where another company says who it is, there is no password to guess. */
const ELSEWHERE =
  /(?:^|[/_-])(?:apple|google|facebook|github|gitlab|twitter|linkedin|microsoft|azure|discord|oauth2?|oidc|openid|saml|sso|social|passkeys?|webauthn)(?:[/_-]|$)/i

const SIGNS_IN = /\/(?:log-?in|sign-?in|authenticate)\/?$/i
/** What somebody who is not known yet proves by: a password, a code, the secret of a client. */
const CREDENTIAL = /pass(?:word|wd|phrase|code)?$|pwd$|pin$|otp$|(?:^|_)code$|secret$|credential|assertion|grant_?type|refresh_?token/i

/** Whether a door that hands out sessions or tokens is sent something that could be guessed; undefined where nothing is known of its body. */
function takesCredential({ parameters }: EntryPoint): boolean | undefined {
  const sent = parameters.filter(({ in: place }) => place !== 'path' && place !== 'header' && place !== 'cookie')
  const names = sent.flatMap(({ name, shape }) => [name, ...(shape?.fields ?? []).map((field) => field.name)])
  if (names.some((name) => CREDENTIAL.test(name))) return true
  return names.some((name) => name !== '' && name !== '*' && name !== 'body') ? false : undefined
}

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
        ({ kind, method, path, rateLimited, guards, namesAlone }) =>
          kind === 'http' &&
          !namesAlone &&
          !guards.some(({ name }) => LIMITS.test(name)) &&
          !ELSEWHERE.test(path) &&
          (method === 'POST' || method === 'ALL') &&
          rateLimited.answer === 'no' &&
          /\/(?:log-?in|sign-?in|session|authenticate|token)\/?$/i.test(path),
      )
      .filter((entry) => SIGNS_IN.test(entry.path) || takesCredential(entry) !== false)
      // A handler for every method that takes nothing and asks nobody stands in for one: there is nothing to guess.
      .filter(
        ({ method, handler, parameters, guards, data = [] }) =>
          !(method === 'ALL' && handler && parameters.length + guards.length + data.length === 0),
      )
      .map((entry) => ({
        // A token may be handed out for something else than a password.
        confidence: SIGNS_IN.test(entry.path) || takesCredential(entry) ? ('high' as const) : ('medium' as const),
        subject: `${entry.method} ${entry.path}`,
        route: `${entry.method} ${entry.path}`,
        at: entry.at,
        around: entry.handler?.name ?? '',
        trace: [entry.at],
      })),
})
