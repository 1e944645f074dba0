/**
 * Functions that run in a browser which the program steers, `page.evaluate((name) => greet(name), name)`. In: the linked program. Out:
 * whether a place stands in one: what is written there is shown to nobody, asked of the inside of the server's network, and logged elsewhere.
 */
import { Kind } from '../../graph'
import { functionsOf } from '../doors/entry'
import { type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { pathsOfCall } from '../usages/modelled'

/** The model of such browsers is named after the first of its libraries. */
export const STEERED = 'puppeteer'
const RUNS = /^(?:evaluate|evaluateHandle|evaluateOnNewDocument|addInitScript|waitForFunction|\$\$?eval|evalOnSelector(?:All)?)$/

export function inSteeredBrowser(linked: Linked): (node: number) => boolean {
  const { whole, models } = linked
  const own = new Set(['Page', 'Browser'].map((name) => `type:${STEERED}/${name}`))
  const run = new Set<number>()
  for (const call of lookupOf(whole).named(Kind.Call, RUNS))
    if (receiverOf(linked, call) >= 0 && [...pathsOfCall(linked, call)].some((path) => own.has(models.paths.rootOf(path))))
      for (const fn of functionsOf(linked, [...whole.args(call)])) run.add(fn)
  return (node) => {
    if (run.size === 0 || node >= whole.size) return false
    for (let fn = whole.scopeOf(node); fn >= 0; fn = whole.functions[fn]?.parent ?? -1) if (run.has(fn)) return true
    return false
  }
}
