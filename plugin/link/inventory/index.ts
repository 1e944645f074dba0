/** What documents make statements about. In: the solved program and the facts of manifests. Out: lists, each derived once. */
import type { Extracted } from '../../graph'
import type { Inventory } from '../../types'
import type { Linked } from '../linked'
import { environmentOf } from './environment'

export function inventoryOf(linked: Linked, extracted: Extracted): Inventory {
  return {
    environment: environmentOf(linked, extracted.definitions),
    mentioned: mentionedIn(linked),
    exports: [],
    ports: [],
    runtimes: [],
    valueSets: [],
    constants: [],
  }
}

function mentionedIn({ whole }: Linked): string[] {
  return whole.strings.filter((text) => text.length < 80 && /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(text)).sort()
}
