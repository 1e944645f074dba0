/**
 * Callbacks of OAuth that take the code of whoever's browser brings it: `state`, by which the answer belongs to a question of this visitor
 * (RFC 6749, section 10.12), is compared with nothing. In: the functions that a request runs through. Out: where the code is exchanged,
 * if nothing before that looks at `state`, nor a verifier (RFC 7636) ties the code to the visitor. Libraries that ask for `state` themselves
 * are none of those that are known here.
 */
import { Kind } from '../../graph'
import type { AccessFault } from '../../types'
import { packagesOf } from '../entities/reading'
import { functionsBelow } from '../functions-below'
import { calledName, cite, type Linked, receiverOf } from '../linked'
import { lookupOf, merge, untilMoreIsLearned } from '../lookup'
import { isMadeOf } from '../made-of'
import { thingAwaited } from '../names'
import { IN, isEqual, isUnequal } from '../operators'
import { functionsLeadingTo } from './records'
import { throwsInside } from './refusals'

/** A handler leads to the exchange through services and clients. */
const MOST_DEPTH = 7
const MOST_FUNCTIONS = 400

/** Methods of libraries that exchange a code and leave `state` to their caller. */
const EXCHANGES: Record<string, RegExp> = {
  'google-auth-library': /^getToken$/,
  googleapis: /^getToken$/,
  arctic: /^validateAuthorizationCode$/,
  oauth: /^getOAuthAccessToken$/,
  'simple-oauth2': /^getToken$/,
}
const GRANT_TYPE = /^grant_?type$/i
/** Methods that may be an exchange, or name one. */
const CALLED = /^(?:append|set|getToken|validateAuthorizationCode|getOAuthAccessToken)$/
const STATE = /^(?:state|oauth_?state)$/i
const VERIFIER = /^code_?verifier$/i
/** Functions that say by their name that they look whether something is right. */
const ASKS = /verif|check|valid|assert|compar|match|ensure|decrypt|unseal|unsign|equal|consume|redeem/i
const LOOKS_UP = /^(?:get|find|has|take|pop|read|load|lookup|fetch|del|delete|remove|retrieve|query|select|where)/i

export function unboundCodes(linked: Linked, functions: readonly number[]): AccessFault[] {
  const { whole } = linked
  const exchanges = exchangesOf(linked)
  // Most programs leave it to a library, and then no handler need be looked through.
  if (exchanges.length === 0 || !functions.some((fn) => leadingToExchanges(linked).has(fn))) return []
  const below = functionsBelow(linked, functions, MOST_DEPTH, MOST_FUNCTIONS)
  const exchange = below && exchanges.find((node) => below.has(whole.functionOf(node)))
  if (!below || exchange === undefined) return []
  const lookup = lookupOf(whole)
  const nodes = [...below].flatMap((fn) => [...lookup.inFunction(fn)])
  if (nodes.some((node) => VERIFIER.test(nameRead(linked, node)))) return []
  const states = new Set(nodes.filter((node) => STATE.test(nameRead(linked, node))))
  if (nodes.some((node) => looksAt(linked, node, states, below))) return []
  const [first = -1] = functions
  return [
    {
      fault: 'unbound code',
      name: whole.functions[first]?.fact.name || 'the callback',
      at: cite(linked, exchange),
      trace: [...(first < 0 ? [] : [cite(linked, whole.functions[first]?.node as number)]), cite(linked, exchange)],
    },
  ]
}

const exchangesOf = untilMoreIsLearned((linked: Linked): number[] => {
  const lookup = lookupOf(linked.whole)
  return [...merge([lookup.named(Kind.Property, GRANT_TYPE), lookup.named(Kind.Call, CALLED)])].filter((node) => isExchange(linked, node))
})

const leadingToExchanges = untilMoreIsLearned((linked: Linked) => functionsLeadingTo(linked, exchangesOf(linked)))

/** `{ grant_type: 'authorization_code' }`, `params.append('grant_type', 'authorization_code')`, or a library's method. */
function isExchange(linked: Linked, node: number): boolean {
  const { whole } = linked
  switch (whole.kind[node] as Kind) {
    case Kind.Property:
      return whole.a[node] !== -1 && GRANT_TYPE.test(whole.text(whole.a[node] as number)) && isGrant(linked, whole.b[node] as number)
    case Kind.Call: {
      const [first, second] = whole.args(node)
      if (first !== undefined && second !== undefined && textOf(linked, first) === 'grant_type' && isGrant(linked, second)) return true
      const name = calledName(linked, node)
      if (first === undefined || !Object.values(EXCHANGES).some((pattern) => pattern.test(name))) return false
      const receiver = receiverOf(linked, node)
      return receiver >= 0 && librariesOf(linked, node, receiver).some((library) => EXCHANGES[library]?.test(name))
    }
    default:
      return false
  }
}

function librariesOf(linked: Linked, call: number, receiver: number): string[] {
  const { models, solver } = linked
  const roots = [...(solver.apiCalls.get(call) ?? [])].map((path) => models.paths.rootOf(path))
  return [
    ...roots.map((root) => root.replace(/^(?:npm|type):/, '')),
    ...linked.values.definitions(receiver).flatMap((made) => packagesOf(linked, made)),
  ]
}

const isGrant = (linked: Linked, node: number): boolean => textOf(linked, node) === 'authorization_code'

function textOf({ whole }: Linked, node: number): string | undefined {
  return whole.kind[node] === Kind.String ? whole.text(whole.a[node] as number) : undefined
}

/** What a node reads by name: `query.state`, `query['state']`, `params.get('state')`; of an object that is made, what it says. */
function nameRead(linked: Linked, node: number): string {
  const { whole } = linked
  switch (whole.kind[node] as Kind) {
    case Kind.Load:
      return whole.kind[whole.a[node] as number] === Kind.This ? '' : whole.text(whole.b[node] as number)
    case Kind.LoadDynamic:
      return textOf(linked, whole.b[node] as number) ?? ''
    case Kind.Property:
      return whole.a[node] !== -1 && VERIFIER.test(whole.text(whole.a[node] as number)) ? whole.text(whole.a[node] as number) : ''
    case Kind.Call: {
      const [first] = whole.args(node)
      return first === undefined || !/^(?:get|query|param|header)$/.test(calledName(linked, node)) ? '' : (textOf(linked, first) ?? '')
    }
    default:
      return ''
  }
}

/** A comparison with something that is not written out, a check by name or by what it does, or something kept that is asked for before going on. */
function looksAt(linked: Linked, node: number, states: ReadonlySet<number>, below: ReadonlySet<number>): boolean {
  const { whole, solver } = linked
  const isOfState = (at: number) => isMadeOf(whole, at, (part) => states.has(part))
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Binary) {
    const operator = whole.c[node] as number
    if (operator === IN) return isOfState(whole.a[node] as number)
    if (!isEqual(operator) && !isUnequal(operator)) return false
    const [one, other] = [whole.a[node] as number, whole.b[node] as number]
    return (isOfState(one) && !isWritten(linked, other)) || (isOfState(other) && !isWritten(linked, one))
  }
  if (kind === Kind.LoadDynamic) return isOfState(whole.b[node] as number) && decides(linked, node, below)
  if (kind !== Kind.Call && kind !== Kind.New) return false
  // `verifyState(request)` reads it itself.
  if (/state/i.test(calledName(linked, node)) && ASKS.test(calledName(linked, node))) return true
  const args = [...whole.args(node)]
  if (!args.some(isOfState)) return false
  const name = calledName(linked, node)
  if (ASKS.test(name) && !/^is(?:Valid|Empty|String|Defined|Nil)$/.test(name)) return true
  if (LOOKS_UP.test(name)) return decides(linked, node, below)
  // Handed to code of the program that can refuse.
  const callees = [...(solver.callees.get(node) ?? [])]
  return args.some((argument) => states.has(thingAwaited(whole, argument))) && callees.some((fn) => throwsInside(linked, fn))
}

const isWritten = ({ whole }: Linked, node: number): boolean => {
  const kind = whole.kind[node] as Kind
  return kind === Kind.String || kind === Kind.Number || kind === Kind.Boolean || kind === Kind.Null || kind === Kind.Undefined
}

/** Under a condition that asks for it something is thrown, or the function ends. */
function decides(linked: Linked, asked: number, below: ReadonlySet<number>): boolean {
  const { whole, effects } = linked
  for (let region = 0; region * 4 < whole.regions.length; region++) {
    const condition = whole.regions[region * 4 + 2] as number
    if (condition < 0 || !below.has(whole.functionOf(condition)) || !isMadeOf(whole, condition, (part) => part === asked)) continue
    const fn = whole.functionOf(condition)
    if (whole.functions[fn]?.returnRegions.some((of) => effects.isInside(of, region))) return true
    if (effects.ofFunction(fn).some((node) => whole.kind[node] === Kind.Throw && effects.isInside(whole.region[node] as number, region))) return true
  }
  return false
}
