/** Connections that the program makes: to databases, mail servers, other services. Out: a control each. */
import { Kind } from '../../../graph'
import type { Control, Evidence, Setting, Usage } from '../../../types'
import { cite, isTestCode } from '../../linked'
import { lookupOf } from '../../lookup'
import { answer, code, counted, listed } from './control'
import type { Ground } from './ground'
import { called, type Store } from './stores'

export function lineControls(ground: Ground, stores: readonly Store[]): Control[] {
  return [databaseLines(stores), mailLines(ground), plainCalls(ground), certificates(ground, stores)]
}

const NEAR = /^(?:localhost|127\.|::1|0\.0\.0\.0|\/)/

function databaseLines(stores: readonly Store[]): Control {
  const asked = { id: 'database-tls', aspect: 'Connections to databases', recommended: 'TLS with a checked certificate' }
  const servers = stores.filter(({ kind }) => kind === 'server')
  if (servers.length === 0)
    return answer(asked, 'not applicable', { reason: stores.length === 0 ? 'No database was found.' : 'No database is reached over a network.' })
  const told = servers.map((store) => ({ store, ...lineOf(store) }))
  const of = (state: Control['state']) => told.filter((each) => each.state === state)
  const state =
    of('fail').length > 0
      ? of('pass').length > 0
        ? 'partial'
        : 'fail'
      : of('partial').length > 0
        ? 'partial'
        : of('unknown').length > 0
          ? 'unknown'
          : 'pass'
  const shown = state === 'partial' ? told : of(state)
  return answer(asked, state, {
    current: listed(shown.map(({ store, words }) => `${called(store)}: ${words}`)),
    reason: [...new Set(shown.map(({ why }) => why))].filter(Boolean).join(' '),
    evidence: shown.map(({ store, at }) => at ?? store.at),
  })
}

/** Asks for TLS in an address. */
const ASKS = /^rediss:|^mongodb\+srv:|[?&](?:ssl|tls)=true|sslmode=(?:require|verify)|[?&;]encrypt=true/i

function lineOf({ usage, place }: Store): { state: Control['state']; words: string; why: string; at?: Evidence } {
  if (!usage)
    return { state: 'unknown', words: 'could not tell', why: 'How the connection is opened could not be told; the address may ask for TLS.' }
  const settings = Object.entries(usage.values)
  const addresses = settings.filter(([name]) => /^(?:address|uri|link)$/.test(name)).map(([, setting]) => setting as Setting)
  const tls = settings
    .filter(([name, setting]) => /^tls\d?$/.test(name) && (setting as Setting).state !== 'missing' && (setting as Setting).state !== 'unknown')
    .map(([, setting]) => setting as Setting)
  const asking = addresses.find(({ texts }) => texts.some((text) => ASKS.test(text)))
  const on = tls.find(({ texts, state }) =>
    state !== 'constant' ? !texts.includes('false') : texts.some((text) => !/^(?:false|0|null|undefined)$/.test(text)),
  )
  const maybe = tls.find(({ texts, state }) => state !== 'constant' && texts.includes('false'))
  if (maybe && !asking)
    return {
      state: 'partial',
      words: 'TLS under a condition',
      why: 'The option is false in one case and something else in another.',
      at: maybe.at ?? usage.at,
    }
  if (asking || on) return { state: 'pass', words: 'TLS is asked for', why: '', at: (on ?? asking)?.at ?? usage.at }
  if (tls.length > 0) return { state: 'fail', words: 'TLS is switched off', why: 'The option is there and set to false.', at: tls[0]?.at ?? usage.at }
  const written = addresses.flatMap(({ texts }) => texts).filter((text) => /:\/\//.test(text))
  const open = addresses.some(({ state }) => state !== 'missing' && state !== 'constant')
  if (place && NEAR.test(place) && !open)
    return { state: 'unknown', words: 'no TLS, on the same machine', why: 'The address is that of the machine itself.' }
  if (open || settings.some(([, setting]) => (setting as Setting).state === 'unknown'))
    return {
      state: 'unknown',
      words: 'no TLS asked for in the code',
      why: `The options ask for none${written.length > 0 ? ', nor does the address that is written as a default' : ''}; the address comes from outside and may ask for it.`,
    }
  return { state: 'fail', words: 'no TLS', why: 'Neither options nor address ask for it.' }
}

function mailLines(ground: Ground): Control {
  const asked = { id: 'mail-tls', aspect: 'Connections to mail servers', recommended: '`secure` or `requireTLS`' }
  const transports = ground.uses('mail-transport')
  const services = ground.uses('mail-service')
  const imports = importsOfMail(ground)
  const mails = ground.connections.filter(({ kind, at }) => kind === 'mail' && ground.runs(at.file))
  if (transports.length === 0)
    return services.length > 0
      ? answer(asked, 'pass', {
          current: `${listed(services.map((usage) => code(ground.packageOf(usage))))}, a service that is asked over HTTPS`,
          reason: '',
          evidence: services.map(({ at }) => at),
        })
      : answer(asked, mails.length + imports.length > 0 ? 'unknown' : 'not applicable', {
          reason:
            mails.length + imports.length > 0 ? 'Mail is sent; how the connection is made could not be told.' : 'No library for mail is imported.',
          evidence: [...mails.map(({ at }) => at), ...imports],
        })
  const told = transports.map((usage) => ({ usage, ...mailOf(usage) }))
  const worst = (['fail', 'unknown', 'pass'] as const).find((state) => told.some((each) => each.state === state)) ?? 'unknown'
  const shown = told.filter(({ state }) => state === worst)
  return answer(asked, worst, {
    current: listed(shown.map(({ words }) => words)),
    reason: listed(shown.map(({ why }) => why).filter(Boolean)),
    evidence: shown.map(({ usage }) => usage.values.secure?.at ?? usage.at),
  })
}

const MAIL =
  /^(?:nodemailer|emailjs|sendmail|mailgun\.js|mailgun-js|postmark|resend|@sendgrid\/mail|@nestjs-modules\/mailer|node-mailjet|email-templates)$/

function importsOfMail({ linked }: Ground): Evidence[] {
  const { whole } = linked
  return [...lookupOf(whole).of(Kind.Import)]
    .map((node) => ({ node, name: whole.text(whole.a[node] as number) }))
    .flatMap(({ node, name }) =>
      MAIL.test(name) && !isTestCode(linked, (whole.files[whole.fileOf(node)] as { path: string }).path) ? [cite(linked, node)] : [],
    )
}

function mailOf({ values }: Usage): { state: 'pass' | 'fail' | 'unknown'; words: string; why: string } {
  const has = (name: string, text: string) => values[name]?.texts.includes(text) ?? false
  if (has('ignored', 'true')) return { state: 'fail', words: 'TLS is ignored', why: '`ignoreTLS` is set.' }
  if (has('secure', 'true') || has('required', 'true') || has('port', '465')) return { state: 'pass', words: 'TLS', why: '' }
  if ((values.service?.texts.length ?? 0) > 0 || (values.region && values.region.state !== 'missing' && values.region.state !== 'unknown'))
    return { state: 'pass', words: `service ${listed(values.service?.texts ?? [])}`.trim(), why: '' }
  if (values.secure?.state === 'partly' || values.secure?.state === 'computed')
    return { state: 'unknown', words: 'TLS as a setting says', why: '`secure` comes from settings, and `requireTLS` is not set.' }
  if (values.options?.state === 'unknown' || values.secure?.state === 'unknown')
    return { state: 'unknown', words: 'could not tell', why: 'The options come from elsewhere as a whole.' }
  return {
    state: 'fail',
    words: 'TLS only if the server offers it',
    why: 'Neither `secure` nor `requireTLS` is set to true, so whoever sits on the way can make the connection stay plain.',
  }
}

/** What the program asks of its own server, by an address without a host, or reads out of its own bundle, is no other service. */
const callsOfOthers = (ground: Ground): Usage[] =>
  ground
    .uses('outgoing-request')
    .filter(
      ({ values: { address } }) =>
        !address ||
        !(
          (address.texts.length > 0 && address.texts.every((text) => /^\.{0,2}\/(?!\/)/.test(text))) ||
          (address.state === 'computed' && address.texts.length === 0 && /\bimport\.meta\.url\b|[(\s]`\/[^/`]/.test(address.at?.text ?? ''))
        ),
    )

function plainCalls(ground: Ground): Control {
  const asked = { id: 'cleartext-calls', aspect: 'Calls of other services', recommended: 'https, wss' }
  const plain = ground
    .uses('cleartext-address', 'cleartext-scheme', 'ftp-connection', 'telnet-connection', 'grpc-insecure')
    .filter(
      ({ kind, values }) =>
        !values.near?.texts.includes('true') &&
        !NEAR.test(values.host?.texts[0] ?? '') &&
        (kind !== 'cleartext-address' || (values.host?.texts.length ?? 0) > 0),
    )
  const calls = callsOfOthers(ground)
  if (plain.length > 0)
    return answer(asked, 'fail', {
      current: listed(plain.map(({ api, values }) => (values.host?.texts[0] ? `plain to ${code(values.host.texts[0])}` : `plain by ${code(api)}`))),
      reason: 'What is sent and answered there can be read and changed on the way.',
      evidence: plain.map(({ at }) => at),
    })
  if (calls.length === 0) return answer(asked, 'not applicable', { reason: 'No call of another service was recognised.' })
  const encrypted = calls.filter(({ values }) =>
    Object.values(values).some(
      ({ texts, state }) => state === 'constant' && texts.length > 0 && texts.every((text) => /^(?:https|wss):\/\//.test(text)),
    ),
  )
  if (encrypted.length === calls.length)
    return answer(asked, 'pass', { current: `${counted(calls.length, 'call')}, all by https`, reason: '', evidence: encrypted.map(({ at }) => at) })
  return answer(asked, 'unknown', {
    current: `${counted(calls.length, 'call')}, none seen to be plain`,
    reason: `Looked for addresses that begin with \`http://\`: none but those of the machine itself. Of ${counted(calls.length - encrypted.length, 'call')} the address is not written in the code.`,
    evidence: calls.slice(0, 2).map(({ at }) => at),
  })
}

function certificates(ground: Ground, stores: readonly Store[]): Control {
  const asked = { id: 'certificate-checks', aspect: 'Certificates of others', recommended: 'Always checked' }
  const off = ground
    .uses('certificate-check', 'certificate-ignored', 'certificate-trusted')
    .filter(({ kind, values }) =>
      kind === 'certificate-check' ? values.value?.texts.some((text) => /^(?:false|0)$/.test(text)) : values.value?.texts.includes('true'),
    )
  if (off.length > 0)
    return answer(asked, 'fail', {
      current: `The check is switched off at ${counted(off.length, 'place')}`,
      reason: 'Without it whoever sits on the way can pretend to be the other side.',
      evidence: off.map(({ at }) => at),
    })
  const reason = 'Looked for options that switch the check off (`rejectUnauthorized: false` and the like): none.'
  // A database that is asked without TLS shows no certificate.
  const servers = stores.filter(({ kind }) => kind === 'server')
  const encrypted = servers.flatMap((store) => (lineOf(store).state === 'pass' ? [store.at] : []))
  const outgoing = [...callsOfOthers(ground), ...ground.uses('mail-transport', 'mail-service')].map(({ at }) => at)
  const checked = [...outgoing, ...encrypted]
  if (checked.length > 0) return answer(asked, 'pass', { current: 'Checked by default', reason, evidence: checked.slice(0, 1) })
  if (servers.length === 0) return answer(asked, 'not applicable', { reason: 'No connection to another host was recognised.' })
  return answer(asked, 'not applicable', {
    reason:
      'The only connections to other hosts are those to databases, and the code asks for no TLS there: no certificate is shown that could be checked.',
  })
}
