/** Routes: that there is such a path, and that it answers to the method. */
import type { Claim, DocumentFacts, EntryPoint } from '../../types'
import { contradicted, holds, notJudged, type Spot } from '../claim'
import type { Ground } from '../ground'
import { whyNotDocument, whyNotPassage, whyNotSection } from '../not-claims'
import type { ClaimReader } from '../reader'
import { leastOfList, listIn, missingIn, nameOf } from './route-lists'
import { type RouteMention, routeMentions } from './route-mentions'
import { otherParameter } from './route-parameters'
import {
  alike,
  answers,
  belowOtherPrefix,
  fitsPath,
  isVariable,
  matching,
  mayBeUnmounted,
  segments,
  speaksFor,
  type Table,
  tableOf,
} from './route-table'

const kind = 'route'

export const routes: ClaimReader = {
  id: kind,
  title: 'Routes',
  why: 'Who writes a client by the document gets an error where the route is another one.',
  read: (document, ground) => routeMentions(document).flatMap((mention) => judged(document, mention, ground)),
  missing: (ground, claims) => missingIn(kind, ground, claims),
}

function judged(document: DocumentFacts, mention: RouteMention, ground: Ground): Claim[] {
  const { method, path, form } = mention
  const spot: Spot = { document, ...mention }
  const subject = nameOf(mention)
  const table = tableOf(ground)
  const same = matching(table, path)
  const fits = same.filter((entry) => !method || answers(entry, method))
  const why =
    whyNotDocument(document) ??
    whyNotSection(document, mention.heading) ??
    (mention.passage ? whyNotPassage(document, mention.passage, mention.passage.raw.indexOf(path)) : undefined)
  if (fits.length > 0)
    return [
      holds(kind, spot, subject, 'There is such a route.', [(fits[0] as EntryPoint).at]),
      ...(why
        ? []
        : otherParameter(
            kind,
            spot,
            mention,
            fits.filter((entry) => speaksFor(entry, document)),
          )),
    ]
  if (why) return [notJudged(kind, spot, subject, why)]
  if (table.entries.length === 0) return [notJudged(kind, spot, subject, 'No route was recognised in the code at all.')]
  if (path !== '/' && segments(path).every(isVariable)) return [notJudged(kind, spot, subject, 'The path names nothing that could be looked for.')]
  const others = same.filter((entry) => speaksFor(entry, document))
  if (others.length > 0 && method) {
    const methods = [...new Set(others.map((entry) => entry.method))].sort()
    return [
      contradicted(kind, spot, subject, {
        says: `${path} answers to ${method}.`,
        actual: `It answers to ${methods.join(', ')}.`,
        impact: 'A client that is written by the document gets an error.',
        action: `Write ${methods[0]} ${path}, if that is what is meant.`,
        evidence: [(others[0] as EntryPoint).at],
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
  if (mayBeUnmounted(table, path)) return [notJudged(kind, spot, subject, 'A router that nothing was seen to mount has such a route.')]
  if (table.pages.some((page) => fitsPath(page, path))) return [holds(kind, spot, subject, 'It is a page of the user interface.', [])]
  // A path alone may be one of the reader's disk, of a page, or of another service.
  if (!method && !(form === 'row' && isTableOfRoutes(document, mention, table)))
    return [notJudged(kind, spot, subject, 'It is not sure that a route of this program is meant.')]
  if (method && form !== 'sample' && !isAboutOwn(document, table))
    return [notJudged(kind, spot, subject, 'The document names no route of this program, so it may be about another one.')]
  const instead = listIn(document, ground)?.replaced.get(subject)
  const near = instead ?? belowOtherPrefix(table, path, method) ?? nearest(table, path, method)
  return [
    contradicted(kind, spot, subject, {
      says: `There is ${subject}.`,
      actual: near
        ? `There is none; the code has ${near.method} ${near.path}${near === instead ? ', which the document does not name' : ''}.`
        : 'There is no such route.',
      impact: 'A client that is written by the document gets an error.',
      action: near ? `Write ${near.method} ${near.path}, if that is what is meant.` : 'Remove it, or name the route that took its place.',
      severity: 'High',
      evidence: near ? [near.at] : [],
      ...(near && near.method === method && spot.text.split(path).length === 2 ? { patch: { line: mention.line, from: path, to: near.path } } : {}),
    }),
  ]
}

/** Most rows of the table are routes of the program, so the rest is meant to be. */
function isTableOfRoutes(document: DocumentFacts, { passage }: RouteMention, table: Table): boolean {
  const rows = routeMentions(document).filter((other) => other.passage?.cell && other.passage.cell.table === passage?.cell?.table)
  return rows.length >= leastOfList && rows.filter(({ path }) => matching(table, path).length > 0).length * 2 >= rows.length
}

const own = new WeakMap<Table, Map<DocumentFacts, boolean>>()

/** Some of its routes are there, or most of them stand below another prefix. */
function isAboutOwn(document: DocumentFacts, table: Table): boolean {
  const known = own.get(table) ?? new Map<DocumentFacts, boolean>()
  own.set(table, known)
  let is = known.get(document)
  if (is === undefined) {
    const all = routeMentions(document).filter(({ method }) => method)
    const right = all.filter(({ path }) => matching(table, path).some((entry) => speaksFor(entry, document)))
    const moved = all.filter((mention) => !right.includes(mention) && belowOtherPrefix(table, mention.path, mention.method))
    is = (right.length > 0 && right.length * 3 >= all.length) || (moved.length >= leastOfList && (right.length + moved.length) * 2 >= all.length)
    known.set(document, is)
  }
  return is
}

/** One that differs in a single segment, by a prefix or in the names of its parameters. */
function nearest({ entries, parts }: Table, path: string, method: string | undefined): EntryPoint | undefined {
  const told = segments(path)
  let best: EntryPoint | undefined
  let [most, second] = [0, 0]
  for (const entry of entries) {
    if (method && entry.method !== method) continue
    const score = alike(parts.get(entry) as string[], told)
    if (score <= most) second = Math.max(second, score)
    else [best, most, second] = [entry, score, most]
  }
  return most >= 0.6 && most > second ? best : undefined
}
