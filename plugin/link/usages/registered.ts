/**
 * Plugins that are handed over with their options, `app.register(cors, { origin: true })`: a use of the plugin as if it had
 * been called with them.
 */
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { apiPathsOf, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { usage } from './modelled'
import { settingAt } from './setting'

export function registeredUsages(linked: Linked): Usage[] {
  const { whole, models } = linked
  const found: Usage[] = []
  for (const node of lookupOf(whole).named(Kind.Call, 'register')) {
    const plugin = whole.args(node)[0]
    if (plugin === undefined) continue
    for (const path of apiPathsOf(linked, plugin))
      for (const model of models.flows.usages.get(path) ?? []) {
        const values: Record<string, Setting> = {}
        for (const [key, spot] of Object.entries(model.values))
          if (/^0(?:\.|$)/.test(spot)) values[key] = settingAt(linked, node, `1${spot.slice(1)}`)
        found.push(usage(linked, node, model.kind, model.library, 'register', values))
      }
  }
  return found
}
