/** Protection against guessing. In: limits, and what the sign-in handlers count, delay, ask and report. Out: the checklist, always these six. */
import { Kind } from '../../../graph'
import type { Control, Evidence } from '../../../types'
import { runsOf } from '../../entry-points/runs'
import { calledName, cite, type Linked, receiverOf } from '../../linked'
import { lookupOf, merge } from '../../lookup'
import { accountUses } from './accounts'
import { answersOf } from './answers'
import { control, counted, listed, notApplicable, type Row } from './control'
import { type Door, labelsOf } from './doors'
import { numberOf } from './numbers'
import { type RateLimit, rateLimitsOf } from './rate-limits'
import { isOfTests, type Scene } from './scene'
import { strategiesMade } from './tokens'
import { usesOf } from './uses'

export const BRUTE_FORCE_ROWS = {
  lockout: { id: 'account-lockout', aspect: 'Account lockout and attempts', recommended: 'Locked for a time after a few failures' },
  delays: { id: 'progressive-delays', aspect: 'Progressive delays', recommended: 'Longer after each failure' },
  captcha: { id: 'captcha', aspect: 'CAPTCHA and threshold', recommended: 'At sign-in, after some failures' },
  limits: { id: 'sign-in-rate-limit', aspect: 'Rate limiting', recommended: 'On sign-in, second factor and reset, by address and account' },
  addresses: { id: 'ip-blocking', aspect: 'IP blocking', recommended: 'Addresses that attack are shut out for a time' },
  alerts: { id: 'sign-in-alerts', aspect: 'Alerting on suspicious activity', recommended: 'Somebody is told about runs of failures' },
} satisfies Record<string, Row>

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
      const left = `Signing in is left to others (${listed(others.map(({ name }) => name))}), and what they do against guessing is theirs; no door of the program takes a credential that was recognised.`
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
    const reason = 'No door was found at which somebody signs in, so there is nothing to guess at. Looked for: paths and handlers that are named so.'
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

const at = (doors: readonly Door[]): Evidence[] => doors.slice(0, 2).map(({ entry }) => entry.handler?.at ?? entry.at)

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
    at(doors),
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
    `Nothing that ${labelsOf(doors) || 'the doors of sign-in'} leads to waits after a failure. Looked for: limiters that slow down, and calls that wait.`,
    at(doors),
  )
}

// ── CAPTCHA ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const CAPTCHA = /captcha|turnstile|altcha/i
const CHECKED_AT = /recaptcha\/api\/siteverify|hcaptcha\.com\/siteverify|turnstile\/v0\/siteverify|recaptcha\.net\/recaptcha/i

function captchaOf(scene: Scene, doors: readonly Door[]): Control {
  const row = BRUTE_FORCE_ROWS.captcha
  const { linked } = scene
  const { whole } = linked
  const lookup = lookupOf(whole)
  const asked = [...lookup.named(Kind.String, CHECKED_AT)].filter((node) => !isOfTests(linked, node) && !scene.isPage(cite(linked, node).file))
  const checking = new Set(asked.map((node) => whole.functionOf(node)))
  const isCaptcha = (fn: number): boolean => {
    for (let inner = fn, hops = 0; inner >= 0 && hops < 4; inner = whole.functions[inner]?.parent ?? -1, hops++)
      if (CAPTCHA.test(whole.functions[inner]?.fact.name ?? '') || checking.has(inner)) return true
    return false
  }
  const requiring = scene.known.entryPoints.filter((entry) => {
    if (entry.method === 'GET' || (entry.kind !== 'http' && entry.kind !== 'graphql')) return false
    const { before, handlers } = runsOf(linked, entry)
    return [...before, ...handlers].some(isCaptcha) || entry.guards.some(({ name }) => CAPTCHA.test(name))
  })
  const behind = new Set(
    requiring.flatMap((entry) => around(linked, [...runsOf(linked, entry).before, ...runsOf(linked, entry).handlers].filter(isCaptcha))),
  )
  const places = [...lookup.named(Kind.Call, CAPTCHA)].filter(
    (node) =>
      !isOfTests(linked, node) && !scene.isPage(cite(linked, node).file) && [...(linked.solver.callees.get(node) ?? [])].some((fn) => behind.has(fn)),
  )
  const libraries = usesOf(linked, 'captcha').filter(({ at: { file } }) => !scene.isPage(file))
  const evidence = [...places.map((node) => cite(linked, node)), ...libraries.map((use) => use.at), ...asked.map((node) => cite(linked, node))]
  const names = [...new Set(requiring.map(({ method, path }) => `${method} ${path}`))]
  const signIn = new Set(doors.map(({ label }) => label))
  const atSignIn = names.filter((name) => signIn.has(name))
  const missing = doors.length > 0 && atSignIn.length === 0 ? `; not on ${labelsOf(doors)}` : ''
  if (names.length > 0)
    return control(
      row,
      atSignIn.length > 0 ? 'pass' : 'fail',
      `Required on ${listed(names)}${missing}`,
      atSignIn.length > 0
        ? 'A puzzle stands before the sign-in. Whether it is asked for only after some failures could not be told.'
        : 'A puzzle is asked for elsewhere, and not where passwords are guessed.',
      evidence,
    )
  if (evidence.length > 0)
    return control(
      row,
      'unknown',
      'In use; at which doors could not be told',
      'A puzzle is checked, and no door was found behind the check.',
      evidence,
    )
  return control(
    row,
    'fail',
    'None',
    'No CAPTCHA was found. Looked for: libraries, the services that check answers, and functions of the program that are named so.',
    at(doors),
  )
}

/** Functions, and those that they are written in. */
function around({ whole }: Linked, functions: readonly number[]): number[] {
  return functions.flatMap((fn) => {
    const found: number[] = []
    for (let at = fn; at >= 0; at = whole.functions[at]?.parent ?? -1) found.push(at)
    return found
  })
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
      `No rate limit was found on any door of sign-in.${bare} Looked for: limiters on routes, routers and the application, and settings of routes. A limit in a proxy in front of the service would not be seen here.`,
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

// ── addresses and alerts ─────────────────────────────────────────────────────────────────────────────────────────────

const BLOCKS =
  /^(?:(?:is_?)?(?:block|ban|blacklist|deny|blocklist|denylist)(?:ed|ned|list)?_?(?:ips?|address(?:es)?)|ip_?(?:block|black|deny|ban)(?:list|lists|ed)?|ip_?filter|banned_?ips?|check_?ip_?ban|fail2ban)$/i

function addressesOf(scene: Scene): Control {
  const row = BRUTE_FORCE_ROWS.addresses
  const { linked } = scene
  const lookup = lookupOf(linked.whole)
  const filters = usesOf(linked, 'ip-filter')
  const own = [...merge([lookup.named(Kind.Load, BLOCKS), lookup.named(Kind.Call, BLOCKS)])].filter(
    (node) => !isOfTests(linked, node) && !scene.isPage(cite(linked, node).file),
  )
  if (filters.length > 0) {
    const lines = new Set(filters.map((use) => `${use.at.file}:${use.at.line}`))
    const before = scene.known.entryPoints.filter(({ guards }) =>
      guards.some(({ name, at: place }) => lines.has(`${place.file}:${place.line}`) && /ip/i.test(name)),
    )
    const names = [...new Set(before.map(({ method, path }) => `${method} ${path}`))]
    const doors = scene.doorsFor('sign in')
    const isAtSignIn = before.length === 0 || doors.some(({ label }) => names.includes(label))
    const where = before.length === 0 ? '' : ` before ${listed(names.slice(0, 4))}${names.length > 4 ? ` and ${names.length - 4} more` : ''}`
    return control(
      row,
      before.length > 0 && isAtSignIn ? 'pass' : isAtSignIn ? 'unknown' : 'fail',
      `${listed(filters.map((use) => scene.versioned(use.package)))}${where}${isAtSignIn ? '' : '; not on sign-in'}`,
      isAtSignIn
        ? before.length > 0
          ? 'A filter for addresses stands before the sign-in.'
          : 'A filter for addresses is made; before which doors it stands could not be told.'
        : 'A filter for addresses stands elsewhere. A firewall in front of the service would not be seen here.',
      filters.map((use) => use.at),
    )
  }
  if (own.length > 0)
    return control(
      row,
      'partial',
      'By code of the program',
      'Something that is named so is asked; whether failures lead to it could not be told.',
      own.map((node) => cite(linked, node)),
    )
  return control(
    row,
    'fail',
    'None',
    'No list of addresses that are shut out was found. Looked for: filters for addresses, and functions and fields of the program that are named so. A firewall in front of the service would not be seen here.',
  )
}

const LOGS = /^(?:log|warn|error|info|notice|alert|audit|security|fatal|debug|track|logEvent|record|emit)$/
const LOGGERS = /log|console|winston|pino|audit|monitor|event/i
const ALERTS =
  /^(?:captureMessage|captureException|sendAlert|alert|notify|notifyAdmin|sendNotification|raiseAlert|reportSuspicious\w*|sendSecurityAlert|sendMail|sendEmail|send\w*Alert\w*)$/

function alertsOf(scene: Scene, doors: readonly Door[]): Control {
  const row = BRUTE_FORCE_ROWS.alerts
  const { linked } = scene
  const { whole, values } = linked
  const failing = (door: Door): ReadonlySet<number> =>
    new Set(
      answersOf(linked, door.steps)
        .filter(({ outcome }) => outcome === 'invalid')
        .map(({ step }) => whole.region[step.node] as number),
    )
  const speaks = (node: number) =>
    [...whole.args(node)].some((argument) =>
      values.texts(argument).some(({ value }) => /fail|invalid|attempt|wrong|denied|suspicious|brute|blocked|locked/i.test(value)),
    )
  const about = doors.flatMap((door) => {
    const regions = failing(door)
    return door.steps.filter(({ node }) => whole.kind[node] === Kind.Call && (regions.has(whole.region[node] as number) || speaks(node)))
  })
  const alerts = about.filter(({ node }) => ALERTS.test(calledName(linked, node)) && !/window/.test(values.nameOf(receiverOf(linked, node))))
  if (alerts.length > 0)
    return control(
      row,
      'pass',
      'Failures are reported',
      `Where ${labelsOf(doors)} refuses, a call tells somebody.`,
      alerts.map(({ node }) => cite(linked, node)),
    )
  const logs = about.filter(({ node }) => LOGS.test(calledName(linked, node)) && LOGGERS.test(values.nameOf(receiverOf(linked, node))))
  if (logs.length > 0)
    return control(
      row,
      'partial',
      'Failures are logged',
      `${labelsOf(doors)} writes to a log; nothing was found that tells somebody.`,
      logs.map(({ node }) => cite(linked, node)),
    )
  return control(
    row,
    'fail',
    'None',
    `Nothing that ${labelsOf(doors) || 'the doors of sign-in'} leads to logs a failure or tells somebody. Looked for: calls of loggers where it refuses, and calls that send messages.`,
    at(doors),
  )
}
