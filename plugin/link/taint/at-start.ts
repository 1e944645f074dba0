/**
 * What is read before anybody can have sent anything: code that runs once, while modules are loaded. In: the nodes of a way. Out: whether
 * on it something kept is read by such code alone, which a request that comes later cannot have filled in time.
 */
import { FunctionFlag, Kind } from '../../graph'
import { LabelKind } from '../labels'
import { calledName, type Linked } from '../linked'
import { lookupOf } from '../lookup'

/** Methods that run what they are handed there and then. */
const RUNS_AT_ONCE = /^(?:forEach|map|flatMap|filter|find|findIndex|findLast|some|every|reduce|reduceRight|sort)$/
/** What may run again, or later. */
const LATER = FunctionFlag.Async | FunctionFlag.Generator | FunctionFlag.Getter | FunctionFlag.Setter

/** @param isRun whether a door of the program runs a function */
export function isReadAtStart(linked: Linked, steps: readonly number[], isRun: (fn: number) => boolean): boolean {
  const { whole } = linked
  const starts = startsOf(linked)
  return steps.some((step, index) => {
    const kept = steps[index - 1] ?? -1
    return kept >= whole.size && step < whole.size && whole.kind[step] === Kind.Load && starts.isAtStart(whole.functionOf(step), isRun)
  })
}

const known = new WeakMap<Linked, Starts>()

function startsOf(linked: Linked): Starts {
  let starts = known.get(linked)
  if (!starts) {
    starts = new Starts(linked)
    known.set(linked, starts)
  }
  return starts
}

class Starts {
  private readonly answers = new Map<number, boolean>()
  private readonly handedOn: ReadonlySet<number>

  constructor(private readonly linked: Linked) {
    this.handedOn = handedOn(linked)
  }

  isAtStart(fn: number, isRun: (fn: number) => boolean): boolean {
    if (fn < 0) return true
    const answer = this.answers.get(fn)
    if (answer !== undefined) return answer
    // What calls itself is first called by another.
    this.answers.set(fn, true)
    const is = this.find(fn, isRun)
    this.answers.set(fn, is)
    return is
  }

  private find(fn: number, isRun: (fn: number) => boolean): boolean {
    const { whole, solver, values } = this.linked
    const own = whole.functions[fn]
    if (!own || (own.fact.flags & LATER) !== 0 || isRun(fn)) return false
    const around = values.callAround(own.node)
    if (around >= 0) return RUNS_AT_ONCE.test(calledName(this.linked, around)) && this.isAtStart(whole.functionOf(around), isRun)
    if (this.handedOn.has(fn)) return false
    const callers = [...(solver.callers.get(fn) ?? [])]
    return callers.length > 0 && callers.every((call) => this.isAtStart(whole.functionOf(call), isRun))
  }
}

/** Functions that some call is handed, so that who runs them, and when, is not known. */
function handedOn({ whole, solver }: Linked): Set<number> {
  const found = new Set<number>()
  for (const call of lookupOf(whole).of(Kind.Call, Kind.New))
    for (const argument of whole.args(call))
      for (let i = 0, count = solver.count(argument); i < count; i++) {
        const label = solver.label(argument, i)
        if (solver.labels.kind[label] === LabelKind.Function) found.add(solver.labels.data[label] as number)
      }
  return found
}
