/**
 * Addresses whose host has to be one of a list: `@IsUrl({ host_whitelist: [...] })` of class-validator, `validator.isURL(text, { host_whitelist })`.
 * In: the nodes of one way. Out: the call that asks, and a name of the list that means the machine itself or its own network. The library
 * takes the address apart by itself, and not as those do who follow it, so that this is a doubt and closes nothing.
 */
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { isMadeOf } from '../made-of'
import { knownAround } from '../regions'
import { addressCheckOf } from './checked-classes'
import type { Conditions } from './conditions'

const LISTS = ['host_whitelist', 'hostWhitelist']
/** Names and addresses that are within. */
const WITHIN = /^(?:localhost|127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0|\[?::1|.*\.(?:internal|local|localhost)$)/i
const MOST_BEFORE_READ = 4

export interface HostList {
  asks: number
  within: string | undefined
}

export function hostListOn(linked: Linked, conditions: Conditions, nodes: readonly number[]): HostList | undefined {
  const { whole } = linked
  for (const node of nodes.slice(0, MOST_BEFORE_READ)) {
    if (whole.kind[node] !== Kind.Load || whole.kind[whole.a[node] as number] !== Kind.Param) continue
    const asks = addressCheckOf(linked, whole.a[node] as number, whole.text(whole.b[node] as number))
    const list = asks === undefined ? undefined : listIn(linked, asks, whole.args(asks)[0])
    if (list) return list
  }
  const isCall = (at: number) => whole.kind[at] === Kind.Call
  for (const node of nodes)
    for (const { condition, holds } of knownAround(whole, node)) {
      let found: HostList | undefined
      const asksHost = (at: number) => {
        if (!isCall(at) || calledName(linked, at) !== 'isURL') return false
        const [text, options] = whole.args(at)
        if (text !== undefined && nodes.some((each) => conditions.isSame(each, text))) found = listIn(linked, at, options)
        return found !== undefined
      }
      if (isAsked(linked, condition, holds) && isMadeOf(whole, condition, asksHost, isCall)) return found
    }
  return undefined
}

/** A call that holds, or `!call` that does not; what more is asked beside it does not matter where all of it holds. */
function isAsked({ whole }: Linked, condition: number, holds: boolean): boolean {
  return whole.kind[condition] === Kind.Unary
    ? !holds && whole.kind[whole.a[condition] as number] === Kind.Call
    : holds && whole.kind[condition] === Kind.Call
}

function listIn(linked: Linked, asks: number, options: number | undefined): HostList | undefined {
  const { whole, values } = linked
  const [list] = options === undefined ? [] : LISTS.flatMap((name) => values.property(options, name))
  if (list === undefined || list >= whole.size) return undefined
  const hosts = values.elements(list)
  // An expression that is not held against the end lets other hosts pass.
  const isLoose = (host: number) => values.definitions(host).some((at) => whole.kind[at] === Kind.Regex && !isHeld(whole.text(whole.a[at] as number)))
  if (hosts.some((host) => isLoose(host) || (whole.kind[host] === Kind.Regex && !isHeld(whole.text(whole.a[host] as number))))) return undefined
  const texts = hosts.flatMap((host) => values.texts(host)).filter(({ exact }) => exact)
  return { asks, within: texts.find(({ value }) => WITHIN.test(value))?.value }
}

/** `/^(?:.+\.)?example\.org$/` */
const isHeld = (regex: string): boolean => /^\/\^.*\$\/\w*$/.test(regex) && !regex.includes('|')
