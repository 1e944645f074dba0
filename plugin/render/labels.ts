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

/** Stands at the end of a heading that any page may mention by its name alone. Of several with one name, the first is meant. */
export function nameMark(name: string): string {
  return `${open}*${encoded(name)}${close}`
}

/** Stands for a text that leads to the heading of that name; where no page has one, it stays a text. */
export function mentionMark(name: string, text: string): string {
  return `${open}?${encoded(name)}=${text}${close}`
}

/** A name comes from the code, where half a sign can be written, too. */
const encoded = (name: string): string => encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\uFFFD'))

export function resolveLabels(pages: Page[]): Page[] {
  const targets = new Map<string, string>()
  const unmarked = pages.map((page) => ({ path: page.path, content: takeLabels(page, targets) }))
  return unmarked.map((page) => ({ path: page.path, content: isData(page) ? page.content : withLinks(page, targets) }))
}

function withLinks(page: Page, targets: Map<string, string>): string {
  // A page leads to the same place many times.
  const addresses = new Map<string, string>()
  return page.content.replace(mark, (_, link: string) => {
    let address = addresses.get(link)
    if (address === undefined) {
      address = addressOf(link, page, targets)
      addresses.set(link, address)
    }
    return address
  })
}

function addressOf(link: string, page: Page, targets: Map<string, string>): string {
  if (link.startsWith('?')) return mentioned(link.slice(1), page, targets)
  const whole = link.startsWith('#') ? page.path + link : link
  const anchor = targets.get(whole)
  if (anchor === undefined) throw new Error(`${page.path} links to ${decodeURIComponent(whole)}, which is not among the pages`)
  return addressFrom(page, whole.split('#')[0] ?? '', anchor)
}

function mentioned(mention: string, page: Page, targets: Map<string, string>): string {
  const text = mention.slice(mention.indexOf('=') + 1)
  const target = targets.get(`*${mention.slice(0, mention.indexOf('='))}`)
  if (target === undefined) return text
  const [file = '', anchor = ''] = target.split('#')
  return `[${text}](${addressFrom(page, file, `#${anchor}`)})`
}

function addressFrom(page: Page, target: string, anchor: string): string {
  if (target === page.path && anchor) return anchor
  return (path.posix.relative(path.posix.dirname(page.path), target) || path.posix.basename(target)) + anchor
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
    const labels = [...text.matchAll(mark)].map(([, label]) => label!).filter((label) => /^[!*]/.test(label))
    const heading = labels.reduce((rest, label) => rest.replace(`${open}${label}${close}`, ''), text).trimEnd()
    const anchor = `#${slugger.slug(plainText(heading.replace(/^#+ /, '')))}`
    for (const label of labels) {
      if (label.startsWith('*')) {
        if (!targets.has(label)) targets.set(label, page.path + anchor)
        continue
      }
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
