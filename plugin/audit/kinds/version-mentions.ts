/** Versions that documents name: of runtimes, of libraries, of the package itself. In: a document. Out: what, which, how exactly. */
import type { DocumentFacts, Passage } from '../../types'
import { whyNotDocument, whyNotFence, whyNotPassage } from '../not-claims'
import { badgesIn } from './badges'

export interface VersionMention {
  /** `runtime`: of node and the like. `library`: of a dependency. `own`: of the package. `link`: a page of one version. */
  of: 'runtime' | 'library' | 'own' | 'link'
  name: string
  /** As written: `14.9.0`, `18`. */
  version: string
  /** `least`: that or later. `exact`: that one. */
  how: 'least' | 'exact'
  line: number
  text: string
  heading: number
  /** Said to those who work on it, who may need more than those who use it. */
  development?: boolean
  why?: string
}

/** Longer passages are data and no statements. In characters. */
const MOST_TEXT = 5000

const VERSION = 'v?(\\d+(?:\\.\\d+|\\.x)*)'
const RUNTIME = 'Node(?:\\.?js)?|npm|Yarn|pnpm|Bun|Deno'
/** `Node.js >= 12`, `node version `14.9.0``, `Node 18+`, `Node.js (v20 or later)`. */
const RUNTIMES = new RegExp(
  `(?<![\\w/@.-])\`?(${RUNTIME})\`?(?:\\]\\([^)]*\\))?[\`*]*[:,]?\\s*(?:\\(|\`|\\*\\*)?\\s*(>=|≥|>|\\^|~)?\\s*(?:versions?|minimum|at least|LTS)?\\s*[:(]?\\s*(>=|≥|\\^|~)?\\s*\`?${VERSION}\`?(\\s*\\+|\\+)?(?![\\w%])`,
  'gi',
)
const LATER = /^[`)*\s]*(?:\+|or (?:later|newer|higher|above|greater|up|more recent)|(?:and|&) (?:later|newer|higher|above|up)|at least)/i
const LEAST_BEFORE = /\b(?:at least|minimum(?: of)?|or later|>=|≥)\s*$/i
/** What is said of other versions, of all of them, or of a choice. */
const OTHERWISE =
  /\b(?:recommend|tested (?:on|with|against)|works? (?:on|with)|compatible|supports?|supported|since|starting|only|introduced|as of|up to|below|older|prior|before|bug in|issue|fixed|prefer|e\.g\.|for example|such as|optional|except|instead of|latest|can|could|update|upgrade|downgrade|change|drop(?:s|ped)?|under|using nvm|if you|any|from v?\d)\b/i

export function versionMentions(document: DocumentFacts): VersionMention[] {
  let known = mentions.get(document)
  if (!known) {
    known = whyNotDocument(document) ? [] : withCommands([...inPassages(document), ...inBadges(document), ...inLinks(document)], inCommands(document))
    mentions.set(document, known)
  }
  return known
}

const mentions = new WeakMap<DocumentFacts, VersionMention[]>()

/** Commands that install the version which is told in words already say nothing new. */
function withCommands(told: VersionMention[], commands: VersionMention[]): VersionMention[] {
  const isNew = ({ name, version }: VersionMention, at: number) =>
    ![...told, ...commands.slice(0, at)].some((other) => other.of === 'runtime' && other.name === name && other.version === version && !other.why)
  return [...told, ...commands.filter(isNew)]
}

function inPassages(document: DocumentFacts): VersionMention[] {
  if (document.format !== 'markdown') return []
  return document.passages.flatMap((passage) => {
    if (!/\d/.test(passage.raw) || passage.raw.length > MOST_TEXT) return []
    return [...runtimes(document, passage), ...own(document, passage), ...listed(document, passage)]
  })
}

function runtimes(document: DocumentFacts, passage: Passage): VersionMention[] {
  const { raw, heading } = passage
  if (!/node|npm|yarn|bun|deno/i.test(raw)) return []
  const found = [...raw.matchAll(RUNTIMES)]
  return found.map((match) => {
    const [whole, name = '', first, second, version = '', plus] = match
    const after = raw.slice(match.index + whole.length)
    const before = raw.slice(0, match.index)
    const isOther = /(?:<=?|≤)\s*[`*[]*$/.test(before)
    const isLeast =
      [first, second].some((it) => it && /[>≥^~]/.test(it)) ||
      plus !== undefined ||
      LATER.test(after) ||
      LEAST_BEFORE.test(before) ||
      /minimum|at least/i.test(whole)
    const sentence = around(raw, match.index)
    // `Node 18, 20 and 22` names a choice; so do two versions in one sentence.
    const same = found.filter((other) => other[1]?.toLowerCase() === name.toLowerCase() && around(raw, other.index) === sentence).length
    const isChoice = same > 1 || /^[\s`*]*(?:,|\/|or|and|-|–|to)[\s`*]*v?\d/i.test(after) || /^[-–]\d/.test(after)
    const why =
      whyNotPassage(document, passage, match.index) ??
      (isChoice || isOther || isAside(raw, match.index) || OTHERWISE.test(sentence.replace(whole, ''))
        ? 'It is said of several versions, or as advice.'
        : undefined) ??
      (isOfAll(document, heading) ? undefined : 'It may be what one part needs.')
    return {
      of: 'runtime',
      name: runtimeName(name),
      version,
      how: isLeast ? 'least' : 'exact',
      ...placed(passage, match.index),
      heading,
      ...(isForDevelopers(document, heading, sentence) ? { development: true } : {}),
      ...(why ? { why } : {}),
    }
  })
}

/** `(Node 22 and higher)`, and `On Node 10+ …`: of a part of it, or of a case. */
function isAside(raw: string, at: number): boolean {
  const before = raw.slice(0, at)
  return before.lastIndexOf('(') > before.lastIndexOf(')') || /(?:^|[.!?*_-]\s+)(?:on|in|with|for|when|if)\s+[`*]*$/i.test(before)
}

/** Sections that say what all of it needs; any other may be about one part. */
const OF_ALL =
  /\b(?:require\w*|prereq\w*|install\w*|set-?\s?up|get(?:ting)? started|quick ?start|start|environment|develop\w*|compatib\w*|support\w*|engines?|node\w*|contribut\w*|about|overview|introduction|run(?:ning)?|usage|technolog\w*|stack|built with|versions?|dependencies|docker\w*|images?|containers?|deploy\w*)\b/i

function isOfAll({ headings }: DocumentFacts, heading: number): boolean {
  const title = headings[heading]
  return !title || title.depth === 1 || OF_ALL.test(title.text)
}

function isForDevelopers({ path, headings }: DocumentFacts, heading: number, sentence: string): boolean {
  return /contribut|develop/i.test(`${path} ${headings[heading]?.text ?? ''} ${sentence}`)
}

export function runtimeName(text: string): string {
  return /^node/i.test(text) ? 'node' : text.toLowerCase()
}

/** `Current version: 1.2.3` */
function own(document: DocumentFacts, passage: Passage): VersionMention[] {
  const match =
    /\b(?:current|latest|this)\s+(?:stable\s+)?(?:version|release)(?:\s+of\s+[\w@/.-]+)?\s*(?:is|:|=)?\s*[`*]*v?(\d+\.\d+\.\d+(?:-[\w.]+)?)\b/i.exec(
      passage.raw,
    )
  if (!match) return []
  const why = whyNotPassage(document, passage, match.index)
  return [
    {
      of: 'own',
      name: '',
      version: match[1] as string,
      how: 'exact',
      ...placed(passage, match.index),
      heading: passage.heading,
      ...(why ? { why } : {}),
    },
  ]
}

/** Programs that one installs beside it: a library that has their name has versions of its own. */
const SERVERS =
  /^(?:redis|mongo(?:db)?|mysql|mariadb|postgres(?:ql)?|sqlite3?|elasticsearch|opensearch|rabbitmq|kafka|nats|memcached|cassandra|meilisearch|typesense|nginx|docker|node(?:\.?js)?|npm|yarn|pnpm|bun|deno|python|java|ruby|go|minio|keycloak|web|http|ecmascript|es|es6)$/i
const LISTS = /\b(?:built with|made with|stack|tech|technolog\w*|dependenc\w+|libraries|frameworks?|requirements?|prerequisites?)\b/i

/** `- Express 4`, in a list of what it is made with. */
function listed(document: DocumentFacts, passage: Passage): VersionMention[] {
  const { raw, kind, heading } = passage
  if (kind !== 'item' || !LISTS.test(document.headings[heading]?.text ?? '')) return []
  const match =
    /^[\s*`_[]*([A-Za-z@][\w.@/-]*(?: [A-Za-z][\w.]*)?)[\]*`_]*(?:\([^)\s]*\))?[*_]*:?\s+[(`]*v?(\d+(?:\.(?:\d+|x))*)(\+)?[)`]*(?=[\s,.;:)–—-]|$)/.exec(
      raw,
    )
  const [whole = '', name = '', version = '', plus] = match ?? []
  if (!match || SERVERS.test(name)) return []
  const why =
    whyNotPassage(document, passage) ?? (OTHERWISE.test(raw.replace(whole, '')) ? 'It is said of several versions, or as advice.' : undefined)
  return [
    {
      of: 'library',
      name,
      version,
      how: plus || LATER.test(raw.slice(whole.length)) ? 'least' : 'exact',
      ...placed(passage, 0),
      heading,
      ...(why ? { why } : {}),
    },
  ]
}

/** `nvm install 14.9.0`, `nvm use 18`, `FROM node:18` in a block. */
function inCommands(document: DocumentFacts): VersionMention[] {
  return document.fences.flatMap((fence) =>
    (fence.commands ?? []).flatMap(({ words, line, text }): VersionMention[] => {
      const [program = '', verb = '', version = ''] = words
      if (!/^(?:nvm|fnm|volta|n|asdf|nodenv)$/.test(program) || !/^(?:install|use|alias|default|local|global)$/.test(verb)) return []
      const told = /^(?:node(?:js)?@)?v?(\d+(?:\.\d+)*)$/.exec(version === 'nodejs' || version === 'default' ? (words[3] ?? '') : version)?.[1]
      const why = whyNotFence(document, fence)
      return told ? [{ of: 'runtime', name: 'node', version: told, how: 'exact', line, text, heading: fence.heading, ...(why ? { why } : {}) }] : []
    }),
  )
}

function inBadges(document: DocumentFacts): VersionMention[] {
  return badgesIn(document).flatMap(({ label, message, line, text, heading }): VersionMention[] => {
    if (label === undefined || message === undefined) return []
    const match = /^\s*(>=|≥|\^|~|>)?\s*v?(\d+(?:\.(?:\d+|x))*)\s*(\+|or later)?\s*$/i.exec(message)
    if (!match) return []
    const how = match[1] || match[3] ? 'least' : 'exact'
    const base = { version: match[2] as string, how, line, text, heading } as const
    if (/^(?:node(?:\.?js)?|npm|yarn|pnpm|bun|deno)(?: version)?$/i.test(label))
      return [{ of: 'runtime', name: runtimeName(label.split(' ')[0] as string), ...base }]
    if (/^(?:version|release|v)$/i.test(label)) return [{ of: 'own', name: '', ...base }]
    return /^[\w@./ -]{2,40}$/.test(label) ? [{ of: 'library', name: label, ...base }] : []
  })
}

const PAGES: RegExp[] = [
  /^https?:\/\/github\.com\/[\w.-]+\/([\w.-]+)\/(?:blob|tree|releases\/tag)\/(?:[\w.-]+@)?v(\d+(?:\.\d+)*)(?:[/#?]|$)/,
  /^https?:\/\/(?:www\.)?npmjs\.com\/package\/((?:@[\w.-]+\/)?[\w.-]+)\/v\/(\d+(?:\.\d+)*)/,
  /^https?:\/\/(?:unpkg\.com|cdn\.jsdelivr\.net\/npm|esm\.sh)\/((?:@[\w.-]+\/)?[\w.-]+)@(\d+(?:\.\d+)*)/,
]

/** Pages of one version of a library. */
function inLinks(document: DocumentFacts): VersionMention[] {
  return document.links.flatMap(({ url, text, line, heading }): VersionMention[] => {
    const match = PAGES.map((pattern) => pattern.exec(url)).find(Boolean)
    // Words that name the version mean that one, whichever is used.
    return match && !text.includes(match[2] as string)
      ? [{ of: 'link', name: match[1] as string, version: match[2] as string, how: 'exact', line, text: `[${text}](${url})`, heading }]
      : []
  })
}

function placed({ raw, line }: Passage, at: number): { line: number; text: string } {
  const below = raw.slice(0, at).split('\n').length - 1
  return { line: line + below, text: raw.split('\n')[below] ?? raw }
}

function around(text: string, at: number): string {
  const before = text.slice(0, at)
  const start = Math.max(...['. ', '.\n', '! ', '? ', '\n- ', '\n\n'].map((mark) => before.lastIndexOf(mark))) + 1
  const end = text.slice(at).search(/[.!?](?:\s|$)/)
  return text.slice(start, end < 0 ? text.length : at + end)
}
