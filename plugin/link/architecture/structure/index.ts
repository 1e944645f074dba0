/** What a newcomer sees first: folders, where programs begin, settings, documents. In: files, manifests, the component model. Out: lists in the order of paths. */
import type { Structure } from '../../../types'
import type { Model } from '../components/index'
import type { KnownArchitecture } from '../known'
import { configurationsOf } from './configurations'
import { directoriesOf } from './directories'
import { entriesOf } from './entries'

export function structureOf(known: KnownArchitecture, model: Model, nameOf: (id: string) => string): Structure {
  return {
    directories: directoriesOf(known, model, nameOf),
    entries: entriesOf(known, model),
    configurations: configurationsOf(known),
    // What documents say of themselves is put beside the program.
    documents: [],
  }
}
