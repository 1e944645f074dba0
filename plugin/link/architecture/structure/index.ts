/** What a newcomer sees first: folders, where programs begin, settings, documents. In: files, manifests, the component model. Out: lists in the order of paths. */
import type { Structure } from '../../../types'
import type { Model } from '../components/index'
import type { KnownArchitecture } from '../known'
import { configurationsOf } from './configurations'
import { directoriesOf } from './directories'
import { documentsOf } from './documents'
import { entriesOf } from './entries'

export function structureOf(known: KnownArchitecture, model: Model, nameOf: (id: string) => string): Structure {
  return {
    directories: directoriesOf(known, model, nameOf),
    entries: entriesOf(known, model),
    configurations: configurationsOf(known),
    documents: documentsOf(known),
  }
}
