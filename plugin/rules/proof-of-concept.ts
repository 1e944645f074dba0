/**
 * How a fault would be shown. In: a finding and the doors of the program. Out: the request that shows it, where route and
 * parameter are known or the door itself is the fault; nothing otherwise. It is put together from the code and never sent.
 */
import { rowsByName } from '../rows-by-name'
import type { EntryPoint, Finding, Program, ProofOfConcept } from '../types'
import { doorsByRoute } from './guarded-vector'
import { parameterOf } from './proof-parameter'
import { type Payload, payloads } from './proof-payloads'
import { addressOf, requestOf } from './proof-request'
import { type Ask, HOST, isBody, sampleOf } from './proof-values'

type Proof = Omit<ProofOfConcept, 'executed'>

export function proofs(program: Program): (finding: Finding) => Finding {
  const doors = doorsByRoute(program)
  return (finding) => {
    // What would prove the fault is not known, a schema in front of it for one: a request may well be refused.
    if (finding.confidence === 'low') return finding
    const entry = doorOf(finding, doors)
    const proof = entry && (ofDoor[finding.rule]?.(entry, finding) ?? ofData(entry, finding))
    return proof ? { ...finding, proofOfConcept: { ...proof, executed: false } } : finding
  }
}

const isWeb = ({ kind }: EntryPoint): boolean => kind === 'http' || kind === 'webhook'

function doorOf({ route, trace }: Finding, doors: ReadonlyMap<string, EntryPoint[]>): EntryPoint | undefined {
  if (route) return doors.get(route)?.find(isWeb)
  // What holds for a whole application shows on the first door that it cites.
  const places = new Set(trace.slice(1).map(({ file, line }) => `${file}:${line}`))
  if (places.size === 0) return undefined
  for (const those of doors.values())
    for (const entry of those) if (isWeb(entry) && entry.csrf?.answer === 'no' && places.has(`${entry.at.file}:${entry.at.line}`)) return entry
  return undefined
}

// ── data that reaches a place ────────────────────────────────────────────────────────────────────────────────────────

function ofData(entry: EntryPoint, finding: Finding): Proof | undefined {
  const known = payloads[finding.rule]
  const payload = typeof known === 'function' ? known(finding) : known
  const parameter = payload && parameterOf(finding, entry)
  if (!payload || !parameter || !fits(payload, parameter.in)) return undefined
  const text = requestOf(entry, { filling: { parameter, payload } })
  return text === undefined ? undefined : { language: 'http', text, shows: payload.shows }
}

/** An operator cannot be put into what arrives as a text, and a document is no name of a header. */
function fits({ value, file, added }: Payload, place: string): boolean {
  if (place === 'file') return file !== undefined || value !== ''
  return value !== '' || isBody(place as 'json') || place === 'query' || added !== undefined
}

// ── doors that are the fault ─────────────────────────────────────────────────────────────────────────────────────────

type OfDoor = (entry: EntryPoint, finding: Finding) => Proof | undefined

const asked = (entry: EntryPoint, ask: Ask, shows: string): Proof | undefined => {
  const text = requestOf(entry, ask)
  return text === undefined ? undefined : { language: 'http', text, shows }
}

const withoutName: OfDoor = (entry) => asked(entry, { anonymous: true }, 'The request is carried out although it says nothing of who sends it.')

const often: OfDoor = (entry) =>
  asked(entry, { remark: 'Sent 100 times within a minute' }, 'Every one of them is answered as the first was: none is refused (429) or slowed down.')

/** Keys are rules. */
const ofDoor: Record<string, OfDoor> = rowsByName({
  'missing-authentication': withoutName,
  'admin-route-without-guard': withoutName,
  'broken-guard': withoutName,
  'directory-listing': (entry) => asked(entry, { anonymous: true }, 'The answer is a list of the files in the folder.'),
  'missing-authorization': (entry) =>
    asked(entry, { remark: 'Sent by a user without any role' }, 'The request is carried out for a user who is no administrator.'),
  'insecure-direct-object-reference': ofOthers,
  'user-controlled-role': (entry, { subject }) => {
    const name = subject.split(' ').at(-1) as string
    const payload: Payload = { value: 'admin', json: /^is/i.test(name) ? true : 'admin', shows: '' }
    return asked(entry, { filling: { parameter: { name, in: bodyOf(entry) }, payload } }, `The stored record has the \`${name}\` that was sent.`)
  },
  'unsafe-password-change': (entry) =>
    asked(
      entry,
      { without: (name) => /current|old|previous/i.test(name), samples: samplesOf(entry) },
      'The password is changed although the old one was not given, or by an address that a link can hold.',
    ),
  'login-without-rate-limit': often,
  'missing-rate-limit': often,
  'user-enumeration': (entry) => {
    const first = requestOf(entry, { remark: 'An account that exists, with a wrong password' })
    const second = requestOf(entry, { remark: 'An account that does not exist', samples: strangers(entry) })
    return first && second
      ? { language: 'http', text: `${first}\n\n###\n\n${second}`, shows: 'The two answers differ, so that they tell which accounts there are.' }
      : undefined
  },
  'missing-csrf-protection': forgedForm,
  'state-change-by-get': (entry) => {
    const address = addressOf(entry, { samples: samplesOf(entry) })
    return address === undefined
      ? undefined
      : {
          language: 'html',
          text: `<!-- on any other site -->\n<img src="${attribute(HOST + address)}" alt="">`,
          shows: 'Whoever is signed in and sees that page has the change carried out in their name.',
        }
  },
})

/** Two users, and the request of one names the record of the other. */
function ofOthers(entry: EntryPoint, { trace, at, description }: Finding): Proof | undefined {
  const told = [description, at.text, ...trace.map(({ text }) => text)].join('\n')
  const named = (name: string) => new RegExp(`\\b${name.replace(/[^\w]/g, '.')}\\b`).test(told)
  const ids = entry.parameters.filter(
    ({ in: place, name }) =>
      (place === 'path' || place === 'query' || isBody(place)) && /id$|^id|uuid|key|slug|number|owner|author|user|name$/i.test(name),
  )
  const parameter = ids.find(({ name }) => named(name)) ?? (ids.length === 1 ? ids[0] : undefined)
  if (!parameter) return undefined
  const payload: Payload = { value: '2', json: '2', shows: '' }
  const remark = `Sent by a user whose own record is another: \`${parameter.name}\` names that of somebody else`
  return asked(
    entry,
    { filling: { parameter, payload }, remark: remark.replace(/[\r\n`]/g, '') },
    'The record of the other user is shown or changed.',
  )
}

/** A form of another site is sent with the visitor's cookies. */
function forgedForm(entry: EntryPoint): Proof | undefined {
  const address = addressOf(entry, {})
  if (address === undefined || !/^(?:POST|ALL|ANY)$/.test(entry.method)) return undefined
  const fields = entry.parameters.filter(({ in: place, name }) => isBody(place) && place !== 'file' && name !== 'body').slice(0, 12)
  const inputs = fields.map((field) => `  <input type="hidden" name="${attribute(field.name)}" value="${attribute(sampleOf(field))}">`)
  return {
    language: 'html',
    text: [
      '<!-- on any other site -->',
      `<form action="${attribute(HOST + address)}" method="post">`,
      ...inputs,
      '</form>',
      '<script>document.forms[0].submit()</script>',
    ].join('\n'),
    shows: 'Whoever is signed in and opens that page has the change carried out in their name.',
  }
}

const attribute = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const bodyOf = ({ parameters }: EntryPoint) =>
  parameters.some(({ in: place }) => place === 'form') && !parameters.some(({ in: place }) => place === 'json') ? 'form' : 'json'

/** Of an address all parts are shown, since they decide what happens. */
const samplesOf = ({ parameters }: EntryPoint): ReadonlyMap<string, string> =>
  new Map(parameters.filter(({ in: place }) => place === 'query').map((each) => [each.name, sampleOf(each)]))

const strangers = ({ parameters }: EntryPoint): ReadonlyMap<string, string> =>
  new Map(
    parameters
      .filter(({ name }) => /mail|user|login|account|name/i.test(name))
      .map(({ name }) => [name, /mail/i.test(name) ? 'nobody@app.example' : 'nobody']),
  )
