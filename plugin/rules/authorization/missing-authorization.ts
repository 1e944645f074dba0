import type { EntryPoint, Program } from '../../types'
import { answersCalls, atDoor, bringsIn, changesByMethod, changesOthers, isAdministrative, roleCheckOf } from '../doors'
import { defineRule, type Hit } from '../rule'

export default defineRule({
  id: 'missing-authorization',
  size: 'medium',
  class: 'missing-auth',
  phase: 'Authorization',
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:N',
  cwe: [862, 863, 285],
  title: 'Administrative route asks for no role',
  why: 'Being signed in is enough for what only some people should do, although the program can tell roles apart.',
  impact: ['Every user can do what administrators do', 'Records of all users are open to each of them'],
  fix: 'Check the role behind the check of the sign-in, on the server and on every route of the area.',
  code: "router.post('/benefits', requireUser, requireRole('admin'), updateBenefits)",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Authorization_Cheat_Sheet.html',
    'https://owasp.org/API-Security/editions/2023/en/0xa5-broken-function-level-authorization/',
  ],
  check: (program) => {
    const check = roleCheckOf(program)
    if (!check) return byComparison(program)
    const ownOf = ownGuards(program)
    return program.entryPoints.flatMap((entry): Hit[] => {
      if (!answersCalls(entry.kind) || entry.authRequired.answer !== 'yes' || bringsIn(entry)) return []
      if (entry.guards.some(({ role }) => role === 'authorization') || entry.data?.some(({ bound }) => bound === 'role')) return []
      if (entry.rightAsked?.answer === 'yes') return []
      // The handler is one of those that ask for a role themselves.
      if (program.roleChecks?.some(({ name }) => name === entry.handler?.name)) return []
      const use = isAdministrative(entry) ? undefined : changesOthers(entry)
      if (!use && !isAdministrative(entry)) return []
      const own = use ? undefined : ownOf(entry)
      const perhaps = entry.perhaps?.[0]
      return [
        {
          ...atDoor(entry),
          trace: use ? [entry.at, use.from, use.at] : [entry.at],
          // That it is for administrators is read from its path, and who refuses others may be out of sight.
          confidence: perhaps || own?.isForAdmins || (!use && entry.namelessKey) ? 'low' : 'medium',
          ...(changesByMethod(entry) ? {} : { metrics: { I: 'N' } }),
          description: use
            ? `\`${entry.method} ${entry.path}\` changes the record of whichever person the request names (\`${use.api}\`), and any signed-in caller may ask for that. The program checks roles with \`${check}\`, which is not in force here.`
            : own
              ? `\`${entry.method} ${entry.path}\` is for administrators by its name, and \`${own.name}\` alone stands in front of it, which no door elsewhere uses: whoever it lets pass may do this, so nobody else should get what it asks for.`
              : entry.namelessKey
                ? `\`${entry.method} ${entry.path}\` is for administrators by its name, and whoever has a key passes (\`${entry.namelessKey.text}\`); who is given one could not be told. The program checks roles with \`${check}\`, which is not in force here.`
                : `\`${entry.method} ${entry.path}\` is for administrators by its name, and any signed-in caller passes. The program checks roles with \`${check}\`, which is not in force here.${doubtOf(entry)}${perhaps ? ` \`${perhaps.name}\` stands in front of paths like it (${perhaps.at.file}:${perhaps.at.line}): whether this is one of them could not be told.` : ''}`,
        },
      ]
    })
  },
})

/** What the handler calls may ask all the same. */
const doubtOf = ({ rightAsked }: EntryPoint): string => (rightAsked ? ` ${rightAsked.reason}.` : '')

/** Of programs that compare roles, and have no check that stands in front of handlers: doors of administrators that reach records. */
function byComparison({ entryPoints, posture }: Program): Hit[] {
  const role = posture.authorization.roles.find(({ level, evidence }) => level === 'admin' && evidence.some(({ how }) => how === 'asked'))
  const asked = role?.evidence.find(({ how }) => how === 'asked')?.at
  if (!role || !asked) return []
  return entryPoints
    .filter(
      (entry) =>
        answersCalls(entry.kind) &&
        entry.authRequired.answer === 'yes' &&
        isAdministrative(entry) &&
        !bringsIn(entry) &&
        entry.rightAsked?.answer !== 'yes',
    )
    .filter(({ data = [] }) => data.length > 0 && data.every(({ bound }) => bound === undefined))
    .map((entry) => ({
      ...atDoor(entry),
      trace: [entry.at, asked],
      confidence: 'medium',
      ...(changesByMethod(entry) ? {} : { metrics: { I: 'N' } }),
      description: `\`${entry.method} ${entry.path}\` is for administrators by its name, and any signed-in caller passes. The program tells \`${role.name}\` from others (\`${asked.text}\`), and does not ask here.`,
    }))
}

/**
 * The check of a door that is in force in its file alone, or mostly for administrators, where others know callers by another one: it may
 * let few people pass, not all.
 */
function ownGuards({ entryPoints }: Program): (entry: EntryPoint) => { name: string; isForAdmins: boolean } | undefined {
  const doorsOf = new Map<string, EntryPoint[]>()
  for (const entry of entryPoints) for (const name of checksOf(entry)) doorsOf.set(name, [...(doorsOf.get(name) ?? []), entry])
  const isOwn = (name: string) => {
    const doors = doorsOf.get(name) ?? []
    return new Set(doors.map(({ at }) => at.file)).size === 1 || doors.filter(isAdministrative).length * 2 > doors.length
  }
  return (entry) => {
    const names = checksOf(entry)
    const isElsewhere = [...doorsOf].some(([name, doors]) => !names.includes(name) && doors.some(({ at }) => at.file !== entry.at.file))
    const [name] = names
    if (name === undefined || !isElsewhere || !names.every(isOwn)) return undefined
    // One that hardly any door has but those of administrators was written for them.
    const doors = names.map((each) => doorsOf.get(each) ?? []).sort((a, b) => a.length - b.length)[0] ?? []
    return { name, isForAdmins: doors.length > 1 && doors.filter(isAdministrative).length * 4 >= doors.length * 3 }
  }
}

/** Names of guards in front of a handler; of a check inside it, where that refuses. */
function checksOf({ guards, authRequired }: EntryPoint): string[] {
  const names = guards.flatMap(({ role, name }) => (role === 'authentication' ? [name] : []))
  return names.length > 0 ? names : authRequired.evidence.slice(0, 1).map(({ file, line }) => `${file}:${line}`)
}
