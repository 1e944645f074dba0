/**
 * Who calls whom at a sign-in. In: doors with the handlers behind them. Out: for each its steps in the order in which they run, told
 * apart by what was sent: for everyone, with valid credentials, with invalid ones, or with a second factor still to come.
 */
import { Kind } from '../../../graph'
import type { SignIn } from '../../../types'
import { recordCalls } from '../../access/records'
import { calledName, cite, type Linked, receiverOf } from '../../linked'
import { nameOfValue } from '../../usages/value-names'
import { APPLICATION, CLIENT, libraryFlows } from './accounts'
import { type Answer, answersOf } from './answers'
import type { Door } from './doors'
import type { Hashing } from './hashing'
import { type Step, stepsFrom } from './reach'
import type { Scene } from './scene'
import { strategiesMade } from './strategies'
import type { Tokens } from './tokens'

export interface Material {
  hashing: Hashing
  tokens: Tokens
}

/** Lines between a statement that is put together and the call that runs it. */
const BUILT_BEFORE = 8
const MOST_SIGN_INS = 4
const MOST_STEPS = 14

type Drawn = SignIn['steps'][number] & { step?: Step; creates?: boolean }

export function signInsOf(scene: Scene, material: Material): SignIn[] {
  const doors = scene.doorsFor('sign in').filter(({ entry }) => entry.kind !== 'websocket')
  const found = doors.map((door) => signInAt(scene, material, door)).filter(({ steps }) => steps.length > 1)
  return [...found, ...libraryFlows(scene)].sort((one, other) => Number(hasBoth(other)) - Number(hasBoth(one))).slice(0, MOST_SIGN_INS)
}

const hasBoth = ({ steps }: SignIn): boolean => steps.some(({ outcome }) => outcome === 'valid') && steps.some(({ outcome }) => outcome === 'invalid')

function signInAt(scene: Scene, material: Material, door: Door): SignIn {
  const { linked } = scene
  const verifying = verifiersFor(scene, door)
  const steps = verifying.length > 0 ? [...stepsFrom(linked, verifying), ...door.steps] : door.steps
  const answers = answersOf(linked, steps, verifying)
  const made = eventsAt(scene, material, steps)
  const outcomeOf = (step: Step) => outcomeAt(linked, step, answers)
  const drawn: Drawn[] = [submission(door), ...guardsAt(door)]
  for (const step of steps) {
    const answer = answers.find((each) => each.step === step)
    if (answer)
      drawn.push({ from: APPLICATION, to: CLIENT, text: answer.text, outcome: answer.outcome, reply: true, at: cite(linked, step.node), step })
    const event = made.get(step.node)
    if (event) drawn.push({ ...event, outcome: event.creates ? (outcomeOf(step) ?? 'valid') : (outcomeOf(step) ?? 'always'), step })
  }
  if (!drawn.some(({ reply, outcome }) => reply && outcome === 'valid')) drawn.push(...returnedBy(door, drawn))
  return { door: door.label, at: door.entry.at, steps: tidy(drawn).map(({ step: _, creates: __, ...rest }) => rest) }
}

/** What the framework sends of what the handler returns. */
function returnedBy({ entry }: Door, drawn: readonly Drawn[]): Drawn[] {
  const answer = entry.responses.find(
    ({ status, at }) =>
      (status === undefined || status < 400) && !drawn.some((step) => step.reply && step.at.file === at.file && step.at.line === at.line),
  )
  if (!answer) return []
  const fields = (answer.shape?.fields ?? []).map(({ name }) => name)
  return [
    {
      from: APPLICATION,
      to: CLIENT,
      text: `answers${fields.length > 0 ? `: ${fields.slice(0, 4).join(', ')}` : ''}`,
      outcome: 'valid',
      reply: true,
      at: answer.at,
    },
  ]
}

/** Something once only; nothing that is read after a decision was made; no more than a picture holds. */
function tidy(drawn: Drawn[]): Drawn[] {
  const seen = new Set<string>()
  const firstReply = drawn.findIndex(({ reply }) => reply)
  const kept = drawn.filter((each, index) => {
    const key = `${each.from} ${each.to} ${each.text} ${each.outcome}`
    if (seen.has(key)) return false
    seen.add(key)
    return !(
      each.outcome === 'always' &&
      each.to !== APPLICATION &&
      each.to !== CLIENT &&
      firstReply >= 0 &&
      index > firstReply &&
      drawn.slice(0, index).some(({ outcome }) => outcome !== 'always')
    )
  })
  // Of several answers on one branch the first few show how it goes.
  const counts = new Map<string, number>()
  return kept
    .filter(({ outcome, reply }) => {
      if (!reply) return true
      const count = (counts.get(outcome) ?? 0) + 1
      counts.set(outcome, count)
      return count <= 3
    })
    .slice(0, MOST_STEPS)
}

function submission({ entry, label }: Door): Drawn {
  const sent = entry.parameters.filter(({ in: place }) => place !== 'header' && place !== 'path').map(({ name }) => name)
  return {
    from: CLIENT,
    to: APPLICATION,
    text: `${label}${sent.length > 0 ? ` with ${sent.slice(0, 4).join(', ')}` : ''}`,
    outcome: 'always',
    at: entry.at,
  }
}

function guardsAt({ entry }: Door): Drawn[] {
  return entry.guards
    .filter(({ role, scope }) => role === 'rate-limit' || role === 'csrf' || (role === 'validation' && scope !== 'application'))
    .map(({ name, role, at }) => ({
      from: APPLICATION,
      to: APPLICATION,
      text: `${role === 'rate-limit' ? 'rate limit' : role === 'csrf' ? 'token against forged requests' : 'validation'}: ${name.replace(/\(.*$/s, '')}`,
      outcome: 'always' as const,
      at,
    }))
}

// ── what happens on the way ──────────────────────────────────────────────────────────────────────────────────────────

function eventsAt(scene: Scene, { hashing, tokens }: Material, steps: readonly Step[]): Map<number, Omit<Drawn, 'outcome'>> {
  const { linked } = scene
  const { whole } = linked
  const found = new Map<number, Omit<Drawn, 'outcome'>>()
  const records = recordCalls(linked)
  const own = (node: number, text: string, creates = false) => ({ from: APPLICATION, to: APPLICATION, text, at: cite(linked, node), creates })
  const hashAt = new Map(hashing.hashes.filter(({ of }) => of === 'password').map((hash) => [hash.node, hash]))
  const comparedAt = new Map(hashing.comparisons.map((comparison) => [comparison.node, comparison]))
  const comparing = new Set(
    hashing.comparisons
      .flatMap(({ node }) => (node < 0 ? [] : (whole.functions[whole.functionOf(node)]?.fact.name ?? [])))
      .filter((name) => /pass|pwd|compare|verify|match/i.test(name)),
  )
  const plainAt = new Set(hashing.comparisons.filter(({ node, way }) => node < 0 && way === 'operator').map(({ at }) => `${at.file}:${at.line}`))
  const signing = new Map(tokens.issues.map((issue) => [whole.functionOf(issue.node), issue]))
  const signAt = new Map(tokens.issues.map((issue) => [issue.node, issue]))
  /** Comparisons by an operator are no calls: they are told at the call of the function that they stand in. */
  const plainIn = (callees: readonly number[]) =>
    [...plainAt].filter((place) =>
      callees.some((fn) => {
        const fact = whole.functions[fn]
        if (!fact) return false
        const [first, last] = whole.linesOf(fact.node)
        const cut = place.lastIndexOf(':')
        const line = Number(place.slice(cut + 1))
        return place.slice(0, cut) === (whole.files[fact.file] as { path: string }).path && line >= first && line <= last && last - first < 40
      }),
    )
  for (const { node } of steps) {
    const kind = whole.kind[node] as Kind
    const at = cite(linked, node)
    const record = records.get(node)
    if (record && record.does === 'read') {
      const [first, last] = whole.linesOf(node)
      const compares = [...comparedAt.values(), ...hashing.comparisons].some(
        ({ way, at: place }) => way === 'database' && place.file === at.file && place.line >= first - BUILT_BEFORE && place.line <= last,
      )
      if (isAboutPeople(record.of, fieldsAsked(linked, record.by)) || compares)
        found.set(node, {
          ...own(
            node,
            `looks up ${wordsFor(record.of, fieldsAsked(linked, record.by))}${compares && !fieldsAsked(linked, record.by).some((field) => /pass/i.test(field)) ? ', password included' : ''}`,
          ),
          to: storeOf(record.of),
        })
    } else if (record && /token|session/i.test(record.of))
      found.set(node, { ...own(node, record.does === 'create' ? 'stores the token' : `${record.does}s the record`, true), to: storeOf(record.of) })
    const hash = hashAt.get(node)
    if (hash) found.set(node, own(node, `hashes the password: ${hash.name}`))
    const comparison = comparedAt.get(node)
    if (comparison)
      found.set(
        node,
        own(
          node,
          `compares the password: ${comparison.way === 'library' ? comparison.name : comparison.way === 'constant time' ? 'in constant time' : 'with an operator'}`,
        ),
      )
    if (kind === Kind.Call) {
      const callees = [...(linked.solver.callees.get(node) ?? [])]
      const issue = signAt.get(node) ?? callees.map((fn) => signing.get(fn)).find((each) => each !== undefined)
      if (issue) found.set(node, own(node, `signs a token: ${issue.package}${issue.algorithm ? `, ${issue.algorithm}` : ''}`, true))
      const name = calledName(linked, node)
      // A method of a record, which nothing but its name leads to.
      if (comparing.has(name) && callees.length === 0 && !found.has(node)) found.set(node, own(node, `compares the password: ${name}`))
      if (isOfSession(linked, receiverOf(linked, node)) && /^(?:regenerate|save|set)$/.test(name))
        found.set(node, { ...own(node, name === 'regenerate' ? 'gives the session a new id' : 'saves the session', true), to: 'Session' })
      if (/^(?:logIn|login)$/.test(name) && /^(?:req|request|ctx)$/.test(nameOfValue(linked, receiverOf(linked, node))))
        found.set(node, { ...own(node, 'signs the user in', true), to: 'Session' })
      if (/^(?:cookie|setCookie|setSignedCookie)$/.test(name)) found.set(node, { ...own(node, 'sets a cookie', true), to: CLIENT })
    }
    if (kind === Kind.Store && isOfSession(linked, whole.a[node] as number))
      found.set(node, { ...own(node, `writes ${whole.text(whole.b[node] as number)} into the session`, true), to: 'Session' })
    for (const place of kind === Kind.Call ? plainIn([...(linked.solver.callees.get(node) ?? [])]) : [])
      if (plainAt.delete(place) && !found.has(node)) found.set(node, own(node, 'compares the password as it is'))
  }
  // The signing itself is told by the call that leads to it.
  for (const { node, through } of steps) if (signAt.has(node) && through.some((call) => found.has(call))) found.delete(node)
  return found
}

const storeOf = (of: string): string => (of ? `Store of ${of}` : 'Data store')

const PEOPLE = /user|account|member|customer|person|people|employee|admin|login|auth|credential|profile|identity|principal/i
const NAMES = /^(?:e?_?mail|user_?name|login|user|name|phone|uid|account)/i

const isAboutPeople = (of: string, fields: readonly string[]): boolean =>
  PEOPLE.test(of) || /token|session/i.test(of) || fields.some((field) => NAMES.test(field))

function wordsFor(of: string, fields: readonly string[]): string {
  const what = /token|session/i.test(of) ? 'the record' : 'the user'
  return fields.length > 0 ? `${what} by ${fields.slice(0, 3).join(', ')}` : what
}

function fieldsAsked({ whole, values }: Linked, by: readonly number[]): string[] {
  const objects = by.flatMap((node) => values.definitions(node).filter((made) => made < whole.size && whole.kind[made] === Kind.Object))
  const names = objects.flatMap((object) =>
    values
      .propertyNames(object)
      .flatMap((name) => (name === 'where' ? values.property(object, 'where').flatMap((where) => values.propertyNames(where)) : [name])),
  )
  return [...new Set(names.filter((name) => !/^(?:include|attributes|select|raw|transaction|plain|model|type|lean|limit|blacklisted)$/.test(name)))]
}

/** `req.session`, `session`, `ctx.session`. */
export function isOfSession({ whole, values }: Linked, node: number): boolean {
  if (node < 0 || node >= whole.size) return false
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Await || kind === Kind.Refine) return isOfSession({ whole, values } as Linked, whole.a[node] as number)
  return (
    (kind === Kind.Load || kind === Kind.Param || kind === Kind.Cell || kind === Kind.Call) &&
    /^(?:session|getSession|getIronSession|useSession)$/.test(values.nameOf(node)) &&
    !/^(?:sessionStorage|mongoose|driver|neo4j)$/.test(values.nameOf(whole.a[node] as number))
  )
}

/** On which branch a step lies: that of a refusing answer beside it, or below the same condition. */
function outcomeAt(linked: Linked, { node, through }: Step, answers: readonly Answer[]): Answer['outcome'] | undefined {
  const { whole, effects } = linked
  const sites = [...through, node]
  for (const { step, outcome } of answers) {
    if (outcome === 'valid') continue
    for (const other of [...step.through, step.node])
      for (const site of sites) {
        const region = whole.region[other] as number
        if (site === other || whole.functionOf(site) !== whole.functionOf(other) || (whole.regions[region * 4 + 2] as number) < 0) continue
        if (effects.isInside(whole.region[site] as number, region)) return outcome
      }
  }
  return undefined
}

// ── libraries in between ─────────────────────────────────────────────────────────────────────────────────────────────

/** The function that a local strategy verifies with, where the door hands the credentials to Passport. */
function verifiersFor(scene: Scene, { entry, handlers }: Door): number[] {
  const { linked } = scene
  const { whole, solver } = linked
  const isPassport =
    entry.guards.some(({ name }) => /authenticate\(|AuthGuard|local/i.test(name)) ||
    handlers.some((fn) => linked.effects.within(fn).some((node) => whole.kind[node] === Kind.Call && calledName(linked, node) === 'authenticate'))
  if (!isPassport) return []
  const found: number[] = []
  for (const { node, name } of strategiesMade(linked)) {
    if (!/local/.test(name)) continue
    const last = whole.args(node).at(-1)
    if (last !== undefined) for (const label of solver.of(last)) if (solver.labels.kind[label] === 1) found.push(solver.labels.data[label] as number)
    const fn = whole.functions[whole.functionOf(node)]
    const verify = fn && fn.owner >= 0 ? whole.classes[fn.owner]?.members.find((member) => member.name === 'validate') : undefined
    if (verify && verify.node >= 0 && whole.kind[verify.node] === Kind.Function) found.push(whole.a[verify.node] as number)
  }
  return found
}
