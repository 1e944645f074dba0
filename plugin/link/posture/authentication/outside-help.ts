/** Addresses that are shut out, and people who are told. In: filters, and what handlers do where they refuse. Out: two rows of the checklist. */
import { Kind } from '../../../graph'
import type { Control } from '../../../types'
import { calledName, cite, receiverOf } from '../../linked'
import { lookupOf, merge } from '../../lookup'
import { answersOf } from './answers'
import { atDoors, BRUTE_FORCE_ROWS } from './brute-force-rows'
import { control, listed } from './control'
import { type Door, labelsOf } from './doors'
import { isOfTests, type Scene } from './scene'
import { usesOf } from './uses'

const BLOCKS =
  /^(?:(?:is_?)?(?:block|ban|blacklist|deny|blocklist|denylist)(?:ed|ned|list)?_?(?:ips?|address(?:es)?)|ip_?(?:block|black|deny|ban)(?:list|lists|ed)?|ip_?filter|banned_?ips?|check_?ip_?ban|fail2ban)$/i

export function addressesOf(scene: Scene): Control {
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
          : 'A filter for addresses is made; before which endpoints it stands could not be told.'
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

export function alertsOf(scene: Scene, doors: readonly Door[]): Control {
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
    whole
      .args(node)
      .some((argument) =>
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
    `Nothing that ${labelsOf(doors) || 'the endpoints of sign-in'} leads to logs a failure or tells somebody. Looked for: calls of loggers where it refuses, and calls that send messages.`,
    atDoors(doors),
  )
}
