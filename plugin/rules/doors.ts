/** What rules about doors ask of one: what it is for, whose records it is about, which of its siblings are guarded. */
import { functionOf, isFixed, mentionsAdmin, stepsOf, wordsOf } from '../door-purposes'
import { grouped } from '../grouped'
import type { AccessFault, DataUse, EntryPoint, Program } from '../types'
import type { Hit } from './rule'

export const routeOf = ({ method, path }: EntryPoint): string => `${method} ${path}`

/** Whether whoever sends a request gets an answer there: over a path, or to an operation of GraphQL. */
export const answersCalls = (kind: EntryPoint['kind']): boolean => kind === 'http' || kind === 'graphql'

/** A hit at a door itself. */
export const atDoor = (entry: EntryPoint): Hit => ({
  subject: routeOf(entry),
  route: routeOf(entry),
  at: entry.at,
  around: entry.handler?.name ?? '',
  trace: entry.handler ? [entry.at, entry.handler.at] : [entry.at],
})

export interface FaultAtRoutes {
  fault: AccessFault
  routes: string[]
}

/** A hit at a fault of a guard; of the one route, where there is no other. */
export function atFault({ fault: { name, at, fault, trace }, routes }: FaultAtRoutes): Hit {
  const [route] = routes
  return { subject: name, at, around: fault, trace, ...(routes.length === 1 && route ? { route } : {}) }
}

/**
 * Faults of guards, each once, with the routes that it is in force at.
 * @param keyOf what makes two of them one; undefined for those that are not meant
 */
export function faultsOf(entryPoints: readonly EntryPoint[], keyOf: (fault: AccessFault) => string | undefined): FaultAtRoutes[] {
  const found = new Map<string, { fault: AccessFault; routes: Set<string> }>()
  for (const entry of entryPoints)
    for (const fault of entry.faults ?? []) {
      const key = keyOf(fault)
      if (key === undefined) continue
      const known = found.get(key) ?? { fault, routes: new Set<string>() }
      known.routes.add(routeOf(entry))
      found.set(key, known)
    }
  return [...found.values()].map(({ fault, routes }) => ({ fault, routes: [...routes] }))
}

/** The one route, or how many there are and the first of them. */
export const routesInText = (routes: readonly string[]): string =>
  routes.length === 1
    ? `\`${routes[0]}\``
    : `${routes.length} routes: ${routes
        .slice(0, 6)
        .map((route) => `\`${route}\``)
        .join(', ')}`

export const isChange = ({ does }: DataUse): boolean => does !== 'read'

/** Methods that are taken to change something; `ALL` takes those too. */
export const changesByMethod = ({ method }: EntryPoint): boolean => /^(?:POST|PUT|PATCH|DELETE|ALL|ANY|MUTATION)$/.test(method)

const PASSWORD = /pass(?:word|wd|phrase)?$|pwd$/i

/** A new account takes a password, or whatever is sent. */
export function takesPassword({ parameters, data = [], generated }: EntryPoint): boolean {
  return (
    generated ||
    parameters.some(({ name, shape }) => PASSWORD.test(name) || shape?.fields?.some((field) => PASSWORD.test(field.name))) ||
    data.some(({ writes }) => writes.some(({ field, by }) => PASSWORD.test(field) || (field === '*' && by === 'request')))
  )
}

/** Words of doors that visitors are meant to use, beyond what brings them in. */
const VISITORS =
  /^(?:contact|feedbacks?|newsletters?|subscribe|unsubscribe|captchas?|webhooks?|hooks?|callback|tracking|analytics|telemetry|beacon|csp|cart|carts|checkout|guest|survey|surveys|lead|leads|invite|invitation|waitlist|consent|locale|language|languages|i18n|cron|seed|error|errors|logs?|vitals|unlock|verify|confirm|answers?)$/

/** Brings callers in, or is signed by another service: nobody is known there yet. */
export function bringsIn(entry: EntryPoint): boolean {
  if (entry.webhook || entry.kind === 'webhook') return true
  // A timer or a service that proves itself has no records of its own among which others could be.
  if (wordsOf(entry.path).some((word) => /^(?:crons?|webhooks?)$/.test(word))) return true
  const purpose = functionOf(entry)
  if (purpose?.name === 'Health and metrics') return !isMetrics(entry)
  return (
    (purpose?.open && !(purpose.name === 'Registration' && purpose.whenOpen && !takesPassword(entry))) ||
    /^\/?(?:auth|oauth)\//.test(entry.path.replace(/^\/?(?:api\/)?(?:v\d+\/)?/, ''))
  )
}

/** The link of a letter that lets somebody choose a new password: `/reset/:token`. */
const LETTER = /\/reset\/(?::|\{|\[|\$)?(?:token|code|key|hash)\b/i

/** Open by its nature: whoever is not known has to get there. */
export const isOpenByPurpose = (entry: EntryPoint): boolean =>
  bringsIn(entry) || LETTER.test(entry.path) || [...wordsOf(entry.path), ...wordsOf(entry.handler?.name ?? '')].some((word) => VISITORS.test(word))

/** Below what the request names they are figures about that: `/projects/:id/metrics`. */
export const isMetrics = ({ path }: EntryPoint): boolean =>
  !/\/[:{[$]/.test(path) && /\/(?:metrics|prometheus|actuator(?:\/.*)?|debug(?:\/.*)?|heapdump|pprof|profiler|env|phpinfo|diagnostics)$/i.test(path)

/** What notes who did what: everybody's name is in it, and whatever is done leaves something there. */
export const isTrail = (of: string): boolean => /audit|log(?:s|Entry|Entries)?$|histor|activit|event|trail/i.test(of)

/** Records that are about single people. */
const PERSONAL =
  /user|account|customer|member|profile|employee|patient|student|basket|cart|order|invoice|payment|card|wallet|transaction|transfer|billing|subscription|address|message|conversation|mail|inbox|notification|document|medical|prescription|booking|reservation|ticket|salary|payslip|allocation|beneficiar/i

export const isPersonal = (text: string): boolean => PERSONAL.test(text)

/** What people are told by: a part of the request or a field of that name chooses whose record it is. */
export const NAMES_PERSON = /(?:^|[._])(?:user|account|customer|member|owner|author|employee|patient|student|profile)_?(?:id|uuid|name)?$/i

const SCAFFOLDING = /^(?:api|rest|v\d+|public|internal)$/i

/** Fixed steps of a path, without those that say nothing of what it is about. */
const resourceSteps = (path: string): string[] =>
  stepsOf(path)
    .filter((step) => isFixed(step) && !SCAFFOLDING.test(step))
    .map((step) => step.toLowerCase())

export interface Siblings {
  /** Doors of the same path, or of the same resource, that demand a caller. */
  guarded(entry: EntryPoint): EntryPoint | undefined
}

/** Whether any of these doors demands a signed-in caller: without one there is nobody to be. */
export const knowsCallers = (entryPoints: readonly EntryPoint[], asked: EntryPoint['kind'] = 'http'): boolean =>
  entryPoints.some(({ kind, authRequired }) => kind === asked && authRequired.answer === 'yes')

/**
 * Programs of a repository that run on their own: packages, each with those that it depends on. In: a door. Out: all doors of its
 * program.
 */
export function programsOf({ entryPoints, manifests }: Program): (entry: EntryPoint) => readonly EntryPoint[] {
  const packages = manifests
    .filter(({ path }) => /(?:^|\/)package\.json$/.test(path))
    .map(({ path, facts }) => ({ folder: path.slice(0, -'package.json'.length), facts }))
    .sort((one, other) => other.folder.length - one.folder.length)
  const dependents = new Map<string, string>()
  for (const { folder, facts } of packages)
    for (const { kind, name } of facts) if (kind === 'dependency' && !dependents.has(name)) dependents.set(name, folder)
  const names = new Map(packages.map(({ folder, facts }) => [folder, facts.find(({ kind }) => kind === 'package')?.name ?? '']))
  const programOf = ({ at }: EntryPoint): string => {
    let folder = packages.find((each) => at.file.startsWith(each.folder))?.folder ?? ''
    for (const seen = new Set<string>(); !seen.has(folder); ) {
      seen.add(folder)
      folder = dependents.get(names.get(folder) ?? '') ?? folder
    }
    return folder
  }
  const doors = new Map(grouped(entryPoints, programOf).map((group) => [programOf(group[0] as EntryPoint), group]))
  return (entry) => doors.get(programOf(entry)) ?? []
}

export function siblingsOf(entryPoints: readonly EntryPoint[]): Siblings {
  const byResource = new Map<string, EntryPoint[]>()
  for (const entry of entryPoints) {
    if (entry.kind !== 'http' || entry.authRequired.answer !== 'yes') continue
    const key = resourceSteps(entry.path)[0] ?? ''
    const known = byResource.get(key)
    if (known) known.push(entry)
    else byResource.set(key, [entry])
  }
  return {
    guarded(entry) {
      const steps = resourceSteps(entry.path)
      if (steps[0] === undefined) return undefined
      const others = byResource.get(steps[0]) ?? []
      return (
        others.find(({ path, method }) => path === entry.path && method !== entry.method) ??
        others.find(({ path }) => resourceSteps(path).join() === steps.join())
      )
    },
  }
}

/** For administrators by its path or its handler's name. */
export const isAdministrative = (entry: EntryPoint): boolean => mentionsAdmin(entry.path) || mentionsAdmin(entry.handler?.name ?? '')

/** Changes the record of a person whom the body or the address names, and of nobody in particular besides. */
export const changesOthers = ({ data = [] }: EntryPoint): DataUse | undefined =>
  data.find(
    (use) =>
      isChange(use) && use.does !== 'create' && !use.bound && use.chosenBy.some((part) => /^(?:json|query)\./.test(part) && NAMES_PERSON.test(part)),
  )

/** A check of a role that the program has, in force before some door or not. */
export const roleCheckOf = ({ entryPoints, roleChecks = [] }: Program): string | undefined =>
  entryPoints.flatMap(({ guards }) => guards).find(({ role }) => role === 'authorization')?.name ?? roleChecks[0]?.name
