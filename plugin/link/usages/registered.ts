/**
 * Plugins that are handed over with their options, `app.register(cors, { origin: true })`: a use of the plugin as if it had
 * been called with them.
 */
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import type { UsageModel } from '../flow-models'
import { apiPathsOf, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { usage } from './modelled'
import { settingAt } from './setting'

export function registeredUsages(linked: Linked): Usage[] {
  return registrations(linked).flatMap(([node, models]) =>
    models.map(({ kind, library, values: spots }) => {
      const values: Record<string, Setting> = {}
      for (const [key, spot] of Object.entries(spots)) values[key] = settingAt(linked, node, spot)
      return usage(linked, node, kind, library, 'register', values)
    }),
  )
}

/** Calls that hand over a plugin with its options, and what models say of it, with spots as they are in that call. */
export function registrations(linked: Linked): [call: number, models: UsageModel[]][] {
  const { whole, models } = linked
  return Array.from(lookupOf(whole).named(Kind.Call, 'register')).flatMap((node): [number, UsageModel[]][] => {
    const plugin = whole.args(node)[0]
    if (plugin === undefined) return []
    const found = apiPathsOf(linked, plugin).flatMap((path) => models.flows.usages.get(path) ?? [])
    return found.length === 0 ? [] : [[node, found.map(asOptions)]]
  })
}

/** `0.secret` of the plugin's own call is `1.secret` here. */
const asOptions = (model: UsageModel): UsageModel => ({
  ...model,
  values: Object.fromEntries(Object.entries(model.values).flatMap(([key, spot]) => (/^0(?:\.|$)/.test(spot) ? [[key, `1${spot.slice(1)}`]] : []))),
})
