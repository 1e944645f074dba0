/**
 * What containers hand out for a token, where no class names it: `{ provide: 'CLOCK', useClass: SystemClock }` of Nest, Angular and
 * TSyringe, `container.bind(TYPES.Clock).to(SystemClock)` of Inversify. In: the linked program. Out: whoever asks for the token is
 * given that, `@Inject('CLOCK') clock`, `container.get(TYPES.Clock)`; guards that are named by a token are asked for here.
 */
import { Kind } from '../graph'
import { rowsByName } from '../rows-by-name'
import { LabelKind } from './labels'
import { calledName, type Linked, receiverOf } from './linked'
import { lookupOf } from './lookup'

/** Labels of instances that are made for a token, and nodes of values that it stands for. */
interface Bound {
  labels: Set<number>
  nodes: Set<number>
}

const NOTHING: readonly number[] = []
/** More ways to fill one token than one program has: tests of their own fill them anew. */
const MOST_BOUND = 12
const IS_BOUND = /^(?:re)?bind(?:Sync)?$/
const REGISTERS = /^register(?:Singleton|Instance|Type)?$/
const ASKS = /^(?:get|getAsync|resolve|inject)$/
const IS_CONTAINER = /container|injector|moduleRef$/i

const known = new WeakMap<Linked['whole'], Map<string, Bound>>()

export function tieTokens(linked: Linked): void {
  const { whole, solver } = linked
  const bindings = bindingsOf(linked)
  known.set(whole, bindings)
  if (bindings.size === 0) return
  let tied = false
  const give = (token: number | undefined, to: number, isContainer: boolean) => {
    const bound = token === undefined || to < 0 ? undefined : bindings.get(keyOf(linked, token) ?? '')
    if (!bound || (!isContainer && isText(linked, token as number))) return
    tied = true
    for (const label of bound.labels) solver.add(to, label)
    for (const node of bound.nodes) solver.flow(node, to)
  }
  for (const { fn, index, expression } of whole.parameterDecorators)
    if (isInject(linked, expression)) give(whole.args(expression)[0], whole.functions[fn]?.params[index] ?? -1, true)
  for (const [cls, { members }] of whole.classes.entries())
    for (const { name, decorators, static: isStatic } of members)
      for (const decorator of isStatic ? NOTHING : decorators)
        if (isInject(linked, decorator))
          give(whole.args(decorator)[0], solver.field(solver.labels.of(LabelKind.Instance, cls), whole.string(name)), true)
  for (const call of lookupOf(whole).named(Kind.Call, ASKS)) {
    const receiver = receiverOf(linked, call)
    give(whole.args(call)[0], call, receiver < 0 ? calledName(linked, call) === 'inject' : IS_CONTAINER.test(linked.values.nameOf(receiver)))
  }
  if (tied) solver.resume()
}

/** Instances that a token stands for: middleware of Inversify is named by one. */
export function instancesFor(linked: Linked, token: number): readonly number[] {
  const { solver } = linked
  const bound = known.get(linked.whole)?.get(keyOf(linked, token) ?? '')
  if (!bound) return NOTHING
  const made = [...bound.nodes].flatMap((node) => [...solver.of(node)])
  return [...new Set([...bound.labels, ...made])].filter((label) => solver.labels.kind[label] === LabelKind.Instance)
}

function isInject(linked: Linked, expression: number): boolean {
  return linked.whole.kind[expression] === Kind.Call && /^inject$/i.test(calledName(linked, expression))
}

// ── what fills a token ───────────────────────────────────────────────────────────────────────────────────────────────────

function bindingsOf(linked: Linked): Map<string, Bound> {
  const { whole } = linked
  const bindings = new Map<string, Bound>()
  const bind = (token: number | undefined, how: string, value: number | undefined) => {
    const key = token === undefined || value === undefined ? undefined : keyOf(linked, token)
    if (key === undefined) return
    const bound = bindings.get(key) ?? { labels: new Set(), nodes: new Set() }
    bindings.set(key, bound)
    if (bound.labels.size + bound.nodes.size < MOST_BOUND) fill(linked, bound, how, value as number)
  }
  const given = (token: number | undefined, object: number) => {
    for (const entry of entriesOf(linked, object)) bind(token, whole.text(whole.a[entry] as number), whole.b[entry])
  }
  for (const entry of lookupOf(whole).named(Kind.Property, 'provide')) {
    const object = lookupOf(whole).objectOf(entry)
    if (object >= 0) given(whole.b[entry], object)
  }
  for (const call of lookupOf(whole).named(Kind.Call, new Set(Object.keys(WAYS)))) {
    const binding = receiverOf(linked, call)
    if (binding >= 0 && whole.kind[binding] === Kind.Call && IS_BOUND.test(calledName(linked, binding)))
      bind(whole.args(binding)[0], WAYS[calledName(linked, call)] as string, whole.args(call)[0])
  }
  for (const call of lookupOf(whole).named(Kind.Call, REGISTERS)) {
    const [token, value] = whole.args(call)
    if (value === undefined || receiverOf(linked, call) < 0 || !IS_CONTAINER.test(linked.values.nameOf(receiverOf(linked, call)))) continue
    if (whole.kind[value] === Kind.Object) given(token, value)
    else bind(token, /Instance$/.test(calledName(linked, call)) ? 'useValue' : 'useClass', value)
  }
  return bindings
}

/** `bind(token).to(Class)`: what follows says how. */
const WAYS: Record<string, string> = rowsByName({ to: 'useClass', toConstantValue: 'useValue', toDynamicValue: 'useFactory' })

function fill({ whole, solver }: Linked, { labels, nodes }: Bound, how: string, value: number): void {
  if (how === 'useClass' || how === 'useExisting') {
    for (const label of solver.of(value))
      if (solver.labels.kind[label] === LabelKind.Class) labels.add(solver.labels.of(LabelKind.Instance, solver.labels.data[label] as number))
  } else if (how === 'useValue') nodes.add(value)
  else if (how === 'useFactory')
    for (const label of solver.of(value))
      if (solver.labels.kind[label] === LabelKind.Function)
        for (const made of whole.functions[solver.labels.data[label] as number]?.returns ?? []) nodes.add(made)
}

function entriesOf({ whole }: Linked, object: number): number[] {
  return whole.items(whole.a[object] as number).filter((entry) => whole.kind[entry] === Kind.Property && whole.a[entry] !== -1)
}

// ── tokens ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What two places that mean one token have in common: its text, that of a symbol, or the node that made it. */
function keyOf(linked: Linked, token: number): string | undefined {
  const { whole, values } = linked
  const [text, ...others] = values.texts(token)
  if (text?.exact && others.length === 0) return `'${text.value}`
  const [made, ...more] = values.definitions(token)
  if (made === undefined || more.length > 0 || made >= whole.size) return undefined
  if (whole.kind[made] === Kind.New) return `#${made}`
  if (whole.kind[made] !== Kind.Call) return undefined
  const name = calledName(linked, made)
  const [named] = whole.args(made)
  if (name === 'for' && named !== undefined) {
    const [of] = values.texts(named)
    return of?.exact ? `@${of.value}` : undefined
  }
  return name === 'Symbol' ? `#${made}` : undefined
}

const isText = (linked: Linked, token: number): boolean => keyOf(linked, token)?.startsWith(`'`) ?? false
