/**
 * Texts that cleaning left as they were: `text.replace(/[^a-z]/g, '') === text`, `clean(text) === text`. In: what is compared with a value,
 * and the value. Out: kinds of harm that the value cannot do where the two are equal: nothing in it matches what would have been replaced.
 */
import { Kind } from '../../../graph'
import { calledName, type Linked, receiverOf } from '../../linked'
import type { SameValues } from '../same-values'
import type { Expressions } from './expressions'

const MOST_STEPS = 6
const MOST_RETURNS = 3
/** An expression of the program may be slow on purpose: only short ones are run, against no longer text than this. */
const MOST_INSTEAD = 4
const LONGEST_EXPRESSION = 80
/** One character alone, or several that follow each other, all of which are replaced. */
const OF_CHARACTERS = /^(?:\[(?:[^\]\\]|\\.)*\]|\\[wdsWDS]|\\?[^\\[\](){}.*+?^$|\w])\+?$/

interface Replacement {
  pattern: number
  instead: string
}

export class UnchangedTexts {
  constructor(
    private readonly linked: Linked,
    private readonly same: SameValues,
    private readonly expressions: Expressions,
  ) {}

  /** Kinds ruled out for a value that equals what was made of it. */
  where(made: number, value: number): number {
    const { whole, solver } = this.linked
    let call = this.same.plain(made)
    while (call >= 0 && call < whole.size && whole.kind[call] === Kind.Await) call = this.same.plain(whole.a[call] as number)
    if (call < 0 || call >= whole.size || whole.kind[call] !== Kind.Call) return 0
    const [fn, ...others] = [...(solver.callees.get(call) ?? [])]
    if (fn === undefined) return this.leftAsItWas(call, value)
    const of = whole.functions[fn]
    if (!of || others.length > 0 || of.returns.length === 0 || of.returns.length > MOST_RETURNS || of.endRegion >= 0) return 0
    const param = of.params[whole.args(call).findIndex((argument) => this.same.isSame(argument, value))]
    return param === undefined ? 0 : of.returns.reduce((all, answer) => all & this.leftAsItWas(answer, param), ~0)
  }

  private leftAsItWas(made: number, value: number): number {
    const found = this.replacements(made, value)
    if (!found || found.length === 0) return 0
    const written = found.map(({ pattern }) => this.expressions.patternOf(pattern))
    // What one of them puts in another may take out again, unless each is about characters that none of them puts in.
    const isApart = found.length === 1 || written.every((each) => each !== undefined && OF_CHARACTERS.test(each.source) && each.flags.includes('g'))
    if (!isApart || !written.every((each) => each !== undefined && found.every(({ instead }) => !isIn(instead, each)))) return 0
    return found.reduce((mask, { pattern }) => mask | this.expressions.matches(pattern, false), 0)
  }

  /** What is replaced in a value, and by which texts; undefined where something else is done with it as well. */
  private replacements(made: number, value: number): Replacement[] | undefined {
    const { whole, solver } = this.linked
    const found: Replacement[] = []
    for (let at = this.same.plain(made), steps = 0; !this.same.isSame(at, value); at = this.same.plain(receiverOf(this.linked, at)), steps++) {
      if (at < 0 || at >= whole.size || steps > MOST_STEPS || whole.kind[at] !== Kind.Call || solver.callees.has(at)) return undefined
      const [pattern, put] = whole.args(at)
      const instead = put === undefined ? undefined : this.same.textOf(put)
      // `$&` stands for what was found.
      if (
        !/^replace(?:All)?$/.test(calledName(this.linked, at)) ||
        pattern === undefined ||
        instead === undefined ||
        instead.includes('$') ||
        instead.length > MOST_INSTEAD
      )
        return undefined
      found.push({ pattern, instead })
    }
    return found
  }
}

function isIn(text: string, { source, flags }: { source: string; flags: string }): boolean {
  if (source.length > LONGEST_EXPRESSION) return true
  try {
    return new RegExp(source, flags.replace(/[gy]/g, '')).test(text)
  } catch {
    // Of an expression that does not compile, nothing is known.
    return true
  }
}
