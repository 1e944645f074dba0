/** How a forgotten password is replaced, and what ends when it is. In: the doors for it, with the tokens and records they use. Out: rows. */
import { Kind } from '../../../graph'
import type { Control, Evidence } from '../../../types'
import { recordCalls } from '../../access/records'
import { LabelKind } from '../../labels'
import { atPlace, calledName, cite, type Linked, receiverOf } from '../../linked'
import { lookupOf, merge } from '../../lookup'
import { thingNamed } from '../../names'
import { NOT } from '../../operators'
import { knownAround } from '../../regions'
import { answersOf } from './answers'
import { control, listed, notApplicable, type Row } from './control'
import { type Door, labelsOf } from './doors'
import type { Hash } from './hashes'
import { type Lifetime, momentOf } from './lifetimes'
import type { Step } from './reach'
import type { Scene } from './scene'
import type { Tokens } from './tokens'
import { told } from './told'

export const RESET_ROWS = {
  flow: { id: 'password-reset', aspect: 'Reset', recommended: 'A random token, once, for an hour or less' },
  ends: { id: 'reset-ends-sessions', aspect: 'A reset ends sessions', recommended: 'All sessions and refresh tokens of the user' },
  quiet: {
    id: 'reset-answers-alike',
    aspect: 'Reset answers alike for unknown addresses',
    recommended: 'The same answer whether or not the address is known',
  },
  verified: { id: 'verified-address', aspect: 'Sign-in needs a verified address', recommended: 'Accounts that wait for verification cannot sign in' },
} satisfies Record<string, Row>

const HOUR = 3600

export function resetControls(scene: Scene, tokens: Tokens, answers: readonly Hash[]): Control[] {
  const doors = scene.doorsFor('reset').filter(({ entry }) => entry.method !== 'GET')
  return [
    ...(doors.length > 0 ? [flowOf(scene, doors, tokens, answers), endsOf(scene, doors, tokens), quietOf(scene, doors)] : [absent()]),
    ...verifiedOf(scene),
  ]
}

const absent = (): Control =>
  notApplicable(RESET_ROWS.flow, 'No endpoint was found at which a forgotten password is replaced. Looked for: paths and handlers that are named so.')

function flowOf(scene: Scene, doors: readonly Door[], tokens: Tokens, answers: readonly Hash[]): Control {
  const { linked } = scene
  const row = RESET_ROWS.flow
  const signed = tokens.issues.flatMap((issue) => issue.lifetimes.filter(({ purpose }) => purpose === 'reset'))
  if (signed.length > 0) {
    const times = signed.map(({ lifetime }) => lifetime)
    const known = times.flatMap((lifetime) => (lifetime?.seconds === undefined ? [] : [lifetime.seconds]))
    const state = times.some((lifetime) => lifetime === undefined)
      ? 'fail'
      : known.length < times.length
        ? 'unknown'
        : known.every((seconds) => seconds <= HOUR)
          ? 'pass'
          : 'fail'
    return control(
      row,
      state,
      `Signed token, valid for ${listed(times.map((lifetime) => lifetime?.text ?? 'ever'))}`,
      `${labelsOf(doors)}: a token is signed and sent.`,
      [...times.flatMap((lifetime) => (lifetime ? [lifetime.at] : [])), ...signed.map(({ at }) => at)],
    )
  }
  const random = doors.flatMap((door) =>
    door.steps.filter(
      ({ node }) =>
        linked.whole.kind[node] === Kind.Call &&
        /^(?:randomBytes|randomUUID|nanoid|uuid|v4|getRandomValues|randomInt|random)$/.test(calledName(linked, node)) &&
        !isPredictable(linked, node),
    ),
  )
  const guessed = doors.flatMap((door) => door.steps.filter(({ node }) => linked.whole.kind[node] === Kind.Call && isPredictable(linked, node)))
  const expiry = doors.map((door) => expiryIn(linked, door)).find((found) => found !== undefined)
  const byAnswer = doors.filter(
    ({ entry, functions }) =>
      entry.parameters.some(({ name }) => /answer/i.test(name)) || answers.some(({ callers }) => callers.some((at) => within(linked, functions, at))),
  )
  if (byAnswer.length > 0)
    return control(
      row,
      'fail',
      'By the answer to a security question',
      `${labelsOf(byAnswer)}: whoever knows or guesses the answer sets a new password; no token is sent.`,
      [...byAnswer.map(({ entry }) => entry.handler?.at ?? entry.at), ...answers.flatMap(({ callers }) => callers)],
    )
  if (guessed.length > 0)
    return control(
      row,
      'fail',
      `Token of Math.random()${expiry ? `, valid for ${expiry.text}` : ''}`,
      'The token can be guessed: numbers of Math.random() follow from each other.',
      guessed.map(({ node }) => cite(linked, node)),
    )
  if (random.length > 0)
    return control(
      row,
      expiry === undefined ? 'partial' : (expiry.seconds ?? HOUR + 1) <= HOUR ? 'pass' : 'fail',
      `Random token${expiry ? `, valid for ${expiry.text}` : '; no expiry was found'}`,
      `${labelsOf(doors)}: a random token is made${expiry ? ' and its end is stored' : ', and no field for its end is written'}.`,
      [...random.map(({ node }) => cite(linked, node)), ...(expiry ? [expiry.at] : [])],
    )
  return control(
    row,
    'unknown',
    '',
    `${labelsOf(doors)}: how the caller proves who they are could not be told. Looked for: signed tokens, random tokens, answers to questions.`,
    doors.map(({ entry }) => entry.handler?.at ?? entry.at),
  )
}

const isPredictable = (linked: Linked, node: number): boolean =>
  calledName(linked, node) === 'random' && linked.values.nameOf(receiverOf(linked, node)) === 'Math'

function within({ whole }: Linked, functions: ReadonlySet<number>, { file, line }: Evidence): boolean {
  for (const fn of functions) {
    const fact = whole.functions[fn]
    if (!fact || (whole.files[fact.file] as { path: string }).path !== file) continue
    const [first, last] = whole.linesOf(fact.node)
    if (line >= first && line <= last) return true
  }
  return false
}

/** `resetTokenExpires = Date.now() + HOUR`, `{ expires: addHours(new Date(), 1) }` */
function expiryIn(linked: Linked, { functions }: Door): Lifetime | undefined {
  const { whole } = linked
  const lookup = lookupOf(whole)
  const named = merge([lookup.named(Kind.Store, /expir|valid_?until|validTill/i), lookup.named(Kind.Property, /expir|valid_?until|validTill/i)])
  for (const node of named) {
    if (!functions.has(whole.functionOf(node))) continue
    const found = momentOf(linked, (whole.kind[node] === Kind.Store ? whole.c[node] : whole.b[node]) as number)
    if (found) return found
  }
  return undefined
}

/** Records that hold tokens or sessions, and which of them a reset removes. */
function endsOf(scene: Scene, doors: readonly Door[], tokens: Tokens): Control {
  const { linked } = scene
  const row = RESET_ROWS.ends
  const records = recordCalls(linked)
  const setting = doors.filter(({ entry }) => entry.parameters.some(({ name }) => /pass(?:word|wd)?|^new$/i.test(name)))
  const removed = setting.flatMap((door) =>
    door.steps.filter(({ node }) => records.get(node)?.does === 'delete' && /token|session/i.test(records.get(node)?.of ?? '')),
  )
  const ends = setting.flatMap((door) =>
    door.steps.filter(
      ({ node }) =>
        linked.whole.kind[node] === Kind.Call &&
        /^(?:destroy|destroyAll|revokeAll|revokeTokens|logoutAll|invalidate\w*|revokeRefreshTokens|deleteSessions|invalidateUserSessions|signOutAll)$/.test(
          calledName(linked, node),
        ),
    ),
  )
  const where = setting.map(({ entry }) => entry.handler?.at ?? entry.at)
  const types = removed.flatMap(({ node }) => selectedTypes(linked, node))
  if (ends.length > 0)
    return control(
      row,
      'pass',
      'Yes',
      `${labelsOf(setting)}: what was issued before is taken back.`,
      ends.map(({ node }) => cite(linked, node)),
    )
  if (removed.length > 0) {
    const spares = types.length > 0 && !types.some((type) => /refresh|session|access/i.test(type))
    return control(
      row,
      spares ? 'fail' : 'pass',
      spares ? `No: only records of type ${listed(types)} are removed` : 'Yes',
      spares
        ? `${labelsOf(setting)}: refresh tokens and other records stay, so whoever had a session keeps it.`
        : `${labelsOf(setting)}: the records of the user are removed.`,
      removed.map(({ node }) => cite(linked, node)),
    )
  }
  if (setting.length === 0) return control(row, 'unknown', '', 'No endpoint was found that sets the new password.')
  const isKept = tokens.issues.length > 0 || scene.known.usages.some(({ kind }) => kind === 'session-cookie')
  return control(
    row,
    isKept ? 'fail' : 'unknown',
    'No',
    `${labelsOf(setting)}: nothing on the way ends a session or removes a token. Looked for: records of tokens and sessions that are removed, calls that revoke or destroy.`,
    where,
  )
}

/** Constants of a field that tells kinds of tokens apart: `{ user, type: 'resetPassword' }`. */
function selectedTypes(linked: Linked, call: number): string[] {
  return ['0.type', '0.where.type', '0.purpose', '0.kind']
    .flatMap((place) => atPlace(linked, call, place))
    .flatMap((node) =>
      told(linked, node).flatMap(({ text }) => (text === undefined ? [] : [text.includes('*') ? linked.values.nameOf(node) || text : text])),
    )
}

const UNKNOWN =
  /no (?:such )?(?:user|account)|(?:user|account|e-?mail)[\w\s]{0,30}(?:not (?:found|registered|exist)|does(?: not|n't) exist|unknown)|not (?:found|registered)/i

/** What the program itself lacks: it lacks that whoever asks. */
const OF_THE_PROGRAM = /\b(?:config(?:uration)?|settings?|variables?|env(?:ironment)?|templates?|modules?|plugins?|smtp|mailer)\b/i
/** What the second step says of the link that it is handed: nothing of who has an account. */
const OF_A_LINK = /\b(?:token|link|code|otp)\b/i
const OF_A_PERSON = /\b(?:user|account|e-?mail|address)\b/i

/** Asking for a reset with an address that nobody has must look the same. */
function quietOf(scene: Scene, doors: readonly Door[]): Control {
  const { linked } = scene
  const row = RESET_ROWS.quiet
  // Who is signed in asks for an account of their own.
  const asking = doors.filter(
    ({ entry }) => entry.authRequired.answer !== 'yes' && !entry.parameters.some(({ name }) => /token|pass|answer/i.test(name)),
  )
  if (asking.length === 0) return notApplicable(row, `${labelsOf(doors)}: no endpoint of these takes an address alone.`)
  const telling = asking.flatMap((door) =>
    answersOf(linked, door.steps)
      .filter(
        ({ step, outcome, status, text }) =>
          outcome !== 'valid' &&
          !isSwallowed(linked, step) &&
          !isAfterFound(linked, step) &&
          (status === 404 || UNKNOWN.test(text)) &&
          (!(OF_A_LINK.test(text) || OF_THE_PROGRAM.test(text)) || OF_A_PERSON.test(text)),
      )
      .map(({ step, text }) => ({ step, text, door })),
  )
  const [first] = telling
  if (first)
    return control(
      row,
      'fail',
      `No: ${first.text}`,
      `${labelsOf([...new Set([first.door, ...telling.map(({ door }) => door)])])}: the answer for an address that nobody has differs, so that accounts can be found out one by one.`,
      telling.map(({ step }) => cite(linked, step.node)),
    )
  return control(
    row,
    'unknown',
    '',
    `${labelsOf(asking)}: no answer was found that speaks of an unknown address; whether all answers are alike could not be told.`,
    asking.map(({ entry }) => entry.handler?.at ?? entry.at),
  )
}

/**
 * What is called with a record that was found: `if (!user) return done(); const link = await makeLink(user)`. That it may be gone by then
 * tells nobody whether it was there.
 */
function isAfterFound({ whole }: Linked, { through }: Step): boolean {
  return through.some((call) => {
    const given = new Set(whole.args(call).map((argument) => thingNamed(whole, argument)))
    return knownAround(whole, call).some(({ condition, holds }) => given.has(thingNamed(whole, testedBy(whole, condition, holds))))
  })
}

/** What is there where a condition holds, or does not: `user` of `user` that holds, and of `!user` that does not. */
function testedBy(whole: Linked['whole'], condition: number, holds: boolean): number {
  if (whole.kind[condition] === Kind.Unary && whole.c[condition] === NOT) return holds ? -1 : testedBy(whole, whole.a[condition] as number, true)
  return holds ? condition : -1
}

/** `await sendLink(user).catch((error) => log(error))`: what is thrown in there is answered by nobody. */
function isSwallowed(linked: Linked, { node, through }: Step): boolean {
  const { whole, effects, solver } = linked
  if (whole.kind[node] !== Kind.Throw) return false
  const isQuiet = (value: number | undefined) =>
    value !== undefined &&
    solver
      .of(value)
      .some((label) => solver.labels.kind[label] === LabelKind.Function && !throwsIn(whole, effects.within(solver.labels.data[label] as number)))
  return through.some((call) =>
    effects
      .ofFunction(whole.functionOf(call))
      .some(
        (at) =>
          at > call &&
          whole.kind[at] === Kind.Call &&
          receiverOf(linked, at) === call &&
          calledName(linked, at) === 'catch' &&
          isQuiet(whole.args(at)[0]),
      ),
  )
}

const throwsIn = (whole: Linked['whole'], nodes: readonly number[]) => nodes.some((node) => whole.kind[node] === Kind.Throw)

const VERIFIED =
  /^(?:is_?)?(?:e_?mail|account|user|phone)?_?(?:verified|confirmed|activated)(?:_?at)?$|^(?:e_?mail|account)_?(?:is_?)?(?:verified|confirmed|activated)$/i

/** A field for it that no sign-in reads decides nothing. */
function verifiedOf(scene: Scene): Control[] {
  const { linked } = scene
  const { whole } = linked
  const lookup = lookupOf(whole)
  const onServer = (node: number) => !scene.isPage((whole.files[whole.fileOf(node)] as { path: string }).path)
  const fields = [...merge([lookup.named(Kind.Property, VERIFIED), lookup.named(Kind.Store, VERIFIED)])].filter(
    (node) => onServer(node) && !/\b(?:tests?|__tests__|spec)\b/.test((whole.files[whole.fileOf(node)] as { path: string }).path),
  )
  const doors = scene.doorsFor('sign in')
  const [field] = fields
  if (field === undefined || doors.length === 0) return []
  const name = whole.text((whole.kind[field] === Kind.Store ? whole.b[field] : whole.a[field]) as number)
  const reads = [...lookup.named(Kind.Load, VERIFIED)].filter((node) => doors.some(({ functions }) => functions.has(whole.functionOf(node))))
  const asked = fields.filter((node) => doors.some(({ functions }) => functions.has(whole.functionOf(node))))
  if (reads.length + asked.length > 0)
    return [
      control(
        RESET_ROWS.verified,
        'pass',
        'Yes',
        `${labelsOf(doors)} reads ${name}.`,
        [...reads, ...asked].map((node) => cite(linked, node)),
      ),
    ]
  return [
    control(
      RESET_ROWS.verified,
      'fail',
      'No',
      `${name} is stored, and nothing that ${labelsOf(doors)} leads to reads it: accounts sign in unverified.`,
      [...doors.map(({ entry }) => entry.handler?.at ?? entry.at), ...fields.slice(0, 2).map((node) => cite(linked, node))],
    ),
  ]
}
