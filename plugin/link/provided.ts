/**
 * What containers hand out under another name: `{ provide: Users, useClass: SqlUsers }` of Nest, Angular and others. In: the solved
 * values. Out: whoever asks for the one is given the members of the other, which is then solved again.
 */
import { Kind } from '../graph'
import type { ApiPaths } from './api-paths'
import { LabelKind } from './labels'
import { lookupOf } from './lookup'
import { tieContexts } from './provided-context'
import { tieProcedures } from './provided-procedures'
import { tieRequests } from './provided-requests'
import type { Solver } from './solver/index'
import type { Whole } from './whole/index'

/** Names under which the thing itself, a class of it, or a function that makes it is given. */
const GIVEN = new Set(['useClass', 'useExisting', 'useValue', 'useFactory'])

export function tieProvided(whole: Whole, solver: Solver, paths: ApiPaths): void {
  const provide = whole.string('provide')
  let tied = false
  for (const object of lookupOf(whole).of(Kind.Object)) {
    const entries = whole.items(whole.a[object] as number).filter((entry) => whole.kind[entry] === Kind.Property && whole.a[entry] !== -1)
    const asked = entries.find((entry) => whole.a[entry] === provide)
    if (asked === undefined) continue
    const classes = classesAt(solver, whole.b[asked] as number)
    for (const entry of classes.length > 0 ? entries : []) {
      const how = whole.text(whole.a[entry] as number)
      if (!GIVEN.has(how)) continue
      for (const other of instancesGiven(whole, solver, whole.b[entry] as number, how))
        for (const cls of classes) if (cls !== other) tied = tie(whole, solver, cls, other) || tied
    }
  }
  if (tied) solver.resume()
  if (tieContexts(whole, solver)) solver.resume()
  if (tieProcedures(whole, solver, paths)) solver.resume()
  if (tieRequests(whole, solver)) solver.resume()
}

function classesAt(solver: Solver, node: number): number[] {
  return solver.of(node).flatMap((label) => (solver.labels.kind[label] === LabelKind.Class ? [solver.labels.data[label] as number] : []))
}

/** Classes whose instances are handed out. */
function instancesGiven(whole: Whole, solver: Solver, node: number, how: string): number[] {
  if (how === 'useClass' || how === 'useExisting') return classesAt(solver, node)
  const nodes =
    how === 'useValue'
      ? [node]
      : solver
          .of(node)
          .flatMap((label) =>
            solver.labels.kind[label] === LabelKind.Function ? (whole.functions[solver.labels.data[label] as number]?.returns ?? []) : [],
          )
  return nodes.flatMap((each) =>
    solver.of(each).flatMap((label) => (solver.labels.kind[label] === LabelKind.Instance ? [solver.labels.data[label] as number] : [])),
  )
}

function tie(whole: Whole, solver: Solver, cls: number, other: number): boolean {
  const [from, to] = [solver.labels.of(LabelKind.Instance, other), solver.labels.of(LabelKind.Instance, cls)]
  const members = (whole.classes[other]?.members ?? []).filter((member) => !member.static && member.name !== 'constructor' && member.node >= 0)
  for (const { name } of members) solver.flow(solver.field(from, whole.string(name)), solver.field(to, whole.string(name)))
  return members.length > 0
}
