/** What a unit is, by the product that its image holds. In: an image as written. Out: a kind, where the image tells one. */
import type { DeploymentUnit } from '../../../types'
import { ownCatalogue } from '../../technologies/catalogue'
import { heldBy } from '../../technologies/images'

const PURPOSES: [RegExp, DeploymentUnit['kind']][] = [
  [/database|search engine/, 'data store'],
  [/cache/, 'cache'],
  [/queue|messaging/, 'queue'],
  [/object storage/, 'storage'],
  [/proxy|gateway|ingress|load balancer|web server/, 'ingress'],
]

export function nameOfImage(image: string): string {
  const plain = image.replace(/@sha256:[0-9a-f]*$/i, '')
  const colon = plain.lastIndexOf(':')
  return colon > plain.lastIndexOf('/') ? plain.slice(0, colon) : plain
}

export function kindOfImage(image: string | undefined): DeploymentUnit['kind'] | undefined {
  if (image === undefined) return undefined
  const catalogue = ownCatalogue()
  const name = nameOfImage(image).toLowerCase()
  const last = name.slice(name.lastIndexOf('/') + 1)
  const known = [
    ...heldBy(catalogue, name),
    ...heldBy(catalogue, last),
    // Charts are called after their product, engines of managed databases are called like schemes.
    ...catalogue.marked('datasource', last.replace(/^aurora-|_\d+.*$/g, '')),
    ...[catalogue.package('helm', last)?.known].filter((each) => each !== undefined),
  ]
  for (const { purpose } of known) for (const [pattern, kind] of PURPOSES) if (pattern.test(purpose)) return kind
  return undefined
}
