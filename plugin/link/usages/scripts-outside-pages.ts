/**
 * Program text that never stands in a page. In: calls that write values as program text. Out: those whose result goes nowhere but into an
 * address, where its signs are written with escapes, or into a file of scripts, which no page has inside.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { calledName, type Linked } from '../linked'
import { PLUS } from '../operators'
import { beginningOf } from '../taint/texts'
import { usesOf } from '../uses'
import { callsOfKind, usage } from './modelled'

const ESCAPES = /^encodeURI(?:Component)?$/
const WRITES = /^(?:writeFile|writeFileSync|outputFile|outputFileSync)$/
const IS_SCRIPT = /\.(?:[cm]?[jt]s|json)$/
const MOST_PLACES = 40

export function scriptsOutsidePages(linked: Linked): Usage[] {
  return callsOfKind(linked, 'script-text').flatMap(([call, { library }]) =>
    isOutside(linked, call) ? [usage(linked, call, 'script-outside-page', library, calledName(linked, call), {})] : [],
  )
}

function isOutside(linked: Linked, call: number): boolean {
  const { whole } = linked
  const uses = usesOf(whole)
  const places = new Set([call])
  let isAny = false
  for (const place of places) {
    if (places.size > MOST_PLACES || isGivenAway(linked, place)) return false
    for (const user of uses.of(place)) {
      const kind = whole.kind[user] as Kind
      if (kind === Kind.Template || kind === Kind.Refine || kind === Kind.Cell || (kind === Kind.Binary && whole.c[user] === PLUS)) places.add(user)
      else if (kind === Kind.Call && takes(linked, user, place)) isAny = true
      else return false
    }
  }
  return isAny
}

/** Whoever called gets it. */
const isGivenAway = ({ whole }: Linked, node: number): boolean => whole.functions[whole.functionOf(node)]?.returns.includes(node) ?? false

function takes(linked: Linked, call: number, text: number): boolean {
  const { whole } = linked
  const [first, second] = whole.args(call)
  const name = calledName(linked, call)
  if (ESCAPES.test(name)) return first === text
  if (!WRITES.test(name) || second !== text || first === undefined) return false
  const names = linked.values.texts(first)
  return (names.length > 0 && names.every(({ value }) => IS_SCRIPT.test(value))) || IS_SCRIPT.test(wholeBeginning(linked, first))
}

const wholeBeginning = (linked: Linked, node: number): string => {
  const { text, whole } = beginningOf(linked, node)
  return whole ? text : ''
}
