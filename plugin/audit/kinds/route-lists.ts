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
import { alike, answers, fitsEnd, fitsPath, inCommon, matching, speaksFor, type Table, tableOf } from './route-table'

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
  const all = routeMentions(document)
  const mentions = all.filter(({ method, form }) => method && form !== 'sample')
  const told = mentions.filter((mention) => entries.some((entry) => isTold(entry, mention)))
  const named = entries.filter((entry) => told.some((mention) => isTold(entry, mention)))
  const last = told.at(-1)
  const absent = entries.filter((entry) => !all.some((mention) => isTold(entry, mention)))
  const wrong = mentions.filter(({ method, path }) => !matching(table, path).some((entry) => answers(entry, method as string)))
  const replaced = pairs(wrong, absent)
  // A route that was renamed is told all the same, under its old name.
  const isList = named.length >= leastOfList && named.length + replaced.size >= entries.length * leastShare && named.length * 2 >= mentions.length
  return isList && last ? { mentions, last, absent, replaced } : undefined
}

function listable({ entries }: Table): EntryPoint[] {
  return entries.filter(({ kind: of, generated, method }) => of === 'http' && !generated && method !== 'ALL' && method !== 'ANY')
}

/** Most alike first, each route once; the rest is paired only where one of each is left. */
function pairs(wrong: RouteMention[], absent: EntryPoint[]): Map<string, EntryPoint> {
  const found = new Map<string, EntryPoint>()
  const asked = [...new Map(wrong.map((mention) => [nameOf(mention), mention])).values()]
  const taken = new Set<EntryPoint>()
  const scored = asked
    .flatMap((mention) =>
      absent.map((entry) => ({
        mention,
        entry,
        score: (fitsPath(entry.path, mention.path) ? 2 : alike(entry.path, mention.path)) + (entry.method === mention.method ? 0.5 : 0),
      })),
    )
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
          const beside = neighbour(entry, mentions) ?? last
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

function isTold(entry: EntryPoint, { method, path }: RouteMention): boolean {
  return (!method || answers(entry, method)) && (fitsPath(entry.path, path) || fitsEnd(entry.path, path))
}

/** The last of those that share most of its path: the new one would stand below it. */
function neighbour(entry: EntryPoint, mentions: RouteMention[]): RouteMention | undefined {
  const scored = mentions.map((mention) => ({ mention, score: inCommon(entry.path, mention.path) }))
  const best = Math.max(...scored.map(({ score }) => score))
  return best > 0 ? scored.filter(({ score }) => score === best).at(-1)?.mention : undefined
}
