/** What tools for test coverage wrote down. In: a file's path and text. Out: lines that ran and lines there are, by source file. */
import type { CoverageFile } from '../../types'
import { type CoverageFormat, formatOf } from './claims'
import { istanbul } from './istanbul'
import { lcov } from './lcov'
import type { LinesOfFile } from './lines'
import { clover, cobertura } from './markup'

const readers: Record<CoverageFormat, (text: string) => LinesOfFile[]> = { lcov, istanbul, clover, cobertura }

/** @throws Error when the text is not what its name promises */
export function coverageOf(path: string, text: string): CoverageFile | undefined {
  const format = formatOf(path, text)
  if (!format) return undefined
  const files = readers[format](text).filter(({ total }) => total > 0)
  return files.length === 0 ? undefined : { file: path, format, files: files.sort((one, other) => (one.path < other.path ? -1 : 1)) }
}
