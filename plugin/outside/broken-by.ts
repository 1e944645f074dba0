/**
 * The commit that made a statement false. In: discrepancies that are new in this build, and the world. Out: for each, the
 * commit, where the newest part of the history tells. One pass, newest commit first: where the line of the document was
 * written, and where the code under it changed; the later of the two is it. Whoever has to guess says nothing.
 */
import escapeStringRegexp from 'escape-string-regexp'
import { gitStream } from '../git'
import type { AnalyseOptions, BrokenBy, Claim, Ledger, LedgerRow, World } from '../types'
import { type ChangedFile, type Commit, linesOfHistory } from './history-lines'

/** Commits that are looked at, and bytes of their patches; both are fixed, so that equal input gives equal bytes. */
const MOST_COMMITS = 1000
const MOST_BYTES = 200e6
/** New discrepancies that are looked up in one build. */
const MOST_CLAIMS = 50
/** A shorter line stands anywhere. */
const LEAST_TEXT = 6

interface Search {
  claim: Claim
  /** Part of the line of the document, as far as it is kept. */
  written: string
  /** The line of the code that contradicts it; undefined where something is absent. */
  evidence: { file: string; text: string } | undefined
  /** What is absent: a file, or a word of the code. */
  absent: { path: string; word: RegExp } | undefined
  document?: { commit: Commit; at: number }
  code?: { commit: Commit; at: number }
}

interface Reconciled {
  ledger: Ledger
  rows: LedgerRow[]
  discrepancies: LedgerRow[]
}

/** The ledger keeps what was found, so that each discrepancy is looked up once. */
export async function withBreaks<Whole extends Reconciled>(
  whole: Whole,
  last: Ledger | null,
  world: World,
  { authors = false }: AnalyseOptions,
): Promise<Whole> {
  const known = new Set((last?.entries ?? []).filter(({ status }) => status === 'Open').map(({ id }) => id))
  const fresh = whole.discrepancies.filter(({ id, status }) => status === 'Open' && !known.has(id))
  const found = await brokenBy(
    fresh.flatMap(({ claim }) => claim ?? []),
    world,
    authors,
  )
  const byId = new Map(fresh.flatMap(({ id, claim }) => (claim && found.has(claim) ? [[id, found.get(claim) as BrokenBy]] : [])))
  const broken = <Entry extends { id: string; brokenBy?: BrokenBy }>(entry: Entry): Entry => {
    const its = byId.get(entry.id)
    return its ? { ...entry, brokenBy: its } : entry
  }
  return {
    ...whole,
    ledger: { ...whole.ledger, entries: whole.ledger.entries.map(broken) },
    discrepancies: whole.discrepancies.map(broken).map((row) => (authors ? row : withoutAuthor(row))),
  }
}

/** Asked for once, and not any more. */
function withoutAuthor(row: LedgerRow): LedgerRow {
  if (!row.brokenBy?.author) return row
  const { author, ...rest } = row.brokenBy
  return { ...row, brokenBy: rest }
}

export async function brokenBy(claims: Claim[], world: World, authors: boolean): Promise<Map<Claim, BrokenBy>> {
  const uncommitted = world.repository?.uncommitted
  if (!uncommitted) return new Map()
  const isCommitted = ({ doc, evidence }: Claim): boolean => !uncommitted.has(doc.file) && !evidence.some(({ file }) => uncommitted.has(file))
  const searches = claims
    .filter(isCommitted)
    .slice(0, MOST_CLAIMS)
    .flatMap((claim) => searchFor(claim) ?? [])
  if (searches.length === 0) return new Map()
  await walk(searches, world)
  return new Map(searches.flatMap((search) => [[search.claim, verdictOf(search, authors)] as const].filter(isKnown)))
}

const isKnown = (pair: readonly [Claim, BrokenBy | undefined]): pair is readonly [Claim, BrokenBy] => pair[1] !== undefined

function searchFor(claim: Claim): Search | undefined {
  const written = beginning(claim.doc.text)
  const [first] = claim.evidence
  const evidence = first && first.file !== claim.doc.file ? { file: first.file, text: beginning(first.text) } : undefined
  if (written.length < LEAST_TEXT || (evidence && evidence.text.length < LEAST_TEXT)) return undefined
  const absent = evidence ? undefined : absentIn(claim)
  return evidence || absent ? { claim, written, evidence, absent } : undefined
}

/** Up to where it was cut or masked. */
function beginning(text: string): string {
  return (text.trim().split(/…|\*{3}/)[0] as string).trimEnd()
}

/** Of the subject, the word that code would have to say: a name or an address, never an everyday word. */
function absentIn({ subject, kind }: Claim): Search['absent'] {
  const words = subject.split(/[\s#]+/).filter((word) => word.length >= 4)
  const word = words.sort((a, b) => b.length - a.length)[0]
  if (word === undefined) return undefined
  const isPath = kind === 'path' || kind === 'link'
  if (!isPath && !/[A-Z_/:.-]|\d/.test(word)) return undefined
  const escaped = escapeStringRegexp(word)
  return { path: isPath ? word.replace(/^(?:\.{0,2}\/)+|\/$/g, '') : '', word: new RegExp(`(?<![\\w/-])${escaped}(?![\\w/-])`) }
}

async function walk(searches: Search[], world: World): Promise<void> {
  let bytes = 0
  let isEnough = false
  const lines = linesOfHistory({
    /** One commit, newest first; the end of the walk when nothing is left to find. */
    commit(commit, files, at) {
      for (const search of searches) {
        if (!search.document && added(files.get(search.claim.doc.file), search.written)) search.document = { commit, at }
        if (!search.code && changedIn(search, files)) search.code = { commit, at }
      }
    },
  })
  const args = [
    ...['-c', 'core.bigFileThreshold=2m', '-c', 'diff.renames=false', '-c', 'diff.suppressBlankEmpty=false'],
    // The oldest commit of a shallow copy would seem to have written everything.
    ...['-c', `log.showRoot=${world.repository?.shallow ? 'false' : 'true'}`],
    ...['log', '-p', '-U0', '--no-renames', '--no-textconv', '--no-ext-diff', '--no-color', '--no-notes', '--no-show-signature'],
    ...['--diff-algorithm=myers', '--no-indent-heuristic', '--ignore-submodules', '--relative', '--no-mailmap', '--src-prefix=a/', '--dst-prefix=b/'],
    ...['--inter-hunk-context=0', `--max-count=${MOST_COMMITS}`, '--format=commit %H %cs %an', 'HEAD', '--', '.'],
    ...['package-lock.json', 'yarn.lock', 'pnpm-lock.yaml', '*.min.js', '*.map', '*.svg', '*.snap'].map((glob) => `:(exclude,glob)**/${glob}`),
    ':(exclude,glob)**/node_modules/**',
  ]
  const take = (piece: Buffer): boolean => {
    bytes += piece.length
    lines.take(piece)
    isEnough = bytes >= MOST_BYTES || searches.every(({ document, code }) => document && code)
    return !isEnough
  }
  // A commit that was cut in two tells nothing.
  if ((await gitStream(world.root, args, take)) && !isEnough) lines.end()
}

function changedIn({ evidence, absent, claim }: Search, files: ReadonlyMap<string, ChangedFile>): boolean {
  if (evidence) return added(files.get(evidence.file), evidence.text)
  if (!absent) return false
  if (absent.path !== '') {
    for (const [file, { deleted }] of files)
      if (deleted && (file === absent.path || file.endsWith(`/${absent.path}`) || file.startsWith(`${absent.path}/`))) return true
    return false
  }
  // Moved within a commit is not gone.
  let balance = 0
  for (const [file, { plus, minus }] of files) {
    if (file === claim.doc.file || /\.(?:mdx?|markdown|txt|rst)$/i.test(file)) continue
    balance += plus.filter((line) => absent.word.test(line)).length - minus.filter((line) => absent.word.test(line)).length
  }
  return balance < 0
}

function added(changed: ChangedFile | undefined, text: string): boolean {
  if (!changed) return false
  const has = (lines: string[]) => lines.some((line) => line.includes(text))
  // A line that only moved within its file was written earlier.
  return has(changed.plus) && !has(changed.minus)
}

function verdictOf({ document, code }: Search, authors: boolean): BrokenBy | undefined {
  // What the history at hand does not show of the code may be older or newer than the statement.
  if (!code) return undefined
  const isOfDocument = document !== undefined && document.at <= code.at
  const { hash, date, author } = (isOfDocument ? document : code).commit
  return { commit: hash, date, changed: isOfDocument ? 'document' : 'code', ...(authors && author !== '' ? { author } : {}) }
}
