import type { CoverageFile } from '../../types'

/** Lines of a source file that ran, and lines there are. */
export type LinesOfFile = CoverageFile['files'][number]
