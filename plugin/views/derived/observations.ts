/** What the code does well, each with the lines that prove it. In: the program. Out: observations; none without evidence. */
import type { Control, EntryPoint, Evidence, Guard, Program } from '../../types'
import { adminGuardOf, changesData, httpOf, isForAdmins, reachOf, takesFiles } from './entry-points'
import { functionOf } from './functions'
import { distinctPlaces } from './places'

export interface Observation {
  kind:
    | 'security headers'
    | 'csrf protection'
    | 'global rate limit'
    | 'admin guarded'
    | 'entry rate limited'
    | 'changes validated'
    | 'uploads signed in'
    | 'in order'
    | 'nowhere'
  /** How many were looked at; all of them hold. */
  count: number
  names: string[]
  evidence: Evidence[]
  /** Of a control that is in order: where it belongs, unless its name says so, and its name. */
  area?: string
  aspect?: string
  current?: string
  /** What was looked for in vain, of `nowhere`. */
  reason?: string
}

/** Ways in that are guessed at again and again, so that a limit on calls matters most there. */
const guessable = new Set(['Login', 'Password reset', 'Registration', 'Multi-factor authentication'])

export function observationsOf(program: Program): Observation[] {
  const entries = httpOf(program)
  const inForce = (role: Guard['role']): Guard[] => program.middleware.filter((guard) => guard.role === role && guard.scope === 'application')
  return [
    ofGuards('security headers', inForce('headers')),
    ofGuards('csrf protection', inForce('csrf')),
    ofGuards('global rate limit', inForce('rate-limit')),
    ofAll('admin guarded', entries.filter(isForAdmins), (entry) => {
      const guard = reachOf(entry) === 'signed in' ? adminGuardOf(entry) : undefined
      return guard ? [guard.at] : []
    }),
    ofAll(
      'entry rate limited',
      entries.filter((entry) => changesData(entry) && guessable.has(functionOf(entry)?.name ?? '')),
      yes('rateLimited'),
    ),
    ofAll('changes validated', entries.filter(changesData), yes('validated')),
    ofAll('uploads signed in', program.entryPoints.filter(takesFiles), yes('authRequired')),
    ...ofControls(program.posture),
  ].filter((it) => it !== undefined)
}

/** Most controls that are named; the reports have all of them. */
const mostControls = 12

function ofControls({ authentication, stack, secrets, dataProtection }: Program['posture']): Observation[] {
  const areas: [area: string, controls: Control[]][] = [
    ['Passwords', authentication.passwords],
    ['Sessions and tokens', authentication.sessions],
    ['', [...authentication.bruteForce, ...stack]],
    ['Encryption', dataProtection.encryption],
    ['Logs', dataProtection.logging],
    ['', dataProtection.considerations],
    ['Secrets', secrets.practices],
  ]
  return (
    areas
      .flatMap(([area, controls]) => controls.map((control) => ({ ...control, area })))
      .filter(({ state, current, evidence }) => state === 'pass' && current !== '' && evidence.length > 0)
      // What somebody wrote comes before what nobody did.
      .sort((one, other) => Number(one.absent ?? false) - Number(other.absent ?? false))
      .slice(0, mostControls)
      .map(({ area, aspect, current, reason, evidence, absent }) => ({
        kind: absent ? 'nowhere' : 'in order',
        count: 1,
        names: [],
        evidence: distinctPlaces(evidence),
        area,
        aspect,
        current,
        ...(absent ? { reason } : {}),
      }))
  )
}

function ofGuards(kind: Observation['kind'], guards: Guard[]): Observation | undefined {
  if (guards.length === 0) return undefined
  return { kind, count: guards.length, names: [...new Set(guards.map(({ name }) => name))], evidence: distinctPlaces(guards.map(({ at }) => at)) }
}

/** An observation only when it holds for every one of at least one, and every one has its proof. */
function ofAll(kind: Observation['kind'], entries: EntryPoint[], proof: (entry: EntryPoint) => Evidence[]): Observation | undefined {
  const proofs = entries.map(proof)
  if (entries.length === 0 || proofs.some((evidence) => evidence.length === 0)) return undefined
  return { kind, count: entries.length, names: [], evidence: distinctPlaces(proofs.flat()) }
}

function yes(question: 'authRequired' | 'rateLimited' | 'validated'): (entry: EntryPoint) => Evidence[] {
  return (entry) => (entry[question].answer === 'yes' ? entry[question].evidence : [])
}
