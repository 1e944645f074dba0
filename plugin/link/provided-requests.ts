/**
 * Things with functions of their own that a guard makes for a request and leaves there: `response.locals.access = new Access(token)`.
 * In: the solved values. Out: whoever reads that name of a request has the thing, so that `access.mayDrop(id)` is known to run it.
 */
import { Kind } from '../graph'
import { LabelKind } from './labels'
import { functionsAt } from './linked'
import { lookupOf } from './lookup'
import { partsOf } from './made-of'
import { thingAwaited } from './names'
import type { Solver } from './solver/index'
import type { Whole } from './whole/index'

const REQUEST = /^_?(?:req|request|res|response|reply|ctx|context)$/
/** Where a request, or its answer, keeps what belongs to it. */
const STATE = /^(?:locals|state)$/
/** What is sent is no thing of the program's own, whoever writes it again. */
const SENT = /^(?:body|query|params|headers|cookies|files?|url|method|path|status|statusCode)$/
/** With more of one name nobody can tell which is meant. */
const MOST_THINGS = 4
/** Of what a thing is made of. */
const MOST_PARTS = 40

/** @returns whether there is anything that was not known before */
export function tieRequests(whole: Whole, solver: Solver): boolean {
  const things = new Map<string, Set<number>>()
  for (const store of lookupOf(whole).of(Kind.Store)) {
    const name = whole.text(whole.b[store] as number)
    const place = placeOf(whole, whole.a[store] as number)
    if (place === undefined || SENT.test(name) || !isMadeThere(whole, store)) continue
    const made = solver.of(whole.c[store] as number).filter((label) => hasFunctions(whole, solver, label))
    if (made.length === 0) continue
    const key = `${place}.${name}`
    things.set(key, new Set([...(things.get(key) ?? []), ...made]))
  }
  let tied = false
  for (const [key, made] of things) {
    if (made.size > MOST_THINGS) continue
    const name = key.slice(key.indexOf('.') + 1)
    for (const load of lookupOf(whole).named(Kind.Load, name)) {
      if (`${placeOf(whole, whole.a[load] as number)}.${name}` !== key) continue
      const known = new Set(solver.of(load))
      for (const label of made)
        if (!known.has(label)) {
          solver.add(load, label)
          tied = true
        }
    }
  }
  return tied
}

/** Of what this request says, by the function that leaves it there: what all requests share is no thing of one. */
function isMadeThere(whole: Whole, store: number): boolean {
  const made = thingAwaited(whole, whole.c[store] as number)
  const kind = whole.kind[made]
  if ((kind !== Kind.New && kind !== Kind.Call) || whole.functionOf(made) !== whole.functionOf(store)) return false
  return whole.args(made).some((argument) => partsOf(whole, argument, MOST_PARTS).some((part) => isRequest(whole, part)))
}

/** `locals` of `res.locals`, '' of a request itself; undefined of anything else. */
function placeOf(whole: Whole, node: number): string | undefined {
  if (isRequest(whole, node)) return ''
  if (node < 0 || node >= whole.size || whole.kind[node] !== Kind.Load) return undefined
  const name = whole.text(whole.b[node] as number)
  return STATE.test(name) && isRequest(whole, whole.a[node] as number) ? name : undefined
}

function isRequest(whole: Whole, node: number): boolean {
  if (node < 0 || node >= whole.size || whole.kind[node] !== Kind.Param) return false
  return REQUEST.test(whole.functions[whole.a[node] as number]?.fact.paramNames[whole.b[node] as number] ?? '')
}

/** An instance of a class of the program, what a constructor function makes, or an object that functions are written in. */
function hasFunctions(whole: Whole, solver: Solver, label: number): boolean {
  const kind = solver.labels.kind[label] as LabelKind
  if (kind === LabelKind.Instance || kind === LabelKind.Constructed) return true
  const node = solver.labels.data[label] as number
  if (kind !== LabelKind.Object || whole.kind[node] !== Kind.Object) return false
  return whole
    .items(whole.a[node] as number)
    .some((entry) => whole.kind[entry] === Kind.Property && functionsAt({ solver }, whole.b[entry] as number).length > 0)
}
