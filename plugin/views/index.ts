/**
 * What each page shows. In: the program, the verdict and the ledger's rows. Out: one view a page, in the order of the
 * sections; a template knows words, a view knows numbers. Every page is registered here by hand.
 */
import { architecture } from './architecture/index'
import { authentication } from './authentication'
import { authorization } from './authorization'
import { compliance } from './compliance/index'
import type { PageView } from './context'
import { dataProtection } from './data-protection'
import { diagrams } from './diagrams/index'
import { documentationAudit } from './documentation-audit'
import { downloads } from './downloads/index'
import { executiveSummary } from './executive-summary'
import { findingsSummary } from './findings-summary'
import { inputValidation } from './input-validation'
import { interfaces } from './interfaces/index'
import { nonfunctionalAreas } from './nonfunctional/area'
import { nonfunctionalOverview } from './nonfunctional/overview'
import { notAnalysed } from './not-analysed'
import { overview } from './overview'
import { secretsManagement } from './secrets-management'
import { securitySurface } from './security-surface'
import { sidebar } from './sidebar'
import { technologyManifest } from './technology-manifest'

export { forAudience } from './audience'
export type { ViewContext } from './context'
export { picturesOf } from './diagrams/asked'
export { placeholder } from './placeholder'
export { resultsOf } from './results'

export const views: PageView[] = [
  sidebar,
  overview,
  executiveSummary,
  securitySurface,
  authentication,
  authorization,
  dataProtection,
  inputValidation,
  secretsManagement,
  findingsSummary,
  compliance,
  architecture,
  technologyManifest,
  interfaces,
  diagrams,
  downloads,
  documentationAudit,
  nonfunctionalOverview,
  nonfunctionalAreas,
  notAnalysed,
]
