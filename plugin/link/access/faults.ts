/**
 * Faults of what a request runs through, whatever its handler does with stored data. In: a route and a method. Out: the faults of its
 * guards and handlers, each function looked at once for all doors.
 */
import type { AccessFault } from '../../types'
import { brokenGuards } from './broken-guards'
import { claimedRights } from './claimed-rights'
import { distinctAnswers } from './distinct-answers'
import { openWithoutSecrets } from './open-without-secrets'
import type { Scene } from './scene'
import { handlersOf, passesOf, type Served } from './served'
import { sparedAddresses } from './spared-addresses'
import { unboundCodes } from './unbound-codes'

const SIGN_IN = /log-?in|sign-?in|session|authenticate|auth\b/i

export class Faults {
  private readonly known = new Map<number, AccessFault[]>()

  constructor(private readonly scene: Scene) {}

  of(route: Served, method: string): AccessFault[] {
    const { linked } = this.scene
    const handlers = handlersOf(route)
    const passes = passesOf(route)
    const found = [...(route.byMarks?.faults ?? []), ...[...passes, ...handlers].flatMap((fn) => this.ofFunction(fn))]
    if (/^(?:GET|ALL|ANY)$/.test(method)) found.push(...unboundCodes(linked, [...handlers, ...passes]))
    if (SIGN_IN.test(route.path)) for (const fn of handlers) found.push(...distinctAnswers(linked, fn))
    return found
  }

  private ofFunction(fn: number): AccessFault[] {
    const { linked, guards } = this.scene
    let known = this.known.get(fn)
    if (!known) {
      known = [
        ...brokenGuards(linked, guards, fn),
        ...sparedAddresses(linked, guards, fn),
        ...openWithoutSecrets(linked, guards, fn),
        ...claimedRights(this.scene, fn),
      ]
      this.known.set(fn, known)
    }
    return known
  }
}
