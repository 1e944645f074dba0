/**
 * What tools for test coverage wrote down. In: a file's path and text. Out: lines that ran and lines there are, by source
 * file. One file a format; the first that claims a file reads it.
 */
import type { CoverageFile, SourceFile } from '../../types'
import { istanbul } from './istanbul'
import { lcov } from './lcov'
import type { LinesOfFile } from './lines'
import { clover, cobertura } from './markup'

interface CoverageFormat {
  format: CoverageFile['format']
  claims: (name: string, text: string) => boolean
  read: (text: string) => LinesOfFile[]
}

const formats: CoverageFormat[] = [
  { format: 'lcov', claims: (name) => /^lcov(?:[.-].+)?\.info$|\.lcov$|^lcov\.info$/i.test(name), read: lcov },
  { format: 'istanbul', claims: (name) => /^coverage(?:-final)?\.json$/i.test(name), read: istanbul },
  { format: 'clover', claims: (name, text) => /^clover\.xml$/i.test(name) && text.includes('<coverage'), read: clover },
  {
    format: 'cobertura',
    claims: (name, text) => /^(?:cobertura(?:-coverage)?|coverage)\.xml$/i.test(name) && text.includes('<coverage'),
    read: cobertura,
  },
]

/** Larger ones take longer to read than all the code; in bytes. */
const MOST_BYTES = 30_000_000

export function isCoverage({ path, hash, bytes }: SourceFile): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return hash !== '' && bytes <= MOST_BYTES && formats.some(({ claims }) => claims(name, '<coverage'))
}

/** @throws Error when the text is not what its name promises */
export function coverageOf(path: string, text: string): CoverageFile | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const found = formats.find(({ claims }) => claims(name, text))
  if (!found) return undefined
  const files = found.read(text).filter(({ total }) => total > 0)
  return files.length === 0 ? undefined : { file: path, format: found.format, files: files.sort((one, other) => (one.path < other.path ? -1 : 1)) }
}
