/** What stands for the things that the code alone does not tell, where nobody looked for them. */
import type { Advisories, History, Outside, PackageAges, WorkHistory } from '../types'

export const NO_HISTORY: History = { state: 'not looked', reason: 'The history was not given to the analysis.', commits: 0, sightings: [] }
export const NO_WORK: WorkHistory = { state: 'not looked', reason: 'The history was not given to the analysis.', churn: [], written: {} }
export const NO_AGES: PackageAges = {
  outdated: { state: 'not looked', reason: 'The versions were not given to the analysis.', source: '', found: [] },
  givenUp: { state: 'not looked', reason: 'The versions were not given to the analysis.', found: [] },
}
const NO_ADVISORIES: Advisories = { state: 'not looked', reason: 'No source of advisories is configured.', source: '', packages: 0, found: [] }

export const NOTHING_OUTSIDE: Outside = { history: NO_HISTORY, advisories: NO_ADVISORIES, work: NO_WORK, packages: NO_AGES }
