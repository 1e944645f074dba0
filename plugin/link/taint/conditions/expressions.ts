/**
 * Regular expressions that a value is held against. In: where an expression is written. Out: its source, and kinds of harm that what
 * matches it, or does not, cannot do; of its groups as well.
 */
import { Kind } from '../../../graph'
import { LabelKind } from '../../labels'
import { calledName, type Linked } from '../../linked'
import { groupsIn } from '../../regex/groups'
import { allowedBy, withoutPattern, withoutSeparators } from '../allowed-texts'
import type { SameValues } from '../same-values'

export class Expressions {
  constructor(
    private readonly linked: Linked,
    private readonly same: SameValues,
  ) {}

  /** A regular expression that a value matches, or does not. */
  matches(pattern: number, holds: boolean): number {
    const written = this.patternOf(pattern)
    if (written === undefined) return 0
    return holds ? allowedBy(written.source, written.flags) : withoutPattern(written.source)
  }

  patternOf(node: number): { source: string; flags: string } | undefined {
    const { whole, solver } = this.linked
    for (const label of solver.of(node)) {
      if (solver.labels.kind[label] !== LabelKind.Value) continue
      const at = solver.labels.data[label] as number
      if (whole.kind[at] !== Kind.Regex) continue
      const text = whole.text(whole.a[at] as number)
      const end = text.lastIndexOf('/')
      return { source: text.slice(1, end), flags: text.slice(end + 1) }
    }
    if ((whole.kind[node] === Kind.New || whole.kind[node] === Kind.Call) && /^RegExp$/.test(calledName(this.linked, node))) {
      const args = whole.args(node)
      const source = args[0] === undefined ? undefined : (this.same.textOf(args[0]) ?? this.patternOf(args[0])?.source)
      // Flags that are not known are given the benefit of the doubt.
      if (source !== undefined) return { source, flags: args[1] === undefined ? '' : (this.same.textOf(args[1]) ?? 'g') }
    }
    return undefined
  }

  /** The whole match of an expression and its groups, each with the kinds of harm that what matches cannot do. */
  groupsOf(pattern: number, all = false): { name: string; clears: number }[] | undefined {
    const written = this.patternOf(pattern)
    if (written === undefined) return undefined
    const groups = groupsIn(written.source, written.flags)
    if (groups === undefined) return undefined
    const clears = (source: string) => (written.flags.includes('m') ? 0 : allowedBy(`^(?:${source.replace(/^\^|\$$/g, '')})$`, ''))
    const isOne = !all && !written.flags.includes('g') && !written.flags.includes('m')
    return [
      { name: '0', clears: clears(written.source) },
      ...groups.flatMap(({ name, source }, index) => {
        const cleared = clears(source) | (isOne ? withoutSeparators(source) : 0)
        return [{ name: String(index + 1), clears: cleared }, ...(name ? [{ name, clears: cleared }] : [])]
      }),
    ]
  }
}
