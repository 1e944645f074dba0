/** Registrations that run only under a condition. In: nodes that register and mount. Out: a sentence for each condition. */
import { Kind, RegionKind } from '../../graph'
import type { Linked } from '../linked'
import { calledHere } from '../names'

const MOST_TEXT = 80

/**
 * Conditions on settings: what one looks up to know whether the route is there. Tests of what is being registered, as in a
 * loop over a table, say nothing to the reader.
 */
export function conditionsOf(linked: Linked, nodes: number[]): string[] {
  return settingsAskedAround(linked, nodes).map(({ text, holds }) => `Registered only where \`${text}\` ${holds ? 'holds' : 'does not hold'}`)
}

export interface AskedSetting {
  /** As the code writes it: `config.env === 'production'`. */
  text: string
  /** What stands there runs where it holds; otherwise where it does not. */
  holds: boolean
  node: number
}

/** What has to hold, in the words of the code. */
export const asWritten = ({ text, holds }: AskedSetting): string => (holds ? text : `not (${text})`)

/** The same conditions, each once, innermost first. */
export function settingsAskedAround(linked: Linked, nodes: number[]): AskedSetting[] {
  const { whole } = linked
  const found = new Map<string, AskedSetting>()
  for (const node of nodes) {
    if (node >= whole.size) continue
    for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
      const kind = whole.regions[region * 4] as RegionKind
      const condition = whole.regions[region * 4 + 2] as number
      if (condition < 0 || (kind !== RegionKind.True && kind !== RegionKind.False) || !asksSettings(linked, condition)) continue
      const asked = { text: written(linked, condition), holds: kind === RegionKind.True, node: condition }
      if (!found.has(`${asked.holds} ${asked.text}`)) found.set(`${asked.holds} ${asked.text}`, asked)
    }
  }
  return [...found.values()]
}

/** A member is placed at its name; a person reads it with what it is a member of. */
function written({ whole }: Linked, condition: number): string {
  const text = whole.sourceOf(condition, MOST_TEXT)
  let name = text
  for (let node = condition; whole.kind[node] === Kind.Load; ) {
    node = whole.a[node] as number
    const object = whole.kind[node] === Kind.Load ? whole.text(whole.b[node] as number) : whole.sourceOf(node, MOST_TEXT)
    name = name.startsWith(object) ? name : `${object}.${name}`
  }
  return name.length > MOST_TEXT ? text : name
}

const IS_SETTING = /^(?:env|config|configuration|settings|features?|flags|options)$|^(?:enable|disable|is_?(?:dev|prod|test))|_ENABLED$/i

/** Made of the environment, or of a configuration by its name. */
function asksSettings({ whole }: Linked, condition: number): boolean {
  const seen = new Set<number>()
  const stack = [condition]
  while (stack.length > 0 && seen.size < 60) {
    const node = stack.pop() as number
    if (node < 0 || node >= whole.size || seen.has(node)) continue
    seen.add(node)
    if (IS_SETTING.test(calledHere(whole, node))) return true
    stack.push(...whole.madeOf(node))
  }
  return false
}
