/** The figures of an area, before its findings. One file an area. */
import type { QualityArea } from '../../../types'
import type { ViewContext } from '../../context'
import { codeHealthFigures } from './code-health'
import { configurationFigures } from './configuration-audit'
import type { Dashboard } from './dashboard'
import { performanceFigures } from './performance-hotspots'
import { testingFigures } from './testing-coverage'

const figures: Record<QualityArea, (context: ViewContext) => Dashboard> = {
  'Testing coverage': testingFigures,
  'Configuration audit': configurationFigures,
  'Performance hotspots': performanceFigures,
  'Code health': codeHealthFigures,
}

export function dashboardOf(area: QualityArea, context: ViewContext): Dashboard {
  return figures[area](context)
}
