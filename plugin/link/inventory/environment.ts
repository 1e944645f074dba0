/**
 * Environment variables that the code reads: where, what stands in for them, and whether it goes on without. In: the solved
 * program. Out: one entry a name. A schema of the environment (joi, zod, envalid, convict…) says more than a bare read.
 */
import { ChoiceKind, type Definition, Kind, RegionKind } from '../../graph'
import type { EnvironmentVariable, Evidence } from '../../types'
import { environmentReads } from '../doors/cli/environment'
import { calledName, cite, isTestCode, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { NOT, TYPEOF } from '../operators'
import { demandedBySchemas } from './environment-schemas'

/** Longest default that is shown, in characters. */
const MOST_TEXT = 80

export function environmentOf(linked: Linked, definitions: Definition[]): EnvironmentVariable[] {
  const variables = new Map<string, EnvironmentVariable>()
  const entry = (name: string): EnvironmentVariable => {
    let known = variables.get(name)
    if (!known) {
      known = { name, reads: [], required: 'unknown', through: [], test: true }
      variables.set(name, known)
    }
    return known
  }
  for (const { name, through, fallback, demand, at, test, isOnlyAsked, isReplaced } of readsOfEnvironment(linked)) {
    const variable = entry(name)
    if (!test) variable.test = false
    variable.reads.push(at)
    add(variable.through, through)
    if (test) continue
    if (fallback && variable.default === undefined) {
      variable.default = fallback.text
      variable.because ??= fallback.at
    }
    if (demand) Object.assign(variable, { required: 'yes', because: demand })
    else if (variable.required === 'unknown' && (fallback || isOnlyAsked || isReplaced))
      Object.assign(variable, { required: 'no', because: fallback?.at ?? at })
  }
  for (const { name, through, required, fallback, values, at } of demandedBySchemas(linked)) {
    const variable = entry(name)
    if (!variable.reads.some((read) => read.file === at.file && read.line === at.line)) variable.reads.push(at)
    variable.test = false
    add(variable.through, through)
    variable.required = required
    variable.because = at
    if (fallback !== undefined) variable.default = fallback
    if (values.length > 0) variable.values = values
  }
  for (const { path, format, variables: named = [] } of definitions)
    for (const { name, line, text } of named) {
      const variable = entry(name)
      variable.reads.push({ file: path, line, text })
      variable.test = false
      add(variable.through, format)
      if (variable.required === 'unknown') Object.assign(variable, { required: 'yes', because: { file: path, line, text } })
    }
  return [...variables.values()]
    .map((variable) => {
      const own = variable.reads.filter(({ file }) => !isTestCode(linked, file))
      return { ...variable, reads: (own.length > 0 ? own : variable.reads).sort(byPlace) }
    })
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** One place at which the environment is asked for one variable. */
export interface EnvironmentRead {
  name: string
  /** Where it is asked, and where the name stands: the same, or the call of a function that asks for what it is given. */
  node: number
  place: number
  through: string
  at: Evidence
  test: boolean
  /** What stands in where the variable is not set; `chosen` where a condition decides between the two. */
  fallback: { text: string; at: Evidence; chosen: boolean } | undefined
  /** The throw or exit that follows where it is missing. */
  demand: Evidence | undefined
  /** It is held against something, or only asked whether it is there. */
  isOnlyAsked: boolean
  /** Something else stands in where it is not set, a constant or not: `process.env.ID || process.pid`. */
  isReplaced: boolean
}

const knownReads = new WeakMap<Linked, EnvironmentRead[]>()

/** Every read, found once. */
export function readsOfEnvironment(linked: Linked): EnvironmentRead[] {
  const known = knownReads.get(linked)
  if (known) return known
  const lookup = lookupOf(linked.whole)
  const direct: { node: number; parameter: { name: string }; through?: string }[] = [
    ...environmentReads(linked, lookup.of(Kind.Load, Kind.LoadDynamic)),
    ...environmentReads(linked, lookup.named(Kind.Call, 'get')),
    ...configured(linked),
  ]
  const reads = direct.flatMap((read) => asked(linked, read))
  const around = choicesAround(linked)
  const demands = demandsOf(
    linked,
    reads.map(({ node }) => node),
  )
  const found = reads.map(({ node, name, place, through }): EnvironmentRead => {
    const at = cite(linked, place)
    const test = isTestCode(linked, at.file)
    const fallback = test ? undefined : (fallbackOf(linked, node, around) ?? (place === node ? undefined : fallbackOf(linked, place, around)))
    const isReplaced = !test && [node, place].some((value) => hasSubstitute(linked, value, around))
    return {
      name,
      node,
      place,
      through,
      at,
      test,
      fallback,
      demand: demands.get(node),
      isOnlyAsked: !test && isOnlyCompared(linked, node, around),
      isReplaced,
    }
  })
  knownReads.set(linked, found)
  return found
}

function byPlace(a: Evidence, b: Evidence): number {
  return a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line
}

function add(list: string[], text: string): void {
  if (!list.includes(text)) list.push(text)
}

interface Read {
  /** Where the environment is asked. */
  node: number
  name: string
  /** Where the name stands: the node itself, or the call of a function that asks for what it is given. */
  place: number
  through: string
}

const MOST_WRAPPERS = 3

/** `env('PORT')`, where `env` reads `process.env[key]`: one read for each of its callers, and not all names at one place. */
function asked(
  linked: Linked,
  { node, parameter, through = 'process.env' }: { node: number; parameter: { name: string }; through?: string },
): Read[] {
  const { whole } = linked
  const here = { node, name: parameter.name, place: node, through }
  if (whole.kind[node] !== Kind.LoadDynamic) return [here]
  const found: Read[] = []
  const climb = (key: number, hops: number): void => {
    if (hops > MOST_WRAPPERS || whole.kind[key] !== Kind.Param) return
    for (const call of linked.solver.callers.get(whole.a[key] as number) ?? []) {
      const argument = whole.args(call)[whole.b[key] as number]
      if (argument === undefined) continue
      if (whole.kind[argument] === Kind.String && whole.text(whole.a[argument] as number) === parameter.name) found.push({ ...here, place: call })
      else climb(argument, hops + 1)
    }
  }
  climb(whole.b[node] as number, 0)
  return found.length > 0 ? found : [here]
}

/** `configService.get('JWT_SECRET')` of Nest, and what other holders of the environment are asked by such a name. */
function configured(linked: Linked): { node: number; parameter: { name: string }; through: string }[] {
  const { whole, models } = linked
  return [...lookupOf(whole).named(Kind.Call, /^(?:get|getOrThrow)$/)].flatMap((node) => {
    const first = whole.args(node)[0]
    if (first === undefined || whole.kind[first] !== Kind.String) return []
    const name = whole.text(whole.a[first] as number)
    if (!/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(name)) return []
    const isNest = [...(linked.solver.apiCalls.get(node) ?? [])].some((path) => models.paths.show(path).includes('@nestjs/config'))
    return isNest ? [{ node, parameter: { name }, through: 'ConfigService' }] : []
  })
}

/** Functions that give their argument in another form, and nothing useful where it is missing. */
const CONVERTS = /^(?:parseInt|parseFloat|Number|String|BigInt)$/

/** The choice that a value is part of, as it is or converted: `a || b`, `a ?? b`, `a ? b : c`, `parseInt(a) || b`. */
function choicesAround(linked: Linked): Map<number, number> {
  const { whole } = linked
  const lookup = lookupOf(whole)
  const around = new Map<number, number>()
  for (const choice of lookup.of(Kind.Choice))
    for (const item of whole.items(whole.a[choice] as number)) if (!around.has(item)) around.set(item, choice)
  for (const call of lookup.named(Kind.Call, CONVERTS)) {
    const choice = around.get(call)
    const given = whole.args(call)[0]
    if (choice !== undefined && given !== undefined && !around.has(given)) around.set(given, choice)
  }
  return around
}

/** A later part of `a || b` that is something. */
function hasSubstitute({ whole }: Linked, node: number, around: Map<number, number>): boolean {
  const choice = around.get(node)
  if (choice === undefined || (whole.c[choice] !== ChoiceKind.Or && whole.c[choice] !== ChoiceKind.Nullish)) return false
  const last = whole.items(whole.a[choice] as number).at(-1) as number
  return (whole.pos[last] as number) > (whole.pos[node] as number) && whole.kind[last] !== Kind.Undefined && whole.kind[last] !== Kind.Null
}

function isLaterRead({ whole }: Linked, before: number, item: number): boolean {
  const kind = whole.kind[item]
  return (
    (kind === Kind.Load || kind === Kind.LoadDynamic) &&
    (whole.pos[item] as number) > (whole.pos[before] as number) &&
    /\benv\b/.test(whole.sourceOf(whole.a[item] as number, 60))
  )
}

/** A constant that stands in where the variable is not set. */
function fallbackOf(linked: Linked, node: number, around: Map<number, number>): EnvironmentRead['fallback'] {
  const { whole, values } = linked
  let at = node
  for (let hops = 0; hops < 3; hops++) {
    const choice = around.get(at)
    if (choice === undefined) return undefined
    const kind = whole.c[choice]
    if (kind === ChoiceKind.Or || kind === ChoiceKind.Nullish || kind === ChoiceKind.Conditional) {
      for (const item of whole.items(whole.a[choice] as number)) {
        if (item === at || whole.kind[item] === Kind.Undefined) continue
        // `process.env.ONE ?? process.env.OTHER ?? ''`: what stands in for the first is the other.
        if (kind !== ChoiceKind.Conditional && isLaterRead(linked, at, item)) return undefined
        const exact = values.texts(item).find((text) => text.exact)
        const chosen = kind === ChoiceKind.Conditional
        if (exact) return { text: exact.value.slice(0, MOST_TEXT), at: cite(linked, item), chosen }
        if (whole.kind[item] === Kind.Object || whole.kind[item] === Kind.Array || whole.kind[item] === Kind.Null)
          return { text: whole.sourceOf(item, MOST_TEXT), at: cite(linked, item), chosen }
      }
    }
    at = choice
  }
  return undefined
}

/** `process.env.NODE_ENV === 'production'`: not set is an answer like others. */
function isOnlyCompared({ whole }: Linked, node: number, around: Map<number, number>): boolean {
  const next = node + 1
  for (const at of [next, next + 1, next + 2]) if (whole.kind[at] === Kind.Binary && (whole.a[at] === node || whole.b[at] === node)) return true
  return around.has(node) && whole.c[around.get(node) as number] === ChoiceKind.And
}

/** Reads without which the program throws or ends: `if (!process.env.X) throw …`. */
function demandsOf(linked: Linked, reads: number[]): Map<number, Evidence> {
  const { whole } = linked
  const ends = [
    ...lookupOf(whole).of(Kind.Throw),
    ...[...lookupOf(whole).named(Kind.Call, 'exit')].filter((call) => calledName(linked, call) === 'exit'),
  ]
  const conditions = new Map<number, number>()
  for (const end of ends) {
    const region = whole.region[end] as number
    if (region < 0) continue
    const kind = whole.regions[region * 4] as RegionKind
    const condition = whole.regions[region * 4 + 2] as number
    if (kind === RegionKind.True && condition >= 0) conditions.set(condition, end)
  }
  const demands = new Map<number, Evidence>()
  const wanted = new Map<string, number[]>()
  for (const read of reads) {
    const name = whole.sourceOf(read, 200)
    wanted.set(name, [...(wanted.get(name) ?? []), read])
  }
  for (const [condition, end] of conditions)
    for (const tested of missingIn(linked, condition, 0)) {
      const same = wanted.get(whole.sourceOf(tested, 200)) ?? []
      for (const read of same) if (whole.fileOf(read) === whole.fileOf(end)) demands.set(read, cite(linked, end))
    }
  return demands
}

/** What a condition finds missing: `!a`, `a === undefined`, each part of `!a || !b`. */
function missingIn(linked: Linked, condition: number, hops: number): number[] {
  const { whole } = linked
  if (condition < 0 || hops > 6) return []
  switch (whole.kind[condition] as Kind) {
    case Kind.Unary:
      return whole.c[condition] === NOT ? definitionsOf(linked, whole.a[condition] as number) : []
    case Kind.Choice:
      return whole.items(whole.a[condition] as number).flatMap((item) => missingIn(linked, item, hops + 1))
    case Kind.Refine:
      return missingIn(linked, whole.a[condition] as number, hops + 1)
    case Kind.Binary: {
      const [left, right] = [whole.a[condition] as number, whole.b[condition] as number]
      const isNothing = (side: number) => whole.kind[side] === Kind.Undefined || whole.kind[side] === Kind.Null
      const typed = [left, right].find((side) => whole.kind[side] === Kind.Unary && whole.c[side] === TYPEOF)
      if (
        typed !== undefined &&
        [left, right].some((side) => whole.kind[side] === Kind.String && whole.text(whole.a[side] as number) === 'undefined')
      )
        return definitionsOf(linked, whole.a[typed] as number)
      return isNothing(right) ? definitionsOf(linked, left) : isNothing(left) ? definitionsOf(linked, right) : []
    }
    default:
      return []
  }
}

function definitionsOf({ values, whole }: Linked, node: number): number[] {
  const inner = whole.kind[node] === Kind.Refine ? (whole.a[node] as number) : node
  return [inner, ...values.definitions(inner)]
}
