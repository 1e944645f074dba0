/** Which files tools for test coverage wrote, and in which format; the first that claims a file reads it. Apart from the readers, which few trees need. */
import type { CoverageFile, SourceFile } from '../../types'

export type CoverageFormat = CoverageFile['format']

const formats: { format: CoverageFormat; claims: (name: string, text: string) => boolean }[] = [
  { format: 'lcov', claims: (name) => /^lcov(?:[.-].+)?\.info$|\.lcov$|^lcov\.info$/i.test(name) },
  { format: 'istanbul', claims: (name) => /^coverage(?:-final)?\.json$/i.test(name) },
  { format: 'clover', claims: (name, text) => /^clover\.xml$/i.test(name) && text.includes('<coverage') },
  { format: 'cobertura', claims: (name, text) => /^(?:cobertura(?:-coverage)?|coverage)\.xml$/i.test(name) && text.includes('<coverage') },
]

/** Larger ones take longer to read than all the code; in bytes. */
const MOST_BYTES = 30_000_000

export function isCoverage({ path, hash, bytes }: SourceFile): boolean {
  return hash !== '' && bytes <= MOST_BYTES && formatOf(path, '<coverage') !== undefined
}

export function formatOf(path: string, text: string): CoverageFormat | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return formats.find(({ claims }) => claims(name, text))?.format
}
