/** Links within the repository: files, pictures, and headings of documents. */
import path from 'node:path'
import type { Claim, DocumentFacts, DocumentLink } from '../../types'
import { contradicted, holds, notJudged, type Spot } from '../claim'
import type { Ground } from '../ground'
import { isPlaceholder, whyMaterial } from '../not-claims'
import type { ClaimReader } from '../reader'
import { siteAround } from '../sites-of-docs'

export const links: ClaimReader = {
  id: 'link',
  title: 'Links within the repository',
  why: 'A link that leads nowhere sends its reader away without an answer.',
  read: (document, ground) => document.links.flatMap((link) => judged(document, link, ground)),
}

function judged(document: DocumentFacts, link: DocumentLink, ground: Ground): Claim[] {
  const claims = followed(document, link, ground)
  if (!claims.some(({ verdict }) => verdict === 'false')) return claims
  const why = whyMaterial(document) ?? (isTemplate(document) ? 'The document is a template; its links are those of what is made of it.' : undefined)
  return why === undefined ? claims : claims.map(({ subject }) => notJudged('link', spotOf(document, link), subject, why))
}

/** Tags of a template language on lines of their own. */
function isTemplate({ passages }: DocumentFacts): boolean {
  return passages.some(({ raw }) => /^\{%-? ?\w/.test(raw))
}

const MAILBOX = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/

/**
 * `#doc-ada`: what the all-contributors tool links to for contributions that no search on the code host shows; its names of them are
 * those of https://allcontributors.org/docs/en/emoji-key.
 */
const CONTRIBUTION =
  /^(?:a11y|audio|blog|business|content|data|design|eventOrganizing|example|financial|fundingFinding|ideas|infra|maintenance|mentoring|platform|plugin|projectManagement|promotion|question|research|security|talk|tool|translation|tutorial|userTesting|video)-[\w-]+$/

const TRANSLATED = /(?:^|\/)i18n\/[^/]+\/docusaurus-plugin-content-/
function spotOf(document: DocumentFacts, { line, image, text, url, heading }: DocumentLink): Spot {
  return { document, line, text: `${image ? '!' : ''}[${text}](${url})`, heading }
}

function followed(document: DocumentFacts, link: DocumentLink, ground: Ground): Claim[] {
  const { url } = link
  const spot = spotOf(document, link)
  if (url === '')
    return [
      contradicted('link', spot, `[${link.text}]()`, {
        says: 'There is something to follow here.',
        actual: 'The link has no address.',
        impact: 'Whoever follows it stays where they are.',
        action: 'Give it an address, or make it plain text.',
        severity: 'Low',
      }),
    ]
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(url)) return []
  if (
    isPlaceholder(url) ||
    /^(?:link|url|path|href|address|target|here|todo|tbd|page)$/i.test(url) ||
    url.startsWith('@site') ||
    url.startsWith('pathname:')
  )
    return [notJudged('link', spot, url, 'The address is a placeholder, or one that the site resolves.')]
  const [file = '', anchor] = url.split('#', 2)
  const clean = decoded(file.split('?')[0] as string)
  const target = clean === '' ? document.path : resolved(document.path, clean)
  if (target === undefined) return [notJudged('link', spot, url, 'It leads out of the analysed directory.')]
  const found = targetOf(target, ground)
  if (found.path === undefined) {
    // Of a site, an address from the root is a route and no file.
    if (clean.startsWith('/')) return [notJudged('link', spot, url, 'An address from the root is resolved by whoever serves the document.')]
    if (TRANSLATED.test(document.path)) return [notJudged('link', spot, url, 'A translated document leads to those that are not translated as well.')]
    if (!/\.[a-z0-9]+$/i.test(clean) && siteAround(document.path, ground) !== undefined)
      return [notJudged('link', spot, url, 'A site makes its addresses itself; this one names no file.')]
    if (MAILBOX.test(url))
      return [
        contradicted('link', spot, url, {
          says: `There is ${target}.`,
          actual: 'It is an address of mail, which a browser takes for a file.',
          impact: 'Whoever follows the link finds nothing.',
          action: `Link to mailto:${url}.`,
          patch: { line: link.line, from: `(${url})`, to: `(mailto:${url})` },
        }),
      ]
    return [
      contradicted('link', spot, url, {
        says: `There is ${target}.`,
        actual: found.actual === undefined ? `There is no ${target}.` : `It is written ${found.actual}.`,
        impact: 'Whoever follows the link finds nothing.',
        action:
          found.actual === undefined
            ? 'Correct the address, or remove the link.'
            : 'Write the name as the file has it; most servers tell capital from small letters.',
        ...(found.actual === undefined
          ? {}
          : {
              patch: {
                line: link.line,
                from: file,
                to: file.slice(0, file.length - clean.length) + path.posix.relative(path.posix.dirname(document.path), found.actual),
              },
            }),
      }),
    ]
  }
  if (!anchor) return [holds('link', spot, url, `${found.path} is there.`, [])]
  const other = ground.document(found.path)
  if (!other) return [holds('link', spot, url, `${found.path} is there.`, [])]
  const wanted = decoded(anchor)
  if (other.headings.some((heading) => heading.anchor === wanted) || other.anchors.includes(wanted) || /^L\d+/.test(wanted) || wanted === 'top')
    return [holds('link', spot, url, 'The heading is there.', [])]
  if (clean === '' && CONTRIBUTION.test(wanted))
    return [notJudged('link', spot, url, 'A tool that lists contributors wrote it, with what somebody did in place of an address.')]
  const near = other.headings.find((heading) => loosely(heading.anchor) === loosely(wanted))
  return [
    contradicted('link', spot, url, {
      says: `${found.path} has a heading that #${wanted} leads to.`,
      actual: near ? `The heading “${near.text}” has the anchor #${near.anchor}.` : `No heading of ${found.path} has that anchor.`,
      impact: 'The link leads to the top of the page, not to what it promises.',
      action: near ? `Link to #${near.anchor}.` : 'Link to a heading that is there, or remove the link.',
      severity: 'Low',
      evidence: near ? [{ file: found.path, line: near.line, text: near.text }] : [],
      ...(near ? { patch: { line: link.line, from: `#${anchor}`, to: `#${near.anchor}` } } : {}),
    }),
  ]
}

function loosely(anchor: string): string {
  return anchor.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

function resolved(from: string, to: string): string | undefined {
  const joined = path.posix.normalize(to.startsWith('/') ? to.slice(1) : path.posix.join(path.posix.dirname(from), to))
  return joined.startsWith('..') ? undefined : joined.replace(/\/$/, '')
}

/** Renderers of docs leave endings out. */
function targetOf(target: string, ground: Ground): { path?: string; actual?: string } {
  for (const candidate of [target, `${target}.md`, `${target}.mdx`, `${target}/index.md`, `${target}/README.md`])
    if (ground.lookUp(candidate).exists) return { path: candidate }
  const { actual } = ground.lookUp(target)
  return actual === undefined ? {} : { actual }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
