/**
 * What a guard does, in one sentence, from its body. In: a function. Out: what it relies on, what it sets, under which condition it
 * refuses and how; or that it lets everyone pass. Conditions are quoted as the code writes them, with secrets masked already.
 */
import { Kind } from '../../../graph'
import type { Evidence } from '../../../types'
import { calledName, receiverOf } from '../../linked'
import { pathNames, quoted, quotedAt } from './expressions'
import { functionAt } from './functions'
import type { Ground } from './ground'
import { refusalsBelow, type Told, waysOn } from './refusals'

const LONGEST = 90
const REQUEST = /^(?:req|request|ctx|context|c|this\.req|res\.locals|response\.locals|socket|event)\./
const RANDOM = /^(?:random|randomBytes|randomUUID|randomInt|nanoid|uuid|v4)$/

export interface Doing {
  sentence: string
  /** Nobody passes, whoever they are. */
  refusesAll: boolean
  /** Lines that the sentence is about: what is set, what is asked. */
  places: Evidence[]
}

export function doingOf(ground: Ground, fn: number): Doing {
  const nodes = ground.linked.effects.within(fn)
  const refusals = refusalsBelow(ground, fn)
  const { guards } = ground
  const passes = guards.ofFunction(fn).passes
  const relies = libraryGuard(ground, fn, nodes)
  if (relies?.random)
    return {
      sentence: `Refuses every request: it checks a token with a key that is made at random on the spot (${relies.text}), and no token was signed with that.`,
      refusesAll: true,
      places: [],
    }
  const sets = setsIn(ground, [...nodes, ...calledGuards(ground, nodes, fn)])
  const places = [...sets.map(({ at }) => at), ...refusals.map(({ at }) => at)]
  const ways = refusals.length === 0 && !relies ? waysOn(ground, nodes) : []
  const parts = [
    ...sets.map(({ text }) => `sets ${text}`),
    ...(refusals.length > 0
      ? refusals.map(({ text }) => text)
      : relies
        ? [`hands over to ${relies.text}, which lets only callers pass whom it can identify`]
        : []),
  ]
  parts.push(...ways.map(({ text }) => text))
  places.push(...ways.map(({ at }) => at))
  if (relies && refusals.length > 0) parts.unshift(`identifies the caller with ${relies.text}`)
  const always = refusals.length > 0 && !passes && !relies && refusals.every(({ text }) => !/ (?:when|unless) /.test(text))
  if (always) return { sentence: sentenceOf(['refuses every request', ...parts]), refusesAll: true, places }
  const deeper = guards.ofFunction(fn).denials.length > 0
  if (parts.length === 0 && !deeper)
    return { sentence: passes ? 'Lets everyone pass.' : 'What it does could not be told from its body.', refusesAll: false, places }
  if (refusals.length === 0 && ways.length === 0 && !relies) parts.push(deeper ? 'refuses in a function that it calls' : 'lets everyone pass')
  return { sentence: sentenceOf(parts), refusesAll: false, places }
}

function sentenceOf(parts: string[]): string {
  const text = `${parts.join('; ')}.`
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** Nodes of functions that it calls to decide. */
function calledGuards({ linked, guards }: Ground, nodes: readonly number[], fn: number): number[] {
  const callees = new Set(nodes.flatMap((node) => [...(linked.solver.callees.get(node) ?? [])].slice(0, 2)))
  return [...callees]
    .filter((callee) => callee !== fn && guards.ofFunction(callee).denials.length > 0)
    .flatMap((callee) => linked.effects.within(callee))
}

/** What it puts into the request: `req.user`. */
function setsIn({ linked, at }: Ground, nodes: readonly number[]): Told[] {
  const { whole } = linked
  const found = new Map<string, Told>()
  for (const node of nodes) {
    if (whole.kind[node] !== Kind.Store) continue
    const target = [...pathNames(linked, whole.a[node] as number), whole.text(whole.b[node] as number)].join('.')
    if (!REQUEST.test(target) || /\.status(?:Code)?$/.test(target) || found.has(target)) continue
    found.set(target, { text: `${quoted(target)} to ${quotedAt(linked, whole.c[node] as number, LONGEST)}`, at: at(node) })
    if (found.size >= 2) break
  }
  return [...found.values()]
}

/** A guard of a library that it returns or runs, and whether its key is one that nothing else can know. */
function libraryGuard(ground: Ground, fn: number, nodes: readonly number[]): { text: string; random: boolean } | undefined {
  const { linked } = ground
  const { whole, models, solver } = linked
  const call = nodes.find(
    (node) =>
      whole.kind[node] === Kind.Call &&
      [...(solver.apiCalls.get(node) ?? [])].some((path) => {
        const role = models.roles.get(models.paths.call(path))?.role
        return role === 'authentication' || role === 'authorization'
      }),
  )
  if (call === undefined) return undefined
  const returned = functionAt(linked, fn).returns.includes(call)
  const text = quoted(whole.sourceOf(call, 60))
  return { text, random: returned && whole.args(call).some((argument) => isRandomKey(ground, argument)) }
}

/** `{ secret: '' + Math.random() }`: written on the spot, so that nothing else can hold it. */
function isRandomKey({ linked }: Ground, options: number): boolean {
  const { whole } = linked
  if (whole.kind[options] !== Kind.Object) return false
  return whole.items(whole.a[options] as number).some((entry) => {
    if (whole.kind[entry] !== Kind.Property || whole.a[entry] === -1 || !/^(?:secret|key|secretOrKey)$/.test(whole.text(whole.a[entry] as number)))
      return false
    const stack = [whole.b[entry] as number]
    for (let hops = 0; stack.length > 0 && hops < 20; hops++) {
      const node = stack.pop() as number
      const kind = whole.kind[node] as Kind
      if (kind === Kind.Call && RANDOM.test(calledName(linked, node))) return true
      if (kind === Kind.Call && receiverOf(linked, node) >= 0) stack.push(receiverOf(linked, node))
      if (kind === Kind.Binary || kind === Kind.Template) stack.push(...whole.madeOf(node))
    }
    return false
  })
}
