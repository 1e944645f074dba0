/**
 * Checks that an upload is put to. In: the functions behind a door. Out: by property of the file, the tests that decide, what they
 * allow, and functions that look and refuse nothing.
 */
import { Kind } from '../../../../graph'
import type { Evidence } from '../../../../types'
import { calledName, cite, type Linked, receiverOf } from '../../../linked'
import { lookupOf } from '../../../lookup'
import { quoted } from '../control'
import { behind, subjectsOf } from '../tests'
import { type Decision, decisionsIn } from './decisions'
import { FILE, isSniffed, type Property, propertyOf } from './properties'

export interface Check {
  of: Property
  /** Only files that pass are taken. */
  admits: boolean
  /** Texts it compares with: `image/png`, `/\.pdf$/`. */
  allowed: string[]
  /** As the code writes it. */
  text: string
  at: Evidence
}

export interface Checks {
  checks: Check[]
  /** Functions that look at a property and let every file pass. */
  idle: { of: Property; name: string; at: Evidence }[]
}

/** Most texts of one list that are told. */
const MOST_ALLOWED = 12

export function checksOf(linked: Linked, functions: readonly number[], filters: readonly number[]): Checks {
  const checks: Check[] = []
  const isAbout = aboutFiles(linked)
  const all = [...new Set([...filters, ...functions.filter(isAbout)])]
  const decided = new Set<number>()
  for (const decision of decisionsIn(linked, all, new Set(filters)))
    for (const of of propertiesOf(linked, decision)) {
      decided.add(linked.whole.functionOf(decision.node))
      const at = cite(linked, decision.node)
      if (checks.some((known) => known.of === of && known.at.file === at.file && known.at.line === at.line && known.admits === decision.admits))
        continue
      checks.push({ of, admits: decision.admits, allowed: allowedBy(linked, decision.node), text: linked.whole.sourceOf(decision.node, 60), at })
    }
  return { checks, idle: idleIn(linked, all, decided) }
}

/** Whether a function, or one inside it or called by it, looks at a property of a file: others decide about other things. */
function aboutFiles(linked: Linked): (fn: number) => boolean {
  const { whole, effects, solver } = linked
  const looks = (fn: number): boolean =>
    [...lookupOf(whole).inFunction(fn)].some(
      (node) =>
        (whole.kind[node] === Kind.Load && propertyOf(linked, node) !== undefined) || (whole.kind[node] === Kind.Call && isSniffed(linked, node)),
    ) || effects.functionsIn(fn).some(looks)
  return (fn) => looks(fn) || effects.ofFunction(fn).some((node) => [...(solver.callees.get(node) ?? [])].slice(0, 2).some(looks))
}

/** Which properties a test is about; a function of the program is asked what it looks at. */
function propertiesOf(linked: Linked, { node }: Decision): Property[] {
  const found = new Set<Property>()
  for (const { node: subject, asks } of subjectsOf(linked, node)) {
    const direct = propertyOf(linked, subject)
    // That a file has a name says nothing.
    if (direct && (asks !== 'presence' || direct === 'content')) found.add(direct)
    // `if (!isPicture(file)) …`
    else if (asks === 'own' && FILE.test(linked.values.nameOf(subject)))
      for (const fn of linked.solver.callees.get(node) ?? []) for (const of of looksAt(linked, fn)) found.add(of)
  }
  return [...found]
}

/** Properties that a function puts to a test of its own. */
function looksAt(linked: Linked, fn: number): Property[] {
  const { whole } = linked
  const tested = [...lookupOf(whole).inFunction(fn)].filter((node) => {
    const kind = whole.kind[node]
    return kind === Kind.Call || kind === Kind.Binary || kind === Kind.LoadDynamic
  })
  const found = tested
    .flatMap((node) => subjectsOf(linked, node))
    .flatMap(({ node, asks }) => (asks === 'presence' ? [] : (propertyOf(linked, node) ?? [])))
  return [...new Set(found)]
}

function allowedBy(linked: Linked, test: number): string[] {
  const { whole, values } = linked
  const texts = (node: number): string[] =>
    values
      .elements(node)
      .flatMap((item) => values.texts(item))
      .filter(({ exact, value }) => exact && value !== '')
      .map(({ value }) => value)
  const found: string[] = []
  switch (whole.kind[test] as Kind) {
    case Kind.LoadDynamic:
      found.push(...values.propertyNames(whole.a[test] as number))
      break
    case Kind.Binary:
      for (const side of [whole.a[test] as number, whole.b[test] as number]) found.push(...texts(side))
      break
    case Kind.Call: {
      const receiver = receiverOf(linked, test)
      if (receiver >= 0 && !propertyOf(linked, behind(linked, receiver))) found.push(...texts(receiver))
      for (const argument of whole.args(test)) if (!propertyOf(linked, behind(linked, argument))) found.push(...texts(argument))
      break
    }
  }
  const known = [...new Set(found)].filter((text) => text !== '[]' && text.length < 80).slice(0, MOST_ALLOWED)
  const name = whole.kind[test] === Kind.Call ? calledName(linked, test) : ''
  return name === 'startsWith' || name === 'endsWith'
    ? known.map((text) => `${name === 'startsWith' ? 'begins' : 'ends'} with ${quoted(text)}`)
    : known.map(quoted)
}

function idleIn(linked: Linked, functions: readonly number[], decided: ReadonlySet<number>): Checks['idle'] {
  const { whole } = linked
  const found: Checks['idle'] = []
  for (const fn of functions) {
    const fact = whole.functions[fn]
    if (!fact?.fact.name || isWithin(linked, decided, fn)) continue
    const loads = [...lookupOf(whole).inFunction(fn)].filter((node) => whole.kind[node] === Kind.Load)
    for (const of of ['name', 'type', 'size'] as const) {
      const load = loads.find((node) => propertyOf(linked, node) === of)
      // What only hands it on, to a log or a record, checks nothing and does not pretend to.
      if (load !== undefined && /check|valid|verify|filter|ensure|allow|restrict|limit/i.test(fact.fact.name))
        found.push({ of, name: fact.fact.name, at: cite(linked, fact.node) })
    }
    const inner = linked.effects.functionsIn(fn)
    for (const each of inner) {
      const load = [...lookupOf(whole).inFunction(each)].find((node) => whole.kind[node] === Kind.Load && propertyOf(linked, node) === 'size')
      if (load !== undefined && /check|valid|verify|limit/i.test(fact.fact.name))
        found.push({ of: 'size', name: fact.fact.name, at: cite(linked, fact.node) })
    }
  }
  return found
}

function isWithin({ whole }: Linked, functions: ReadonlySet<number>, fn: number): boolean {
  for (let at = fn; at >= 0; at = whole.functions[at]?.parent ?? -1) if (functions.has(at)) return true
  return false
}
