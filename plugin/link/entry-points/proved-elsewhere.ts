/**
 * Sign-ins whose password another service is asked about: `axios.post('https://accounts.example.org/login', req.body)`. In: a route, and
 * what it does with stored data. Out: the request that is made, where nothing below its handlers looks at a password itself.
 */
import type { DataUse, Evidence } from '../../types'
import { functionsBelow } from '../functions-below'
import { calledName, cite, type Linked } from '../linked'
import type { FoundRoute } from '../routes/index'
import { callsOfKind } from '../usages/modelled'
import { SIGNS_IN } from './proves-nothing'

/** Calls below each other, and functions in all, that are looked into. */
const DEEPEST = 4
const MOST_FUNCTIONS = 60
/** Where a password is looked at: compared, hashed, handed to what signs in. */
const LOOKS =
  /^(?:compare(?:Sync)?|verify(?:Sync|Password)?|hash(?:Sync)?|pbkdf2(?:Sync)?|scrypt(?:Sync)?|timingSafeEqual|authenticate|createHash|createHmac)$|passw/i

export function provedElsewhere(linked: Linked, route: Pick<FoundRoute, 'path' | 'handlers'>, data: readonly DataUse[]): Evidence | undefined {
  if (!SIGNS_IN.test(route.path) || data.length > 0) return undefined
  const below = functionsBelow(
    linked,
    route.handlers.flatMap(({ functions }) => functions),
    DEEPEST,
    MOST_FUNCTIONS,
  )
  if (!below || below.size === 0) return undefined
  const asks = callsOfKind(linked, 'outgoing-request').find(([call]) => below.has(linked.whole.functionOf(call)))
  if (asks === undefined) return undefined
  const looks = [...below].some((fn) => linked.effects.ofFunction(fn).some((node) => LOOKS.test(calledName(linked, node))))
  return looks ? undefined : cite(linked, asks[0])
}
