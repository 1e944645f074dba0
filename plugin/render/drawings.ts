/**
 * Drawings that are files of their own. In: their text, as the template of a page comes to them. Out: a path for each
 * beside its page, and the files when every page is printed.
 */
import type { Page } from '../types'

/** Kept as they are, as data is. */
export const drawingExtensions: readonly string[] = ['.excalidraw']

export interface Drawings {
  /** What is kept from now on belongs to this page. */
  turnTo(page: string): void
  /** @returns the path of the file */
  keep(content: string, extension: string): string
  files(): Page[]
}

export function drawingsOf(): Drawings {
  const files: Page[] = []
  let page = ''
  let count = 0
  return {
    turnTo(next) {
      page = next
      count = 0
    },
    keep(content, extension) {
      const path = `${page.replace(/\.md$/, '')}-diagram-${++count}.${extension}`
      files.push({ path, content })
      return path
    },
    files: () => files,
  }
}
