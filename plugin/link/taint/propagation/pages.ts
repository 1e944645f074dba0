/**
 * What pages are made of. In: a fact about attributes of an element, a component's state, what a template or a page is given. Out: facts
 * where the component, the page or the template reads them, and harm that elements do.
 */
import { Kind } from '../../../graph'
import { LabelKind } from '../../labels'
import { apiPathsOf, type Linked } from '../../linked'
import { type AccessPaths, EMPTY } from '../access-paths'
import type { Fact } from '../facts'
import { PROTOTYPE, sourceKinds } from '../kinds'
import { stateSetBy } from '../library-callbacks'
import type { Knowledge } from './knowledge'
import type { Objects } from './objects'
import { pagesOf } from './page-props'
import type { Places } from './places'
import type { Sinks } from './sinks'
import type { Tabulation } from './tabulation'

export class Pages {
  private readonly linked: Linked
  private readonly paths: AccessPaths

  constructor(
    private readonly known: Knowledge,
    private readonly places: Places,
    private readonly table: Tabulation,
    private readonly sinks: Sinks,
    private readonly objects: Objects,
  ) {
    this.linked = known.linked
    this.paths = places.paths
  }

  /** Attributes of an element of a page. */
  jsx(fact: Fact, element: number): void {
    const { whole, solver, models } = this.linked
    if (whole.b[element] !== fact.node) return
    const tag = whole.a[element] as number
    const { path, mask } = fact
    if (
      whole.kind[tag] === Kind.String ||
      solver.of(tag).every((label) => solver.labels.kind[label] !== LabelKind.Function && solver.labels.kind[label] !== LabelKind.Class)
    ) {
      const name = this.nameOfTag(tag)
      for (const [place, sinks] of models.flows.jsxSinks) {
        const [wanted, ...below] = place.split('.')
        if (wanted !== '*' && wanted !== name && !(wanted?.startsWith('#') && apiPathsOf(this.linked, tag).includes(Number(wanted.slice(1)))))
          continue
        const at = this.paths.of(below.map((part) => whole.string(part)))
        for (const sink of sinks)
          if (path !== EMPTY && this.places.reaches(path, at, sink.inside))
            this.sinks.landAt(fact, sink, this.attributeOf(element, below[0] as string), below[0] as string, false)
      }
    }
    for (const label of solver.of(tag)) {
      const data = solver.labels.data[label] as number
      if (solver.labels.kind[label] === LabelKind.Function) {
        const param = whole.functions[data]?.params[0]
        if (param !== undefined) this.table.enter(fact, element, param, path, mask)
      } else if (solver.labels.kind[label] === LabelKind.Class) {
        this.table.go(fact, solver.field(solver.labels.of(LabelKind.Instance, data), whole.string('props')), path, mask)
        const made = whole.functions[whole.classes[data]?.constructor_ ?? -1]?.params[0]
        if (made !== undefined) this.table.enter(fact, element, made, path, mask)
      }
    }
  }

  /** `a`, `Link`, `Native.WebView`: as a model names it. What a file calls a default import is its own affair. */
  private nameOfTag(tag: number): string {
    const { whole } = this.linked
    const kind = whole.kind[tag]
    return kind === Kind.String
      ? whole.text(whole.a[tag] as number)
      : kind === Kind.Import || kind === Kind.Load
        ? whole.text(whole.b[tag] as number)
        : ''
  }

  private attributeOf(element: number, name: string): number {
    const { whole } = this.linked
    const attributes = whole.b[element] as number
    if (attributes >= 0 && whole.kind[attributes] === Kind.Object)
      for (const entry of whole.items(whole.a[attributes] as number))
        if (whole.kind[entry] === Kind.Property && whole.a[entry] !== -1 && whole.text(whole.a[entry] as number) === name) return entry
    return element
  }

  /** What a component keeps: `this.setState({ name })`, `const [name, setName] = useState()`. */
  state(fact: Fact, call: number): void {
    const { whole } = this.linked
    const callee = whole.a[call] as number
    if (whole.kind[callee] !== Kind.Load) return
    const state = stateSetBy(this.linked, callee)
    if (state >= 0) this.table.go(fact, state, this.paths.cons(whole.string('0'), fact.path), fact.mask)
    else if (whole.text(whole.b[callee] as number) === 'setState')
      this.objects.hold(fact, whole.a[callee] as number, whole.string('state'), fact.path, fact.mask)
  }

  /** What a page's server half returns as props arrives at the page. */
  pageProps(fact: Fact, fn: number): void {
    const { whole } = this.linked
    const pages = pagesOf(this.linked, fn)
    if (pages.length === 0) return
    const isInitial = whole.functions[fn]?.fact.name === 'getInitialProps'
    if (!isInitial && (fact.path === EMPTY || whole.text(this.paths.head(fact.path)) !== 'props')) return
    for (const param of pages) this.table.enter(fact, -1, param, isInitial ? fact.path : this.paths.tail(fact.path), fact.mask)
  }

  /** What a template is given is read in it by name. */
  rendered(fact: Fact, call: number, index: number): void {
    const head = fact.path === EMPTY ? -1 : this.paths.head(fact.path)
    const isAny = head < 0 || head === this.places.any || head === this.places.element
    // Whoever sends the whole of it decides on the names as well.
    const isSent = fact.origin < this.table.categories && sourceKinds[fact.origin % sourceKinds.length] === 'request'
    for (const reader of isAny ? this.known.templates.readersOfWhole(call, index, isSent) : this.known.templates.readersAt(call, index, head))
      this.table.go(fact, reader, head < 0 ? EMPTY : this.paths.tail(fact.path), fact.mask & ~PROTOTYPE)
  }
}
