import type { Confidence, DataUse, EntryPoint, Program } from '../../types'
import { answersCalls, bringsIn, changesByMethod, changesOthers, isChange, isPersonal, NAMES_PERSON, roleCheckOf, routeOf } from '../doors'
import { defineRule, type Hit } from '../rule'

/** Parts of a request that tell one record from the others. */
const TELLS_ONE = /^path\.|(?:^|[._])(?:id|_id|uuid|key|slug|number|no|code|ref|email|user_?name)$|(?:Id|ID|Uuid)$|_id$/
/** Who a record belongs to, as fields call it. */
const OWNER =
  /^(?:author|owner|creator|(?:created|posted|submitted|uploaded|added|requested|reported)_?by|sender|user|(?:author|owner|creator|uploader|user|account|customer|member)_?id)$/i

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
    // What only some people should do is told as that.
    const forRoles = roleCheckOf(program) !== undefined
    return onePerPlace(
      program.entryPoints.flatMap((entry) => [...(forRoles && changesOthers(entry) ? [] : reached(entry, owned)), ...claimed(entry, owned)]),
    )
  },
})

/** Models of which the program itself looks up the caller's own. */
function ownedModels({ entryPoints }: Program): Set<string> {
  const owned = new Set<string>()
  for (const { data = [] } of entryPoints)
    for (const { of, bound, chosenIn, writes } of data)
      if (
        (bound === 'selection' && chosenIn.some((field) => OWNER.test(field))) ||
        writes.some(({ field, by }) => by === 'caller' && OWNER.test(field))
      )
        owned.add(stem(of))
  return owned
}

const stem = (name: string): string =>
  name
    .replace(/(?:Model|Entity|Repository|Repo|Collection|Col|Dao|DAO|Service)$/, '')
    .toLowerCase()
    .replace(/s$/, '')

/** What notes who did what has everybody's name in it. */
const isTrail = (of: string): boolean => /audit|log(?:s|Entry|Entries)?$|histor|activit|event|trail/i.test(of)

/** Reads and changes of a record that the request names. */
function reached(entry: EntryPoint, owned: Set<string>): Hit[] {
  const { data = [], kind, authRequired, guards } = entry
  if (!answersCalls(kind) || authRequired.answer !== 'yes' || bringsIn(entry) || guards.some(({ role }) => role === 'authorization')) return []
  const open = data.filter((use) => !use.bound && use.library !== entry.framework && use.chosenBy.some((part) => TELLS_ONE.test(part)))
  // Once the record was chosen with the caller in mind, naming it again adds nothing.
  const bound = new Set(data.filter((use) => use.bound).flatMap(({ chosenBy }) => chosenBy))
  // Who follows or marks a record adds themselves to it, and changes nothing of its owner's.
  const left = open.filter(
    ({ does, chosenBy, writes }) =>
      !chosenBy.some((part) => bound.has(part)) && !(does === 'update' && writes.length > 0 && writes.every(({ by }) => by === 'caller')),
  )
  // What is added in the caller's name stands below the record, and is no part of it.
  const addsOwn = data.some(({ does, of, writes }) => does === 'create' && !isTrail(of) && writes.some(({ by }) => by === 'caller'))
  if (addsOwn && left.every(({ does }) => does === 'read')) return []
  const use = left.find(isChange) ?? left[0]
  if (!use) return []
  const confidence = sureness(entry, left, use, owned)
  if (!confidence) return []
  const first = left.find((other) => other.chosenBy.some((part) => use.chosenBy.includes(part))) ?? use
  const does = changesByMethod(entry) || isChange(use)
  const part = first.chosenBy.find((each) => TELLS_ONE.test(each)) as string
  return [
    {
      subject: routeOf(entry),
      route: routeOf(entry),
      at: first.from,
      around: `${first.api} ${part}`,
      trace: [entry.at, first.from, first.at, ...(use === first ? [] : [use.at])],
      confidence,
      ...(does ? {} : { metrics: { I: 'N' } }),
      description: `\`${routeOf(entry)}\` ${does ? 'changes' : 'reads'} the record that \`${part.replace(/^path/, 'params').replace(/^json/, kind === 'graphql' ? 'args' : 'body')}\` names (\`${use.api}\`); the caller is neither part of the selection nor compared with its owner.`,
    },
  ]
}

/** Undefined where the record may well be anybody's: most of what is read by an id is meant to be. */
function sureness({ method, generated, data = [] }: EntryPoint, left: DataUse[], use: DataUse, owned: Set<string>): Confidence | undefined {
  const names = left.flatMap(({ chosenBy, chosenIn }) => [...chosenBy.filter((part) => !/^path\.id$/.test(part)), ...chosenIn])
  const isOwned = left.some(({ of }) => owned.has(stem(of)))
  const isAboutPerson = names.some((name) => NAMES_PERSON.test(name))
  const isAnyones = !isOwned && !isAboutPerson && !left.some(({ of }) => isPersonal(of))
  const changes = isChange(use) || (generated && /^(?:PUT|PATCH|DELETE)$/.test(method))
  if (!changes) return isAnyones ? undefined : isOwned || isAboutPerson ? 'high' : 'medium'
  // Something new below a record changes that record too.
  if (/^(?:POST|MUTATION)$/.test(method) && isAnyones && data.some(({ does }) => does === 'create')) return undefined
  return isOwned || isAboutPerson ? 'high' : 'medium'
}

/** The sender says whose the new record is. */
function claimed(entry: EntryPoint, owned: Set<string>): Hit[] {
  if (!answersCalls(entry.kind) || bringsIn(entry) || entry.guards.some(({ role }) => role === 'authorization')) return []
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
