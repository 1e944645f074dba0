/** Which doors a request of a test comes in by. In: doors and requests. Out: by door, the first request that does. */
import type { EntryPoint } from '../../../../types'
import type { TestRequest } from './requests'

export function requestedDoors(doors: readonly EntryPoint[], requests: readonly TestRequest[]): Map<EntryPoint, TestRequest> {
  const routes = doors.filter(({ kind }) => kind === 'http' || kind === 'webhook').map((door) => ({ door, steps: stepsOf(door.path).map(stepOf) }))
  const byLength = new Map<number, typeof routes>()
  for (const route of routes) byLength.set(route.steps.length, [...(byLength.get(route.steps.length) ?? []), route])
  const open = routes.filter(({ steps }) => steps.some(({ isRest }) => isRest))
  const found = new Map<EntryPoint, TestRequest>()
  for (const request of requests) {
    const asked = stepsOf(request.path)
    const small = asked.map((step) => step.toLowerCase())
    const candidates = request.isEnd ? routes.filter(({ steps }) => steps.length >= asked.length) : [...(byLength.get(asked.length) ?? []), ...open]
    let best: { door: EntryPoint; fixed: number }[] = []
    for (const { door, steps } of candidates) {
      if (!answers(door, request.method)) continue
      const tail = request.isEnd ? steps.slice(steps.length - asked.length) : steps
      const fixed = fits(tail, asked, small)
      if (fixed === undefined || (request.isEnd && fixed === 0)) continue
      // The route that is written out most is the one that gets it.
      if (best[0] !== undefined && fixed < best[0].fixed) continue
      if (best[0] !== undefined && fixed > best[0].fixed) best = []
      best.push({ door, fixed })
    }
    for (const { door } of best) if (!found.has(door)) found.set(door, request)
  }
  return found
}

const stepsOf = (path: string) => path.split('/').filter(Boolean)

/** A step of a route, and what it stands for besides its own text. */
interface Step {
  text: string
  isParameter: boolean
  /** It may be left out. */
  isOptional: boolean
  /** All that follows. */
  isRest: boolean
}

/** @param step as a framework writes it: `users`, `:id`, `[id]`, `{id}`, `*` */
const stepOf = (step: string): Step => ({
  text: step.toLowerCase(),
  isParameter: /^[:{[*(<$]|^\(/.test(step) || step.includes(':'),
  isOptional: /^:\w+\?$/.test(step),
  isRest: step.startsWith('*') || step.startsWith('[...') || step.startsWith('[[...') || step.endsWith('*') || /^\{\.\.\.|^:\w+[*+]/.test(step),
})

/** How many steps are the same letter by letter; undefined where it does not fit. */
function fits(steps: readonly Step[], asked: readonly string[], small: readonly string[]): number | undefined {
  let fixed = 0
  for (let index = 0; index < steps.length; index++) {
    const { text, isParameter, isOptional, isRest } = steps[index] as Step
    if (isRest) return fixed
    const given = asked[index]
    if (given === undefined) return isOptional ? fixed : undefined
    if (isParameter) continue
    if (text === small[index]) fixed++
    else if (!given.includes('{')) return undefined
  }
  return steps.length === asked.length ? fixed : undefined
}

function answers({ method, answersTo }: EntryPoint, asked: string): boolean {
  if (asked === '' || method === 'ALL' || method === 'ANY') return answersTo === undefined || asked === '' || answersTo.includes(asked)
  return method === asked || (asked === 'HEAD' && method === 'GET')
}
