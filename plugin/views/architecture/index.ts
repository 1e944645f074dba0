/** Pages of the architecture, in the order in which a newcomer reads them. Pictures, interfaces and the manifest have lists of their own. */
import type { View } from '../../types'
import type { PageView, ViewContext } from '../context'
import { components } from './components'
import { modules } from './modules'
import { architectureOverview } from './overview'
import { recommendations } from './recommendations-page'
import { sequences } from './sequences'
import { structure } from './structure'

const pages: PageView[] = [architectureOverview, structure, components, sequences, modules, recommendations]

export function architecture(context: ViewContext): View[] {
  return pages.flatMap((page) => page(context))
}
