/** Something on the way asks about the value or changes it, and what it leaves could not be told. */

import { ChoiceKind, Kind, RegionKind } from '../../../graph'
import { firstOf } from '../../first-of'
import { calledName, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { askedAround, askedBy } from '../asked-functions'
import { ownCheckOf } from '../checked-classes'
import { hasOwnTest } from '../declared-inputs'
import { hostListOn } from '../host-lists'
import { type Doubt, helperAround, helperOn, low, medium, TELLING, type Way } from './way'

/** Helpers that write text so that no markup comes of it; what they leave is for them to say. */
const ESCAPES = /^(?:html_?(?:encode|escape|entities|special_?chars)|(?:escape|encode)_?(?:html|entities|markup)|esc_?html)$/i
/** Helpers that make what passes through them fit to go on, by their names. */
const MAKES_SAFE =
  /^(?:(?:make|to|get|as)_?)?(?:[sS]aniti[sz]e|[cC]lean|[eE]scape|[pP]urify|[sS]crub|[nN]ormali[sz]e|[sS]afe|[sS]ecure|[wW]hitelist|[sS]lugify)(?=[A-Z_\d]|d?$|r$)/

/** Functions that say by their names whether an address is one of the own site. */
const ASKS_WHETHER_OWN = /^(?:url_?)?is_?(?:local|relative|internal|same_?(?:origin|site|host))_?(?:url|uri|path|address|redirect|link|target)?$/i

export const checks: Doubt[] = [
  {
    of: new Set(['redirect']),
    tell: (way) => {
      const asks = askedOn(way)
      const name = asks === undefined ? '' : calledName(way.linked, asks)
      return ASKS_WHETHER_OWN.test(name) && way.linked.solver.callees.get(asks as number) === undefined
        ? low(`\`${name}\` is asked before, which says by its name whether the address leads to this site.`)
        : undefined
    },
  },
  {
    notOf: TELLING,
    tell: (way) => {
      const asks = askedOn(way)
      return asks === undefined
        ? undefined
        : medium(`\`${way.linked.whole.sourceOf(asks, 60)}\` is asked before; whether that is enough could not be told.`)
    },
  },
  {
    notOf: TELLING,
    tell: ({ linked, asked, nodes, hit }) => {
      const gate = asked.gates.before(nodes, hit.name)
      return gate === undefined
        ? undefined
        : medium(`\`${linked.whole.sourceOf(gate, 60)}\` decides before whether it goes on; whether that is enough could not be told.`)
    },
  },
  {
    of: new Set(['html']),
    tell: (way) => {
      const helper = helperOn(way, (node) => helperAround(way.linked, node), ESCAPES)
      return helper ? low(`On the way stands \`${helper}\`, which escapes it by its name.`) : undefined
    },
  },
  {
    of: new Set(['html']),
    tell: ({ linked, nodes }) => {
      const helper = firstOf(nodes, (node) => escaperAround(linked, node))
      return helper ? low(`On the way stands \`${helper}\`, which writes \`&lt;\` and its like for one character after the other.`) : undefined
    },
  },
  {
    notOf: TELLING,
    tell: (way) => {
      const helper = helperOn(way, (node) => ownHelperAround(way.linked, node), MAKES_SAFE)
      return helper ? medium(`On the way stands \`${helper}\`; whether what it leaves is harmless could not be told.`) : undefined
    },
  },
  {
    notOf: TELLING,
    tell: ({ linked, nodes }) =>
      nodes.some((node) => isPicked(linked, node))
        ? medium('On the way some of its parts are picked out; whether those that are left are harmless could not be told.')
        : undefined,
  },
  {
    notOf: TELLING,
    tell: ({ linked, nodes }) => {
      const check = checkedByOwn(linked, nodes)
      return check ? medium(`\`${check}\` checks it before the handler runs; whether that is enough could not be told.`) : undefined
    },
  },
  {
    notOf: TELLING,
    tell: ({ front, nodes }) => {
      const guard = firstOf(nodes, (node) => front.asked.get(node))
      return guard
        ? medium(`\`${guard}\` looks up what it names before the handler runs; whether anything else may pass could not be told.`)
        : undefined
    },
  },
  {
    of: new Set(['sql']),
    tell: ({ linked, nodes, hit }) => {
      if (!hit.pastedBy) return undefined
      const { region } = linked.whole
      // Texts and values that one block puts together belong to each other.
      const isNear = hit.pastedBy.some((text) =>
        nodes.some((node) => node !== hit.at && region[node] === region[text] && region[text] !== region[hit.at]),
      )
      return (isNear ? medium : low)('The text puts some of its values in as they are; whether this is one of them could not be told.')
    },
  },
  {
    of: new Set(['header']),
    tell: ({ linked, hit }) => (isComparedOrSet(linked, hit.at) ? medium('It is compared before, unless a setting switches that off.') : undefined),
  },
  {
    of: new Set(['resource']),
    tell: ({ linked, asked, hit }) => {
      const asks = linked.whole.kind[hit.at] === Kind.Binary ? asked.loops.askedOf(hit.at) : undefined
      return asks === undefined
        ? undefined
        : medium(
            `\`${linked.whole.sourceOf(asks, 60)}\` throws for what is neither a list nor a text; whether the loop is always preceded by it could not be told.`,
          )
    },
  },
  {
    of: new Set(['url', 'redirect']),
    tell: ({ linked, asked, nodes }) => {
      const list = hostListOn(linked, asked.conditions, nodes)
      if (list === undefined) return undefined
      const name = calledName(linked, list.asks)
      return list.within === undefined
        ? low(`\`${name}\` lets only the hosts of a list pass.`)
        : medium(
            `\`${name}\` lets only the hosts of a list pass; \`${list.within}\` is one of them, which leads to the machine itself or to its own network.`,
          )
    },
  },
  {
    of: new Set(['url']),
    tell: ({ linked, nodes }) => {
      const end = firstOf(nodes, (node) => endAsked(linked, node))
      return end ? medium(`That it ends in \`${end}\` is asked before; whether a name alone can get there could not be told.`) : undefined
    },
  },
]

/** The call before a use, or in a condition around it, that is asked of the value, and of which nothing else is known. */
function askedOn({ linked, asked, nodes }: Way): number | undefined {
  for (const [index, node] of nodes.entries()) {
    const next = nodes[index + 1]
    const isTested = linked.whole.kind[node] === Kind.Refine
    const before = isTested ? askedBy(linked, asked.conditions, node) : next === undefined ? undefined : asked.assurances.askedBefore(next, node)
    const asks = before ?? askedAround(linked, asked.conditions, node, node) ?? askedAround(linked, asked.conditions, next ?? node, node)
    if (asks !== undefined) return asks
  }
  return undefined
}

/**
 * The function of a parameter that looks at one character after the other and has what stands for each of the signs of markup. Those that
 * replace by expressions are understood elsewhere.
 */
function escaperAround(linked: Linked, node: number): string | undefined {
  const { whole } = linked
  if (whole.kind[node] !== Kind.Param) return undefined
  const fn = whole.a[node] as number
  const inside = [...lookupOf(whole).inFunction(fn)]
  const texts = new Set(inside.filter((at) => whole.kind[at] === Kind.String).map((at) => whole.text(whole.a[at] as number)))
  if (!texts.has('&lt;') || !(texts.has('&gt;') || texts.has('&amp;')) || !isInLoop(linked, inside)) return undefined
  if (inside.some((at) => whole.kind[at] === Kind.Call && /^replace(?:All)?$/.test(calledName(linked, at)))) return undefined
  return whole.functions[fn]?.fact.name || 'a function'
}

const isInLoop = ({ whole }: Linked, nodes: readonly number[]): boolean =>
  nodes.some((node) => {
    for (let region = whole.region[node] as number, hops = 0; region >= 0 && hops < 12; region = whole.regions[region * 4 + 1] as number, hops++)
      if (whole.regions[region * 4] === RegionKind.Loop) return true
    return false
  })

/** The same of functions of the program alone: what libraries do is in their models. */
function ownHelperAround(linked: Linked, node: number): string {
  const isOfLibrary = linked.whole.kind[node] === Kind.Call && !linked.solver.callees.has(node)
  return isOfLibrary ? '' : helperAround(linked, node)
}

/** `text.split('/').filter((part) => part !== '..')`: parts of what was taken apart, of which each is asked. */
function isPicked(linked: Linked, node: number): boolean {
  const { whole } = linked
  if (whole.kind[node] !== Kind.Call || calledName(linked, node) !== 'filter') return false
  const [asks] = whole.args(node)
  let from = receiverOf(linked, node)
  while (from >= 0 && whole.kind[from] === Kind.Call && calledName(linked, from) !== 'split') from = receiverOf(linked, from)
  return asks !== undefined && whole.kind[asks] === Kind.Function && from >= 0 && whole.kind[from] === Kind.Call
}

/** `query.url` of a handler's parameter, where the class of the parameter has the field checked by the program itself. */
function checkedByOwn(linked: Linked, nodes: readonly number[]): string | undefined {
  const { whole } = linked
  for (const node of nodes.slice(0, MOST_BEFORE_READ)) {
    if (whole.kind[node] !== Kind.Load) continue
    const base = whole.a[node] as number
    if (whole.kind[base] !== Kind.Param) continue
    const field = whole.text(whole.b[node] as number)
    const check = ownCheckOf(linked, base, field) ?? (hasOwnTest(linked, base, field) ? `${field}.custom` : undefined)
    if (check !== undefined) return check
  }
  return undefined
}
/** Nodes of a way until a field of what came in is read. */
const MOST_BEFORE_READ = 4

/** `if (settings.open || ALLOWED.includes(origin)) response.header(name, origin)`: of what is written one part of the condition asks. */
function isComparedOrSet({ whole }: Linked, call: number): boolean {
  if (whole.kind[call] !== Kind.Call) return false
  const written = whole.args(call).at(-1)
  const text = written === undefined ? '' : whole.sourceOf(written)
  for (let region = whole.region[call] as number; region >= 0 && text !== ''; region = whole.regions[region * 4 + 1] as number) {
    const condition = whole.regions[region * 4 + 2] as number
    if (whole.regions[region * 4] !== RegionKind.True || condition < 0) continue
    if (whole.kind[condition] !== Kind.Choice || whole.c[condition] !== ChoiceKind.Or) continue
    const parts = [...whole.items(whole.a[condition] as number)]
    const asking = parts.filter((part) => whole.sourceOf(part) !== text && whole.sourceOf(part, 400).includes(text))
    if (asking.length > 0 && asking.length < parts.length) return true
  }
  return false
}

/** `if (!host.endsWith('.example.com')) refuse()`, of a value on the way: the end that a condition asks for. */
function endAsked(linked: Linked, node: number): string | undefined {
  const { whole, values } = linked
  if (whole.kind[node] !== Kind.Refine) return undefined
  const stack = [whole.b[node] as number]
  for (let count = 0; stack.length > 0 && count < 12; count++) {
    const at = stack.pop() as number
    if (at < 0 || at >= whole.size) continue
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Call && calledName(linked, at) === 'endsWith') {
      const [end] = whole.args(at)
      const text = end === undefined ? undefined : values.texts(end).find(({ exact }) => exact)?.value
      if (text !== undefined && /^\.[\w-]+(?:\.[\w-]+)+$/.test(text)) return text
    }
    if (kind === Kind.Unary || kind === Kind.Choice || kind === Kind.Refine) stack.push(...whole.madeOf(at))
  }
  return undefined
}
