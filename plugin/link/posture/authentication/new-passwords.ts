/** What is asked of a new password. In: limits on its length and characters, and the doors at which one is chosen. Out: rows. */
import { Kind } from '../../../graph'
import type { Control } from '../../../types'
import { cite } from '../../linked'
import { lookupOf } from '../../lookup'
import { control, counted, listed } from './control'
import type { Door } from './doors'
import type { Limit } from './password-limits'
import { PASSWORD_ROWS } from './password-rows'
import { isOfTests, type Scene } from './scene'
import { usesOf } from './uses'

export const takesPassword = ({ entry }: Door): boolean => entry.parameters.some(({ name }) => /pass(?:word|wd|phrase)?$|^pwd$/i.test(name))

/** Doors that are sent a password; those first at which a new one is chosen. */
export function doorsWithPasswords(scene: Scene): Door[] {
  return [
    ...scene.doorsFor('register', 'reset', 'change').filter((door) => door.purpose === 'register' || takesPassword(door)),
    ...scene.doorsFor('sign in', 'second factor').filter(takesPassword),
  ]
}

const LOOKED_FOR =
  'Looked for: lengths in schemas, validators, decorators and models of fields that are called passwords, comparisons of their length, patterns.'

export function lengthsOf(limits: readonly Limit[], taking: readonly Door[]): Control[] {
  // Where people register comes first: there a password is chosen.
  const rank = ({ at }: Limit) => (/regist|sign-?up/i.test(at.file) ? 0 : 1)
  const of = (kind: Limit['kind'], side: Limit['side']) =>
    limits.filter((limit) => limit.kind === kind && limit.side === side).sort((one, other) => rank(one) - rank(other))
  const server = of('least', 'server')
  // One character means only that there is something.
  const page = of('least', 'page').filter(({ number }) => number > 1)
  const where = taking.map(({ entry }) => entry.at)
  const rows: Control[] = []
  if (server.length > 0) {
    const numbers = [...new Set(server.map(({ number }) => number))].sort((one, other) => one - other)
    const least = numbers[0] as number
    rows.push(
      control(
        PASSWORD_ROWS.least,
        least >= 12 ? 'pass' : 'fail',
        numbers.map((number) => counted(number, 'character')).join(' or '),
        least >= 12 ? 'As advised.' : `A password of ${counted(least, 'character')} passes.`,
        server.map(({ at }) => at),
      ),
    )
  } else
    rows.push(
      control(
        PASSWORD_ROWS.least,
        'fail',
        page.length > 0 ? 'None on the server' : 'None',
        `The server asks for no length. ${LOOKED_FOR}${page.length > 0 ? ' The page asks for one; whoever calls the service directly is not held to it.' : ''}`,
        where.slice(0, 2),
      ),
    )
  if (page.length > 0) {
    const numbers = [...new Set(page.map(({ number }) => number))].sort((one, other) => one - other)
    rows.push(
      control(
        PASSWORD_ROWS.leastInPage,
        server.length > 0 ? 'pass' : 'partial',
        numbers.map((number) => counted(number, 'character')).join(' or '),
        server.length > 0 ? 'A convenience of the form; the server asks for a length as well.' : 'Asked for by the form alone.',
        page.map(({ at }) => at),
      ),
    )
  }
  const most = [...of('most', 'server'), ...of('most', 'page')]
  rows.push(
    most.length > 0
      ? control(
          PASSWORD_ROWS.most,
          most.every(({ number }) => number >= 64) ? 'pass' : 'fail',
          listed(most.map(({ number, side }) => `${counted(number, 'character')}${side === 'page' ? ' in the page' : ''}`)),
          most.every(({ number }) => number >= 64) ? 'Long passphrases pass.' : 'Long passphrases, as password managers make them, are turned away.',
          most.map(({ at }) => at),
        )
      : control(
          PASSWORD_ROWS.most,
          'unknown',
          'No limit found',
          `No limit was found, so long passphrases pass, as far as the size of a request lets them. ${LOOKED_FOR}`,
        ),
  )
  return rows
}

export function complexityOf(limits: readonly Limit[], taking: readonly Door[]): Control {
  const row = PASSWORD_ROWS.complexity
  const found = limits.filter(({ kind }) => kind === 'characters')
  const server = found.filter(({ side }) => side === 'server')
  const asks = (list: readonly Limit[]) => [...new Set(list.flatMap((limit) => limit.asks))]
  if (server.length > 0)
    return control(
      row,
      'pass',
      listed(asks(server).map((each) => `at least ${each.startsWith('a ') ? each.replace(/^a /, 'one ') : `one in ${each}`}`)),
      'Asked for by the server.',
      server.map(({ at }) => at),
    )
  if (found.length > 0)
    return control(
      row,
      'partial',
      `${listed(asks(found))}, in the page alone`,
      'The form asks for it; the server does not.',
      found.map(({ at }) => at),
    )
  return control(
    row,
    'fail',
    'None',
    `No rule about kinds of characters is in force. ${LOOKED_FOR} Code in comments does not count.`,
    taking.map(({ entry }) => entry.at).slice(0, 2),
  )
}

/** A row where characters are turned away: that none are cannot be seen. */
export function charactersOf(limits: readonly Limit[]): Control[] {
  const only = limits.filter(({ kind, side }) => kind === 'only' && side === 'server')
  return only.length === 0
    ? []
    : [
        control(
          PASSWORD_ROWS.characters,
          'fail',
          listed([
            ...new Set(only.flatMap(({ asks }) => asks.map((each) => (each.startsWith('[') || each.startsWith('\\') ? `\`${each}\`` : each)))),
          ]),
          'Passwords with other characters are turned away: letters of other scripts, and what else a password manager chooses.',
          only.map(({ at }) => at),
        ),
      ]
}

export function breachOf(scene: Scene, taking: readonly Door[]): Control {
  const row = PASSWORD_ROWS.breach
  const checks = usesOf(scene.linked, 'breach-check')
  const asked = [...lookupOf(scene.linked.whole).named(Kind.String, /api\.pwnedpasswords\.com|haveibeenpwned\.com\/api/i)].filter(
    (node) => !isOfTests(scene.linked, node),
  )
  const at = [...checks.map((use) => use.at), ...asked.map((node) => cite(scene.linked, node))]
  if (at.length > 0) return control(row, 'pass', 'Published passwords are looked up', 'A list of published passwords is asked.', at)
  const strength = usesOf(scene.linked, 'strength-check')
  if (strength.length > 0)
    return control(
      row,
      'partial',
      `Strength is estimated (${listed(strength.map((use) => use.package))})`,
      'An estimate of strength knows common passwords, and no list of published ones is asked.',
      strength.map((use) => use.at),
    )
  return control(
    row,
    'fail',
    'None',
    'No check against published passwords was found. Looked for: Have I Been Pwned, by its address and by its clients, and lists of common passwords by the libraries that have them.',
    taking.map(({ entry }) => entry.at).slice(0, 1),
  )
}
