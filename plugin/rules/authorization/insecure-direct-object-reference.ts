import { isCalledForAdmins } from '../../door-purposes'
import type { Confidence, DataUse, EntryPoint, Evidence, Guard, Program } from '../../types'
import {
  answersCalls,
  bringsIn,
  changesByMethod,
  changesOthers,
  isAdministrative,
  isChange,
  isPersonal,
  isTrail,
  NAMES_PERSON,
  roleCheckOf,
  routeOf,
} from '../doors'
import { nobodysRecords } from '../nobodys-records'
import { defineRule, type Hit } from '../rule'
import { checksLeftOut } from './check-left-out'

/** Parts of a request that tell one record from the others. */
const TELLS_ONE = /^path\.|(?:^|[._])(?:id|_id|uuid|key|slug|number|no|code|ref|email|user_?name)$|(?:Id|ID|Uuid)$|_id$/
/** Who a record belongs to, as fields call it. */
const OWNER =
  /^(?:author|owner|creator|(?:created|posted|submitted|uploaded|added|requested|reported)_?by|sender|user|(?:author|owner|creator|uploader|user|account|customer|member)_?id)$/i
/** What is given to whoever may have the record, and cannot be guessed: it names the record and is the right to it. */
const GIVEN_SECRET = /(?:token|secret|nonce)$/i
/** Fields beside the id of a record that are made to be passed on, so that whoever was sent one may look at the record. */
const PASSED_ON =
  /(?:^|_)(?:shared?|link|public|invit(?:e|ation)|magic|download|short)_(?:u?u?id|key|code|hash|slug)$|^share(?:able)?_?(?:link|url)$/i

export default defineRule({
  id: 'insecure-direct-object-reference',
  size: 'medium',
  class: 'idor',
  phase: 'Authorization',
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:N',
  cwe: [639],
  title: 'Any user can reach the records of others by naming them',
  why: 'The request names the record, and nothing on the way asks whether it belongs to whoever sends it.',
  impact: ['Counting through ids shows the data of everyone', 'Records of others are changed or deleted'],
  fix: 'Put the caller into the condition that chooses the record, or compare its owner with the caller before anything is done with it.',
  code: 'const basket = await Basket.findOne({ where: { id: request.params.id, userId: request.user.id } })\nif (!basket) return response.sendStatus(404)',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Insecure_Direct_Object_Reference_Prevention_Cheat_Sheet.html',
    'https://owasp.org/API-Security/editions/2023/en/0xa1-broken-object-level-authorization/',
  ],
  check: (program) => {
    const owned = ownedModels(program)
    const listed = listedModels(program)
    const nobodys = nobodysRecords(program.entities, stem)
    const kept = keptByDatabase(program)
    // What only some people should do is told as that.
    const forRoles = roleCheckOf(program) !== undefined
    // Where other doors ask what this one does not, that says more.
    const told = new Set(checksLeftOut(program.entryPoints).map(({ route }) => route))
    return onePerPlace(
      program.entryPoints.flatMap((entry) => [
        ...((forRoles && changesOthers(entry)) || told.has(routeOf(entry)) ? [] : reached(entry, owned, listed, nobodys, kept)),
        ...(told.has(routeOf(entry)) ? [] : besideParent(entry, program, listed, nobodys)),
        ...claimed(entry, owned),
      ]),
    )
  },
})

/**
 * Models whose records are somebody's: `read` where the program itself looks up the caller's own, `written` where it only notes
 * whose a new one is, as it does of what everybody may look at.
 */
function ownedModels({ entryPoints }: Program): Map<string, 'read' | 'written'> {
  const owned = new Map<string, 'read' | 'written'>()
  for (const { data = [] } of entryPoints)
    for (const { of, bound, chosenIn, writes } of data)
      if (bound === 'selection' && chosenIn.some((field) => OWNER.test(field))) owned.set(stem(of), 'read')
      else if (!owned.has(stem(of)) && writes.some(({ field, by }) => by === 'caller' && OWNER.test(field))) owned.set(stem(of), 'written')
  return owned
}

/** Models of which anybody who gets in is given all records: naming one of them tells nothing new. */
function listedModels({ entryPoints }: Program): Set<string> {
  const listed = new Set<string>()
  for (const entry of entryPoints) {
    if (!answersCalls(entry.kind) || isAdministrative(entry) || entry.guards.some(asksForRights)) continue
    for (const { of, does, bound, chosenBy, chosenIn } of entry.data ?? [])
      if (does === 'read' && !bound && chosenBy.length === 0 && chosenIn.length === 0) listed.add(stem(of))
  }
  return listed
}

const stem = (name: string): string =>
  name
    .replace(/(?:Model|Entity|Repository|Repo|Collection|Col|Dao|DAO|Service)$/, '')
    .toLowerCase()
    .replace(/s$/, '')

/** Tables with row level security, which may keep from a caller what the program asks for. Who asks as their owner is not kept to it. */
function keptByDatabase({ entities }: Program): Map<string, Evidence> {
  const kept = new Map<string, Evidence>()
  for (const { kind, name, stored, rowSecurity } of entities)
    if (kind === 'stored' && rowSecurity) for (const each of [name, stored ?? name]) kept.set(stem(each), rowSecurity)
  return kept
}

/** Reads and changes of a record that the request names. */
function reached(
  entry: EntryPoint,
  owned: ReadonlyMap<string, 'read' | 'written'>,
  listed: ReadonlySet<string>,
  nobodys: ReadonlySet<string>,
  kept: ReadonlyMap<string, Evidence>,
): Hit[] {
  const { data = [], kind, authRequired, guards } = entry
  if (asksForSharedKeyAlone(guards)) return []
  if (!answersCalls(kind) || authRequired.answer !== 'yes' || bringsIn(entry) || guards.some(asksForRights)) return []
  // What the record holds that a secret was found for is as much its holder's: the account that an invitation is for.
  const secrets = new Set(data.filter(({ chosenIn }) => chosenIn.some((field) => GIVEN_SECRET.test(field))).flatMap(({ chosenBy }) => chosenBy))
  const open = data.filter(
    (use) =>
      !use.bound &&
      use.library !== entry.framework &&
      use.chosenBy.some((part) => TELLS_ONE.test(part) && !secrets.has(part)) &&
      !use.chosenIn.some((field) => GIVEN_SECRET.test(field)) &&
      // A secret that was handed out has a say in it as well: `GET /files/:id?token=…`.
      !use.chosenBy.some((part) => GIVEN_SECRET.test(part)) &&
      !COUNTS_CALLS.test(use.of) &&
      (!nobodys.has(stem(use.of)) || owned.has(stem(use.of)) || isPersonal(use.of) || use.chosenBy.some((part) => NAMES_PERSON.test(part))),
  )
  // Once the record was chosen with the caller in mind, naming it again adds nothing.
  const bound = new Set(data.filter((use) => use.bound).flatMap(({ chosenBy }) => chosenBy))
  const left = open.filter((use) => !use.chosenBy.some((part) => bound.has(part)) && !addsCaller(use))
  // What is added in the caller's name stands below the record, and is no part of it.
  const addsOwn = data.some(({ does, of, writes }) => does === 'create' && !isTrail(of) && writes.some(({ by }) => by === 'caller'))
  if (addsOwn && left.every(({ does }) => does === 'read')) return []
  const use = left.find(isChange) ?? left[0]
  if (!use) return []
  if (left.every(({ does, of }) => does === 'read' && listed.has(stem(of)) && !isPersonal(of))) return []
  const sure = sureness(entry, left, use, owned)
  if (!sure) return []
  // Whoever has such a key is a program, and has no records of its own to keep to.
  const security = kept.get(stem(use.of))
  // What is called like something people have, and is defined without anything to tell whose it is.
  const isNobodys = left.every(
    ({ of, chosenBy }) => nobodys.has(stem(of)) && !owned.has(stem(of)) && !chosenBy.some((each) => NAMES_PERSON.test(each)),
  )
  const confidence = isNobodys ? 'low' : (entry.namelessKey || security) && sure === 'high' ? 'medium' : sure
  const first = left.find((other) => other.chosenBy.some((part) => use.chosenBy.includes(part))) ?? use
  const does = isChange(use) || (entry.generated && changesByMethod(entry))
  const part = first.chosenBy.find((each) => TELLS_ONE.test(each)) as string
  const named = `\`${part.replace(/^path/, 'params').replace(/^json/, kind === 'graphql' ? 'args' : 'body')}\``
  return [
    {
      ...atUse(entry, first, use, part, does),
      confidence,
      description: `${saidOf(entry, does)} the record that ${named} names (\`${use.api}\`); the caller is neither part of the selection nor compared with its owner.${keptBy(security)}`,
    },
  ]
}

/** Lets those with a right past. */
const asksForRights = (guard: Guard): boolean => guard.role === 'authorization' || isCalledForAdmins(guard)

const keptBy = (security: Evidence | undefined): string =>
  security ? ` The database has row level security for its table (${security.file}:${security.line}), which may keep it from others.` : ''

/** Who follows or marks a record adds themselves to it, and changes nothing of its owner's; who becomes its owner takes it. */
const addsCaller = ({ does, writes }: DataUse): boolean =>
  does === 'update' && writes.length > 0 && writes.every(({ field, by }) => by === 'caller' && !OWNER.test(field))

const saidOf = (entry: EntryPoint, does: boolean): string => `\`${routeOf(entry)}\` ${does ? 'changes' : 'reads'}`

/** @param first use of the same part of the request, where it is read for the first time */
function atUse(entry: EntryPoint, first: DataUse, use: DataUse, part: string, does: boolean): Hit {
  return {
    subject: routeOf(entry),
    route: routeOf(entry),
    at: first.from,
    around: `${first.api} ${part}`,
    trace: [entry.at, first.from, first.at, ...(use === first ? [] : [use.at])],
    ...(does ? {} : { metrics: { I: 'N' } }),
  }
}

/** Records that a request names below one that it was asked about: whoever may have the one is shown any other's. */
function besideParent(entry: EntryPoint, program: Program, listed: ReadonlySet<string>, nobodys: ReadonlySet<string>): Hit[] {
  if (!answersCalls(entry.kind) || entry.authRequired.answer !== 'yes' || bringsIn(entry) || isAdministrative(entry)) return []
  const left = (entry.data ?? []).filter(
    ({ below, of, library, chosenIn }) =>
      below &&
      isTaken(below.part, entry.path) &&
      library !== entry.framework &&
      !NAMES_PERSON.test(below.part) &&
      !chosenIn.some((field) => GIVEN_SECRET.test(field)) &&
      !COUNTS_CALLS.test(of) &&
      !nobodys.has(stem(of)) &&
      !listed.has(stem(of)),
  )
  const use = left.find(isChange) ?? left[0]
  if (!use?.below) return []
  const { part, asked } = use.below
  const confidence = surenessBelow(use, entry, program)
  if (!confidence) return []
  const first = left.find(({ below }) => below?.part === part) ?? use
  const does = isChange(use)
  const named = (each: string) => `\`${each.replace(/^path/, 'params')}\``
  return [
    {
      ...atUse(entry, first, use, part, does),
      confidence,
      description: `${saidOf(entry, does)} the record that ${named(part)} names (\`${use.api}\`); what is asked of the caller is about ${asked.map(named).join(' and ')}, and nothing holds the record against that.`,
    },
  ]
}

/** What a guard that several routes share reads of a path is no part of the requests to one that has no such step. */
const isTaken = (part: string, path: string): boolean => !part.startsWith('path.') || path.includes(part.slice('path.'.length)) || /[*(]/.test(path)

/** What is no part of anything: people, and what several things may have. */
const SHARED =
  /^(?:user|account|person|people|member|role|group|permission|plan|categor(?:y|ie)|tag|label|type|template|countr(?:y|ie)|currenc(?:y|ie))$/

/** Whether the record is known to be a part of what was asked about; undefined where it is known not to be. */
function surenessBelow({ does, of, below }: DataUse, { path }: EntryPoint, { entities, entryPoints }: Program): Confidence | undefined {
  const steps = path.split('/')
  const at = steps.findIndex((step) => nameOfStep(step) === below?.part.replace(/^path\./, ''))
  const parents = (below?.asked ?? []).flatMap((part) => {
    const name = part.replace(/^.*\./, '')
    const step = part.startsWith('path.') ? steps.findIndex((each) => nameOfStep(each) === name) : -1
    return [name.replace(/_?(?:public|external)?_?(?:u?u?id|slug|key|alias|name|code)$/i, ''), ...(step > 0 ? [stem(steps[step - 1] as string)] : [])]
  })
  const plain = (name: string) => stem(name).replace(/_/g, '')
  const known = entities.filter(({ kind, name, stored }) => kind === 'stored' && [name, stored ?? name].some((each) => plain(each) === plain(of)))
  const isOfParent = (name: string) =>
    parents.some((parent) => parent !== '' && name.toLowerCase().replace(/_/g, '').startsWith(parent.toLowerCase()))
  // What is read by an id beside the path may be looked up for a log.
  if (known.some(({ fields, relations }) => [...fields.map(({ name }) => name), ...relations.map(({ to }) => to)].some(isOfParent)))
    return does === 'read' && !isOfPath(below, path) ? 'low' : 'medium'
  if (known.some(({ closed }) => closed) || SHARED.test(stem(of))) return undefined
  // The list of them is found below the same thing.
  const list = steps.slice(0, at).join('/')
  const isListed = entryPoints.some((other) => other.path === list && other.data?.some((use) => stem(use.of) === stem(of)))
  return at > 0 && isListed ? 'medium' : 'low'
}

/** Next hands the parts of a path of `pages` over among those of the query. */
const isOfPath = (below: DataUse['below'], path: string): boolean =>
  below !== undefined && (below.part.startsWith('path.') || path.split('/').some((step) => nameOfStep(step) === below.part.replace(/^query\./, '')))

/** `team` of `:team`, `{team}` and `[team]`. */
const nameOfStep = (step: string): string | undefined => /^[:{[]\.{0,3}(\w+)/.exec(step)?.[1]

/** Callers with one key among them have no records of their own: another service of the same people. */
function asksForSharedKeyAlone(guards: readonly Guard[]): boolean {
  const asking = guards.filter(({ role, ofTheKnown }) => role === 'authentication' && !ofTheKnown)
  return asking.length > 0 && asking.every(({ shared }) => shared)
}

/** Counters of how often somebody asked, which every request moves on. */
const COUNTS_CALLS = /rate_?limit|throttl/i

const isPassedOn = (field: string): boolean => PASSED_ON.test(field.replace(/([a-z\d])([A-Z])/g, '$1_$2'))

/** Undefined where the record may well be anybody's: most of what is read by an id is meant to be. */
function sureness(
  { method, generated, data = [] }: EntryPoint,
  left: DataUse[],
  use: DataUse,
  owned: ReadonlyMap<string, 'read' | 'written'>,
): Confidence | undefined {
  const names = left.flatMap(({ chosenBy, chosenIn }) => [...chosenBy.filter((part) => !/^path\.id$/.test(part)), ...chosenIn])
  const isOwned = left.some(({ of }) => owned.has(stem(of)))
  // Elsewhere the program does choose such records by whose they are: here it was left out.
  const isChosenByOwner = left.some(({ of }) => owned.get(stem(of)) === 'read')
  const isAboutPerson = names.some((name) => NAMES_PERSON.test(name))
  const isAnyones = !isOwned && !isAboutPerson && !left.some(({ of }) => isPersonal(of))
  if (isChange(use) && !isNamedIn(use, left)) return isOwned || isAboutPerson ? 'medium' : undefined
  const changes = isChange(use) || (generated && /^(?:PUT|PATCH|DELETE)$/.test(method))
  if (!changes) {
    if (isAnyones) return undefined
    if (left.some(({ chosenIn }) => chosenIn.some(isPassedOn))) return 'medium'
    return isChosenByOwner ? 'high' : 'medium'
  }
  // Something new below a record changes that record too; that it was done is noted of anything.
  if (/^(?:POST|MUTATION)$/.test(method) && isAnyones && data.some(({ does, of }) => does === 'create' && !isTrail(of))) return undefined
  return isChosenByOwner ? 'high' : 'medium'
}

/**
 * Whether a part that tells one record from the others fits the field that chooses, there or where the same function read the record
 * before: what is chosen by its id alone is not named by a `key` or `slug`, which may have come along with an object.
 */
function isNamedIn(use: DataUse, left: readonly DataUse[]): boolean {
  const isBeside = ({ of, at, around, chosenBy }: DataUse) =>
    of === use.of && at.file === use.at.file && around === use.around && chosenBy.some((part) => use.chosenBy.includes(part))
  return fits(use) || left.some((other) => other !== use && isBeside(other) && fits(other))
}

function fits({ chosenBy, chosenIn }: DataUse): boolean {
  if (chosenIn.length === 0 || !chosenIn.every((field) => /^_?id$/.test(field))) return true
  return chosenBy.some(
    (part) => TELLS_ONE.test(part) && (!/[._](?:key|slug|email|user_?name|code|no|number)$/i.test(part) || part.startsWith('path.')),
  )
}

/** The sender says whose the new record is. */
function claimed(entry: EntryPoint, owned: ReadonlyMap<string, 'read' | 'written'>): Hit[] {
  if (!answersCalls(entry.kind) || bringsIn(entry) || entry.guards.some(asksForRights)) return []
  return (entry.data ?? []).flatMap((use): Hit[] => {
    if (use.does !== 'create' || use.bound === 'role' || use.library === entry.framework) return []
    const field = use.writes.find((write) => write.by === 'request' && OWNER.test(write.field))
    if (!field || (entry.authRequired.answer !== 'yes' && !owned.has(stem(use.of)) && !/author|owner|creator|by$/i.test(field.field))) return []
    return [
      {
        subject: `${routeOf(entry)} ${field.field}`,
        route: routeOf(entry),
        at: field.at,
        around: use.api,
        trace: [entry.at, field.at],
        confidence: 'medium',
        metrics: { C: 'N', I: 'L' },
        description: `\`${routeOf(entry)}\` takes \`${field.field}\` from the request: whoever sends it says whose the new record is.`,
      },
    ]
  })
}

const SURENESS: Confidence[] = ['high', 'medium', 'low']

function onePerPlace(hits: Hit[]): Hit[] {
  const found = new Map<string, Hit>()
  for (const hit of hits) {
    const place = `${hit.at.file}:${hit.at.line}`
    const known = found.get(place)
    if (!known || SURENESS.indexOf(hit.confidence ?? 'high') < SURENESS.indexOf(known.confidence ?? 'high')) found.set(place, hit)
  }
  return [...found.values()]
}
