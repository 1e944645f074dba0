import { functionOf } from '../../door-purposes'
import type { EntryPoint } from '../../types'
import {
  atDoor,
  bringsIn,
  changesByMethod,
  isAdministrative,
  isChange,
  isMetrics,
  isOpenByPurpose,
  isPersonal,
  knowsCallers,
  NAMES_PERSON,
  programsOf,
  type Siblings,
  siblingsOf,
  takesPassword,
} from '../doors'
import { defineRule, type Hit } from '../rule'

export default defineRule({
  id: 'missing-authentication',
  size: 'medium',
  class: 'missing-auth',
  phase: 'Authentication',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:H/A:N',
  cwe: [306, 862],
  title: 'Stored data can be reached without signing in',
  why: 'The program asks other callers who they are, and this route reads or changes stored data for anyone who sends a request.',
  impact: ['Records are changed or deleted by people nobody knows', 'What was meant for signed-in people can be read by all'],
  fix: 'Put the guard of its neighbours in front of the handler, or in front of the whole router with the few open routes before it.',
  code: "router.put('/products/:id', requireUser, updateProduct)",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html',
    'https://owasp.org/API-Security/editions/2023/en/0xa2-broken-authentication/',
  ],
  check: (program) => {
    const asking = new Set((['http', 'graphql'] as const).filter((kind) => knowsCallers(program.entryPoints, kind)))
    if (asking.size === 0) return []
    const neighboursOf = programsOf(program)
    const siblings = remembered(siblingsOf)
    const asksItself = remembered((doors: readonly EntryPoint[]) => ({ http: knowsCallers(doors), graphql: knowsCallers(doors, 'graphql') }))
    return program.entryPoints.flatMap((entry): Hit[] => {
      const { kind } = entry
      if ((kind !== 'http' && kind !== 'graphql') || !asking.has(kind) || entry.authRequired.answer !== 'no' || isAdministrative(entry)) return []
      if (isMetrics(entry)) return entry.method === 'GET' || entry.method === 'ALL' ? [internals(entry)] : []
      if (isOpenByPurpose(entry)) return []
      const doors = neighboursOf(entry)
      const near = siblings(doors)
      const hits = changesOf(entry, near) ?? (kind === 'graphql' ? asksOf(entry, doors) : readsOf(entry, near))
      return asksItself(doors)[kind] ? hits : hits.map((hit) => ({ ...hit, ...OF_ANOTHER_PROGRAM }))
    })
  },
})

/** A service that asks nobody may well be reached by the others alone. */
const OF_ANOTHER_PROGRAM = {
  confidence: 'medium',
  description:
    'This route reads or changes stored data for anyone who sends a request. Other programs of the repository ask callers who they are, this one asks nobody: whether it can be reached from outside could not be told.',
} as const

function remembered<A extends object, T>(find: (of: A) => T): (of: A) => T {
  const known = new WeakMap<A, T>()
  return (of) => {
    const before = known.get(of)
    if (before !== undefined) return before
    const found = find(of)
    known.set(of, found)
    return found
  }
}

/** Tells about the process, not about records. */
const internals = (entry: EntryPoint): Hit => ({
  ...atDoor(entry),
  confidence: 'medium',
  metrics: { I: 'N' },
  description: `\`${entry.path}\` tells how the process is doing inside to anyone who asks, while other routes of the program demand a signed-in caller.`,
})

function changesOf(entry: EntryPoint, siblings: Siblings): Hit[] | undefined {
  if (!changesByMethod(entry)) return undefined
  // Who chooses the records by a token that is verified, or is held against them, is known by that.
  const [use] = (entry.data ?? []).filter((each) => isChange(each) && !each.bound)
  // A new account is what callers bring who are not known yet; an operation of GraphQL does not tell by its path.
  if (!use || (entry.kind === 'graphql' && use.does === 'create' && takesPassword(entry))) return undefined
  // Whoever asks for a new password is not signed in.
  if (entry.data?.some(({ writes }) => writes.some(({ field, by }) => by === 'other' && /reset|verif|otp|forgot/i.test(field)))) return []
  const guarded = siblings.guarded(entry)
  // A statement for whatever is handed to it, made as it runs: which records it is about does not show.
  const isNamed = /[a-z]/i.test(use.of)
  const isHeavy = functionOf(entry)?.weight === 'High' || (use.does !== 'create' && NAMES_PERSON.test(use.of))
  return [
    {
      ...atDoor(entry),
      trace: [entry.at, use.at],
      confidence: isNamed && (guarded || (isHeavy && use.does !== 'create')) ? 'high' : 'medium',
      metrics: use.does === 'create' ? { I: 'L', C: 'N' } : { C: 'N' },
      description: `\`${entry.method} ${entry.path}\` ${WORDS[use.does]} stored records (\`${use.api}\`) for callers nobody knows.${guarded ? ` \`${guarded.method} ${guarded.path}\` demands a signed-in caller.` : ' Other routes of the program demand a signed-in caller.'}`,
    },
  ]
}

const WORDS = { create: 'adds', update: 'changes', delete: 'deletes', read: 'reads' }

/** Reading without a name is what most sites are for: it counts where the records are about people and neighbours are guarded. */
function readsOf(entry: EntryPoint, siblings: Siblings): Hit[] {
  if (entry.method !== 'GET') return []
  const use = (entry.data ?? []).find(
    ({ of, chosenIn, does }) => does === 'read' && (isPersonal(of) || chosenIn.some((field) => NAMES_PERSON.test(field))),
  )
  const guarded = siblings.guarded(entry)
  if (!use || !guarded || guarded.method !== 'GET' || !isPersonal(entry.path)) return []
  return [
    {
      ...atDoor(entry),
      trace: [entry.at, use.at],
      confidence: 'medium',
      metrics: { C: 'H', I: 'N' },
      description: `\`GET ${entry.path}\` reads records about people (\`${use.api}\`) for anyone, while \`${guarded.method} ${guarded.path}\` demands a signed-in caller.`,
    },
  ]
}

/** A query that answers anyone with the record they name, where another one asks who is calling before it touches the like. */
function asksOf(entry: EntryPoint, entryPoints: readonly EntryPoint[]): Hit[] {
  if (entry.method !== 'QUERY') return []
  const use = (entry.data ?? []).find(({ of, does, bound, chosenBy }) => does === 'read' && !bound && chosenBy.length > 0 && isPersonal(of))
  if (!use) return []
  const guarded = entryPoints.find(
    (other) => other.kind === 'graphql' && other.authRequired.answer === 'yes' && !bringsIn(other) && other.data?.some(({ of }) => of === use.of),
  )
  if (!guarded) return []
  return [
    {
      ...atDoor(entry),
      trace: [entry.at, use.at],
      confidence: 'medium',
      metrics: { C: 'H', I: 'N' },
      description: `\`${entry.method} ${entry.path}\` reads records about people (\`${use.api}\`) for anyone, while \`${guarded.method} ${guarded.path}\` demands a signed-in caller for the like.`,
    },
  ]
}
