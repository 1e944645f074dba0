/** Whether a secret can be replaced, as far as the code tells. In: where it comes from and what takes it. Out: the control of its row. */
import { Kind } from '../../../graph'
import type { Control, Evidence, SecretSource } from '../../../types'
import { LabelKind } from '../../labels'
import { cite, type Linked } from '../../linked'
import type { Use } from './uses'

const RECOMMENDED = 'Replaced every 90 days, and at once when it got out; old and new accepted together meanwhile'

/** Keys that are asked for where they are kept: who keeps them can replace them. */
const KEY_SETS = /jwks|createRemoteJWKSet|passportJwtSecret|expressJwtSecret|jwksUri/i

export function rotationOf(linked: Linked, source: SecretSource, uses: Use[], evidence: Evidence[]): Control {
  const control = (state: Control['state'], current: string, reason: string, at: Evidence[]): Control => ({
    id: 'secret-rotation',
    aspect: 'Rotation',
    state,
    current,
    recommended: RECOMMENDED,
    reason,
    evidence: at,
  })
  const several = uses.find(({ node, kind, role }) => (role === 'signing' || kind === 'session-cookie') && takesSeveral(linked, node))
  if (several)
    return control(
      'pass',
      'Old and new together',
      'What takes the secret is given a list of several, so that a new one can be put in front while the old one still holds.',
      [several.at],
    )
  const fetched = uses.find(({ api }) => KEY_SETS.test(api))
  if (fetched) return control('pass', 'Fetched from a key set', 'The keys are asked for where they are kept, and change there.', [fetched.at])
  switch (source) {
    case 'hardcoded':
      return control(
        'fail',
        'By a new release only',
        'The secret is written in the repository. To replace it the code has to be changed and released, and whoever has an old copy keeps the old one.',
        [],
      )
    case 'config file':
    case 'key file':
      return control(
        'unknown',
        '',
        'The secret is read from a file. Nothing in the code reads it anew, sets a date or takes a second one; who replaces the file, and when, the code does not tell.',
        [],
      )
    case 'generated':
      return control(
        'partial',
        'New at every start',
        'It is made anew whenever the program starts; what was signed or encrypted with the old one is lost then.',
        evidence.slice(0, 1),
      )
    case 'secrets manager':
      return control(
        'unknown',
        '',
        'The secret is kept where it can be replaced without a release. Whether and when that is done is set there and not in the code.',
        [],
      )
    default:
      return control(
        'unknown',
        '',
        'The value can be changed without a release, by a restart with another one. Looked for lists of several keys, key ids, key sets and dates: none, so when it is replaced the code does not tell.',
        [],
      )
  }
}

/** `secret: [current, previous]` */
function takesSeveral({ whole, solver, values }: Linked, call: number): boolean {
  if (whole.kind[call] !== Kind.Call && whole.kind[call] !== Kind.New) return false
  const lists = whole
    .args(call)
    .flatMap((argument) => [argument, ...['secret', 'secrets', 'keys', 'secretOrKey'].flatMap((name) => values.property(argument, name))])
  return lists.some((node) =>
    solver.of(node).some((label) => {
      const at = solver.labels.data[label] as number
      return (
        solver.labels.kind[label] === LabelKind.Object &&
        whole.kind[at] === Kind.Array &&
        whole.items(whole.a[at] as number).length > 1 &&
        cite({ whole } as Linked, at).line > 0
      )
    }),
  )
}
