/**
 * Markup that templates print as it is and that was cleaned on every way there: by a sanitizer of a model, by a helper of the program that
 * calls one, in a computed property. In: prints of markup, and calls that tell a framework to print what they are handed as it is. Out:
 * those that print nothing else, at the place of the print.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { apiPathsOf, calledName, functionsAt, type Linked, receiverOf } from '../linked'
import { PLUS } from '../operators'
import { Components } from '../taint/components'
import { bitOf } from '../taint/kinds'
import { beginningOf } from '../taint/texts'
import { callsOfKind, pathsOfCall, usage } from './modelled'

/** Values that are looked at for one print; where there are more it is not told. */
const MOST_VALUES = 300
/** Where an address leads is decided by the code. */
const OWN_HOST = /^https?:\/\/[^/?#]+[/?#]/i
/** What takes nothing out of a text but blanks. */
const KEEPS = /^(?:trim|trimStart|trimEnd|toString|concat)$/
/** What gives what the function returns that it is handed: Vue, Svelte and Solid, React. */
const COMPUTES = /(?:^|\.)(?:computed|useMemo|createMemo)$/

export function cleanedMarkup(linked: Linked): Usage[] {
  const prints = [...callsOfKind(linked, 'printed-markup'), ...callsOfKind(linked, 'trusted-markup')]
  if (prints.length === 0) return []
  const [markup, addresses] = [new Cleaned(linked, bitOf('html')), new Cleaned(linked, bitOf('script-url'))]
  return prints.flatMap(([call, { library }]) => {
    const [printed] = linked.whole.args(call)
    if (printed === undefined) return []
    const isAddress = /Url$/.test(calledName(linked, call))
    const isClean = isAddress ? OWN_HOST.test(beginningOf(linked, printed).text) || addresses.isAlways(printed) : markup.isAlways(printed)
    return isClean ? [usage(linked, call, 'cleaned-markup', library, calledName(linked, call), {})] : []
  })
}

class Cleaned {
  /** What a template or `this` reads → the functions whose result that is. */
  private readonly givenBy = new Map<number, number[]>()

  constructor(
    private readonly linked: Linked,
    /** What a sanitizer has to clear. */
    private readonly harm: number,
  ) {
    new Components(linked).eachReading((fn, reader) => {
      const known = this.givenBy.get(reader)
      if (known) known.push(fn)
      else this.givenBy.set(reader, [fn])
    })
  }

  /** Every way to a value ends in a sanitizer or in what the code writes, and one in a sanitizer. */
  isAlways(value: number): boolean {
    const seen = new Set([value])
    let isAny = false
    for (const node of seen) {
      if (seen.size > MOST_VALUES) return false
      const from = this.before(node)
      if (from === undefined) return false
      if (from === 'cleaned') isAny = true
      else for (const each of from) seen.add(each)
    }
    return isAny
  }

  /** What a value is made of; undefined where it is not known to be clean, nothing for what the code writes. */
  private before(node: number): readonly number[] | 'cleaned' | undefined {
    const { whole, values } = this.linked
    if (node < 0 || node >= whole.size) return undefined
    const a = whole.a[node] as number
    switch (whole.kind[node] as Kind) {
      case Kind.String:
      case Kind.Number:
      case Kind.Boolean:
      case Kind.Null:
      case Kind.Undefined:
        return []
      case Kind.Template:
      case Kind.Choice:
      case Kind.Cell: {
        const parts = whole.madeOf(node)
        return parts.length > 0 ? parts : undefined
      }
      case Kind.Binary:
        return whole.c[node] === PLUS ? whole.madeOf(node) : undefined
      case Kind.Refine:
      case Kind.Await:
        return whole.madeOf(node)
      case Kind.Call:
        return this.beforeCall(node)
      case Kind.Load: {
        const given = this.givenBy.get(node)
        if (given) return this.returned(given)
        // `html.value` of `const html = computed(…)`
        return whole.text(whole.b[node] as number) === 'value' && whole.kind[a] === Kind.Call && this.isComputed(a) ? [a] : undefined
      }
      case Kind.Global: {
        const given = this.givenBy.get(node)
        return given && this.returned(given)
      }
      case Kind.Import: {
        const made = values.definitions(node).filter((each) => each !== node)
        return made.length > 0 ? made : undefined
      }
      default:
        return undefined
    }
  }

  private beforeCall(call: number): readonly number[] | 'cleaned' | undefined {
    const { whole, solver, models } = this.linked
    const isCleaner = pathsOfCall(this.linked, call).some((path) =>
      models.flows.sanitizers.get(path)?.some(({ clears }) => (clears & this.harm) !== 0),
    )
    if (isCleaner) return 'cleaned'
    if (this.isComputed(call)) return this.returned(functionsAt(this.linked, whole.args(call)[0] ?? -1))
    const own = solver.callees.get(call)
    if (own && own.size > 0) return this.returned([...own])
    const receiver = receiverOf(this.linked, call)
    return receiver >= 0 && KEEPS.test(calledName(this.linked, call)) ? [receiver, ...whole.args(call)] : undefined
  }

  private returned(functions: readonly number[]): readonly number[] | undefined {
    const { whole } = this.linked
    const returns = functions.map((fn) => whole.functions[fn]?.returns ?? [])
    return returns.length > 0 && returns.every((list) => list.length > 0) ? returns.flat() : undefined
  }

  private isComputed(call: number): boolean {
    return apiPathsOf(this.linked, this.linked.whole.a[call] as number).some((path) => COMPUTES.test(this.linked.models.paths.show(path)))
  }
}
