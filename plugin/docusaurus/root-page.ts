/** The overview becomes the first page of the section. In: pages. Out: the same, with its address changed. */
import { readFrontMatter, writeFrontMatter } from '../front-matter'
import type { Page } from '../types'

const overview = 'security-docs/index.md'

/** Not in the template: the same page in somebody's own docs folder must not take the place of their first page. */
export function withRoot(pages: Page[]): Page[] {
  return pages.map((page) => {
    if (page.path !== overview) return page
    const { data, content } = readFrontMatter(page.content)
    return { path: page.path, content: writeFrontMatter({ ...data, slug: '/' }, content) }
  })
}
