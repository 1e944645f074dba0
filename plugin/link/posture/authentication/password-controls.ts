/**
 * The table of passwords. In: hashes, comparisons, limits and the doors at which passwords are set. Out: its rows. What is advised
 * follows OWASP's Password Storage and Authentication Cheat Sheets, and the procedure: 12 rounds or more, 12 characters or more.
 */
import { Kind } from '../../../graph'
import type { Control, Evidence } from '../../../types'
import { lookupOf } from '../../lookup'
import { namesOf, snake } from '../../names'
import { control, listed, notApplicable, together } from './control'
import { type Door, labelsOf } from './doors'
import type { Hash } from './hashes'
import type { Hashing } from './hashing'
import { breachOf, charactersOf, complexityOf, doorsWithPasswords, lengthsOf, takesPassword } from './new-passwords'
import type { Limit } from './password-limits'
import { PASSWORD_ROWS } from './password-rows'
import { resetControls } from './reset-controls'
import type { Scene } from './scene'
import type { Tokens } from './tokens'
import { usesOf } from './uses'

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
      .map((row) => notApplicable(row, 'No password was found: no hash of one, no comparison, and no endpoint that takes a field of that name.'))
  return [
    algorithmOf(scene, hashes, hashing),
    saltOf(hashes, hashing),
    costOf(hashes),
    ...lengthsOf(limits, taking),
    complexityOf(limits, taking),
    ...charactersOf(limits),
    breachOf(scene, taking),
    comparisonOf(hashing),
    ...(answers.length > 0 ? [answersOf(answers)] : []),
    changeOf(scene),
    ...resetControls(scene, tokens, answers),
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
      'No endpoint was found at which somebody who is signed in changes their password. Looked for: paths and handlers that are named so.',
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
