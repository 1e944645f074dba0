/** Protection against guessing. In: limits, and what the sign-in handlers count, delay, ask and report. Out: the checklist, always these six. */
import { Kind } from '../../../graph'
import type { Control } from '../../../types'
import { calledName, cite } from '../../linked'
import { lookupOf, merge } from '../../lookup'
import { accountUses } from './accounts'
import { atDoors, BRUTE_FORCE_ROWS } from './brute-force-rows'
import { captchaOf } from './captcha'
import { control, counted, listed, notApplicable } from './control'
import { type Door, labelsOf } from './doors'
import { numberOf } from './numbers'
import { addressesOf, alertsOf } from './outside-help'
import { type RateLimit, rateLimitsOf } from './rate-limits'
import type { Scene } from './scene'
import { strategiesMade } from './strategies'
import { usesOf } from './uses'

export function bruteForceControls(scene: Scene): Control[] {
  const { linked } = scene
  const doors = scene.doorsFor('sign in')
  const proving = scene.doorsFor('sign in', 'second factor', 'reset', 'register', 'refresh')
  if (proving.length === 0) {
    const [library] = accountUses(scene)
    if (library) {
      const takes = `${scene.versioned(library.package)} takes the sign-in, and what it does against guessing is its own; the code adds nothing that was found.`
      return Object.values(BRUTE_FORCE_ROWS).map((row) => control(row, 'unknown', '', takes, [library.at]))
    }
    const others = [
      ...usesOf(linked, 'delegated-login').map((use) => ({ name: use.package, at: use.at })),
      ...strategiesMade(linked)
        .filter(({ name }) => !/local|jwt/.test(name))
        .map(({ node, name }) => ({ name, at: cite(linked, node) })),
    ]
    if (others.length > 0) {
      const left = `Signing in is left to others (${listed(others.map(({ name }) => name))}), and what they do against guessing is theirs; no entry point of the program takes a credential that was recognised.`
      return Object.values(BRUTE_FORCE_ROWS).map((row) =>
        control(
          row,
          'unknown',
          '',
          left,
          others.map(({ at: place }) => place),
        ),
      )
    }
    const reason =
      'No endpoint was found at which somebody signs in, so there is nothing to guess at. Looked for: paths and handlers that are named so.'
    return Object.values(BRUTE_FORCE_ROWS).map((row) => notApplicable(row, reason))
  }
  const limits = rateLimitsOf(scene)
  return [
    lockoutOf(scene, doors.length > 0 ? doors : proving),
    delaysOf(scene, doors, limits),
    captchaOf(scene, doors),
    limitsOf(scene, proving, limits),
    addressesOf(scene),
    alertsOf(scene, doors),
  ]
}

// ── lockout and delays ───────────────────────────────────────────────────────────────────────────────────────────────

const LOCKS =
  /^(?:failed_?(?:login|log_?in|sign_?in|password|auth\w*)?_?(?:attempts?|count|tries)|(?:login|log_?in|sign_?in|password|auth)_?(?:attempts?|tries|failures?|retries)(?:_?count)?|(?:account_?)?lock(?:ed)?_?(?:until|out|at|out_?until|out_?end|expires?)|(?:is_?)?(?:account_?)?locked(?:_?out)?|access_?failed_?count|bad_?password_?count|inc(?:rement)?_?(?:failed_?)?login_?attempts?|reset_?(?:failed_?)?login_?attempts?|lock_?(?:account|user)|max_?(?:failed_?)?(?:login_?)?attempts)$/i

function lockoutOf(scene: Scene, doors: readonly Door[]): Control {
  const row = BRUTE_FORCE_ROWS.lockout
  const { linked } = scene
  const lookup = lookupOf(linked.whole)
  const inDoors = (node: number) => doors.some(({ functions }) => functions.has(linked.whole.functionOf(node)))
  const found = [
    ...merge([lookup.named(Kind.Load, LOCKS), lookup.named(Kind.Store, LOCKS), lookup.named(Kind.Property, LOCKS), lookup.named(Kind.Call, LOCKS)]),
  ].filter(inDoors)
  const plugins = usesOf(linked, 'password-plugin').filter((use) => use.place('1.limitAttempts').length > 0)
  if (found.length > 0) {
    const attempts = attemptsIn(scene, found)
    return control(
      row,
      'pass',
      attempts === undefined ? 'Failures are counted' : `After ${counted(attempts, 'attempt')}`,
      `${labelsOf(doors)} reads or writes how often it failed.`,
      found.map((node) => cite(linked, node)),
    )
  }
  if (plugins.length > 0)
    return control(
      row,
      'pass',
      'By the plugin',
      `${listed(plugins.map((use) => use.package))} counts attempts.`,
      plugins.map((use) => use.at),
    )
  return control(
    row,
    'fail',
    'None',
    `Nothing that ${labelsOf(doors)} leads to counts failures or locks an account. Looked for: fields and functions about attempts, failures and locks.`,
    atDoors(doors),
  )
}

/** A number that attempts are held against, in the same function. */
function attemptsIn({ linked }: Scene, nodes: readonly number[]): number | undefined {
  const { whole } = linked
  const counts = new Set(nodes)
  for (const binary of lookupOf(whole).of(Kind.Binary)) {
    const sides = [whole.a[binary] as number, whole.b[binary] as number]
    const side = sides.findIndex((node) => counts.has(node) || whole.madeOf(node).some((part) => counts.has(part)))
    const number = side < 0 ? undefined : numberOf(linked, sides[1 - side] as number)
    if (number !== undefined && number > 1 && number < 100) return number
  }
  return undefined
}

function delaysOf(scene: Scene, doors: readonly Door[], limits: readonly RateLimit[]): Control {
  const row = BRUTE_FORCE_ROWS.delays
  const { linked } = scene
  const slowing = limits.filter(({ delays }) => delays)
  const waits = doors.flatMap((door) =>
    door.steps.filter(
      ({ node }) => linked.whole.kind[node] === Kind.Call && /^(?:sleep|delay|wait|setTimeout|pause)$/.test(calledName(linked, node)),
    ),
  )
  if (slowing.length > 0)
    return control(
      row,
      'pass',
      listed(slowing.map(({ text, doors: before }) => `${text}${before.length > 0 ? ` (${before.slice(0, 3).join(', ')})` : ''}`)),
      'A limiter slows callers down.',
      slowing.flatMap(({ evidence }) => evidence),
    )
  if (waits.length > 0)
    return control(
      row,
      'partial',
      'A delay',
      `${labelsOf(doors)} waits; whether longer after each failure could not be told.`,
      waits.map(({ node }) => cite(linked, node)),
    )
  return control(
    row,
    'fail',
    'None',
    `Nothing that ${labelsOf(doors) || 'the endpoints of sign-in'} leads to waits after a failure. Looked for: limiters that slow down, and calls that wait.`,
    atDoors(doors),
  )
}

// ── limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const MOST_DOORS = 6

function limitsOf(scene: Scene, doors: readonly Door[], limits: readonly RateLimit[] = rateLimitsOf(scene)): Control {
  const row = BRUTE_FORCE_ROWS.limits
  const limited = doors.filter(({ entry }) => entry.rateLimited.answer === 'yes')
  const open = doors.filter(({ entry }) => entry.rateLimited.answer !== 'yes')
  const texts = limits.filter(({ delays }) => !delays).map(describe)
  const evidence = [...limits.flatMap((limit) => limit.evidence), ...limited.flatMap(({ entry }) => entry.rateLimited.evidence)]
  const signIns = doors.filter(({ purpose }) => purpose === 'sign in')
  const isConditional = limits.some(({ condition }) => condition !== undefined)
  const bare = open.length > 0 ? ` Not limited: ${labelsOf(open)}.` : ''
  if (limited.length === 0) {
    if (texts.length > 0) return control(row, 'fail', `${listed(texts)}; none on sign-in`, `Limits stand elsewhere.${bare}`, evidence)
    return control(
      row,
      'fail',
      'None',
      `No rate limit was found on any entry point of sign-in.${bare} Looked for: limiters on routes, routers and the application, and settings of routes. A limit in a proxy in front of the service would not be seen here.`,
      doors.slice(0, 3).map(({ entry }) => entry.at),
    )
  }
  const isWhole = signIns.length > 0 && signIns.every((door) => limited.includes(door)) && open.length === 0
  const none = signIns.some((door) => !limited.includes(door)) ? `; none on ${labelsOf(signIns.filter((door) => !limited.includes(door)))}` : ''
  return control(
    row,
    isWhole && !isConditional ? 'pass' : 'partial',
    `${texts.length > 0 ? texts.join('; ') : `A limit on ${labelsOf(limited)}`}${none}`,
    `Limited: ${labelsOf(limited)}.${bare}${isConditional ? ' Under some settings there is no limit at all.' : ''}`,
    evidence,
  )
}

function describe({ text, doors, condition, countedBy }: RateLimit): string {
  const before =
    doors.length === 0
      ? ''
      : ` on ${doors.slice(0, MOST_DOORS).join(', ')}${doors.length > MOST_DOORS ? ` and ${doors.length - MOST_DOORS} more` : ''}`
  const [amount, ...rest] = text.split('; ')
  const more = [...rest, ...(countedBy ? [`counted by ${countedBy}`] : []), ...(condition ? [`only where ${condition}`] : [])]
  return `${amount}${before}${more.length > 0 ? ` (${more.join('; ')})` : ''}`
}
