/**
 * Ways that part. In: the blocks of a test or of a switch, and what is in each. Out: a choice, something that may happen, an exit, or,
 * where a branch has nothing to tell, what follows it.
 */
import { Kind, RegionKind } from '../../graph'
import type { Linked } from '../linked'
import { type Block, type Entry, type Test, testsBeside } from './blocks'
import type { Frame } from './frames'
import { type Branch, endsInReply, hasReply, type Item } from './items'
import { conditionText, regionAt, regionText, shortened } from './words'

export class Branches {
  constructor(
    private readonly linked: Linked,
    /** Steps of a block. */
    private readonly walk: (block: Block, frame: Frame) => Item[],
  ) {}

  test(block: Block, beside: readonly Entry[], done: Set<Block>, frame: Frame): Item[] {
    const { linked } = this
    const test = testsBeside(linked, block.region).find(({ yes, no, rest }) => [yes, no, rest].includes(block.region))
    const walked = (region: number): Item[] => {
      const found = beside.find((other) => other.is === 'block' && other.block.region === region)
      if (region < 0 || found?.is !== 'block') return []
      done.add(found.block)
      const items = this.walk(found.block, frame)
      // A branch that only hands the request on has nothing to tell.
      return items.every(({ kind }) => kind === 'goes on') ? [] : items
    }
    if (!test) return this.walk(block, frame)
    const yes = walked(test.yes)
    const no = walked(test.no)
    const rest = walked(test.rest)
    const branch = (holds: boolean, items: Item[]) => ({
      condition: conditionText(linked, block.region, holds),
      at: regionAt(linked, block.region),
      items,
    })
    if (!test.ends) return this.isPresence(test, block) ? [...yes, ...no] : joined(branch(true, yes), branch(false, no))
    const [ended, other, holds] = test.ends === 'yes' ? [yes, no, true] : [no, yes, false]
    if (ended.length === 0) return this.silent(test, holds, branch, [...other, ...rest], frame)
    const isEnd = endsInReply(ended) || (frame.root && hasReply(ended))
    if (isEnd) return [{ kind: 'exit', ...branch(holds, ended) }, ...other, ...rest]
    const after = [...other, ...rest]
    if (after.length === 0) return [{ kind: 'optional', ...branch(holds, ended) }]
    return [{ kind: 'choice', branches: [branch(holds, ended), { ...branch(!holds, after), condition: 'otherwise' }] }]
  }

  /** `token && verify(token)` inside an expression: asked for what is there, and no decision of the program. */
  private isPresence({ yes, no }: Test, { region, entries }: Block): boolean {
    if (yes >= 0 && no >= 0) return false
    const name = /^!?\s*([\w$.?]+)$/.exec(regionText(this.linked, region))?.[1]
    const first = entries.find((entry) => entry.is === 'node')
    return name !== undefined && first?.is === 'node' && this.linked.whole.sourceOf(first.node, 200).includes(name)
  }

  /** A branch that only hands something back: what follows happens where it does not. */
  private silent(
    test: Test,
    holds: boolean,
    branch: (holds: boolean, items: Item[]) => { condition: string; at: ReturnType<typeof regionAt>; items: Item[] },
    after: Item[],
    { fn, root }: Frame,
  ): Item[] {
    const { whole, effects } = this.linked
    const ended = test.ends === 'yes' ? test.yes : test.no
    // It hands the request on: what follows is for those that do not pass.
    if (after.length > 0 && root && this.passesOn(fn, ended))
      return [endsInReply(after) ? { kind: 'exit', ...branch(!holds, after) } : { kind: 'optional', ...branch(!holds, after) }]
    const fact = whole.functions[fn]
    const returns = (fact?.returns ?? []).filter((_, index) => effects.isInside(fact?.returnRegions[index] ?? -1, ended))
    const handsBack = returns.some((node) => {
      const kind = whole.kind[node] as Kind
      return kind !== Kind.Undefined && kind !== Kind.Null && kind !== Kind.Boolean && kind !== Kind.Array
    })
    return handsBack && !root && after.length > 0 ? [{ kind: 'optional', ...branch(!holds, after) }] : after
  }

  private passesOn(fn: number, region: number): boolean {
    const { whole, effects } = this.linked
    return effects
      .ofFunction(fn)
      .some(
        (node) =>
          whole.kind[node] === Kind.Call &&
          whole.args(node).length === 0 &&
          this.linked.values.nameOf(whole.a[node] as number) === 'next' &&
          effects.isInside(whole.region[node] as number, region),
      )
  }

  cases(block: Block, beside: readonly Entry[], done: Set<Block>, frame: Frame): Item[] {
    const { whole } = this.linked
    const asked = (condition: number) => (whole.kind[condition] === Kind.Binary ? (whole.a[condition] as number) : condition)
    const all = beside.flatMap((other) =>
      other.is === 'block' && other.block.kind === RegionKind.Case && asked(other.block.condition) === asked(block.condition) ? [other.block] : [],
    )
    const branches = all.flatMap((each) => {
      done.add(each)
      const items = this.walk(each, frame)
      const isDefault = whole.kind[each.condition] !== Kind.Binary || asked(each.condition) === each.condition
      const text = regionText(this.linked, each.region)
      return items.length === 0 ? [] : [{ condition: isDefault ? 'otherwise' : shortened(text), at: regionAt(this.linked, each.region), items }]
    })
    const [only] = branches
    return branches.length > 1 ? [{ kind: 'choice', branches }] : only ? [{ kind: 'optional', ...only }] : []
  }
}

/** Both, one, or neither of two branches has something to tell. */
function joined(yes: Branch, no: Branch): Item[] {
  if (yes.items.length > 0 && no.items.length > 0) return [{ kind: 'choice', branches: [yes, { ...no, condition: 'otherwise' }] }]
  const one = yes.items.length > 0 ? yes : no
  return one.items.length > 0 ? [{ kind: 'optional', ...one }] : []
}
