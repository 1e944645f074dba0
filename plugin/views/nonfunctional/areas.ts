/** The pages of the nonfunctional section, one an area, in the order of the specification (2.3). */
import type { QualityArea } from '../../types'

export interface AreaPage {
  area: QualityArea
  path: string
  about: string
}

export const nonfunctionalPath = 'nonfunctional/index.md'

export const areaPages: AreaPage[] = [
  {
    area: 'Testing coverage',
    path: 'nonfunctional/testing-coverage.md',
    about: 'What the tests reach, what they leave out, and which of them cannot be relied on.',
  },
  {
    area: 'Configuration audit',
    path: 'nonfunctional/configuration-audit.md',
    about: 'How the program is configured, built and run, and what of that can go wrong unseen.',
  },
  {
    area: 'Performance hotspots',
    path: 'nonfunctional/performance-hotspots.md',
    about: 'Where time and memory go, as far as the code tells.',
  },
  {
    area: 'Code health',
    path: 'nonfunctional/code-health.md',
    about: 'Complexity, duplication, dead code, debt and naming.',
  },
]
