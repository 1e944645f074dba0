/**
 * What so few characters of a text can do no harm with: `name.charAt(0)`, `name.substring(0, 1)`, `name[0]`. In: the place that takes them.
 * Out: the kinds it clears. Where characters are taken one after the other, the text may come together again, and nothing is cleared.
 */
import { Kind, RegionKind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { MINUS } from '../operators'
import type { Fact } from './facts'
import { bitOf, maskOf } from './kinds'

/** One character alone is no statement, no markup, no path and no name of anything; a filter of a directory it may be: `*`. */
const OF_ONE = maskOf(['literal']) & ~bitOf('ldap')
/** Two or three may still leave a quote and a comment behind, lead upwards, or be an option or a command. */
const OF_FEW = maskOf(['html', 'xml', 'script-url', 'url', 'redirect', 'template', 'property', 'method', 'deserialize'])
const MOST_CHARACTERS = 3
const MOST_REGIONS = 40

/** Methods that run what they are handed for one piece after the other. */
const ONE_BY_ONE = /^(?:map|flatMap|forEach|reduce|reduceRight|replace|replaceAll|from)$/

/**
 * @param node the call of a method, or the reading of a place
 * @param isText what it is taken of is known to be a text, and no list
 */
export function clearedByFewness(linked: Linked, node: number, isText: boolean): number {
  const count = charactersTaken(linked, node, isText)
  if (count === undefined || count > MOST_CHARACTERS || isOneByOne(linked, node)) return 0
  return count <= 1 ? OF_ONE : OF_FEW
}

function charactersTaken(linked: Linked, node: number, isText: boolean): number | undefined {
  const { whole } = linked
  if (whole.kind[node] === Kind.Load) return isText && /^\d+$/.test(whole.text(whole.b[node] as number)) ? 1 : undefined
  const [from, to] = [...whole.args(node)].map((argument) => writtenNumber(linked, argument))
  switch (calledName(linked, node)) {
    case 'charAt':
      return from === undefined && whole.args(node).length > 0 ? undefined : 1
    case 'at':
      return isText && from !== undefined ? 1 : undefined
    case 'substr':
      return from === undefined ? undefined : to
    case 'substring':
      return from === undefined || to === undefined ? undefined : Math.abs(Math.max(to, 0) - Math.max(from, 0))
    case 'slice':
      return !isText || from === undefined || to === undefined || from < 0 !== to < 0 ? undefined : Math.max(to - from, 0)
    default:
      return undefined
  }
}

/** A number that is written in the code, and no other that a variable may hold besides. */
function writtenNumber({ whole, values }: Linked, node: number): number | undefined {
  const [made, ...others] = values.definitions(node)
  if (made === undefined || others.length > 0) return undefined
  const isBelowZero = whole.kind[made] === Kind.Unary && whole.c[made] === MINUS
  const digits = isBelowZero ? (whole.a[made] as number) : made
  if (whole.kind[digits] !== Kind.Number) return undefined
  const number = Number(whole.text(whole.a[digits] as number))
  return Number.isInteger(number) ? (isBelowZero ? -number : number) : undefined
}

/** In a loop, or in what is run for every word of a text: `words.map((word) => word[0]).join('')`. */
function isOneByOne({ whole, values }: Linked, node: number): boolean {
  for (let region = whole.region[node] as number, hops = 0; region >= 0; region = whole.regions[region * 4 + 1] as number, hops++)
    if (hops > MOST_REGIONS || whole.regions[region * 4] === RegionKind.Loop) return true
  for (let fn = whole.functionOf(node); fn >= 0; fn = whole.functions[fn]?.parent ?? -1) {
    const call = values.callAround(whole.functions[fn]?.node ?? -1)
    if (call >= 0 && ONE_BY_ONE.test(whole.kind[call] === Kind.Call ? methodOf(whole, call) : '')) return true
  }
  return false
}

function methodOf(whole: Linked['whole'], call: number): string {
  const callee = whole.a[call] as number
  return whole.kind[callee] === Kind.Load ? whole.text(whole.b[callee] as number) : ''
}

/** A part that has a name, `request.query.name`: what holds all parts has texts at its places, `request.params[0]`. */
export function isReadByName({ whole }: Linked, fact: Fact): boolean {
  for (let at: Fact | undefined = fact, hops = 0; at && hops < MOST_FACTS; at = at.from, hops++)
    if (at.from && at.node < whole.size && whole.kind[at.node] === Kind.Load && !/^\d+$/.test(whole.text(whole.b[at.node] as number))) return true
  return false
}
const MOST_FACTS = 40

const OF_TEXTS =
  /^(?:to(?:Locale)?(?:Lower|Upper)Case|trim(?:Start|End)?|charCodeAt|codePointAt|pad(?:Start|End)|replace(?:All)?|normalize|localeCompare)$/

/** `name.slice(0, 1).toUpperCase()`: what a method of texts is called on, was cut out of a text. */
export function isAskedAsText({ whole }: Linked, users: Iterable<number>, node: number): boolean {
  for (const user of users)
    if (whole.kind[user] === Kind.Load && whole.a[user] === node && OF_TEXTS.test(whole.text(whole.b[user] as number))) return true
  return false
}
