/** What was found on disk. */
import type { NotAnalysed } from './not-analysed'

/** What a file is for: `code` is parsed into a value graph, `manifest` into manifest facts, `document` is prose. */
export type FileKind = 'code' | 'template' | 'manifest' | 'document' | 'other'

export interface SourceFile {
  path: string
  kind: FileKind
  /** Lower-case language name where the extension tells one: `typescript`, `vue`, `yaml`, `python`… */
  language: string | undefined
  bytes: number
  /** Hex SHA-256 of the bytes on disk. */
  hash: string
  /** Differs from the analysed commit, or is not in it. Always false outside git. */
  uncommitted: boolean
}

export interface Scan {
  files: SourceFile[]
  skipped: NotAnalysed[]
  /** What is there and was left as a whole, by options or as the code of others: it exists, and no more is known. Sorted. */
  unread?: string[]
}
