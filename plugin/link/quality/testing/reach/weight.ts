/**
 * How much it matters that something is tested, 0 to 100: the sum of what follows, cut at 100. The table is printed in
 * `site/docs` ("How untested paths are ranked"); the figures are ours, and rank rather than measure.
 *
 * | what | points |
 * |---|---|
 * | anybody gets in without signing in / could not be told / signed-in users only | 30 / 22 / 15 |
 * | in place of these: it touches no data, takes none, and is short | 10 |
 * | it changes stored data / reads it | 25 / 8 |
 * | it signs people in, sets their passwords or rights, or moves money | 25 |
 * | it takes data from the caller | 5 |
 * | paths through its code: 2 for each above the first | at most 20 |
 */
import type { EntryPoint } from '../../../../types'

export interface Weighed {
  weight: number
  reasons: string[]
}

const MONEY =
  /(?:^|[/_.-])(?:pay|payments?|checkout|charges?|billing|invoices?|refunds?|subscriptions?|wallet|withdraw\w*|deposit|transfer|orders?|purchase)(?:$|[/_.:-])|payment|checkout/i
const IDENTITY =
  /(?:^|[/_.-])(?:log-?in|log-?out|sign-?in|sign-?up|register|registration|auth|authenticate|token|refresh-?tokens?|password|reset-?password|forgot-?password|change-?password|verify-?email|2fa|totp|mfa|sessions?|roles?|permissions?|users?)(?:$|[/_.:-])/i

/** Words of a name that is written in one: `chargeCustomer`, `verify_password`. */
const wordsOf = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()

export const isAboutMoney = (name: string): boolean => MONEY.test(wordsOf(name))
export const isAboutIdentity = (name: string): boolean => IDENTITY.test(wordsOf(name))

export const isPayment = ({ path, handler }: Pick<EntryPoint, 'path' | 'handler'>): boolean => MONEY.test(path) || MONEY.test(handler?.name ?? '')

const listed = (words: string[]) => (words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? ''))

const STARTERS: Partial<Record<EntryPoint['kind'], string>> = {
  schedule: 'it runs by the clock',
  queue: 'messages start it',
  event: 'events start it',
  cli: 'operators start it',
}

/** @param cyclomatic of the longest function of its own */
export function weightOf(door: EntryPoint, cyclomatic: number): Weighed {
  const reasons: string[] = []
  let weight = 0
  const add = (points: number, reason: string) => {
    weight += points
    reasons.push(reason)
  }
  const { answer } = door.authRequired
  const isMutating = !/^(?:GET|HEAD|QUERY|SUBSCRIPTION)$/.test(door.method)
  const doesMuch = isMutating || door.data?.length || door.parameters.length > 0 || door.body !== undefined || cyclomatic > 3
  // Nobody outside calls a clock, a queue or a shell.
  const starter = STARTERS[door.kind]
  if (!doesMuch) add(10, answer === 'no' && !starter ? 'anybody can call it, and it does little' : 'it does little')
  else if (starter) add(15, starter)
  else if (door.webhook?.verified.answer === 'yes') add(15, 'a service that signs what it sends can call it')
  else if (answer === 'no') add(30, 'anybody can call it')
  else if (answer === 'yes') add(15, 'signed-in users can call it')
  else add(22, 'who may call it could not be told')
  const changes = (['create', 'update', 'delete'] as const).filter((change) => door.data?.some(({ does }) => does === change))
  if (changes.length > 0) add(25, `it ${listed(changes.map((does) => `${does}s`))} stored data`)
  else if (door.data?.length) add(8, 'it reads stored data')
  else if (/^(?:POST|PUT|PATCH|DELETE|MUTATION)$/.test(door.method)) add(12, 'its method is one that changes things')
  if (isPayment(door)) add(25, 'it deals with money')
  else if (isMutating && (IDENTITY.test(door.path) || IDENTITY.test(door.handler?.name ?? ''))) add(25, 'it deals with who somebody is')
  if (door.parameters.length > 0 || door.body) add(5, starter ? 'it takes data from outside' : 'it takes data from the caller')
  if (cyclomatic > 1) {
    const points = Math.min(20, 2 * (cyclomatic - 1))
    weight += points
    if (cyclomatic >= 5) reasons.push(`its code has ${cyclomatic} paths`)
  }
  return { weight: Math.min(100, weight), reasons }
}
