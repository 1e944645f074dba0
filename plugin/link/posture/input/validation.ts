/**
 * What a parameter is held against before it is used. In: a door, the parameter, what the door takes. Out: one control. A schema
 * or validator that is in force passes; a test of the code's own that turns requests away is half of it; asking only whether
 * something is there is none.
 */
import { Kind } from '../../../graph'
import type { Parameter } from '../../../types'
import { cite, type Linked } from '../../linked'
import { packageOf } from '../../usages/origin'
import { control, quoted } from './control'
import { followed } from './follow'
import { validationLibrary } from './libraries'
import { type Test, testsOf } from './tests'
import { ABOUT, type Asked, BODY, byHeld, byPipe, type Validated } from './validators'

export function validationOf(asked: Asked, parameter: Parameter, reads: readonly number[]): Validated {
  return (
    byHeld(asked, parameter) ??
    byPipe(asked, parameter) ??
    byDoor(asked, parameter) ??
    byHand(asked.linked, reads) ??
    nothing(asked, parameter, reads)
  )
}

/** What is known of the door as a whole, where nothing names the parameter. */
function byDoor({ entry, taken, validators }: Asked, parameter: Parameter): Validated | undefined {
  const unread = validators.find(({ schema, at }) => !schema && !taken?.held.some(({ by }) => by >= 0) && at)
  if (!taken && entry.validated.answer === 'yes' && entry.validated.evidence.length > 0) {
    const [first] = entry.validated.evidence
    const name = validators[0]?.name ?? 'a schema'
    return {
      control: control(ABOUT, 'pass', validators[0] ? quoted(name) : name, `${entry.validated.reason}.`, first ? [first] : []),
      validator: name,
    }
  }
  if (entry.kind === 'graphql')
    return {
      control: control(
        ABOUT,
        'partial',
        'type of the GraphQL schema',
        'The schema says its type, and nothing more is asked.',
        parameter.at ? [parameter.at] : [entry.at],
      ),
      validator: '',
    }
  if (entry.generated) {
    const reason = 'A library answers for a model; what it checks before it stores could not be told.'
    return { control: control(ABOUT, 'unknown', '', reason), validator: '' }
  }
  if (unread && taken && BODY.has(parameter.in) && !/Pipe$/.test(unread.name))
    return {
      control: control(ABOUT, 'unknown', '', `${quoted(unread.name)} is in force; which parameters it holds could not be told.`, [unread.at]),
      validator: '',
    }
  return undefined
}

/** A test of the code's own: an expression, a comparison, a function that decides. */
function byHand(linked: Linked, reads: readonly number[]): Validated | undefined {
  const tests = testsOf(linked)
  let presence: Test | undefined
  for (const read of reads)
    for (const { node, through } of followed(linked, read))
      for (const test of tests.get(node) ?? []) {
        const turnsAway = test.passesOn !== undefined
        if (!turnsAway) continue
        if (test.asks === 'form' && !isPresence(linked, test)) {
          const text = linked.whole.sourceOf(test.node, 60)
          const library = validationLibrary(packageOf(linked, linked.whole.a[test.node] as number) ?? '')
          if (library && linked.whole.kind[test.node] === Kind.Call)
            return {
              control: control(ABOUT, 'pass', `${library}: ${quoted(text)}`, 'What does not pass is turned away.', [cite(linked, test.node)]),
              validator: library,
            }
          const lines = [cite(linked, test.node), ...through.slice(0, 1).map((call) => cite(linked, call))]
          const control_ = control(
            ABOUT,
            'partial',
            quoted(text),
            'A test written for the place turns requests away; no validator holds it against a schema.',
            lines,
          )
          return { control: control_, validator: '' }
        }
        presence ??= test
      }
  if (!presence) return undefined
  const reason = 'The code asks whether it is there, and not what it looks like.'
  return { control: control(ABOUT, 'fail', 'presence only', reason, [cite(linked, presence.node)]), validator: '' }
}

/** `x === undefined` and the like compare with nothing. */
function isPresence({ whole }: Linked, { node }: Test): boolean {
  if (whole.kind[node] !== Kind.Binary) return false
  return [whole.a[node], whole.b[node]].some((side) => {
    const kind = whole.kind[side as number] as Kind
    return (
      kind === Kind.Undefined ||
      kind === Kind.Null ||
      (kind === Kind.String && ['', 'undefined', 'null'].includes(whole.text(whole.a[side as number] as number)))
    )
  })
}

function nothing({ entry, taken }: Asked, parameter: Parameter, reads: readonly number[]): Validated {
  if (entry.validated.answer === 'unknown')
    return { control: control(ABOUT, 'unknown', '', `${entry.validated.reason}.`, entry.validated.evidence), validator: '' }
  if (taken && reads.length === 0 && parameter.in === 'path')
    return {
      control: control(ABOUT, 'unknown', '', 'No read of it was seen in the handler; it may be handed on in a way that is not followed.'),
      validator: '',
    }
  if (taken && reads.length === 0)
    return {
      control: control(ABOUT, 'not applicable', '', 'No read of it was seen in the handler.', parameter.at ? [parameter.at] : []),
      validator: '',
    }
  const reason = 'Looked for a schema, a validator or a test that turns requests away between the endpoint and the places that read it: none.'
  return { control: control(ABOUT, 'fail', '', reason), validator: '' }
}
