import type { EntryPoint, NamedCheck } from '../../types'
import { answersCalls, atDoor, changesByMethod, isChange, isOpenByPurpose, routeOf } from '../doors'
import { defineRule, type Hit } from '../rule'

/** Doors that make a check before leaving it out says anything. */
const FEWEST_CHECKED = 4
/** Of all doors that take the same thing, those that have to make the check for it to be the usual one. */
const FEWEST_SHARE = 0.5
/** Of all doors that take the same thing, those that leave the check out. */
const MOST_LEFT_OUT = 0.25
/** Whoever was given it may have what it is for. */
const GIVEN_SECRET = /(?:token|secret|nonce|signature|password)$/i
/** What everybody is shown. */
const ASSETS = /(?:^|[/_.-])(?:logos?|avatars?|icons?|favicon|badges?|branding|public|share[ds]?|embed)(?:$|[/_.-])/i
/** What the answer looks like, and nothing that anybody may or may not have. */
const FORM_OF_ANSWER =
  /^(?:expand|include|fields|select|populate|sort|sort_?(?:by|order)|order|order_?by|page|page_?(?:size|number)|per_?page|limit|offset|locale|lang)$/i
/** Names that many things have: `:id` of one router is not that of another. */
const OF_ANYTHING = /^_?(?:id|uuid|uid|key|slug|name|code|token|type)$/i

export default defineRule({
  id: 'check-left-out',
  size: 'small',
  class: 'idor',
  phase: 'Authorization',
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:N',
  cwe: [862, 639],
  title: 'A route leaves out the check that its siblings make',
  why: 'The request names a thing, most routes that take it ask whether the caller may have it, and this one does not.',
  impact: ['Whoever knows or guesses the name reaches through this route what the others keep from them'],
  fix: 'Ask the same question here, or put it in front of all of these routes so that no new one can forget it.',
  code: 'if (!(await mayRead(request, request.params.site))) return reply.code(403).send()',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Insecure_Direct_Object_Reference_Prevention_Cheat_Sheet.html',
    'https://owasp.org/API-Security/editions/2023/en/0xa1-broken-object-level-authorization/',
  ],
  check: ({ entryPoints }) => checksLeftOut(entryPoints),
})

/** One for each door that leaves a check out. */
export function checksLeftOut(entryPoints: readonly EntryPoint[]): Hit[] {
  const doors = entryPoints.filter((entry) => answersCalls(entry.kind) && entry.handler && !entry.generated)
  const families = new Map<string, EntryPoint[]>()
  for (const door of doors)
    for (const key of new Set(door.parameters.filter(({ name }) => !FORM_OF_ANSWER.test(name)).map(({ name }) => keyOf(name, door))))
      families.set(key, [...(families.get(key) ?? []), door])
  const found = [...families].flatMap(([key, family]) => leftOut(key, family))
  return [...new Map(found.map((hit) => [hit.route, hit])).values()]
}

/** Pages that a browser shows and procedures that they call take the same things, and are no siblings. */
const keyOf = (name: string, { framework, handler }: EntryPoint): string =>
  OF_ANYTHING.test(name) ? `${name} ${framework} ${handler?.at.file}` : `${name} ${framework}`

/** What a family of doors asks of the thing that they all take, and who of them does not. */
function leftOut(key: string, family: readonly EntryPoint[]): Hit[] {
  const checksOf = (door: EntryPoint): NamedCheck[] => (door.checks ?? []).filter(({ part }) => keyOf(lastOf(part), door) === key)
  const times = new Map<string, number>()
  for (const door of family) for (const name of new Set(checksOf(door).map((check) => check.name))) times.set(name, (times.get(name) ?? 0) + 1)
  const checked = family.filter((door) => checksOf(door).some(({ name }) => (times.get(name) as number) >= FEWEST_CHECKED))
  // What stands in front of this door alone may be a check of another kind: the key of another service.
  const usualGuards = new Set(checked.flatMap(({ guards }) => guards.map(({ name }) => name)))
  // Where a mark asks, it is left to the guard, and the handler may tell others who is calling for reasons of its own.
  const isMarked = checked.some((door) => checksOf(door).some(({ marked }) => marked))
  const isNamed = isMarked && !OF_ANYTHING.test(key.split(' ')[0] as string)
  const isUsed = (door: EntryPoint) => isNamed || door.handsOn?.some((part) => keyOf(lastOf(part), door) === key)
  const bare = family.filter((door) => !isAsked(door) && door.guards.every(({ name }) => usualGuards.has(name)) && isUsed(door))
  if (checked.length < Math.max(FEWEST_CHECKED, family.length * FEWEST_SHARE) || bare.length > (checked.length + bare.length) * MOST_LEFT_OUT)
    return []
  const [usual] = [...times].sort(([, one], [, other]) => other - one)[0] as [string, number]
  const sibling = checked.flatMap(checksOf).find(({ name }) => name === usual) as NamedCheck
  return bare.map((door) => {
    const changes = changesByMethod(door) || door.data?.some(isChange)
    const use = door.data?.find(({ chosenBy }) => chosenBy.some((part) => keyOf(lastOf(part), door) === key))
    return {
      ...atDoor(door),
      ...(use ? { at: use.from } : {}),
      subject: `${routeOf(door)} ${usual}`,
      trace: [...(atDoor(door).trace ?? []), ...(use ? [use.from, use.at] : []), sibling.at],
      confidence: 'medium',
      metrics: { ...(changes ? {} : { I: 'N' as const }), ...(door.authRequired.answer === 'no' ? { PR: 'N' as const } : {}) },
      description: `\`${routeOf(door)}\` takes \`${key.split(' ')[0]}\`, and asks nothing of who may have it. Of ${family.length} routes that take it ${checked.length} ask \`${usual}\` or the like, as in ${sibling.at.file}:${sibling.at.line}.`,
    }
  })
}

/** Whether anything on the way to a door, or in it, may stand in for the check. */
function isAsked(door: EntryPoint): boolean {
  return (
    (door.checks ?? []).length > 0 ||
    isOpenByPurpose(door) ||
    ASSETS.test(door.path) ||
    door.parameters.some(({ name }) => GIVEN_SECRET.test(name)) ||
    door.rightAsked !== undefined ||
    door.guards.some(({ role }) => role === 'authorization') ||
    (door.data ?? []).some(({ bound }) => bound !== undefined)
  )
}

const lastOf = (part: string): string => part.slice(part.lastIndexOf('.') + 1)
