/// <reference path="../github-slugger.d.ts" />
/**
 * Whether every link of the output leads somewhere, read from the printed pages alone, so that it also holds what no mark
 * of ours made. In: pages. Out: a line for each link between pages that leads to no page or to no heading of it.
 */
import path from 'node:path'
import GithubSlugger from 'github-slugger'
import type { Page } from '../types'
import { plainText } from './labels'
import { linesOf } from './lines'

export function brokenLinks(pages: Page[]): string[] {
  const markdown = pages.filter((page) => page.path.endsWith('.md'))
  const known = new Set(pages.map((page) => page.path))
  const anchors = new Map<string, Set<string>>()
  const read = new Map(markdown.map((page) => [page.path, linesOf(page.content)]))
  const anchorsOf = (page: string): Set<string> => {
    let found = anchors.get(page)
    if (!found) {
      const slugger = new GithubSlugger()
      found = new Set(
        (read.get(page) ?? [])
          .filter(({ text, inFence }) => !inFence && /^#{1,6} /.test(text))
          .map(({ text }) => slugger.slug(plainText(text.replace(/^#+ /, '')))),
      )
      anchors.set(page, found)
    }
    return found
  }
  return markdown.flatMap((page) => {
    const folder = path.posix.dirname(page.path)
    const holds = (link: string): boolean => {
      const [file = '', anchor] = link.split('#', 2)
      const target = file === '' ? page.path : path.posix.join(folder, file)
      return known.has(target) && (anchor === undefined || !target.endsWith('.md') || anchorsOf(target).has(decoded(anchor)))
    }
    // A page cites the same line many times.
    const held = new Set<string>()
    return read.get(page.path)!.flatMap(({ text, inFence }) => {
      if (inFence || !text.includes('](')) return []
      return linksOf(text).flatMap((link) => {
        if (held.has(link)) return []
        if (!holds(link)) return [`${page.path}: ${link}`]
        held.add(link)
        return []
      })
    })
  })
}

/** Addresses of one line that are no addresses of the web. Code spans hold text of the analysed code, not links. */
function linksOf(line: string): string[] {
  const bare = line.replace(/(`+)(?!`).*?[^`]\1(?!`)/g, 'code')
  return [...bare.matchAll(/(?<!\\)\]\(([^()\s]+)\)/g)].map(([, link]) => link!).filter((link) => !/^[a-z][a-z0-9+.-]*:/i.test(link))
}

function decoded(anchor: string): string {
  try {
    return decodeURIComponent(anchor)
  } catch {
    return anchor
  }
}
