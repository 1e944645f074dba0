/**
 * What is read from a tainted value, by a name that is written there or by one that is looked up. In: a fact about the object, or about
 * the name. Out: a fact about what is read, what the methods read make of it, and harm that names do.
 */
import { Kind } from '../../../graph'
import { LabelKind } from '../../labels'
import type { Linked } from '../../linked'
import { type AccessPaths, EMPTY } from '../access-paths'
import { isOptionalCall } from '../assurances'
import type { Catches } from '../catches'
import type { Fact } from '../facts'
import { clearedByFewness, isReadByName } from '../few-characters'
import { ABSOLUTE, bitOf, DISCLOSED, madeAnew, PROTOTYPE, without } from '../kinds'
import type { Loops } from '../loops'
import { clearedByPart, clearedOfFirst } from '../parts'
import { clearedBySplit } from '../pieces'
import { mayBePrototype } from '../prototypes'
import { isSymbol } from '../symbols'
import type { Uses } from '../uses'
import type { Knowledge } from './knowledge'
import type { Places } from './places'
import type { Receivers } from './receivers'
import { BY_LANGUAGE, type Sinks } from './sinks'
import type { Tabulation } from './tabulation'

/** Functions that the program keeps under names. */
const OWN_OBJECTS = 'program'

export class Reads {
  private readonly linked: Linked
  private readonly paths: AccessPaths

  constructor(
    private readonly known: Knowledge,
    private readonly uses: Uses,
    private readonly loops: Loops,
    private readonly places: Places,
    private readonly table: Tabulation,
    private readonly sinks: Sinks,
    private readonly receivers: Receivers,
    private readonly catches: Catches,
  ) {
    this.linked = known.linked
    this.paths = places.paths
  }

  /** `o.name`: what of the object goes on, what its methods make of it, what its getters see. */
  load(told: Fact, user: number): void {
    const { whole } = this.linked
    const property = whole.b[user] as number
    if (this.places.leavesOut(told.path, property)) return
    const fact = this.places.isWhole(told.path) && told.path !== EMPTY ? { ...told, path: EMPTY } : told
    const { path, mask } = fact
    const name = whole.text(property)
    let isMethod = false
    const { first, next, users } = this.uses
    for (let at = first[user] as number; at !== 0; at = next[at] as number) {
      const call = users[at] as number
      if ((whole.kind[call] === Kind.Call || whole.kind[call] === Kind.Tagged) && whole.a[call] === user) {
        isMethod = true
        this.receivers.method(fact, call, name)
      }
    }
    if (path !== EMPTY)
      for (const getter of this.known.boxes.gettersAt(user))
        this.table.enter(fact, user, whole.functions[getter]?.self ?? -1, path, mask & ~PROTOTYPE)
    if (path === EMPTY) {
      if (isMethod || name === 'length' || name === 'byteLength') {
        if (name === 'length') this.loopOver(fact, user)
        // Of an object it may be whatever was sent; a text or a list is as long as it is.
        if (name === 'length' && mask & bitOf('text')) this.table.go(fact, user, EMPTY, mask & bitOf('resource'))
        return
      }
      const few = clearedByFewness(this.linked, user, !(mask & bitOf('text')) && isReadByName(this.linked, fact))
      this.table.go(fact, user, EMPTY, without(mask & ~PROTOTYPE & ~clearedByPart(this.linked, user), few))
    } else if (this.paths.head(path) === property || (this.paths.head(path) === this.places.element && this.places.isElement(property))) {
      const rest = this.paths.tail(path)
      this.table.go(
        fact,
        user,
        rest,
        rest === EMPTY ? mask & ~clearedBySplit(this.linked, whole.a[user] as number) & ~clearedOfFirst(this.linked, user) : mask,
      )
    }
    // What was put under names that nobody knows may be read by this one; a secret by a name that does not say so hardly is.
    else if (this.paths.head(path) === this.places.any && !isMethod && !/^(?:length|size)$/.test(name))
      this.table.go(fact, user, this.paths.tail(path), mask & ~DISCLOSED)
  }

  /** `o[key]`: of the object, what the key may name; of the key, what it leads to. */
  loadDynamic(fact: Fact, user: number): void {
    const { a, b } = this.linked.whole
    const { node, path, mask } = fact
    if (a[user] === node) {
      if (this.places.isWhole(path)) {
        if (!isSymbol(this.linked, b[user] as number) && !this.isLeftOut(b[user] as number, path))
          this.table.go(fact, user, EMPTY, madeAnew(mask, false))
      } else if (this.mayBeKey(b[user] as number, this.paths.head(path))) this.table.go(fact, user, this.paths.tail(path), mask)
    }
    if (b[user] === node && path === EMPTY) this.lookUp(fact, user)
  }

  /** A key that names nothing but what a path leaves out. */
  private isLeftOut(key: number, path: number): boolean {
    if (path === EMPTY) return false
    const names = this.known.holders.keysOf(key)
    return names.every((name) => this.places.leavesOut(path, name))
  }

  /** `i < list.length` of a loop: an object that says it is very long keeps the server busy. A text is as long as it was sent. */
  private loopOver(fact: Fact, length: number): void {
    const { whole } = this.linked
    if ((fact.mask & bitOf('text')) === 0) return
    const bound = bitOf('resource')
    for (const user of this.loops.boundBy(length))
      if (!(this.known.conditions.around(user, whole.a[length] as number) & bound))
        this.sinks.land(fact, { name: 'resource', at: user, api: 'the length of a loop', ...BY_LANGUAGE, bits: bound, needs: bitOf('text') })
  }

  /** Whether what reads by a name that is not written there may read by this one. */
  private mayBeKey(key: number, head: number): boolean {
    const { whole, solver } = this.linked
    if (head === this.places.names || head === this.places.keys) return false
    if (head === this.places.element || head === this.places.any) return true
    const texts = solver.of(key).filter((label) => solver.labels.kind[label] === LabelKind.Value)
    if (texts.length === 0 || texts.length !== solver.of(key).length) return true
    return texts.some((label) => {
      const at = solver.labels.data[label] as number
      return (whole.kind[at] !== Kind.String && whole.kind[at] !== Kind.Number) || whole.a[at] === head
    })
  }

  /** `o[key]` with an outside key: what is looked up may be the prototype of all objects, or a function nobody meant. */
  private lookUp(fact: Fact, user: number): void {
    const { whole } = this.linked
    if (fact.mask & bitOf('property') && mayBePrototype(this.linked, this.known.holders, this.known.conditions, user))
      this.table.go(fact, user, EMPTY, PROTOTYPE)
    const isGlobal = this.known.holders.isGlobal(whole.a[user] as number)
    if (!isGlobal && !this.known.holders.isOfProgram(whole.a[user] as number)) return
    const { first, next, users } = this.uses
    for (let at = first[user] as number; at !== 0; at = next[at] as number) {
      const by = users[at] as number
      if ((whole.kind[by] !== Kind.Call && whole.kind[by] !== Kind.New) || whole.a[by] !== user) continue
      if (isGlobal) this.sinks.land(fact, { name: 'method', at: by, api: '[…]()', ...BY_LANGUAGE })
      // Asked for before, the name is there; what it begins with chooses among the program's own; what is caught stops nothing.
      else if (this.catches.around(by) === undefined && !isOptionalCall(this.linked, by))
        this.sinks.land(fact, { name: 'method', at: by, api: '[…]()', library: OWN_OBJECTS, guessed: false, needs: ABSOLUTE })
    }
  }
}
