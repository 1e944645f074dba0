/** Whole bodies of requests and answers in the logs. */
import { Kind } from '../../../graph'
import type { Control, Evidence } from '../../../types'
import { apiPathsOf, type Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import { type Asked, answer, counted } from './control'
import { givenTo } from './log-lines'
import type { Logged } from './logged'

/** How much was looked at. */
export const lookedAt = ({ lines, writers }: Logged): string =>
  `${counted(lines.length, 'log call')}${writers.length > 0 ? ` and ${counted(writers.length, 'access log')}` : ''}`

export function bodies(logged: Logged, side: 'request' | 'response'): Control {
  const { ground, lines, writers } = logged
  const asked: Asked = { id: `logged-${side}-bodies`, aspect: `${side === 'request' ? 'Request' : 'Response'} bodies`, recommended: 'Not logged' }
  const found: Evidence[] = writers.flatMap(({ parts }) => parts.flatMap(({ part, at }) => (part === `${side} body` ? [at] : [])))
  if (side === 'request')
    for (const { call, at } of lines) if (givenTo(ground.linked, call).some((node) => isWholeBody(ground.linked, node))) found.push(at)
  if (side === 'response') found.push(...answersLogged(logged))
  if (found.length > 0)
    return answer(asked, 'fail', {
      current: `Logged at ${counted(found.length, 'place')}`,
      reason: 'Whatever is in the body is in the log: passwords and tokens too, unless they are taken out before.',
      evidence: found,
    })
  return answer(asked, 'pass', {
    current: 'Not logged',
    absent: true,
    reason:
      side === 'request'
        ? `Looked at ${lookedAt(logged)} for the body of a request as a whole: none is given one.`
        : `Looked at ${lookedAt(logged)} for an answer as a whole, and for logging where the function that answers is replaced: none.`,
    evidence: (writers.length > 0 ? writers : lines).slice(0, 1).map(({ at }) => at),
  })
}

/** `req.body`, not one of its fields. */
function isWholeBody(linked: Linked, node: number): boolean {
  const { whole, models } = linked
  if (whole.kind[node] !== Kind.Load && whole.kind[node] !== Kind.Cell) return false
  if (apiPathsOf(linked, node).some((path) => /^(?:body|json|form)$/.test(models.requests.get(path) ?? ''))) return true
  return (
    whole.kind[node] === Kind.Load &&
    whole.text(whole.b[node] as number) === 'body' &&
    /^(?:req|request|ctx|context)$/.test(linked.values.nameOf(whole.a[node] as number))
  )
}

/** `response.send = function (body) { logger.info(body); … }` */
function answersLogged({ ground, lines }: Logged): Evidence[] {
  const { linked } = ground
  const { whole } = linked
  const inside = new Map<number, LogCall[]>()
  for (const { call, at } of lines) {
    const fn = whole.functionOf(call)
    inside.set(fn, [...(inside.get(fn) ?? []), { call, at }])
  }
  const found: Evidence[] = []
  for (const store of lookupOf(whole).named(Kind.Store, new Set(['send', 'json', 'end', 'write']))) {
    if (!/^(?:res|response|reply)$/.test(linked.values.nameOf(whole.a[store] as number))) continue
    const value = whole.c[store] as number
    if (whole.kind[value] !== Kind.Function) continue
    const fn = whole.a[value] as number
    for (const { call, at } of inside.get(fn) ?? [])
      if (givenTo(linked, call).some((node) => whole.kind[node] === Kind.Param && whole.a[node] === fn)) found.push(at)
  }
  return found
}

interface LogCall {
  call: number
  at: Evidence
}
