/**
 * Lists of routes: which documents hold one, what it leaves out, and what may have taken the place of a route that it names
 * and the code does not have. In: a document and the routes. Out: what is missing, each route once.
 */
import type { Claim, DocumentFacts, EntryPoint } from '../../types'
import { undocumented } from '../claim'
import type { Ground } from '../ground'
import { whyNotDocument } from '../not-claims'
import type { ClaimReader } from '../reader'
import { type RouteMention, routeMentions } from './route-mentions'
import { alike, answers, inCommon, isVariable, matching, maybeMatching, segments, speaksFor, type Table, tableOf } from './route-table'

/** Fewer routes than this in a document are examples, and no list; so are less than this share of what there is. */
export const leastOfList = 3
const leastShare = 0.5

interface List {
  mentions: RouteMention[]
  last: RouteMention
  /** Routes that the document does not name. */
  absent: EntryPoint[]
  /** By what the document says, `GET /users`: the absent route that is most like it. */
  replaced: Map<string, EntryPoint>
}

const lists = new WeakMap<Ground, Map<DocumentFacts, List | undefined>>()

/** Undefined where the document lists no routes. */
export function listIn(document: DocumentFacts, ground: Ground): List | undefined {
  let known = lists.get(ground)
  if (!known) {
    known = new Map()
    lists.set(ground, known)
  }
  if (!known.has(document)) known.set(document, whyNotDocument(document) ? undefined : listed(document, ground))
  return known.get(document)
}

function listed(document: DocumentFacts, ground: Ground): List | undefined {
  const table = tableOf(ground)
  const within = ground.packageOf(document.path)
  const entries = listable(table).filter((entry) => entry.at.file.startsWith(within) && speaksFor(entry, document))
  const own = new Set(entries)
  const all = routeMentions(document).map((mention) => ({ mention, means: meant(table, mention).filter((entry) => own.has(entry)) }))
  const listing = all.filter(({ mention: { method, form } }) => method && form !== 'sample')
  const named = new Set(listing.flatMap(({ means }) => means))
  const last = listing.findLast(({ means }) => means.length > 0)?.mention
  const told = new Set(all.flatMap(({ means }) => means))
  const absent = entries.filter((entry) => !told.has(entry))
  const mentions = listing.map(({ mention }) => mention)
  const wrong = mentions.filter(({ method, path }) => !matching(table, path).some((entry) => answers(entry, method as string)))
  const replaced = pairs(table, wrong, absent)
  // A route that was renamed is told all the same, under its old name.
  const isList = named.size >= leastOfList && named.size + replaced.size >= entries.length * leastShare && named.size * 2 >= mentions.length
  return isList && last ? { mentions, last, absent, replaced } : undefined
}

function listable({ entries }: Table): EntryPoint[] {
  return entries.filter(({ kind: of, generated, method }) => of === 'http' && !generated && method !== 'ALL' && method !== 'ANY')
}

/** More pairs than this are not looked at: so many routes are not renamed at a time. */
const MOST_PAIRS = 40_000

/** Most alike first, each route once; the rest is paired only where one of each is left. */
function pairs({ parts }: Table, wrong: RouteMention[], absent: EntryPoint[]): Map<string, EntryPoint> {
  const found = new Map<string, EntryPoint>()
  const asked = [...new Map(wrong.map((mention) => [nameOf(mention), mention])).values()]
  if (asked.length * absent.length > MOST_PAIRS) return found
  const taken = new Set<EntryPoint>()
  const scored = asked
    .flatMap((mention) => {
      const told = segments(mention.path)
      return absent.map((entry) => ({
        mention,
        entry,
        score: likeness(parts.get(entry) as string[], told) + (entry.method === mention.method ? 0.5 : 0),
      }))
    })
    .filter(({ score }) => score > 0.8)
    .sort((a, b) => b.score - a.score)
  for (const { mention, entry } of scored) {
    if (taken.has(entry) || found.has(nameOf(mention))) continue
    found.set(nameOf(mention), entry)
    taken.add(entry)
  }
  const lost = asked.filter((mention) => !found.has(nameOf(mention)))
  for (const mention of lost) {
    const fits = absent.filter((entry) => !taken.has(entry) && entry.method === mention.method)
    if (fits.length === 1 && lost.filter(({ method }) => method === mention.method).length === 1) {
      found.set(nameOf(mention), fits[0] as EntryPoint)
      taken.add(fits[0] as EntryPoint)
    }
  }
  return found
}

/** The same path with another method is as like as can be. */
function likeness(route: string[], told: string[]): number {
  const isSame = route.length === told.length && route.every((part, at) => part === told[at] || (isVariable(part) && isVariable(told[at] as string)))
  return isSame ? 2 : alike(route, told)
}

export function nameOf({ method, path }: Pick<RouteMention, 'method' | 'path'>): string {
  return method ? `${method} ${path}` : path
}

export function missingIn(kind: string, ground: Ground, claims: Claim[]): ReturnType<NonNullable<ClaimReader['missing']>> {
  const found = ground.documents.flatMap((document) => {
    const list = listIn(document, ground)
    return list ? [{ document, ...list }] : []
  })
  if (found.length === 0) {
    const told = new Set(
      claims.filter(({ verdict }) => verdict === 'holds').flatMap(({ evidence }) => evidence.map(({ file, line }) => `${file}:${line}`)),
    )
    return {
      claims: [],
      unlisted: listable(tableOf(ground))
        .filter(({ at }) => !told.has(`${at.file}:${at.line}`))
        .map(({ method, path, at }) => ({ subject: `${method} ${path}`, at })),
    }
  }
  return {
    claims: found.flatMap(({ document, mentions, last, absent, replaced }) => {
      // What took the place of another one is told there.
      const told = new Set(replaced.values())
      return absent
        .filter((entry) => !told.has(entry))
        .map((entry) => {
          const beside = neighbour(tableOf(ground), entry, mentions) ?? last
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
        })
    }),
    unlisted: [],
  }
}

function meant(table: Table, { method, path }: RouteMention): EntryPoint[] {
  return maybeMatching(table, path).filter((entry) => !method || answers(entry, method))
}

/** The last of those that share most of its path: the new one would stand below it. */
function neighbour({ parts }: Table, entry: EntryPoint, mentions: RouteMention[]): RouteMention | undefined {
  const own = parts.get(entry) as string[]
  let best: RouteMention | undefined
  let most = 1
  for (const mention of mentions) {
    const score = inCommon(own, segments(mention.path))
    if (score < most) continue
    best = mention
    most = score
  }
  return best
}
