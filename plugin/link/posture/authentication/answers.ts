/** How the handlers of a sign-in end. In: the steps of a door. Out: each answer and exception, with its status and whether it refuses. */
import { STATUS_CODES } from 'node:http'
import { Kind } from '../../../graph'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../../linked'
import type { Step } from './reach'
import { told } from './told'

export interface Answer {
  step: Step
  outcome: 'valid' | 'invalid' | 'second factor'
  status: number | undefined
  /** `answers with 401`, `redirects to /login`. */
  text: string
}

const SENDS =
  /^(?:json|jsonp|send|end|render|redirect|sendStatus|html|text|view|html|body|sendFile|created|ok|badRequest|unauthorized|forbidden|notFound)$/
const STATUS = /^(?:status|code|writeHead|sendStatus|setStatus)$/
const RECEIVER = /^(?:_?res|response|reply|ctx|context|c|h|self|Response|NextResponse)$/
const REFUSES =
  /invalid|incorrect|wrong|fail|denied|not (?:found|match|valid|allowed)|does(?: not|n't) (?:exist|match)|unauthor|unknown|error|no such|missing/i
const BACK = /log-?in|sign-?in|error|fail|denied|unauthor/i
const SECOND = /totp|\botp|2fa|mfa|two_?-?factor|second_?-?factor|one_?-?time/i
/** Names that exceptions and constants have for a status. */
const BY_NAME: [RegExp, number][] = [
  [/unauthor|unauthenticated|invalid_?credentials|auth(?:entication)?(?:Error|Exception)/i, 401],
  [/forbidden/i, 403],
  [/not_?found/i, 404],
  [/bad_?request|validation/i, 400],
  [/too_?many/i, 429],
]

/** @param verifying functions that a library asks whether somebody is who they say, by a callback of theirs */
export function answersOf(linked: Linked, steps: readonly Step[], verifying: readonly number[] = []): Answer[] {
  return steps.flatMap((step): Answer[] => {
    const kind = linked.whole.kind[step.node] as Kind
    if (kind === Kind.Throw) return thrown(linked, step)
    if (kind === Kind.Call) return called(linked, step, verifying)
    if (kind === Kind.Store) return stored(linked, step)
    return []
  })
}

function thrown(linked: Linked, step: Step): Answer[] {
  const { whole } = linked
  const value = whole.a[step.node] as number
  if (whole.kind[value] !== Kind.New && whole.kind[value] !== Kind.Call) return []
  // Caught and turned into another answer, or into nothing.
  const status = statusIn(linked, value)
  const message = messageIn(linked, [...whole.args(value)])
  // A fault of the program is no refusal.
  if (status === undefined && !REFUSES.test(message)) return []
  return [
    {
      step,
      outcome: isSecond(linked, step, message) ? 'second factor' : 'invalid',
      status,
      text: `refuses${status ? ` with ${status}` : ''}${message ? `: ${message}` : ''}`,
    },
  ]
}

function called(linked: Linked, step: Step, verifying: readonly number[]): Answer[] {
  const { whole, values } = linked
  const name = calledName(linked, step.node)
  const args = [...whole.args(step.node)]
  // `done(null, false)` and `done(null, user)` of a strategy.
  const callee = whole.a[step.node] as number
  if (whole.kind[callee] === Kind.Param && verifying.includes(whole.a[callee] as number) && args.length >= 2) {
    const second = args[1] as number
    const isNo = whole.kind[second] === Kind.Boolean && whole.a[second] === 0
    if (whole.kind[args[0] as number] !== Kind.Null && whole.kind[args[0] as number] !== Kind.Undefined) return []
    return [
      {
        step,
        outcome: isNo ? 'invalid' : 'valid',
        status: undefined,
        text: isNo ? `tells the library no${says(messageIn(linked, args.slice(2)))}` : 'hands the user to the library',
      },
    ]
  }
  if (name === 'next' && args[0] !== undefined && whole.kind[args[0]] === Kind.New) {
    const message = messageIn(linked, [...whole.args(args[0])])
    return [{ step, outcome: 'invalid', status: statusIn(linked, args[0]), text: `hands a fault to the error handler${says(message)}` }]
  }
  if (!SENDS.test(name) || !isOfAnswer(linked, step.node)) return []
  const status = chainedStatus(linked, step.node, args)
  const message = messageIn(linked, args)
  const target =
    name === 'redirect'
      ? (args.flatMap((node) => values.texts(node)).find(({ value }) => value.startsWith('/') || value.startsWith('http'))?.value ?? '')
      : ''
  const view = name === 'render' || name === 'view' ? (args.slice(0, 1).flatMap((node) => values.texts(node))[0]?.value ?? '') : ''
  const refuses =
    status !== undefined
      ? status >= 400
      : name === 'redirect'
        ? BACK.test(target.split('?')[0] as string) || /[?&](?:error|fail)/i.test(target)
        : view
          ? BACK.test(view)
          : REFUSES.test(message)
  const what =
    name === 'redirect'
      ? `redirects${target && !target.startsWith('{') ? ` to ${target.split('?')[0]}` : ''}`
      : view
        ? `shows the page "${view}"`
        : `answers${status ? ` with ${status}` : ''}${refuses ? '' : keysOf(linked, args)}`
  const outcome = isSecond(linked, step, message) && (refuses || SECOND.test(message)) ? 'second factor' : refuses ? 'invalid' : 'valid'
  return [{ step, outcome, status, text: `${what}${refuses && !target ? says(message) : ''}` }]
}

const MOST_KEYS = 4

/** `: user, tokens` of what is sent. */
function keysOf({ whole, values }: Linked, args: readonly number[]): string {
  const object = args.find((node) => whole.kind[node] === Kind.Object)
  const names = object === undefined ? [] : values.propertyNames(object).filter((name) => /^[\w-]+$/.test(name))
  return names.length > 0 ? `: ${names.slice(0, MOST_KEYS).join(', ')}` : ''
}

const says = (message: string): string => (message ? `: ${message}` : '')

/** `ctx.body = { token }` */
function stored(linked: Linked, step: Step): Answer[] {
  const { whole, values } = linked
  if (whole.text(whole.b[step.node] as number) !== 'body' || !/^(?:ctx|context)$/.test(values.nameOf(whole.a[step.node] as number))) return []
  const message = messageIn(linked, [whole.c[step.node] as number])
  return [
    { step, outcome: REFUSES.test(message) ? 'invalid' : 'valid', status: undefined, text: `answers${REFUSES.test(message) ? says(message) : ''}` },
  ]
}

function isOfAnswer(linked: Linked, call: number): boolean {
  const { whole, values, models } = linked
  let at = receiverOf(linked, call)
  for (let hops = 0; hops < 6 && at >= 0 && whole.kind[at] === Kind.Call; hops++) at = receiverOf(linked, at)
  if (at < 0) return false
  if (RECEIVER.test(values.nameOf(at))) return true
  return apiPathsOf(linked, at).some((path) => /\/(?:Response|Reply|ServerResponse|Context)$/.test(models.paths.show(path)))
}

function chainedStatus(linked: Linked, call: number, args: readonly number[]): number | undefined {
  const { whole, values } = linked
  if (/^(?:sendStatus|writeHead)$/.test(calledName(linked, call))) return numberAt(linked, args[0])
  for (let at = receiverOf(linked, call), hops = 0; hops < 6 && at >= 0 && whole.kind[at] === Kind.Call; at = receiverOf(linked, at), hops++)
    if (STATUS.test(calledName(linked, at))) return numberAt(linked, whole.args(at)[0])
  // `Response.json(body, { status: 401 })`
  for (const argument of args.slice(1)) for (const status of values.property(argument, 'status')) return numberAt(linked, status)
  // `c.json(body, 401)`
  const [, second] = args
  return second !== undefined && whole.kind[second] === Kind.Number ? numberAt(linked, second) : undefined
}

/** A number, or a constant that is called like a status. */
function numberAt(linked: Linked, node: number | undefined): number | undefined {
  if (node === undefined) return undefined
  const text = told(linked, node).find(({ text: known }) => known !== undefined && /^[1-5]\d\d$/.test(known))?.text
  if (text) return Number(text)
  const name = linked.values
    .nameOf(node)
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
  const known = name.length < 2 ? undefined : Object.entries(STATUS_CODES).find(([, words]) => words?.replace(/[^a-z]/gi, '').toLowerCase() === name)
  return known ? Number(known[0]) : undefined
}

function statusIn(linked: Linked, made: number): number | undefined {
  const { whole } = linked
  for (const argument of whole.args(made)) {
    const number = numberAt(linked, argument)
    if (number !== undefined && number >= 400) return number
  }
  const name = calledName(linked, made)
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1]
}

const MOST_MESSAGE = 60

/** The words of an answer, where the code writes them. */
export function messageIn(linked: Linked, args: readonly number[]): string {
  const { whole, values } = linked
  const texts = args.flatMap((node): string[] => {
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Object)
      return whole.items(whole.a[node] as number).flatMap((entry) =>
        whole.kind[entry] === Kind.Property
          ? values
              .texts(whole.b[entry] as number)
              .filter(({ exact }) => exact)
              .map(({ value }) => value)
          : [],
      )
    // `res.__('Invalid password')`
    if (kind === Kind.Call)
      return whole.args(node).flatMap((inner) =>
        values
          .texts(inner)
          .filter(({ exact }) => exact)
          .map(({ value }) => value),
      )
    return values
      .texts(node)
      .filter(({ exact }) => exact)
      .map(({ value }) => value)
  })
  const text = texts.find((each) => REFUSES.test(each)) ?? texts.find((each) => /[a-z]{3}/i.test(each)) ?? ''
  return text.length > MOST_MESSAGE ? `${text.slice(0, MOST_MESSAGE - 1)}…` : text
}

/** The way here asks whether somebody has a second factor. */
function isSecond({ whole }: Linked, { node }: Step, message: string): boolean {
  if (SECOND.test(message)) return true
  for (let region = whole.region[node] as number, hops = 0; region >= 0 && hops < 3; region = whole.regions[region * 4 + 1] as number, hops++) {
    const condition = whole.regions[region * 4 + 2] as number
    // The innermost alone: an else of it is about something else.
    if (condition >= 0) return whole.regions[region * 4] === 1 && SECOND.test(whole.sourceOf(condition, 200))
  }
  return false
}
