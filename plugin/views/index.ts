/**
 * What each page shows. In: the program, the verdict and the ledger's rows. Out: one view a page, in the order of the
 * sections; a template knows words, a view knows numbers. Every page is registered here by hand.
 */
import { areaReports } from './area-reports'
import type { PageView } from './context'
import { interfaces } from './interfaces/index'
import { notAnalysed } from './not-analysed'
import { overview } from './overview'
import { securitySurface } from './security-surface'
import { sidebar } from './sidebar'
import { technologyManifest } from './technology-manifest'

export type { ViewContext } from './context'
export { resultsOf } from './results'

export const views: PageView[] = [sidebar, overview, securitySurface, areaReports, technologyManifest, interfaces, notAnalysed]
