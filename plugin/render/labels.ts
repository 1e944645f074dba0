/// <reference path="../github-slugger.d.ts" />
/**
 * Links that cannot break. A template marks a heading with a label and links to page and label; only when every page is
 * printed is it known which anchor the heading got. In: printed pages with marks. Out: pages with relative links, or an
 * error that names the link that leads nowhere.
 */
import path from 'node:path'
import GithubSlugger from 'github-slugger'
import type { Page } from '../types'
import { drawingExtensions } from './drawings'
import { pipeInCode } from './escape'
import { linesOf } from './lines'

/** Private-use characters: escaped text never holds one. */
const open = '\uE001'
const close = '\uE002'
const mark = /\uE001([^\uE001\uE002]*)\uE002/g

/** Stands at the end of a heading. */
export function labelMark(label: string): string {
  return `${open}!${encodeURIComponent(label)}${close}`
}

/** Stands where an address stands. Without a label it leads to the top of the page, without a page to its own. */
export function linkMark(page: string, label?: string): string {
  return `${open}${page}${label === undefined ? '' : `#${encodeURIComponent(label)}`}${close}`
}

export function resolveLabels(pages: Page[]): Page[] {
  const targets = new Map<string, string>()
  const unmarked = pages.map((page) => ({ path: page.path, content: takeLabels(page, targets) }))
  return unmarked.map((page) => ({
    path: page.path,
    content: isData(page)
      ? page.content
      : page.content.replace(mark, (_, link: string) => {
          const whole = link.startsWith('#') ? page.path + link : link
          const anchor = targets.get(whole)
          if (anchor === undefined) throw new Error(`${page.path} links to ${decodeURIComponent(whole)}, which is not among the pages`)
          const [target = ''] = whole.split('#')
          if (target === page.path && anchor) return anchor
          return (path.posix.relative(path.posix.dirname(page.path), target) || path.posix.basename(target)) + anchor
        }),
  }))
}

/** Data and drawings hold texts of the analysed code as they are, and no marks of ours. */
function isData({ path: page }: Page): boolean {
  return page.endsWith('.json') || drawingExtensions.some((extension) => page.endsWith(extension))
}

/** Removes the labels of a page and notes the anchor of each, as Docusaurus and code hosts compute it. */
function takeLabels(page: Page, targets: Map<string, string>): string {
  const slugger = new GithubSlugger()
  targets.set(page.path, '')
  if (isData(page)) return page.content
  const lines = linesOf(page.content).map(({ text, inFence }) => {
    if (inFence || !/^#{1,6} /.test(text)) return text
    const labels = [...text.matchAll(mark)].map(([, label]) => label!).filter((label) => label.startsWith('!'))
    const heading = labels.reduce((rest, label) => rest.replace(`${open}${label}${close}`, ''), text).trimEnd()
    const anchor = `#${slugger.slug(plainText(heading.replace(/^#+ /, '')))}`
    for (const label of labels) {
      const key = `${page.path}#${label.slice(1)}`
      if (targets.has(key)) throw new Error(`Two headings of one page have the same label: ${key}`)
      targets.set(key, anchor)
    }
    return heading
  })
  return lines.join('\n')
}

/** What a heading shows: the inverse of our own escapes. Headings of ours hold no links and no emphasis. */
export function plainText(markdown: string): string {
  const escapeOrSpan = /\\([!-/:-@[-`{-~])|(`+)(?!`)(.*?[^`])\2(?!`)/g
  return markdown
    .replace(escapeOrSpan, (_, escaped: string | undefined, __, code: string | undefined) => escaped ?? unpadded(code ?? ''))
    .replaceAll(pipeInCode, '|')
}

function unpadded(code: string): string {
  return /^ .* $/.test(code) && code.trim() !== '' ? code.slice(1, -1) : code
}
