/** What documents make statements about. In: the solved program, the facts of manifests, and what documents name. Out: lists, each derived once. */
import path from 'node:path'
import type { Extracted } from '../../graph'
import type { Inventory } from '../../types'
import type { Linked } from '../linked'
import type { Told } from '../told'
import { callbacksOf } from './callbacks'
import { constantsOf, listsOf } from './constants'
import { environmentOf } from './environment'
import { exportsOf } from './exports'
import { flagDefaultsOf } from './flag-defaults'
import { sampleModules } from './modules'
import { optionKeysOf } from './option-keys'
import { hostsIn, numbersIn, portsOf } from './ports'
import { resolvedOf } from './resolved'
import { runtimesOf } from './runtimes'
import { tasksOf } from './tasks'
import { usageTextsOf } from './usage-texts'
import { valueSetsOf } from './value-sets'
import { wordsOf } from './words'

export function inventoryOf(linked: Linked, extracted: Extracted, told: Told): Inventory {
  const environment = environmentOf(linked, extracted.definitions)
  return {
    environment,
    mentioned: mentionedIn(linked, extracted),
    ignored: (extracted.texts ?? []).flatMap(({ path, ignored }) => (ignored ? [{ folder: folderOf(path), patterns: ignored }] : [])),
    exports: exportsOf(linked, told.words),
    ports: portsOf(linked, environment, extracted),
    runtimes: runtimesOf(extracted),
    valueSets: valueSetsOf(linked),
    constants: constantsOf(linked),
    lists: listsOf(linked),
    optionKeys: optionKeysOf(linked, told.words),
    flagDefaults: flagDefaultsOf(linked, told),
    callbacks: callbacksOf(linked, told),
    // Documents say which: beside the program.
    shipped: new Map(),
    words: wordsOf(linked),
    modules: sampleModules(linked, extracted, told),
    numbers: numbersIn(linked),
    hosts: hostsIn(linked),
    tasks: tasksOf(linked),
    resolved: resolvedOf(extracted),
    usageTexts: usageTextsOf(linked, extracted),
  }
}

/** At the beginning of a text, or of a pattern. */
const MENTION = /^\W{0,3}([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+_?|[A-Z][A-Z0-9]+_$|PORT|HOST|HOSTNAME)(?![A-Za-z0-9_])/

/** Also where a longer text begins with one: `TOKEN="…"` of a file that the program reads, `MAIL_OPT_` of names that belong together. */
function mentionedIn({ whole }: Linked, { texts = [] }: Pick<Extracted, 'texts'>): string[] {
  const found = new Set(texts.flatMap(({ asks = [] }) => asks))
  for (const text of whole.strings) {
    const name = text.length < 80 ? MENTION.exec(text)?.[1] : undefined
    if (name) found.add(name)
  }
  return [...found].sort()
}

const folderOf = (file: string): string => path.posix.dirname(file).replace(/^\.$/, '')
