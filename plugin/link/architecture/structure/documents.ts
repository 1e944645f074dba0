/** Texts that people wrote about the system. In: documents. Out: one row a document: its title, what sort it is, how long. */
import type { DocumentFacts, Structure } from '../../../types'
import { baseOf, dirOf } from '../paths'

/** Sorts by name and folder. First match counts. */
const SORTS: [RegExp, string][] = [
  [/(?:^|\/)readme[\w.-]*$/i, 'README'],
  [/(?:^|\/)(?:changelog|changes|history|releases?|release[-_]notes)[\w.-]*$/i, 'changelog'],
  [/(?:^|\/)contributing[\w.-]*$/i, 'guide for contributors'],
  [/(?:^|\/)(?:licen[cs]e|copying|notice|third[-_]party[\w-]*)[\w.-]*$/i, 'licence'],
  [/(?:^|\/)security[\w.-]*$/i, 'security policy'],
  [/(?:^|\/)(?:code[-_]of[-_]conduct|governance|maintainers|authors|contributors|support|hall[-_]of[-_]fame)[\w.-]*$/i, 'community'],
  [/(?:^|\/)(?:adrs?|decisions?|rfcs?)\//i, 'decision'],
  [/(?:^|\/)(?:architecture|design|overview|structure)[\w.-]*$/i, 'architecture'],
  [
    /(?:^|\/)(?:agents|claude|gemini|copilot-instructions|cursor)[\w.-]*$|(?:^|\/)(?:skills|\.cursor|\.ai|\.claude)\//i,
    'instructions for assistants',
  ],
  [/(?:^|\/)(?:\.github)\/(?:ISSUE_TEMPLATE|PULL_REQUEST_TEMPLATE|pull_request_template)/i, 'template'],
  [/(?:^|\/)(?:api|openapi|reference|endpoints?)[\w.-]*$/i, 'reference'],
  [
    /(?:^|\/)(?:install(?:ation)?|setup|getting[-_]started|quick[-_]?start|deploy(?:ment|ing)?|hosting|docker|upgrad(?:e|ing)|migration)[\w.-]*$/i,
    'guide',
  ],
  [/(?:^|\/)(?:docs?|documentation|wiki|guides?|website|site)\//i, 'guide'],
]

export function documentsOf(documents: readonly DocumentFacts[]): Structure['documents'] {
  return documents
    .filter(({ format, path }) => format !== 'env' && !/(?:^|\/)(?:fixtures?|__fixtures__)\//.test(path))
    .map(({ path, headings, passages, fences }) => {
      const heading = headings.find(({ depth }) => depth === 1) ?? headings[0]
      const words = passages.reduce((sum, { raw }) => sum + wordsIn(raw), 0)
      const title = heading?.text.trim()
      return {
        path,
        title: title ? title : baseOf(path),
        kind: SORTS.find(([pattern]) => pattern.test(path))?.[1] ?? (fences.length > 2 ? 'guide' : 'text'),
        words,
        at: { file: path, line: heading?.line ?? 1, text: title ?? '' },
      }
    })
    .sort(
      (one, other) =>
        rank(one.kind) - rank(other.kind) ||
        dirOf(one.path).split('/').length - dirOf(other.path).split('/').length ||
        (one.path < other.path ? -1 : 1),
    )
}

const ORDER = [
  'README',
  'architecture',
  'decision',
  'guide',
  'reference',
  'guide for contributors',
  'security policy',
  'changelog',
  'text',
  'instructions for assistants',
  'community',
  'licence',
  'template',
]

function rank(kind: string): number {
  const at = ORDER.indexOf(kind)
  return at < 0 ? ORDER.length : at
}

function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0
}
