/** Routes: that there is such a path, and that it answers to the method. */
import type { Claim, DocumentFacts, EntryPoint } from '../../types'
import { contradicted, holds, notJudged, type Spot, undocumented } from '../claim'
import type { Ground } from '../ground'
import { whyNotDocument, whyNotPassage, whyNotSection } from '../not-claims'
import type { ClaimReader } from '../reader'
import { type RouteMention, routeMentions } from './route-mentions'

const kind = 'route'

/** Fewer routes than this in a document are examples, and no list; so are less than this share of what there is. */
const leastOfList = 3
const leastShare = 0.5

export const routes: ClaimReader = {
  id: kind,
  title: 'Routes',
  why: 'Who writes a client by the document gets an error where the route is another one.',
  read: (document, ground) => routeMentions(document).flatMap((mention) => judged(document, mention, ground)),
  missing,
}

interface Table {
  entries: EntryPoint[]
  /** Routes by number of segments. */
  bySize: Map<number, EntryPoint[]>
  /** Of folders that are served, of pages, and of routes whose end is open. */
  prefixes: string[]
  pages: string[]
}

const tables = new WeakMap<Ground, Table>()

function tableOf(ground: Ground): Table {
  let table = tables.get(ground)
  if (!table) {
    const { entryPoints, uiRoutes, unmounted } = ground.program
    const entries = entryPoints.filter((entry) => entry.kind === 'http' || entry.kind === 'webhook' || entry.kind === 'graphql')
    const bySize = new Map<number, EntryPoint[]>()
    for (const entry of entries) {
      const size = segments(pathOf(entry)).length
      bySize.set(size, [...(bySize.get(size) ?? []), entry])
    }
    const open = entries.filter(({ path }) => /\*|\.\.\.|\{\w+\}|\(/.test(path)).map(({ path }) => path.replace(/(?:\/[^/]*[*({]|\.\.\.).*$/, ''))
    table = {
      entries,
      bySize,
      prefixes: [
        ...entryPoints.filter((entry) => entry.kind === 'static').map(({ path }) => path.replace(/\/?\*+$/, '')),
        ...open,
        ...unmounted.map(({ path }) => path),
      ],
      pages: uiRoutes.map(({ path }) => (path.startsWith('/') ? path : `/${path}`)),
    }
    tables.set(ground, table)
  }
  return table
}

/** A GraphQL operation is reached through the path of its endpoint. */
function pathOf({ kind: of, path, through }: EntryPoint): string {
  return of === 'graphql' ? (through ?? '/graphql') : path
}

function judged(document: DocumentFacts, mention: RouteMention, ground: Ground): Claim[] {
  const { method, path, form } = mention
  const spot: Spot = { document, ...mention }
  const subject = method ? `${method} ${path}` : path
  const table = tableOf(ground)
  const same = matching(table, path)
  const fits = same.filter((entry) => !method || answers(entry, method))
  if (fits.length > 0) return [holds(kind, spot, subject, 'There is such a route.', [(fits[0] as EntryPoint).at])]
  const why =
    whyNotDocument(document) ??
    whyNotSection(document, mention.heading) ??
    (mention.passage ? whyNotPassage(document, mention.passage, mention.passage.raw.indexOf(path)) : undefined)
  if (why) return [notJudged(kind, spot, subject, why)]
  if (table.entries.length === 0) return [notJudged(kind, spot, subject, 'No route was recognised in the code at all.')]
  if (same.length > 0 && method) {
    const methods = [...new Set(same.map((entry) => entry.method))].sort()
    return [
      contradicted(kind, spot, subject, {
        says: `${path} answers to ${method}.`,
        actual: `It answers to ${methods.join(', ')}.`,
        impact: 'A client that is written by the document gets an error.',
        action: `Write ${methods[0]} ${path}, if that is what is meant.`,
        evidence: [(same[0] as EntryPoint).at],
        ...(methods.length === 1 && spot.text.split(method).length === 2
          ? { patch: { line: mention.line, from: method, to: methods[0] as string } }
          : {}),
      }),
    ]
  }
  if (path === '/' || (/[<>{}:]/.test(path) === false && /\.\w+$/.test(path)))
    return [notJudged(kind, spot, subject, 'It may be a file that is served.')]
  if (table.prefixes.some((prefix) => prefix === '' || path === prefix || path.startsWith(`${prefix}/`)))
    return [notJudged(kind, spot, subject, 'What is served below that path was not told apart.')]
  if (table.pages.some((page) => fitsPath(page, path))) return [holds(kind, spot, subject, 'It is a page of the user interface.', [])]
  // A path alone may be one of the reader's disk, of a page, or of another service.
  if (!method && !(form === 'row' && isTableOfRoutes(document, mention, table)))
    return [notJudged(kind, spot, subject, 'It is not sure that a route of this program is meant.')]
  if (method && form !== 'sample' && !isAboutOwn(document, table))
    return [notJudged(kind, spot, subject, 'The document names no route of this program, so it may be about another one.')]
  const near = nearest(table, path, method)
  return [
    contradicted(kind, spot, subject, {
      says: `There is ${subject}.`,
      actual: near ? `There is none; the code has ${near.method} ${near.path}.` : 'There is no such route.',
      impact: 'A client that is written by the document gets an error.',
      action: near ? `Write ${near.method} ${near.path}, if that is what is meant.` : 'Remove it, or name the route that took its place.',
      severity: 'High',
      evidence: near ? [near.at] : [],
      ...(near && near.method === method && spot.text.split(path).length === 2 ? { patch: { line: mention.line, from: path, to: near.path } } : {}),
    }),
  ]
}

function answers({ method, answersTo, kind: of }: EntryPoint, asked: string): boolean {
  if (of === 'graphql') return asked === 'POST' || asked === 'GET'
  if (answersTo) return answersTo.includes(asked) || asked === 'OPTIONS'
  return method === asked || method === 'ALL' || method === 'ANY' || (asked === 'HEAD' && method === 'GET') || asked === 'OPTIONS'
}

/** Routes that a path may mean; a document may leave out the prefix that all of them share. */
function matching({ entries, bySize }: Table, path: string): EntryPoint[] {
  const exact = (bySize.get(segments(path).length) ?? []).filter((entry) => fitsPath(pathOf(entry), path))
  if (exact.length > 0) return exact
  const open = entries.filter((entry) => /\*|\.\.\./.test(entry.path) && fitsPath(pathOf(entry), path))
  if (open.length > 0) return open
  const depth = segments(path).length
  return depth === 0
    ? []
    : entries.filter((entry) => {
        const all = segments(pathOf(entry))
        return (
          all.length > depth &&
          all.length - depth <= 2 &&
          all.slice(0, all.length - depth).every((part) => !isVariable(part)) &&
          fitsPath(`/${all.slice(-depth).join('/')}`, path)
        )
      })
}

function segments(path: string): string[] {
  return path.split('/').filter(Boolean)
}

function isVariable(part: string): boolean {
  return /^[:{<[*]|\*|\}$/.test(part)
}

/** A variable of the route stands for any value, and for a variable of another name. */
function fitsPath(route: string, told: string): boolean {
  const [a, b] = [segments(route), segments(told)]
  for (let i = 0; i < a.length; i++) {
    const part = a[i] as string
    if (/^\*|\.\.\.|^:\w+\*$/.test(part)) return true
    const other = b[i]
    if (other === undefined) return /\?$/.test(part) && i === a.length - 1
    if (isVariable(part)) continue
    if (part.toLowerCase() !== other.toLowerCase()) return false
  }
  return a.length === b.length
}

/** Most rows of the table are routes of the program, so the rest is meant to be. */
function isTableOfRoutes(document: DocumentFacts, { passage }: RouteMention, table: Table): boolean {
  const rows = routeMentions(document).filter((other) => other.passage?.cell && other.passage.cell.table === passage?.cell?.table)
  return rows.length >= leastOfList && rows.filter(({ path }) => matching(table, path).length > 0).length * 2 >= rows.length
}

const own = new WeakMap<DocumentFacts, boolean>()

function isAboutOwn(document: DocumentFacts, table: Table): boolean {
  let is = own.get(document)
  if (is === undefined) {
    const all = routeMentions(document).filter(({ method }) => method)
    const right = all.filter(({ path }) => matching(table, path).length > 0).length
    is = right > 0 && right * 3 >= all.length
    own.set(document, is)
  }
  return is
}

/** One that differs in a single segment, by a prefix or in the names of its parameters. */
function nearest({ entries }: Table, path: string, method: string | undefined): EntryPoint | undefined {
  const told = segments(path)
  const scored = entries
    .filter((entry) => !method || entry.method === method)
    .map((entry) => {
      const all = segments(entry.path)
      const common = all.filter((part) => told.includes(part)).length
      return { entry, score: (2 * common) / Math.max(1, all.length + told.length) }
    })
    .sort((a, b) => b.score - a.score)
  return scored[0] && scored[0].score >= 0.6 && scored[0].score > (scored[1]?.score ?? 0) ? scored[0].entry : undefined
}

function missing(ground: Ground, claims: Claim[]): ReturnType<NonNullable<ClaimReader['missing']>> {
  const table = tableOf(ground)
  const entries = table.entries.filter(({ kind: of, generated, method }) => of === 'http' && !generated && method !== 'ALL' && method !== 'ANY')
  const lists = ground.documents.flatMap((document) => {
    if (whyNotDocument(document)) return []
    const mentions = routeMentions(document).filter(({ method, form }) => method && form !== 'sample')
    const named = entries.filter((entry) => mentions.some((mention) => isTold(entry, mention)))
    const last = mentions.filter((mention) => entries.some((entry) => isTold(entry, mention))).at(-1)
    return named.length >= leastOfList && named.length >= entries.length * leastShare && last ? [{ document, mentions, last }] : []
  })
  if (lists.length === 0) {
    const told = new Set(
      claims.filter(({ verdict }) => verdict === 'holds').flatMap(({ evidence }) => evidence.map(({ file, line }) => `${file}:${line}`)),
    )
    return {
      claims: [],
      unlisted: entries.filter(({ at }) => !told.has(`${at.file}:${at.line}`)).map(({ method, path, at }) => ({ subject: `${method} ${path}`, at })),
    }
  }
  return {
    claims: lists.flatMap(({ document, mentions, last }) =>
      entries
        .filter((entry) => !routeMentions(document).some((mention) => isTold(entry, mention)))
        .map((entry) => {
          const beside = neighbour(entry, mentions, entries) ?? last
          return undocumented(
            kind,
            { document, line: beside.line, text: beside.text, heading: beside.heading },
            `${entry.method} ${entry.path}`,
            entry.at,
            {
              says: 'The list of routes leaves it out.',
              actual: `The code has ${entry.method} ${entry.path}.`,
              impact: 'Who reads the list does not know of a way in.',
              action: `Add ${entry.method} ${entry.path} to the list.`,
            },
          )
        }),
    ),
    unlisted: [],
  }
}

function isTold(entry: EntryPoint, { method, path }: RouteMention): boolean {
  if (method && !answers(entry, method)) return false
  const [all, told] = [segments(entry.path), segments(path)]
  return (
    fitsPath(entry.path, path) ||
    (told.length > 0 && all.length > told.length && all.length - told.length <= 2 && fitsPath(`/${all.slice(-told.length).join('/')}`, path))
  )
}

/** The route of the list that shares most of its path: the new one would stand beside it. */
function neighbour(entry: EntryPoint, mentions: RouteMention[], entries: EntryPoint[]): RouteMention | undefined {
  const prefix = segments(entry.path).slice(0, -1).join('/')
  return mentions
    .filter(({ path }) => prefix !== '' && segments(path).join('/').startsWith(prefix) && entries.some((other) => fitsPath(other.path, path)))
    .at(-1)
}
