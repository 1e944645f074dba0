/**
 * Marks on the documents of the site itself. In: the results of an analysis, and the pages of all docs plugins. Out: by address of
 * a page, what of it the code contradicts, or that all of it holds. The client module `theme/marks` shows them; the pages'
 * own Markdown stays as it is, so that no cache of a page has to know of the code.
 */
import path from 'node:path'
import type { Results } from '../types'

export interface Mark {
  /** The line as the document has it, without markup. */
  text: string
  id: string
  actual: string
  /** Of the discrepancy in the documentation audit. */
  href: string
}

export interface PageMarks {
  marks: Mark[]
  /** Statements that were held against the code; all of them hold where there are no marks. */
  checked: number
  /** Full hash, null outside git. */
  commit: string | null
}

/** Document, relative to the analysed directory → its marks. Documents of which nothing was checked are left out. */
export type MarksByFile = Record<string, PageMarks>

/** @param section address of the section, with a slash at its end */
export function marksOf({ discrepancies, documents, commit }: Pick<Results, 'discrepancies' | 'documents' | 'commit'>, section: string): MarksByFile {
  const marks = (file: string): Mark[] =>
    discrepancies
      .filter((it) => it.docFile === file)
      .map(({ id, docText, actual }) => ({
        text: plainText(docText),
        id,
        actual,
        href: `${section}architecture/documentation-audit#${id.toLowerCase()}`,
      }))
  return Object.fromEntries(
    documents.flatMap(({ file, checked }) => {
      const own = marks(file)
      return checked > 0 || own.length > 0 ? [[file, { marks: own, checked, commit }]] : []
    }),
  )
}

/** What a docs plugin says of its pages, as far as it matters here. */
interface Docs {
  loadedVersions?: { docs?: { source: string; permalink: string }[] }[]
}

/**
 * @param allContent of all plugins, by name and id
 * @param source absolute path of the analysed directory
 */
export function marksByAddress(
  byFile: MarksByFile,
  allContent: Record<string, Record<string, unknown>>,
  siteDir: string,
  source: string,
): Record<string, PageMarks> {
  const found: Record<string, PageMarks> = {}
  for (const content of Object.values(allContent['docusaurus-plugin-content-docs'] ?? {}))
    for (const { docs = [] } of (content as Docs | undefined)?.loadedVersions ?? [])
      for (const { source: written, permalink } of docs) {
        const file = path
          .relative(source, path.resolve(siteDir, written.replace(/^@site\//, '')))
          .split(path.sep)
          .join('/')
        const marks = byFile[file]
        if (marks) found[permalink] = marks
      }
  return found
}

/** As a browser shows the line: its longest stretch without markup is what can be found again. */
function plainText(line: string): string {
  return line
    .replace(/^\s*(?:[-*+>#]+|\d+[.)])\s+/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*_~|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
