/** Pages of user interfaces that follow from where a file stands, and those that a file of TanStack Router writes down. */
import { filePages } from '../file-routes'
import { Applications } from '../file-routes/applications'
import { writtenPages } from '../file-routes/written'
import type { DoorDetector } from './door'

export const pagesOfFiles: DoorDetector = ({ linked, extracted }) => ({
  uiRoutes: [...filePages(linked, new Applications(linked, extracted)), ...writtenPages(linked)],
})
