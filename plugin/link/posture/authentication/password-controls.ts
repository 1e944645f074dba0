/**
 * The table of passwords. In: hashes, comparisons, limits and the doors at which passwords are set. Out: its rows. What is advised
 * follows OWASP's Password Storage and Authentication Cheat Sheets, and the procedure: 12 rounds or more, 12 characters or more.
 */
import { Kind } from '../../../graph'
import type { Control, Evidence } from '../../../types'
import { cite } from '../../linked'
import { lookupOf } from '../../lookup'
import { namesOf, snake } from '../../names'
import { control, counted, listed, notApplicable, type Row, together } from './control'
import { type Door, labelsOf } from './doors'
import type { Hash } from './hashes'
import type { Hashing } from './hashing'
import type { Limit } from './password-limits'
import { resetControls } from './reset-controls'
import { isOfTests, type Scene } from './scene'
import type { Tokens } from './tokens'
import { usesOf } from './uses'

export const PASSWORD_ROWS = {
  algorithm: { id: 'password-hash', aspect: 'Hash algorithm', recommended: 'Argon2id, scrypt, bcrypt or PBKDF2' },
  salt: { id: 'password-salt', aspect: 'Salt', recommended: 'Random, one a password' },
  cost: { id: 'password-cost', aspect: 'Cost', recommended: 'bcrypt: 12 rounds or more' },
  least: { id: 'password-minimum-length', aspect: 'Minimum length', recommended: '12 characters or more, asked for by the server' },
  leastInPage: { id: 'password-minimum-length-page', aspect: 'Minimum length in the page', recommended: 'As on the server' },
  most: { id: 'password-maximum-length', aspect: 'Maximum length', recommended: '64 characters or more' },
  complexity: { id: 'password-complexity', aspect: 'Complexity rules', recommended: 'Length before kinds of characters' },
  breach: { id: 'password-breach-check', aspect: 'Breach check', recommended: 'New passwords are looked up among published ones' },
  comparison: { id: 'password-comparison', aspect: 'Comparison', recommended: 'By the hash library, in constant time' },
  answers: { id: 'security-answers', aspect: 'Answers to security questions', recommended: 'None; else kept like passwords' },
  change: { id: 'password-change', aspect: 'Change asks for the current password', recommended: 'Always' },
} satisfies Record<string, Row>

const SLOW = new Set<Hash['algorithm']>(['bcrypt', 'argon2', 'scrypt', 'PBKDF2'])
/** Least work that counts as enough. PBKDF2: 600,000 iterations with SHA-256. */
const ENOUGH: Partial<Record<Hash['algorithm'], number>> = { bcrypt: 12, PBKDF2: 600_000 }

export function passwordControls(scene: Scene, hashing: Hashing, limits: readonly Limit[], tokens: Tokens): Control[] {
  const hashes = hashing.hashes.filter(({ of }) => of === 'password')
  const answers = hashing.hashes.filter(({ of }) => of === 'answer')
  const taking = doorsWithPasswords(scene)
  const isUsed =
    hashes.length + hashing.comparisons.length + hashing.plain.length > 0 ||
    taking.some(takesPassword) ||
    scene.doorsFor('reset').length > 0 ||
    usesOf(scene.linked, 'password-plugin').length > 0
  if (!isUsed)
    return Object.values(PASSWORD_ROWS)
      .filter(({ id }) => id !== 'security-answers')
      .map((row) => notApplicable(row, 'No password was found: no hash of one, no comparison, and no door that takes a field of that name.'))
  return [
    algorithmOf(scene, hashes, hashing),
    saltOf(hashes, hashing),
    costOf(hashes),
    ...lengthsOf(limits, taking),
    complexityOf(limits, taking),
    breachOf(scene, taking),
    comparisonOf(hashing),
    ...(answers.length > 0 ? [answersOf(answers)] : []),
    changeOf(scene),
    ...resetControls(scene, tokens, answers),
  ]
}

const takesPassword = ({ entry }: Door): boolean => entry.parameters.some(({ name }) => /pass(?:word|wd|phrase)?$|^pwd$/i.test(name))

/** Doors that are sent a password; those first at which a new one is chosen. */
function doorsWithPasswords(scene: Scene): Door[] {
  return [
    ...scene.doorsFor('register', 'reset', 'change').filter((door) => door.purpose === 'register' || takesPassword(door)),
    ...scene.doorsFor('sign in', 'second factor').filter(takesPassword),
  ]
}

const MOST_CALLERS = 3
const placesOf = (hashes: readonly Hash[]): Evidence[] => hashes.flatMap(({ at, callers }) => [at, ...callers.slice(0, MOST_CALLERS)])

function algorithmOf(scene: Scene, hashes: readonly Hash[], { plain, idle }: Hashing): Control {
  const row = PASSWORD_ROWS.algorithm
  const unused = idle.length > 0 ? ` ${listed(idle.map(({ package: name }) => name))} is imported and nothing of it is called.` : ''
  const [plugin] = usesOf(scene.linked, 'password-plugin')
  if (hashes.length === 0 && plugin)
    return control(row, 'pass', 'PBKDF2 by the plugin', `${scene.versioned(plugin.package)} hashes passwords by itself, with PBKDF2 and a salt.`, [
      plugin.at,
    ])
  if (hashes.length === 0 && plain.length > 0) {
    const stored = plain.filter(({ way }) => way === 'stored')
    return control(
      row,
      'fail',
      'None: plaintext',
      `${stored.length > 0 ? 'The password is stored as it came' : 'The password is compared as it came, which only works where it is stored as it came'}; no hash of one was found.${unused}`,
      [...stored, ...plain].map(({ at }) => at).concat(idle.map(({ at }) => at)),
    )
  }
  if (hashes.length === 0)
    return control(
      row,
      'unknown',
      '',
      `Passwords are taken, and no hash of one was found. Looked for: bcrypt, Argon2, scrypt, PBKDF2, and other hashes of values that are called passwords. A service or a library may keep them.${unused}`,
      idle.map(({ at }) => at),
    )
  const names = [
    ...new Set(
      hashes.map(
        ({ name, package: from, salt, algorithm }) =>
          `${name}${from && from !== 'crypto' && from !== name.toLowerCase() ? ` (${from})` : ''}${algorithm === 'fast' && salt === 'none' ? ', unsalted' : ''}`,
      ),
    ),
  ]
  const states = hashes.map(({ algorithm }) =>
    SLOW.has(algorithm) ? ('pass' as const) : algorithm === 'other' ? ('unknown' as const) : ('fail' as const),
  )
  const state = plain.some(({ way }) => way === 'stored') ? 'partial' : together(states)
  const reason = hashes.some(({ algorithm }) => algorithm === 'fast' || algorithm === 'keyed')
    ? `${listed(hashes.filter(({ algorithm }) => !SLOW.has(algorithm)).map(({ name }) => name))} is made to be fast, so that stolen hashes are guessed fast.`
    : `${listed(hashes.map(({ name }) => name))} is made for passwords.`
  return control(row, state, listed(names), reason + unused, placesOf(hashes))
}

function saltOf(hashes: readonly Hash[], { plain }: Hashing): Control {
  const row = PASSWORD_ROWS.salt
  if (hashes.length === 0)
    return plain.length > 0
      ? control(
          row,
          'fail',
          'None',
          'Nothing is hashed, so nothing is salted.',
          plain.map(({ at }) => at),
        )
      : control(row, 'unknown', '', 'No hash of a password was found.')
  const words = { 'by the algorithm': 'Random, made by the library', given: 'Given with the password', none: 'None', 'could not tell': '' }
  const state = together(hashes.map(({ salt }) => (salt === 'none' ? 'fail' : salt === 'could not tell' ? 'unknown' : 'pass')))
  return control(
    row,
    state,
    listed(hashes.map(({ salt }) => words[salt])),
    state === 'pass'
      ? 'Each hash has a salt of its own.'
      : state === 'fail'
        ? 'The password alone goes into the hash: equal passwords have equal hashes, and tables of hashes fit.'
        : 'Where the salt comes from could not be told.',
    hashes.map(({ at }) => at),
  )
}

function costOf(hashes: readonly Hash[]): Control {
  const row = PASSWORD_ROWS.cost
  const slow = hashes.filter(({ algorithm }) => SLOW.has(algorithm))
  if (hashes.length === 0) return notApplicable(row, 'No hash of a password was found, so there is no cost to set.')
  if (slow.length === 0)
    return control(
      row,
      'fail',
      'None',
      `${listed(hashes.map(({ name }) => name))} has no cost that could be set.`,
      hashes.map(({ at }) => at),
    )
  const states = slow.map(({ algorithm, cost, otherwise }) => {
    const enough = ENOUGH[algorithm]
    const number = cost?.number ?? (otherwise && algorithm === 'bcrypt' ? 10 : undefined)
    if (number === undefined) return otherwise && algorithm === 'argon2' ? ('pass' as const) : ('unknown' as const)
    return enough === undefined || number >= enough ? ('pass' as const) : ('fail' as const)
  })
  const current = listed(
    slow.map(({ name, cost, otherwise }) => (cost ? `${name}: ${cost.number} ${cost.unit}` : otherwise ? `${name}: ${otherwise}` : '')),
  )
  const state = together(states)
  return control(
    row,
    state,
    current,
    state === 'fail'
      ? 'Below what is advised; each further round doubles the work of guessing.'
      : state === 'unknown'
        ? 'The cost comes from elsewhere and could not be told.'
        : 'As advised.',
    slow.flatMap(({ cost, at }) => (cost ? [cost.at, at] : [at])),
  )
}

// ── what is asked of a new one ───────────────────────────────────────────────────────────────────────────────────────

const LOOKED_FOR =
  'Looked for: lengths in schemas, validators, decorators and models of fields that are called passwords, comparisons of their length, patterns.'

function lengthsOf(limits: readonly Limit[], taking: readonly Door[]): Control[] {
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

function complexityOf(limits: readonly Limit[], taking: readonly Door[]): Control {
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

function breachOf(scene: Scene, taking: readonly Door[]): Control {
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

function comparisonOf({ comparisons, hashes }: Hashing): Control {
  const row = PASSWORD_ROWS.comparison
  if (comparisons.length === 0)
    return control(
      row,
      'unknown',
      '',
      `No comparison of a password was found${hashes.length > 0 ? ', though one is hashed' : ''}. Looked for: compare and verify of hash libraries, timingSafeEqual, operators between a password and a stored one, statements that ask for it.`,
    )
  const words = {
    library: 'by the hash library',
    'constant time': 'in constant time',
    operator: 'with an operator',
    database: 'by the database, in the statement that looks the user up',
  }
  const texts = comparisons.map(({ way, hashed, name }) =>
    way === 'library' ? `${words.library} (${name})` : `${words[way]}${hashed ? ', of two hashes' : ', of the plain text'}`,
  )
  const state = together(comparisons.map(({ way, hashed }) => (way === 'library' || way === 'constant time' ? 'pass' : hashed ? 'partial' : 'fail')))
  const reason = comparisons.some(({ hashed }) => !hashed)
    ? 'The password itself is compared, which only works where it is stored as it came.'
    : state === 'pass'
      ? 'The comparison takes the same time wherever the two differ.'
      : 'Two hashes are compared with something that stops at the first difference; what it gives away is about the hash.'
  return control(
    row,
    state,
    listed(texts),
    reason,
    comparisons.map(({ at }) => at),
  )
}

function answersOf(answers: readonly Hash[]): Control {
  return control(
    PASSWORD_ROWS.answers,
    'fail',
    listed(answers.map(({ name }) => name)),
    `Answers are kept as ${listed(answers.map(({ name }) => name))}, which is fast to compute: whoever has the key${answers.some(({ algorithm }) => algorithm !== 'keyed') ? ', or needs none,' : ''} tries answers by the million. Answers can often be found out or guessed.`,
    placesOf(answers),
  )
}

const CURRENT = /^(?:current|old|existing|previous)_?pass(?:word|wd)?$|^(?:current|old)$|^(?:password|passwd)_?(?:current|old)$/

/** A door that changes the password of who is signed in asks for the one in force. */
function changeOf(scene: Scene): Control {
  const row = PASSWORD_ROWS.change
  const doors = scene.doorsFor('change')
  if (doors.length === 0)
    return notApplicable(
      row,
      'No door was found at which somebody who is signed in changes their password. Looked for: paths and handlers that are named so.',
    )
  const { linked } = scene
  const states = doors.map((door) => {
    const asks = door.entry.parameters.some(({ name }) => CURRENT.test(snake(name))) || readsCurrent(scene, door)
    if (!asks) return 'fail' as const
    return (door.entry.faults ?? []).some(({ fault }) => fault === 'skippable') ? ('fail' as const) : ('pass' as const)
  })
  const skippable = doors.flatMap(({ entry }) => (entry.faults ?? []).filter(({ fault }) => fault === 'skippable'))
  const state = together(states)
  const current = skippable.length > 0 ? 'Asked for, and skipped where it is left out' : state === 'pass' ? 'Asked for' : 'Not asked for'
  return control(
    row,
    state,
    current,
    `${labelsOf(doors)}: ${skippable.length > 0 ? 'the check is left out where the field is not sent' : state === 'pass' ? 'a field for the current password is read' : 'no field for the current password is read'}.`,
    [...skippable.map(({ at }) => at), ...doors.map(({ entry }) => entry.handler?.at ?? entry.at)].filter((at) => at && linked !== undefined),
  )
}

function readsCurrent({ linked }: Scene, { functions }: Door): boolean {
  for (const fn of functions)
    for (const node of lookupOf(linked.whole).inFunction(fn))
      if (linked.whole.kind[node] === Kind.Load && namesOf(linked, node).some((name) => CURRENT.test(snake(name)))) return true
  return false
}
