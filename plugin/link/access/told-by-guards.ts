/**
 * What guards leave in a request of what they found out: `req.team = { isOwner: team.ownerId === req.user.id }`, which a handler reads
 * as `req.team.isOwner`, or by a parameter that a decorator of the program's own fills. In: guards and values. Out: the names under
 * which a value stands in a request, and those under which guards leave whether something is the caller's.
 */
import { ChoiceKind, Kind } from '../../graph'
import type { Linked } from '../linked'
import { thingAwaited } from '../names'
import { decoratorsOf, filledBy } from './parameter-decorators'

const DEEPEST = 6

export class ToldByGuards {
  private readonly left = new Map<number, ReadonlyMap<string, readonly number[]>>()
  private readonly asked = new Map<number, boolean>()

  constructor(
    private readonly linked: Linked,
    private readonly isRequest: (node: number) => boolean,
    /** Whether a value says that something stored is the caller's. */
    private readonly isOfCaller: (node: number) => boolean,
  ) {}

  /**
   * Whether one of several functions leaves under a name what tells whose something is: `team.isOwner`. Few names are asked for, and of
   * those alone what stands there; undefined where nothing is left at all.
   */
  leftBy(functions: readonly number[]): ((name: string) => boolean) | undefined {
    const left = functions.map((fn) => this.valuesLeft(fn)).filter(({ size }) => size > 0)
    return left.length === 0 ? undefined : (name) => left.some((values) => values.get(name)?.some((value) => this.tellsWhose(value)))
  }

  private tellsWhose(value: number): boolean {
    let known = this.asked.get(value)
    if (known === undefined) {
      known = this.isOfCaller(value)
      this.asked.set(value, known)
    }
    return known
  }

  /** What a function leaves in the request, by name: with an object also each part of it. */
  private valuesLeft(fn: number): ReadonlyMap<string, readonly number[]> {
    let known = this.left.get(fn)
    if (!known) {
      known = this.find(fn)
      this.left.set(fn, known)
    }
    return known
  }

  private find(fn: number): Map<string, number[]> {
    const { whole, effects, values } = this.linked
    const found = new Map<string, number[]>()
    const put = (name: string, value: number) => {
      const known = found.get(name)
      if (known) known.push(value)
      else found.set(name, [value])
    }
    for (const store of effects.within(fn)) {
      if (whole.kind[store] !== Kind.Store) continue
      const holder = this.nameOf(whole.a[store] as number)
      if (holder === undefined) continue
      const name = under(holder, whole.text(whole.b[store] as number))
      const value = whole.c[store] as number
      put(name, value)
      for (const made of values.definitions(value))
        for (const part of whole.kind[made] === Kind.Object ? whole.items(whole.a[made] as number) : [])
          if (whole.kind[part] === Kind.Property && whole.a[part] !== -1)
            put(under(name, whole.text(whole.a[part] as number)), whole.b[part] as number)
    }
    return found
  }

  /** `team.isOwner`, '' for the request itself; undefined for what stands in none. */
  nameOf(node: number, depth = 0): string | undefined {
    const { whole } = this.linked
    const at = thingAwaited(whole, node)
    if (depth > DEEPEST) return undefined
    if (this.isRequest(at)) return ''
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Param) return this.filledWith(at, depth)
    if (kind === Kind.Choice && whole.c[at] === ChoiceKind.Join) {
      const names = new Set([...whole.items(whole.a[at] as number)].map((item) => this.nameOf(item, depth + 1)))
      return names.size === 1 ? [...names][0] : undefined
    }
    if (kind !== Kind.Load) return undefined
    const holder = this.nameOf(whole.a[at] as number, depth + 1)
    // The request that a context of something else holds is the same request.
    const isSame = holder === '' && /^(?:req|request)$/.test(whole.text(whole.b[at] as number))
    return holder === undefined ? undefined : isSame ? '' : under(holder, whole.text(whole.b[at] as number))
  }

  /** `@Team() team`, where `Team = createParamDecorator((_, context) => context.switchToHttp().getRequest().team)`. */
  private filledWith(param: number, depth: number): string | undefined {
    const { whole } = this.linked
    for (const expression of decoratorsOf(whole, param)) {
      if (whole.kind[expression] !== Kind.Call || whole.args(expression).length > 0) continue
      const names = new Set(filledBy(this.linked, expression).map((value) => this.nameOf(value, depth + 1)))
      const [name] = names
      if (names.size === 1 && name !== undefined) return name
    }
    return undefined
  }
}

const under = (holder: string, name: string): string => (holder === '' ? name : `${holder}.${name}`)
