/**
 * Pipes that hold what a handler is handed against a schema which they are made with: `@Body(new SchemaPipe(boardSchema))`, whose
 * `transform` calls `this.schema.parse(value)`. In: the decorator of a parameter. Out: its leaves, each with the kinds of harm that the
 * schema rules out; undefined where no pipe checks anything.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { calledName, type Linked } from '../linked'
import { Conditions } from './conditions'
import { TEXT_ONLY } from './kinds'
import { type CheckedLeaf, checkedLeaves, Schemas } from './schemas'

const CHECKS = /^(?:parse|safeParse)(?:Async)?$|^validate(?:Async|Sync)?$|^(?:attempt|assert|decode|cast)$/
const MOST_LEAVES = 80
const MOST_CLASSES = 6

export class CheckingPipes {
  private schemas: Schemas | undefined
  /** Class → whether what it is made with checks what it is handed. */
  private readonly checks = new Map<number, boolean>()

  constructor(private readonly linked: Linked) {}

  leavesOf(decorator: number): readonly CheckedLeaf[] | undefined {
    const { whole } = this.linked
    if (whole.kind[decorator] !== Kind.Call) return undefined
    for (const pipe of whole.args(decorator)) {
      if (whole.kind[pipe] !== Kind.New || !this.isChecking(pipe)) continue
      this.schemas ??= new Schemas(this.linked, new Conditions(this.linked))
      const shapes = whole.args(pipe).flatMap((argument) => this.schemas?.ofSchema(argument) ?? [])
      const [shape] = shapes
      const leaves = shape ? checkedLeaves(shape) : []
      // A schema that cannot be read has made sure of the type, and of nothing else.
      return leaves.length > 0 && leaves.length <= MOST_LEAVES ? leaves : [{ property: [], clears: shape?.isOpen ? 0 : TEXT_ONLY }]
    }
    return undefined
  }

  private isChecking(pipe: number): boolean {
    const { solver } = this.linked
    const made = solver.of(pipe).filter((label) => solver.labels.kind[label] === LabelKind.Instance)
    return made.length > 0 && made.every((label) => this.isCheckingClass(solver.labels.data[label] as number))
  }

  private isCheckingClass(cls: number): boolean {
    let answer = this.checks.get(cls)
    if (answer === undefined) {
      const { whole, effects } = this.linked
      const transform = this.transformOf(cls)
      answer =
        transform >= 0 &&
        effects
          .within(transform)
          .some((call) => whole.kind[call] === Kind.Call && CHECKS.test(calledName(this.linked, call)) && this.isOwnSchema(whole.a[call] as number))
      this.checks.set(cls, answer)
    }
    return answer
  }

  private transformOf(cls: number): number {
    const { whole, solver } = this.linked
    for (let at: number | undefined = cls, hops = 0; at !== undefined && hops < MOST_CLASSES; at = solver.superclass.get(at), hops++) {
      const member = whole.classes[at]?.members.find(({ name, static: isStatic }) => name === 'transform' && !isStatic)
      if (member && member.node >= 0 && whole.kind[member.node] === Kind.Function) return whole.a[member.node] as number
    }
    return -1
  }

  /** `this.schema.parse`: a member of the pipe itself. */
  private isOwnSchema(callee: number): boolean {
    const { whole } = this.linked
    let at = whole.kind[callee] === Kind.Load ? (whole.a[callee] as number) : -1
    while (at >= 0 && (whole.kind[at] === Kind.Refine || whole.kind[at] === Kind.Await)) at = whole.a[at] as number
    return at >= 0 && whole.kind[at] === Kind.Load && whole.kind[whole.a[at] as number] === Kind.This
  }
}
