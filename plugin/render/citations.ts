/**
 * Where a reader can see the line that proves a claim. In: evidence, as pages cite it. Out: a permanent address at the
 * analysed commit or, where there is none, a place on a page of excerpts that is printed after all others.
 */
import { createHash } from 'node:crypto'
import type { Evidence, Repository, View } from '../types'
import { linkMark } from './labels'
import { permalink } from './permalink'

export interface Citations {
  /** Undefined when the line has no address and its text is not known either, so that there is nothing to show. */
  addressOf(evidence: Evidence): string | undefined
  /** The permanent address alone. */
  webAddressOf(evidence: Evidence): string | undefined
  /** Its file differs from the analysed commit, or is not in it. */
  isUncommitted(evidence: Evidence): boolean
  /** Pages for what was cited and has no permanent address. Ask when everything else is printed. */
  excerpts(): View[]
}

interface Excerpt {
  label: string
  first: number
  last: number
  text: string
}

export function citationsOf(repository: Repository | undefined): Citations {
  const files = new Map<string, Map<string, Excerpt>>()
  const pages = new Map<string, string>()
  const pageOf = (file: string): string => {
    let page = pages.get(file)
    if (page === undefined) {
      page = nameOfPage(file)
      pages.set(file, page)
    }
    return page
  }
  return {
    isUncommitted: ({ file, commit }) => !commit && (repository?.uncommitted.has(file) ?? false),
    webAddressOf: (evidence) => permalink(repository, evidence),
    addressOf(evidence) {
      const address = permalink(repository, evidence)
      // The excerpts show files as they are now.
      if (address || evidence.text.trim() === '' || evidence.commit) return address
      const excerpt = excerptOf(evidence)
      const excerpts = files.get(evidence.file) ?? new Map<string, Excerpt>()
      const known = excerpts.get(excerpt.label)
      // Two citations of one line may hold more and less of it; which came first must not matter.
      if (!known || excerpt.text.length > known.text.length) excerpts.set(excerpt.label, excerpt)
      files.set(evidence.file, excerpts)
      return linkMark(pageOf(evidence.file), excerpt.label)
    },
    excerpts: () =>
      [...files]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([file, excerpts], index) => ({
          path: pageOf(file),
          template: 'source-excerpts',
          data: {
            file,
            language: /\.([a-z0-9]{1,10})$/i.exec(file)?.[1]?.toLowerCase() ?? '',
            position: index + 1,
            why: repository?.uncommitted.has(file) ? 'uncommitted' : repository ? 'no address' : 'no repository',
            excerpts: [...excerpts.values()].sort((a, b) => a.first - b.first || a.last - b.last),
          },
        })),
  }
}

function excerptOf({ line, endLine, text }: Evidence): Excerpt {
  const last = endLine && endLine > line ? endLine : line
  return { label: `L${line}-${last}`, first: line, last, text }
}

/** Readable, and the same for a file whatever else is cited. The hash keeps apart what the readable part does not. */
function nameOfPage(file: string): string {
  const words = file
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return `source/${[endOf(words), createHash('sha256').update(file).digest('hex').slice(0, 6)].filter(Boolean).join('-')}.md`
}

/** The beginning of a path tells least, so that is where a long one is cut, at a word where there is one. */
function endOf(words: string, longest = 60): string {
  if (words.length <= longest) return words
  const end = words.slice(-longest)
  return end.slice(end.indexOf('-') + 1)
}
