/** Routes whose handlers do what a caller should not be able to ask for without bound. A use stands where the route does. */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { calledName, functionsAt, type Linked } from '../linked'
import { lookupOf, once } from '../lookup'
import { callsOneOfMany } from '../wrappers'
import { usage } from './modelled'
import { packageOf } from './origin'
import { callsWithActs } from './registrations'

/** Finding out whether somebody may do something: whoever may ask without bound may guess. */
const SIGN_IN =
  /^(?:log_?in|sign_?in|authenticate|authori[sz]e|verify(?:User|Password|Credentials|Token|Code|Otp)|check(?:User|Password|Credentials|Auth)|is(?:Authori[sz]ed|Authenticated|LoggedIn)|comparePasswords?|validate(?:User|Password|Credentials))$/i
const FILES = new Set(['fs', 'fs/promises', 'fs-extra', 'graceful-fs'])
const PROGRAMS = new Set(['child_process', 'execa', 'shelljs', 'cross-spawn'])
/** What is compared there is a password, slowly on purpose. */
export const PASSWORD_HASHES: ReadonlySet<string> = new Set(['bcrypt', 'bcryptjs', 'argon2', '@node-rs/bcrypt', '@node-rs/argon2'])
const COMPARES = /^(?:compare|compareSync|verify|verifySync)$/
const CHECKS = 'checks who somebody is'
const ASKS = 'asks a database'
/** Parts of a request in which a caller says what is looked for. */
const SAID = new Set(['params', 'query', 'body'])
const MOST_DEPTH = 3
const signsIn = once((name) => SIGN_IN.test(name))

export function costlyRoutes(linked: Linked): Usage[] {
  const { whole, values } = linked
  const known = new Map<number, string | undefined>()
  const found: Usage[] = []
  // They take what the caller says: of what was sent, and not who is calling.
  const lookup = lookupOf(whole)
  const readRequest = lookup.functionsWith(lookup.named(Kind.Load, SAID))
  for (const { call, acts } of callsWithActs(linked))
    for (const { library, act } of acts) {
      if (act.act !== 'route') continue
      const handlers = typeof act.handlers === 'number' ? whole.args(call).slice(act.handlers) : [...whole.args(call)]
      const run = handlers.flatMap((argument) => values.elements(argument))
      const does = run
        .flatMap((handler, index) => functionsIn(linked, handler).map((fn) => ({ fn, answers: index === run.length - 1 })))
        .map(({ fn, answers }) => ({ cost: costOf(linked, fn, known, 0), fn, answers }))
        // What asks in front and lets everybody on tells nobody whether the guess was right; nor is it the work of this route to load who has signed in.
        .find(({ cost, fn, answers }) => cost !== undefined && (answers || (cost !== CHECKS && (cost !== ASKS || readRequest.has(fn)))))?.cost
      if (does) found.push(usage(linked, call, 'costly-route', library, calledName(linked, call), { does: { state: 'constant', texts: [does] } }))
    }
  return found
}

/** Functions that a handler is, or that a wrapper around one is given. */
function functionsIn(linked: Linked, node: number): number[] {
  const given = linked.whole.madeOf(node).slice(1)
  return [node, ...given].flatMap((part) => functionsAt(linked, part))
}

function costOf(linked: Linked, fn: number, known: Map<number, string | undefined>, depth: number): string | undefined {
  if (known.has(fn)) return known.get(fn)
  known.set(fn, undefined)
  const { effects, solver, models, whole } = linked
  let cost: string | undefined
  for (const node of effects.within(fn)) {
    if (signsIn(calledName(linked, node))) cost = CHECKS
    const paths = solver.apiCalls.get(node)
    if (paths) {
      const from = packageOf(linked, whole.a[node] as number) ?? ''
      for (const path of paths)
        if (PASSWORD_HASHES.has(from) && COMPARES.test(calledName(linked, node))) cost = CHECKS
        else if (FILES.has(from)) cost ??= 'uses the file system'
        else if (PROGRAMS.has(from)) cost ??= 'starts a program'
        else if (models.acts.get(path)?.some(({ act }) => act.act === 'connect' && act.kind === 'database')) cost ??= ASKS
    }
    if (cost) break
    // What each of them costs is told of its own route.
    if (callsOneOfMany(linked, node)) continue
    if (depth < MOST_DEPTH) for (const callee of solver.callees.get(node) ?? []) cost ??= costOf(linked, callee, known, depth + 1)
    if (cost) break
  }
  known.set(fn, cost)
  return cost
}
