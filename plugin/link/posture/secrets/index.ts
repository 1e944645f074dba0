/**
 * Which secrets the program uses, where they come from, and how they are kept. In: what is known of the program. Out: the inventory,
 * texts that look like secrets, the ways of secrets, and one control a practice.
 */
import type { Secrets } from '../../../types'
import type { Linked } from '../../linked'
import { NO_HISTORY } from '../../outside'
import type { Known } from '../known'
import { environmentOf, putRead } from './environment'
import { fetchedIn } from './fetched'
import { secretFlows } from './flows'
import { inventoryOf } from './inventory'
import { practicesOf } from './practices'
import { sightingsOf } from './sightings'
import { usesOf } from './uses'

/** Files that another one imports: what stands in them runs with the program, and is told first. */
function importedFiles({ whole, modules }: Linked): Set<string> {
  const found = new Set<string>()
  for (const { path, graph } of whole.files)
    for (const { specifier } of graph.imports) {
      const to = modules.resolve(path, specifier)
      if (to.kind === 'file') found.add(to.path)
    }
  return found
}

export function secretsOf({ linked, extracted, files, usages, flows }: Known): Secrets {
  const texts = extracted.texts ?? []
  const environment = environmentOf(linked)
  for (const { path, statements } of texts)
    for (const { kind, name, line, text } of statements)
      if (kind === 'reads') putRead(environment, name, 'environment variable', '', { file: path, line, text })
  const fetched = fetchedIn(linked)
  const uses = usesOf(linked, environment, new Set(fetched.map(({ call }) => call)))
  const sightings = sightingsOf(linked, usages, texts)
  const isPart = importedFiles(linked)
  for (const { at } of environment.reads.values()) at.sort((one, other) => Number(isPart.has(other.file)) - Number(isPart.has(one.file)))
  for (const list of [...uses.byName.values(), ...uses.byCall.values()])
    list.sort((one, other) => Number(isPart.has(other.at.file)) - Number(isPart.has(one.at.file)))
  const inventory = inventoryOf({ linked, environment, fetched, uses, sightings, usages, paths: new Set(files.map(({ path }) => path)) })
  const { schemas } = environment
  const practices = practicesOf({ inventory, sightings, files, texts, manifests: extracted.manifests, usages, flows, schemas }, NO_HISTORY)
  return { inventory, sightings, flows: secretFlows(inventory), practices }
}
