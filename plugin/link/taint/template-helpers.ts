/**
 * Functions that templates of Handlebars call by name: `registerHelper('link', (text, to) => …)`. In: the linked program. Out: parameters
 * that hold what a template was given to show, which the engine would have escaped. What stands behind them, the options of the call,
 * the engine makes itself; what it renders in there is escaped already.
 */
import { Kind } from '../../graph'
import { functionsOf } from '../doors/entry'
import { apiPathsOf, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'

/** Engines share one model, which is named after the first of them; of these, the family of Handlebars alone registers helpers. */
const ENGINE = /^(?:npm|type):(?:ejs|haml-coffee)\b/
const BY_ENGINE = /^_?(?:options?|opts?|this|block)$/
const OF_OPTIONS = new Set(['fn', 'inverse', 'hash', 'data', 'lookupProperty'])

export function helperParameters(linked: Linked): number[] {
  const { whole, models, values } = linked
  const lookup = lookupOf(whole)
  const isEngine = (node: number) =>
    apiPathsOf(linked, node).some((path) => ENGINE.test(models.paths.rootOf(path))) ||
    (whole.kind[node] === Kind.Global && whole.text(whole.a[node] as number) === 'Handlebars')
  const helpers = new Set<number>()
  const add = (nodes: readonly number[]) => {
    for (const fn of functionsOf(linked, nodes)) helpers.add(fn)
  }
  const named = (object: number) => values.propertyNames(object).flatMap((name) => values.property(object, name))
  for (const call of lookup.named(Kind.Call, /^register(?:Async)?Helpers?$/))
    if (isEngine(receiverOf(linked, call))) {
      const [first, ...rest] = whole.args(call)
      add([...rest, ...(first === undefined ? [] : named(first))])
    }
  // `create({ helpers: { link } })`
  for (const made of lookup.called(/^(?:create|engine|ExpressHandlebars|exphbs|expressHandlebars)$/)) {
    const [options] = whole.args(made)
    const isMaker = isEngine(whole.a[made] as number) || isEngine(receiverOf(linked, made))
    if (options !== undefined && isMaker) add(values.property(options, 'helpers').flatMap(named))
  }
  const read = new Set<number>()
  for (const load of lookup.named(Kind.Load, OF_OPTIONS)) read.add(whole.a[load] as number)
  return [...helpers].flatMap((fn) => {
    const { params, fact } = whole.functions[fn] as { params: number[]; fact: { paramNames: (string | undefined)[] } }
    return params.filter((param, at) => !read.has(param) && !BY_ENGINE.test(fact.paramNames[at] ?? ''))
  })
}
