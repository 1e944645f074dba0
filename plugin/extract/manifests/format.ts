/** What a reader of one format is given, and what it gives back. */
import type { ManifestFact } from '../../types'

/** A fact before its line's text is added, which is the same work for all formats. */
export type Stated = Omit<ManifestFact, 'text'>

export interface Source {
  path: string
  /** Last part of the path. */
  name: string
  text: string
  lineAt(offset: number): number
  line(number: number): string
  lineCount: number
  /** Says what could not be read; the facts that were read stand. */
  problem(detail: string): void
}

export interface Format {
  /** As a reader of "Not analysed" would call it: `package.json`, `GitHub workflow`. */
  name: string
  /** Told by the path wherever possible; `text` is for formats that any file name can hold. */
  claims(file: { path: string; name: string; text: string }): boolean
  facts(source: Source): Stated[]
}

/** A program that the file belongs to, as such: `docker`, `github-actions`, `openapi`. */
export function platform(name: string, line: number, version?: string): Stated {
  return { kind: 'tool', ecosystem: 'platform', name, version, line }
}
