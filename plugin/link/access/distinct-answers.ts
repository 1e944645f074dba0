/**
 * Sign-in handlers that tell a wrong name from a wrong password. In: a handler, with what it calls. Out: the answer that speaks of
 * the name, where another answer of the same handler speaks of the password alone.
 */
import { Kind } from '../../graph'
import type { AccessFault } from '../../types'
import { calledName, cite, type Linked } from '../linked'
import { callsOneOfMany } from '../wrappers'
import { isCaughtMutely } from './mute-catches'

const ANSWERS = /^(?:render|json|send|end|status|redirect|flash|message|next|done|html|text|[A-Z]\w*(?:Error|Exception))$/
const EXCEPTION = /(?:Error|Exception)$/
const NAME =
  /\b(?:user(?:\s?name)?|account|e-?mail(?:\s+address)?|login)\b.{0,24}\b(?:not found|unknown|invalid|incorrect|does not exist|doesn't exist|not registered|wrong)\b|\b(?:invalid|unknown|incorrect|wrong|no such|no)\s+(?:user(?:\s?name)?|account|e-?mail)\b/i
const PASSWORD =
  /\b(?:invalid|incorrect|wrong|bad)\s+password\b|\bpassword\b.{0,16}\b(?:invalid|incorrect|wrong|mismatch|does not match|doesn't match|(?:is|was)(?:\s+not|n't)\s+(?:correct|valid|right))\b/i
/** Both at once: nothing is told apart. */
const EITHER = /\b(?:or|and|\/)\b/i

/** Functions of the program that a handler leaves the looking up to, at most, and calls on the way to them. */
const MOST_FUNCTIONS = 12
const MOST_STEPS = 2
/** Objects and lists inside each other that an answer is looked into. */
const MOST_LEVELS = 3

export function distinctAnswers(linked: Linked, fn: number): AccessFault[] {
  const said: { node: number; text: string }[] = []
  const helpers = withHelpers(linked, fn)
  for (const [each, isMute] of helpers) for (const node of answersOf(linked, each, isMute)) said.push(...textsIn(linked, helpers, node))
  const ofName = said.find(({ text }) => NAME.test(text) && !PASSWORD.test(text) && !(/password/i.test(text) && EITHER.test(text)))
  const ofPassword = said.find(({ text }) => PASSWORD.test(text) && !NAME.test(text) && !/user|e-?mail|account/i.test(text))
  if (!ofName || !ofPassword) return []
  const at = cite(linked, ofName.node)
  return [{ fault: 'distinct answers', name: ofName.text, at, trace: [at, cite(linked, ofPassword.node)] }]
}

/** The handler and what it calls, each with whether nobody is told what it throws: services throw what the framework answers. */
function withHelpers(linked: Linked, fn: number): Map<number, boolean> {
  const { whole, solver, effects } = linked
  const found = new Map([[fn, false]])
  let last = [fn]
  for (let step = 0; step < MOST_STEPS; step++) {
    const next: number[] = []
    for (const each of last)
      for (const node of effects.within(each))
        if (whole.kind[node] === Kind.Call && !callsOneOfMany(linked, node))
          for (const callee of solver.callees.get(node) ?? [])
            if (found.size < MOST_FUNCTIONS && !found.has(callee)) {
              found.set(callee, found.get(each) === true || isCaughtMutely(linked, node))
              next.push(callee)
            }
    last = next
  }
  return found
}

/** What a function answers with: arguments of answering calls and of exceptions that somebody is told, and the objects it returns. */
function* answersOf(linked: Linked, fn: number, isMute: boolean): Generator<number> {
  const { whole, effects } = linked
  for (const node of effects.within(fn)) {
    const kind = whole.kind[node] as Kind
    const name = kind === Kind.Call || kind === Kind.New ? calledName(linked, node) : ''
    if (!ANSWERS.test(name) || (EXCEPTION.test(name) && (isMute || isCaughtMutely(linked, node)))) continue
    yield* whole.args(node).slice(0, 3)
  }
  for (const value of whole.functions[fn]?.returns ?? []) if (whole.kind[value] === Kind.Object) yield value
}

/**
 * @param at what is cited: the property, where a text stands in an object, and where a helper is handed it, the argument. What other handlers
 *   hand over to a helper that all of them share, `response.notFound('user not found')`, this one does not say.
 */
function* textsIn(
  linked: Linked,
  helpers: ReadonlyMap<number, boolean>,
  node: number,
  at = node,
  level = 0,
): Generator<{ node: number; text: string }> {
  const { whole, values, solver } = linked
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Object || kind === Kind.Array) {
    if (level < MOST_LEVELS)
      for (const item of whole.items(whole.a[node] as number))
        yield* textsIn(linked, helpers, whole.kind[item] === Kind.Property ? (whole.b[item] as number) : item, item, level + 1)
  } else if (kind === Kind.Choice && level < MOST_LEVELS) {
    for (const item of whole.items(whole.a[node] as number)) yield* textsIn(linked, helpers, item, at === node ? item : at, level + 1)
  } else if (kind === Kind.Param) {
    if (level >= MOST_LEVELS) return
    const isHere = (call: number) => [...helpers.keys()].some((fn) => whole.isWithin(whole.functionOf(call), fn))
    for (const call of solver.callers.get(whole.a[node] as number) ?? []) {
      const given = whole.args(call)[whole.b[node] as number] ?? -1
      if (given >= 0 && isHere(call)) yield* textsIn(linked, helpers, given, given, level + 1)
    }
  } else for (const { value } of values.texts(node).slice(0, 4)) yield { node: at, text: value }
}
