/** Stack traces: in the log, where they belong, and in answers, where they do not. */
import { Kind } from '../../../graph'
import type { Control } from '../../../types'
import { cite, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { isException } from '../../taint/exception-values'
import { answer, code, counted, distinct, listed, placeOf } from './control'
import { environmentOf } from './environment'
import type { Logged } from './logged'

export function stacksLogged({ traced }: Logged): Control {
  const asked = { id: 'logged-stack-traces', aspect: 'Stack traces in the log', recommended: 'In the log, never in the answer' }
  const direct = traced.stacks
  if (direct.length === 0)
    return answer(asked, 'unknown', {
      current: '',
      reason:
        'No caught error was seen to reach a log call as a whole or by its stack; what loggers make of errors that they are given otherwise could not be told.',
    })
  // What an error handler writes tells most; a stack that is named, more than an error.
  const first = [...direct.filter(({ name }) => /stack$/.test(name)), ...direct]
  return answer(asked, 'pass', {
    current: `Logged at ${counted(distinct(direct.map(({ at }) => at)).length, 'place')}`,
    reason: '',
    evidence: first.map(({ at }) => at),
  })
}

export function stacksAnswered({ ground, traced }: Logged): Control {
  const { linked } = ground
  const { whole } = linked
  const asked = { id: 'answered-stack-traces', aspect: 'Stack traces in answers', recommended: 'Never in production' }
  const pages = ground.uses('shown-error-page').map(({ at }) => ({ text: 'an error page for developers, in every environment', at, when: '' }))
  const nodes = new Map<string, number>()
  for (const load of lookupOf(whole).named(Kind.Load, 'stack')) if (ground.runsAt(load)) nodes.set(placeOf(cite(linked, load)), load)
  const stacks = traced.answered.flatMap((each) => {
    const load = [each.from, each.at].map((at) => nodes.get(placeOf(at))).find((node) => node !== undefined)
    return each.isStack
      ? [
          {
            text: code(each.name),
            at: load === undefined ? each.at : cite(linked, load),
            when: load === undefined ? '' : environmentOf(linked, load),
          },
        ]
      : []
  })
  // Flows do not follow every way to an answer: an object with a stack of its own is told as well.
  for (const property of lookupOf(whole).named(Kind.Property, 'stack')) {
    const value = whole.b[property] as number
    if (!ground.runsAt(property) || whole.kind[value] !== Kind.Load || whole.text(whole.b[value] as number) !== 'stack') continue
    if (!isException(linked, whole.a[value] as number)) continue
    const at = cite(linked, value)
    if (!stacks.some((known) => placeOf(known.at) === placeOf(at)) && isAnswered(linked, property))
      stacks.push({ text: code(whole.sourceOf(value)), at, when: environmentOf(linked, value) })
  }
  const all = [...pages, ...stacks]
  const wholes = traced.answered.filter((each) => !each.isStack && !/\.(?:message|code|status|name|errors?)$/.test(each.name))
  if (all.length === 0 && wholes.length === 0)
    return answer(asked, 'pass', {
      current: 'None seen',
      absent: true,
      reason: 'Followed errors and their stacks into answers, and looked for error pages made for developers: none.',
      evidence: ground.middleware.slice(-1).map(({ at }) => at),
    })
  const open = all.filter(({ when }) => !/in development|in test|outside production/.test(when))
  if (all.length === 0)
    return answer(asked, 'partial', {
      current: `Error objects as a whole (${counted(wholes.length, 'place')})`,
      reason: 'The error is handed to the answer as it is; whether its stack is shown depends on what prints it.',
      evidence: wholes.map(({ at }) => at),
    })
  return answer(asked, open.length > 0 ? 'fail' : 'pass', {
    current: listed(all.map(({ text, when }) => `${text}${when ? `, only ${when}` : ''}`)),
    reason: open.length > 0 ? 'A stack tells callers files, libraries and now and then values.' : '',
    evidence: (open.length > 0 ? open : all).map(({ at }) => at),
  })
}

/** In a function that answers. */
function isAnswered(linked: Linked, node: number): boolean {
  const { whole, effects, values } = linked
  const fn = whole.functionOf(node)
  if (fn < 0) return false
  return effects
    .ofFunction(fn)
    .some((call) => whole.kind[call] === Kind.Call && /^(?:res|response|reply|ctx|c|h)$/.test(values.nameOf(firstOf(linked, call))))
}

/** What a chain of calls begins with: `res` of `res.status(500).send(…)`. */
function firstOf(linked: Linked, call: number): number {
  let at = receiverOf(linked, call)
  for (let hops = 0; hops < 6 && at >= 0 && linked.whole.kind[at] === Kind.Call; hops++) at = receiverOf(linked, at)
  return at
}
