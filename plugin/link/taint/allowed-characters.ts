/**
 * The characters that checks let through of a text: by a regular expression that it has to match, by the schema of the data that it is
 * part of. In: a value where it is used. Out: a set that holds all of them; undefined where nothing is known.
 */
import { ChoiceKind, Kind } from '../../graph'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { NOT } from '../operators'
import { charactersAllowedBy, charactersLeftBy } from '../regex/allowed-characters'
import { type CharSet, intersect } from '../regex/characters'
import { knownAround } from '../regions'
import { CheckedChains } from './checked-chains'
import type { Conditions } from './conditions'
import type { Schemas, Shape } from './schemas'

const MOST_HOPS = 8

export class AllowedCharacters {
  private readonly chains: CheckedChains

  constructor(
    private readonly linked: Linked,
    private readonly conditions: Conditions,
    private readonly schemas: Schemas,
  ) {
    this.chains = new CheckedChains(linked)
  }

  of(value: number, user: number): CharSet | undefined {
    const { whole } = this.linked
    const found: (CharSet | undefined)[] = [this.bySchema(value)]
    for (const { condition, holds } of knownAround(whole, user)) found.push(this.says(condition, holds, value, 0))
    for (let at = value, hops = 0; hops < MOST_HOPS && at >= 0 && at < whole.size; at = whole.a[at] as number, hops++) {
      if (whole.kind[at] !== Kind.Refine) break
      found.push(this.says(whole.b[at] as number, whole.c[at] === 1, whole.a[at] as number, 0))
    }
    return both(found)
  }

  madeAs(node: number): number {
    return this.conditions.madeAs(node)
  }

  private says(condition: number, holds: boolean, value: number, hops: number): CharSet | undefined {
    const { whole } = this.linked
    if (condition < 0 || condition >= whole.size || hops > MOST_HOPS) return undefined
    const inner = whole.a[condition] as number
    switch (whole.kind[condition] as Kind) {
      case Kind.Unary:
        return whole.c[condition] === NOT ? this.says(inner, !holds, value, hops + 1) : undefined
      case Kind.Refine:
        return this.says(inner, holds, value, hops + 1)
      case Kind.Choice: {
        const isKnown = whole.c[condition] === ChoiceKind.And ? holds : whole.c[condition] === ChoiceKind.Or && !holds
        return isKnown ? both([...whole.items(inner)].map((item) => this.says(item, holds, value, hops + 1))) : undefined
      }
      case Kind.Call: {
        const [first] = whole.args(condition)
        const receiver = receiverOf(this.linked, condition)
        if (first === undefined || receiver < 0 || !/^(?:test|match|exec)$/.test(calledName(this.linked, condition))) return undefined
        const isOnText = calledName(this.linked, condition) === 'match'
        if (!this.conditions.isSame(isOnText ? receiver : first, value)) return undefined
        return this.ofPattern(isOnText ? first : receiver, holds)
      }
      default:
        return undefined
    }
  }

  private ofPattern(pattern: number, holds: boolean): CharSet | undefined {
    const written = this.conditions.expressions.patternOf(pattern)
    return written && (holds ? charactersAllowedBy : charactersLeftBy)(written.source, written.flags)
  }

  /** `input.name` of a procedure, `schema.parse(data).name`. */
  private bySchema(value: number): CharSet | undefined {
    const { whole, models } = this.linked
    const names: string[] = []
    let at = this.conditions.madeAs(value)
    for (let hops = 0; at >= 0 && at < whole.size && hops < MOST_HOPS; hops++) {
      const kind = whole.kind[at] as Kind
      if (kind === Kind.Call) {
        const schema = this.schemas.of(at)
        return schema && both(schema.at.map((place) => fieldAt(schema.shape, place, names)))
      }
      const links = apiPathsOf(this.linked, at).flatMap((path) => (models.flows.sources.get(path) ?? []).flatMap(({ checked }) => checked ?? []))
      if (links.length > 0) return both(this.chains.shapesOf(at, links).map((shape) => fieldAt(shape, [], names)))
      if (kind !== Kind.Load && kind !== Kind.Element) return undefined
      names.unshift(kind === Kind.Load ? whole.text(whole.b[at] as number) : '[]')
      at = this.conditions.madeAs(whole.a[at] as number)
    }
    return undefined
  }
}

/** What a schema lets through of a part of its data. */
function fieldAt(shape: Shape, place: readonly string[], names: readonly string[]): CharSet | undefined {
  if (place.some((name, index) => names[index] !== name)) return undefined
  let at: Shape | undefined = shape
  for (const name of names.slice(place.length))
    at = name === '[]' || /^\d+$/.test(name) ? (at?.element ?? at?.fields?.get(name)) : at?.fields?.get(name)
  return at?.allowed
}

function both(sets: readonly (CharSet | undefined)[]): CharSet | undefined {
  return sets.reduce((all, set) => (all && set ? intersect(all, set) : (all ?? set)), undefined)
}
