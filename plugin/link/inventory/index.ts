/** What documents make statements about. In: the solved program and the facts of manifests. Out: lists, each derived once. */
import type { Extracted } from '../../graph'
import type { Inventory } from '../../types'
import type { Linked } from '../linked'
import { environmentOf } from './environment'
import { hostsIn, numbersIn, portsOf } from './ports'
import { resolvedOf } from './resolved'
import { runtimesOf } from './runtimes'
import { tasksOf } from './tasks'
import { usageTextsOf } from './usage-texts'

export function inventoryOf(linked: Linked, extracted: Extracted): Inventory {
  const environment = environmentOf(linked, extracted.definitions)
  return {
    environment,
    mentioned: mentionedIn(linked),
    exports: [],
    ports: portsOf(linked, environment, extracted),
    runtimes: runtimesOf(extracted),
    valueSets: [],
    constants: [],
    numbers: numbersIn(linked),
    hosts: hostsIn(linked),
    tasks: tasksOf(linked),
    resolved: resolvedOf(extracted),
    usageTexts: usageTextsOf(linked, extracted),
  }
}

function mentionedIn({ whole }: Linked): string[] {
  return whole.strings.filter((text) => text.length < 80 && /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(text)).sort()
}
