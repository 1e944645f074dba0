/** What no log should hold, one control each: bodies, credentials in addresses, secrets, personal data, stack traces, raw input. */
import { Kind } from '../../../graph'
import type { Control, Evidence, SensitiveField } from '../../../types'
import { calledName } from '../../linked'
import { answer, code, counted, listed, placeOf } from './control'
import { givenTo, LOGS } from './log-lines'
import type { Logged } from './logged'
import { bodies, lookedAt } from './logged-bodies'
import { loggedEnvironment, loggedSettings } from './logged-settings'
import { stacksAnswered, stacksLogged } from './logged-stacks'
import type { TracedValue } from './traced'

/** @param fields the inventory, whose fields may be named in log lines without a flow of data that leads there */
export function loggingOf(logged: Logged, fields: readonly SensitiveField[]): Control[] {
  if (logged.lines.length + logged.writers.length === 0) return []
  return [
    bodies(logged, 'request'),
    bodies(logged, 'response'),
    credentialsInAddresses(logged),
    secretsLogged(logged, inLines(logged, fields, true)),
    personalLogged(logged, inLines(logged, fields, false)),
    addressesOfCallers(logged),
    stacksLogged(logged),
    stacksAnswered(logged),
    inputLogged(logged),
    redaction(logged),
  ]
}
function credentialsInAddresses({ ground, credentials, writers }: Logged): Control {
  const asked = {
    id: 'logged-credentials-in-addresses',
    aspect: 'Credentials in addresses',
    recommended: 'Passwords and tokens travel in the body or a header',
  }
  if (credentials.length === 0)
    return answer(asked, 'not applicable', {
      current: 'No endpoint takes any',
      reason: `Looked at the query and path parameters of ${counted(ground.requests.length, 'endpoint')} for passwords, tokens and card data, by their names and by the variables they are read into: none.`,
    })
  const urls = writers.flatMap(({ parts }) => parts.filter(({ part }) => part === 'URL with its query'))
  return answer(asked, urls.length > 0 ? 'fail' : 'partial', {
    current: `${listed(
      credentials.map(({ text }) => text),
      4,
    )}${urls.length > 0 ? ': written to the access log' : ''}`,
    reason:
      urls.length > 0
        ? 'The access log writes the address of every request with its query, so the value can be read there.'
        : 'No access log of the program writes addresses; logs of proxies, histories and Referer headers keep them all the same.',
    evidence: [
      ...credentials.slice(0, 2).flatMap(({ places }) => places.slice(0, 2)),
      ...urls.slice(0, 1).map(({ at }) => at),
      ...credentials.flatMap(({ places }) => places),
    ],
  })
}

/** Fields of the inventory that stand in log calls which no flow of data was seen to lead to. */
function inLines({ lines, traced }: Logged, fields: readonly SensitiveField[], secrets: boolean): TracedValue[] {
  const calls = new Set(lines.map(({ at }) => placeOf(at)))
  const known = new Set([...traced.secrets, ...traced.personal].map(({ at }) => placeOf(at)))
  return fields.flatMap(({ entity, field, classification, logged }) => {
    const at = logged.evidence.find((each) => calls.has(placeOf(each)))
    return logged.state === 'fail' && (classification === 'Secret') === secrets && at && !known.has(placeOf(at))
      ? [{ name: `${entity}.${field}`, at, from: at }]
      : []
  })
}

/** The log call; where the value is read, if that is in another file. */
const placesOf = ({ at, from }: TracedValue): Evidence[] => (from.file === at.file ? [at] : [at, from])

function secretsLogged(logged: Logged, fields: readonly TracedValue[]): Control {
  const { ground, lines, traced } = logged
  const asked = { id: 'logged-secrets', aspect: 'Secrets', recommended: 'Never logged' }
  const settings = loggedSettings(ground, lines)
  const environment = loggedEnvironment(ground, (library) => LOGS.has(library))
  const words = [
    ...settings.map(({ name, secrets }) => `all of ${code(name)}${secrets.length > 0 ? `, with ${listed(secrets.map(code), 8)}` : ''}`),
    ...(environment.length > 0 ? ['the whole environment of the process'] : []),
    ...[...traced.secrets, ...fields].map(({ name }) => code(name)),
  ]
  const places = [...settings.map(({ at }) => at), ...environment, ...[...traced.secrets, ...fields].flatMap(placesOf)]
  if (words.length > 0)
    return answer(asked, 'fail', {
      current: [...new Set(words)].slice(0, 5).join('; '),
      reason: 'Whoever reads the log can use what stands there.',
      evidence: places,
    })
  return answer(asked, 'pass', {
    current: 'None seen',
    absent: true,
    reason: `Followed values called like passwords, keys and tokens into ${lookedAt(logged)}, and looked for settings that are logged as a whole: none.`,
    evidence: (lines.length > 0 ? lines : logged.writers).slice(0, 1).map(({ at }) => at),
  })
}

function personalLogged(logged: Logged, fields: readonly TracedValue[]): Control {
  const asked = { id: 'logged-personal-data', aspect: 'Personal data', recommended: 'An identifier in place of the value' }
  const { traced, lines, writers } = logged
  const found = [...traced.personal, ...fields]
  if (found.length > 0)
    return answer(asked, 'fail', {
      current: listed(found.map(({ name }) => code(name))),
      reason: 'These values reach a log call as they are.',
      evidence: found.flatMap(placesOf),
    })
  return answer(asked, 'pass', {
    current: 'None seen',
    absent: true,
    reason: `Followed values called like personal data into ${lookedAt(logged)}: none arrives.`,
    evidence: (lines.length > 0 ? lines : writers).slice(0, 1).map(({ at }) => at),
  })
}

function addressesOfCallers({ writers, lines, ground }: Logged): Control {
  const asked = { id: 'logged-network-addresses', aspect: 'Network addresses of callers', recommended: 'Only where needed, for a limited time' }
  const parts = writers.flatMap(({ parts: all }) => all.filter(({ part }) => part === 'address of the caller'))
  const { whole } = ground.linked
  const own = lines.filter(({ call }) =>
    givenTo(ground.linked, call, 30).some(
      (node) => whole.kind[node] === Kind.Load && /^(?:ip|ips|remoteAddress)$/.test(whole.text(whole.b[node] as number)),
    ),
  )
  if (parts.length + own.length > 0) {
    const when = [...new Set(parts.map((part) => part.when))]
    const always = own.length > 0 || when.includes('')
    return answer(asked, 'partial', {
      current: always ? 'Logged' : `Logged only ${listed(when)}`,
      reason: 'A network address is personal data where the person behind it can be found out.',
      evidence: [...parts.map(({ at }) => at), ...own.map(({ at }) => at)],
    })
  }
  return answer(asked, 'pass', {
    current: 'Not logged',
    absent: true,
    reason: 'No part of an access log and no log call of the program names the address of a caller.',
    evidence: [...writers, ...lines].slice(0, 1).map(({ at }) => at),
  })
}

function inputLogged(logged: Logged): Control {
  const asked = { id: 'logged-input', aspect: 'Input in log lines', recommended: 'Line ends taken out, or a logger that writes JSON' }
  const found: TracedValue[] = logged.traced.input
  if (found.length === 0)
    return answer(asked, 'pass', {
      current: 'None seen',
      absent: true,
      reason: `Followed data of requests into ${lookedAt(logged)}: none arrives as it came.`,
      evidence: [...logged.lines, ...logged.writers].slice(0, 1).map(({ at }) => at),
    })
  return answer(asked, 'fail', {
    current: listed(found.map(({ name, route }) => `${code(name)}${route ? ` of ${code(route)}` : ''}`)),
    reason: 'The value is written as it came: a line end in it begins a line that looks like one of the program (log injection).',
    evidence: found.map(({ at }) => at),
  })
}

/** Functions of the program that take the secret parts out of what is logged. */
const MASKS = /^(?:redact|mask|saniti[sz]e|scrub|anonymi[sz]e|censor|obfuscate)/i

function redaction({ ground, writers, lines }: Logged): Control {
  const asked = { id: 'log-redaction', aspect: 'Redaction', recommended: 'Secrets and personal data are masked by the logger' }
  const set = ground.uses('logger', 'access-log', 'server').flatMap(({ values, at }) => {
    const redact = [values.redact, values.maskKeys, values.hidden, values.headers].find(
      (setting) => setting && setting.state !== 'missing' && setting.state !== 'unknown',
    )
    return redact ? [{ texts: redact.texts, at: redact.at ?? at }] : []
  })
  if (set.length > 0)
    return answer(asked, 'pass', {
      current: listed(
        set.flatMap(({ texts }) => (texts.length > 0 ? texts.map(code) : ['set'])),
        8,
      ),
      reason: '',
      evidence: set.map(({ at }) => at),
    })
  const { whole } = ground.linked
  const masking = lines.flatMap(({ call, at }) => {
    const by = givenTo(ground.linked, call, 40).find((node) => whole.kind[node] === Kind.Call && MASKS.test(calledName(ground.linked, node)))
    return by === undefined ? [] : [{ name: calledName(ground.linked, by), at }]
  })
  if (masking.length > 0)
    return answer(asked, 'partial', {
      current: `${listed(masking.map(({ name }) => code(name)))} at ${masking.length} of ${counted(lines.length, 'log call')}`,
      reason: 'What is logged there passes a function of that name. What it masks was not looked at, and other calls do not use it.',
      evidence: masking.map(({ at }) => at),
    })
  return answer(asked, 'fail', {
    reason:
      'Looked for a list of fields to mask in the settings of loggers (`redact` and the like), for lists of headers to leave out, and for log calls whose values pass a function that masks: none.',
    evidence: [...ground.uses('logger').map(({ at }) => at), ...writers.map(({ at }) => at), ...lines.slice(0, 1).map(({ at }) => at)].slice(0, 1),
  })
}
