/**
 * What stands in front of a handler and can end the request. In: guards of a door, and the steps of their functions. Out: steps that say
 * what each asks and how it refuses, as short as that.
 */
import type { EntryPoint, Evidence, Guard, Participant } from '../../types'
import { hasReply, type Item, Weight } from './items'
import { statusText } from './statuses'
import { shortened } from './words'

/** Guards that can end a request, with the status with which libraries do it. */
const ENDS: Partial<Record<Guard['role'], number>> = {
  authentication: 401,
  authorization: 403,
  'rate-limit': 429,
  validation: 400,
  csrf: 403,
  upload: 413,
}
const REFUSALS: Partial<Record<Guard['role'], string>> = {
  authentication: 'not signed in',
  authorization: 'not allowed',
  'rate-limit': 'too many requests',
  validation: 'not valid',
  csrf: 'token missing or wrong',
}

/** What a check without a name does. */
const CHECKS: Partial<Record<Guard['role'], string>> = {
  authentication: 'checks who calls',
  authorization: 'checks the rights',
  validation: 'validates',
}
/** Refusals and other steps of one check that are told. */
const MOST_REFUSALS = 2
const MOST_ASKED = 3

/** Of a check that many doors share: what it reads, what it asks others, and how it refuses. */
function condensed(items: Item[], left = { refusals: MOST_REFUSALS, asked: MOST_ASKED, said: new Set<string>() }): Item[] {
  return items.flatMap((item): Item[] => {
    switch (item.kind) {
      case 'call': {
        const place = `${item.label} ${placeOf(item.at)}`
        if (left.said.has(place)) return []
        left.said.add(place)
        const isTold = (item.weight >= Weight.Telling || (item.to.kind !== 'module' && item.to.kind !== 'guard')) && left.asked-- > 0
        const body = condensed(item.body, left)
        return isTold ? [{ ...item, body }] : body
      }
      case 'exit': {
        const inner = condensed(item.items, left)
        return inner.length > 0 ? [{ ...item, items: inner }] : []
      }
      case 'choice': {
        const branches = item.branches
          .map((branch) => ({ ...branch, items: condensed(branch.items, left) }))
          .filter((branch) => branch.items.length > 0)
        return branches.length > 0 ? [{ ...item, branches }] : []
      }
      case 'goes on':
        return [item]
      case 'reply':
        if (item.weight < Weight.Telling || left.said.has(item.label) || left.refusals-- <= 0) return []
        left.said.add(item.label)
        return [item]
      default: {
        const inner = condensed(item.items, left)
        return inner.length > 0 ? [{ ...item, items: inner }] : []
      }
    }
  })
}

/** Steps of a check before and after all that comes behind it. */
export function parted(items: readonly Item[]): { before: Item[]; after: Item[] } {
  const at = items.findIndex((item) => item.kind === 'goes on')
  if (at >= 0) return { before: items.slice(0, at), after: items.slice(at + 1) }
  const [only] = items
  if (items.length !== 1 || only?.kind !== 'call') return { before: [...items], after: [] }
  const inner = parted(only.body)
  return { before: [{ ...only, body: inner.before }], after: inner.after }
}

/** A check with its steps, or with the refusal of its kind where its code is not here. */
export function checkItem(guard: Guard, to: Participant, steps: Item[]): Item {
  const at = guard.mounted ?? guard.at
  const inside = condensed(inFront(steps))
  const status = ENDS[guard.role]
  const refusal = REFUSALS[guard.role]
  // What a library refuses is not in the code: the status that its kind answers with is told as such.
  if (!hasReply(inside) && refusal && status !== undefined)
    inside.push({
      kind: 'exit',
      before: true,
      condition: refusal,
      at: guard.at,
      items: [{ kind: 'reply', label: statusText(status), status, at: guard.at, weight: Weight.Telling }],
    })
  return {
    kind: 'call',
    to,
    label: shortened(
      guard.name === 'anonymous function' || guard.name === '' ? (CHECKS[guard.role] ?? 'check') : guard.name.replace(/\(\s*\{.*$/s, '(…)'),
    ),
    at,
    awaited: false,
    weight: Weight.Telling,
    body: inside,
  }
}

/** Exits in front of the handler stand alone: what follows is no branch of them. */
export function inFront(items: Item[]): Item[] {
  return items.map((item): Item => {
    switch (item.kind) {
      case 'exit':
        return { ...item, before: true, items: inFront(item.items) }
      case 'call':
        return { ...item, body: inFront(item.body) }
      case 'choice':
        return { ...item, before: true, branches: item.branches.map((branch) => ({ ...branch, items: inFront(branch.items) })) }
      case 'optional':
      case 'loop':
        return { ...item, items: inFront(item.items) }
      default:
        return item
    }
  })
}

export const placeOf = ({ file, line }: Evidence): string => `${file}:${line}`

/** A schema that the framework itself holds the request against. */
export function schemaCheck({ kind, guards, validated, handler, at }: EntryPoint, door: Participant): Item[] {
  const [given] = validated.evidence
  // A schema with a name stands elsewhere; it is put in force at the door.
  const evidence = given && given.file === at.file && given.line > at.line ? given : at
  // Others are checked by the handler itself, which is told there.
  if (
    kind !== 'http' ||
    validated.answer !== 'yes' ||
    !given ||
    !validated.reason.startsWith('A schema is given with the route') ||
    guards.some(({ role }) => role === 'validation')
  )
    return []
  if (handler && evidence.file === handler.at.file && evidence.line > handler.at.line) return []
  const refusal: Item = { kind: 'reply', label: statusText(400), status: 400, at: evidence, weight: Weight.Telling }
  return [
    {
      kind: 'call',
      to: door,
      label: 'validates the request',
      at: evidence,
      awaited: false,
      weight: Weight.Telling,
      body: [{ kind: 'exit', before: true, condition: 'not valid', at: evidence, items: [refusal] }],
    },
  ]
}

/** What can end the request, outermost first, each once. */
export function guardsOf({ guards }: EntryPoint): Guard[] {
  const seen = new Set<string>()
  return guards.filter(({ role, name, at, mounted }) => {
    const place = mounted ?? at
    const key = `${name} ${place.file}:${place.line}`
    if (ENDS[role] === undefined || seen.has(key)) return false
    seen.add(key)
    return true
  })
}
