/**
 * What reads like a statement about this code and is none: plans, history, other versions, what the reader is to make,
 * placeholders, examples of somebody else's project. In: where a text stands and what it says. Out: the reason, in words
 * that can stand on a page; undefined where it may be held against the code. When in doubt there is a reason.
 */
import type { DocumentFacts, Fence, Passage } from '../types'

/** Documents about the past or the future. */
const otherTimes: [RegExp, string][] = [
  [/(?:^|\/)(?:changelog|changes|history|releases?|release-notes|news|whatsnew)(?:[-_.][^/]*)?$/i, 'The document tells the history.'],
  [/(?:^|\/)(?:migrat\w*|upgrad\w*)[^/]*$/i, 'The document is about moving from one version to another.'],
  [/(?:^|\/)(?:roadmap|todo|ideas|proposals?|rfcs?|spec(?:ification)?s?|plan(?:s|ning)?)(?:[-_.][^/]*)?$/i, 'The document is a plan.'],
  [/(?:^|\/)(?:[\w-]+_)?versioned_docs\//i, 'The document belongs to another version.'],
  [/(?:^|\/)(?:rfcs?|proposals?|plans?|archived?|legacy)\//i, 'The document lies among plans or what is past.'],
]

/** Documents that are handed to somebody, or to a test, and do not speak of the program they lie in. */
const material: [RegExp, string][] = [
  [/(?:^|\/)(?:__)?(?:fixtures?|golden|snapshots|test-?data)(?:__)?\//i, 'The document is material of tests.'],
  [/(?:^|\/)templates?\//i, 'The document is a template.'],
  // `.agents/skills/postgres/indexing.md`: installed from elsewhere, like a package.
  [/(?:^|\/)\.[\w-]+\/skills\//i, 'The document teaches assistants a skill, for whatever project.'],
]

const sections: [RegExp, string][] = [
  [
    /\b(?:roadmap|to-?dos?|planned|future|upcoming|coming soon|next steps|wish ?list|ideas|not (?:yet )?implemented)\b/i,
    'The section is about plans.',
  ],
  [
    /\b(?:change ?log|release notes|history|what'?s new|deprecated|removed|legacy|(?<!\b(?:database|db|schema|data|sql) )migrat(?:ing|ion)|upgrad(?:ing|e))\b/i,
    'The section is about the past or another version.',
  ],
  [
    /\b(?:wrong|incorrect|mistakes?|outdated|known (?:issues|bugs|differences|limitations)|limitations|unsupported|not supported|bad examples?|anti-?patterns?)\b/i,
    'The section is about what is wrong.',
  ],
]

const HYPOTHETICAL = 'The sentence is hypothetical.'

const sentences: [RegExp, string][] = [
  [
    /\b(?:will be(?! (?:displayed|shown|printed|logged|served|reachable|running|available (?:at|on|under)))|is planned|are planned|to be (?:added|implemented|developed|done)|coming soon|in (?:a |the )?future|not yet|someday|we plan|going to)\b/i,
    'The sentence is about plans.',
  ],
  [
    /\b(?:(?<!\b(?:be|is|are|was|were|been|being|gets?) )used to|formerly|previously|no longer|was removed|were removed|has been removed|deprecated|in (?:older|earlier|previous) versions?|before v?\d)\b/i,
    'The sentence is about the past.',
  ],
  [/\b(?:for example, if|imagine|suppose|let'?s say|hypothetical(?:ly)?|if you had|could be something like)\b/i, HYPOTHETICAL],
]

/** Of a document as a whole. */
export function whyNotDocument({ path }: Pick<DocumentFacts, 'path'>): string | undefined {
  const name = path.replace(/\.[a-z]+$/i, '')
  return [...otherTimes, ...material].find(([pattern]) => pattern.test(name))?.[1]
}

/** Of a document whose links are not its own either; history and plans have links that work. */
export function whyMaterial({ path }: Pick<DocumentFacts, 'path'>): string | undefined {
  return material.find(([pattern]) => pattern.test(path))?.[1]
}

/** Of a section, or of one above it. */
export function whyNotSection(document: Pick<DocumentFacts, 'headings'>, heading: number): string | undefined {
  for (let at = heading, depth = 7; at >= 0; at--) {
    const above = document.headings[at]
    if (!above || above.depth >= depth) continue
    depth = above.depth
    const met = sections.find(([pattern]) => pattern.test(above.text))
    if (met) return met[1]
  }
  return undefined
}

/** Of a passage; `at` is where in its text the statement stands. */
export function whyNotPassage(document: DocumentFacts, passage: Passage, at = 0): string | undefined {
  return (
    whyNotDocument(document) ??
    whyNotSection(document, passage.heading) ??
    (passage.checked === false ? 'It is an open item of a list of tasks.' : undefined) ??
    whyNotSentence(sentenceAround(passage.raw, at))
  )
}

export function whyNotFence(document: DocumentFacts, fence: Fence): string | undefined {
  return whyNotDocument(document) ?? whyNotSection(document, fence.heading) ?? whyNotSentence(fence.before.split(/(?<=[.!?])\s/).at(-1) ?? '')
}

/** A supposed case in front of a sample is how samples begin; only what was and what is to come count. */
export function whyNotSample(document: DocumentFacts, fence: Fence): string | undefined {
  const why = whyNotFence(document, fence)
  return why === HYPOTHETICAL ? undefined : why
}

export function whyNotSentence(sentence: string): string | undefined {
  return sentences.find(([pattern]) => pattern.test(sentence))?.[1]
}

const OTHER_BRANCH =
  /\b(?:check(?:ing)? ?out|switch to|use|see|on|in) (?:the )?(?:`?git )?(?:branch\b|(?!`?(?:main|master|default|develop)\b)`?[\w./-]+`? branch\b)|\bgit (?:checkout|switch) (?!-)(?!\.|<|--)\S/i

const otherBranches = new WeakMap<DocumentFacts, Map<number, number>>()

/** What a section says after it has sent its reader to another branch is about that branch. */
export function whyNotBranch(document: DocumentFacts, heading: number, line: number): string | undefined {
  let since = otherBranches.get(document)
  if (!since) {
    since = new Map()
    const left = [
      ...document.passages.filter(({ raw }) => OTHER_BRANCH.test(raw)),
      ...document.fences.filter(({ text }) => /\bgit (?:checkout|switch) (?!-)(?!main\b|master\b|\.|<)\S/.test(text)),
    ]
    for (const it of left) since.set(it.heading, Math.min(it.line, since.get(it.heading) ?? it.line))
    otherBranches.set(document, since)
  }
  return (since.get(heading) ?? Number.POSITIVE_INFINITY) <= line ? 'The section is about another branch.' : undefined
}

/** A name that stands for what the reader puts there: `<name>`, `YOUR_KEY`, `[ENTITY]`, `xxx`, `{id}`, `foo`. */
export function isPlaceholder(text: string): boolean {
  return /<[^>]+>|\[[A-Z_ ]+\]|\{\{?[^}]*\}?\}|\bYOUR[_-]|\bMY[_-]?|\bHERE\b|\b(?:foo|bar|baz|qux|xxx+|yyy+|zzz+|example|your-|my-|some-?thing|some-?file)\b|\.\.\.|…|\$\{?[A-Z_]+\}?|%[A-Z_]+%|\*/i.test(
    text,
  )
}

function sentenceAround(text: string, at: number): string {
  const before = text.slice(0, at)
  const start = Math.max(before.lastIndexOf('. '), before.lastIndexOf('.\n'), before.lastIndexOf('! '), before.lastIndexOf('? ')) + 1
  const end = text.slice(at).search(/[.!?](?:\s|$)/)
  return text.slice(start, end < 0 ? text.length : at + end + 1)
}
