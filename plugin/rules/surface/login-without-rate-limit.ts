import type { EntryPoint } from '../../types'
import { defineRule, type Hit } from '../rule'

/** A guard of the program's own that is called a limit: what it counts is not looked into, so it is believed. */
const LIMITS = /rate_?-?limit|throttl|slow_?-?down|limiter|brute_?-?force|captcha/i

/** Where another company says who it is, there is no password to guess. */
const ELSEWHERE =
  /(?:^|[/_-])(?:apple|google|facebook|github|gitlab|twitter|linkedin|microsoft|azure|discord|oauth2?|oidc|openid|saml|sso|social|passkeys?|webauthn)(?:[/_-]|$)/i

const SIGNS_IN = /\/(?:log-?in|sign-?in|authenticate)\/?$|\/\{(?:log|sign)_?in(?:Path|Url|Route|Endpoint)?\}\/?$/i
/** What somebody who is not known yet proves by: a password, a code, the secret of a client. */
const CREDENTIAL = /pass(?:word|wd|phrase|code)?$|pwd$|pin$|otp$|(?:^|_)code$|secret$|credential|assertion|grant_?type|refresh_?token/i
/** Of these what people choose, or what is short enough for them to type. */
const CHOSEN = /pass(?:word|wd|phrase|code)?$|pwd$|pin$|otp$|credential/i
const CODE = /(?:^|_)code$/i
/** Who sends it signs in a program, and its secrets were made by one. */
const OF_CLIENTS = /^(?:client_?(?:id|secret)|redirect_?uri|code_?verifier|app_?(?:id|secret)|api_?secret|secret)$/i
/** Which of several ways to prove it is meant: passwords may be among these. */
const ANY_GRANT = /^grant_?type$/i

/** Names of what a door is sent, none where nothing is known of its body. */
function namesSent({ parameters }: EntryPoint): string[] {
  const sent = parameters.filter(({ in: place }) => place !== 'path' && place !== 'header' && place !== 'cookie')
  return sent.flatMap(({ name, shape }) => [name, ...(shape?.fields ?? []).map((field) => field.name)])
}

/** Whether a door that hands out sessions or tokens is sent something that could be guessed; undefined where nothing is known of its body. */
function takesCredential(entry: EntryPoint): boolean | undefined {
  const names = namesSent(entry)
  if (names.some((name) => CREDENTIAL.test(name))) return true
  return names.some((name) => name !== '' && name !== '*' && name !== 'body') ? false : undefined
}

/** Whether all that is proved by is what programs make, too long to be found by trying. */
function takesMadeSecretsAlone(entry: EntryPoint): boolean {
  const proofs = namesSent(entry).filter((name) => CREDENTIAL.test(name))
  const ofClient = namesSent(entry).some((name) => OF_CLIENTS.test(name))
  return proofs.length > 0 && !proofs.some((name) => CHOSEN.test(name) || ANY_GRANT.test(name) || (CODE.test(name) && !ofClient))
}

/** A guard in front of more than this route, which turns away who has not signed in. */
const isBehindLogin = ({ authRequired, guards }: EntryPoint): boolean =>
  authRequired.answer === 'yes' &&
  guards.some(
    ({ role, scope, when, opaque }) => role === 'authentication' && scope !== 'route' && scope !== 'handler' && when === undefined && !opaque,
  )

function surenessOf(entry: EntryPoint): Pick<Hit, 'confidence' | 'description'> {
  if (isBehindLogin(entry)) return { confidence: 'low', description: 'Who gets here has signed in before: what is opened by it is something else.' }
  if (entry.provedElsewhere)
    return {
      confidence: 'medium',
      description: 'Another service is asked whether it is right, which may count attempts itself: that would not be seen here.',
    }
  if (SIGNS_IN.test(entry.path)) return { confidence: 'high' }
  if (takesMadeSecretsAlone(entry))
    return {
      confidence: 'low',
      description: 'What is sent is a secret of a program, by its name: one that was made at random is not found by trying.',
    }
  // A token may be handed out for something else than a password.
  return { confidence: takesCredential(entry) ? 'high' : 'medium' }
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
        ({ kind, method, path, rateLimited, guards, provesNothing }) =>
          kind === 'http' &&
          !provesNothing &&
          !guards.some(({ name }) => LIMITS.test(name)) &&
          !ELSEWHERE.test(path) &&
          (method === 'POST' || method === 'ALL') &&
          rateLimited.answer === 'no' &&
          (SIGNS_IN.test(path) || /\/(?:session|token)\/?$/i.test(path)),
      )
      .filter((entry) => SIGNS_IN.test(entry.path) || takesCredential(entry) !== false)
      // A handler for every method that takes nothing and asks nobody stands in for one: there is nothing to guess.
      .filter(
        ({ method, handler, parameters, guards, data = [] }) =>
          !(method === 'ALL' && handler && parameters.length + guards.length + data.length === 0),
      )
      .map((entry) => ({
        ...surenessOf(entry),
        subject: `${entry.method} ${entry.path}`,
        route: `${entry.method} ${entry.path}`,
        at: entry.at,
        around: entry.handler?.name ?? '',
        trace: entry.provedElsewhere ? [entry.at, entry.provedElsewhere] : [entry.at],
      })),
})
