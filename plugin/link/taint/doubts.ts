/**
 * What speaks against a way that was found, without closing it. In: the nodes of one way and where it lands. Out: the most that may
 * be claimed of it, and why, in one sentence; undefined where nothing does.
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import type { Flow } from '../../types'
import { callsThat } from '../acts'
import { LabelKind } from '../labels'
import { calledName, isTestCode, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { DELETE, NOT } from '../operators'
import { environmentOf } from '../posture/data-protection/environment'
import { settingAt } from '../usages/setting'
import { administratorsAsked, ownProgramsAsked } from './administrators'
import type { Assurances } from './assurances'
import { ownCheckOf } from './checked-classes'
import type { Conditions } from './conditions'
import type { Hit } from './facts'
import type { Gates } from './gates'
import type { Loops } from './loops'
import { isInMail } from './mail-components'
import { isNameOfFile } from './names-of-files'
import { askedBeside } from './neighbours'
import { ofAnotherObject } from './other-objects'
import type { OtherPrograms } from './other-programs'
import { ownerSetOn } from './owner-set'
import { sensitivityOf } from './sensitive'
import { beginningOf } from './texts'
import { wrapperForAdministrators } from './wrapped-for-administrators'

/** Environments in which only developers see what comes out. */
const OF_DEVELOPERS = /^(?:outside production|in (?:development|test|local))$/
const DEBUGGING = /^(?:is_?)?debug(?:ging)?(?:_?(?:mode|enabled))?$/i
/** Helpers that take secrets out of what is shown; what they leave is for them to say. */
const TAKES_OUT = /^(?:sanitize|redact|mask|scrub|censor|anonymi[sz]e|obfuscate|strip|filter)(?=[A-Z_]|$)/i
/** Helpers that write text so that no markup comes of it; what they leave is for them to say. */
const ESCAPES = /^(?:html_?(?:encode|escape|entities|special_?chars)|(?:escape|encode)_?(?:html|entities|markup)|esc_?html)$/i
/** Helpers that make what passes through them fit to go on, by their names. */
const MAKES_SAFE =
  /^(?:(?:make|to|get|as)_?)?(?:saniti[sz]e|clean|escape|purify|scrub|normali[sz]e|safe|secure|whitelist|slugify)(?=[A-Z_\d]|d?$|r$)/i
/** Options of a request under which it is made by something of the program's own, which may turn hosts away. */
const AGENTS = [
  '1.dispatcher',
  '1.agent',
  '1.lookup',
  '1.httpAgent',
  '1.httpsAgent',
  '0.agent',
  '0.lookup',
  '0.dispatcher',
  '0.httpAgent',
  '0.httpsAgent',
]

/** What an administrator decides as well by the settings: where requests and files go, what stands in a page, and how much is done. */
const OF_OPERATORS = new Set(['url', 'path', 'html', 'redirect', 'script-url', 'regex', 'resource'])

/** What knows of conditions around values, and of calls that came back before. */
interface Asked {
  conditions: Conditions
  assurances: Assurances
  loops: Loops
  gates: Gates
  programs: OtherPrograms
  /** Whether a door of the program runs a function. */
  isRun(fn: number): boolean
}

/** What stands in front of the door by which data comes in. */
export interface Front {
  /** Functions that run before its handler. */
  runs: readonly number[]
  /** Guard that lets administrators alone pass, as the code calls it. */
  forAdmins: string | undefined
}

export function doubtOf(
  linked: Linked,
  { conditions, assurances, loops, gates, programs, isRun }: Asked,
  front: Front,
  source: Flow['source'],
  steps: readonly number[],
  hit: Hit,
): Flow['doubt'] {
  const { whole } = linked
  const nodes = [...steps, hit.at].filter((node) => node < whole.size)
  for (const node of nodes) {
    const when = environmentOf(linked, node)
    if (OF_DEVELOPERS.test(when)) return { most: 'low', because: `It happens ${when} alone.` }
    if (isDebugging(linked, node)) return { most: 'low', because: 'It happens only where a setting asks for details to find faults by.' }
  }
  const entered = programs.enteredBy(steps)
  if (entered) return { most: 'low', because: `No module loads both where it comes from and \`${entered}\`: a server and a page share no objects.` }
  if (hit.name === 'disclosure') {
    const helper = nodes.map((node) => helperAround(linked, node)).find((name) => TAKES_OUT.test(name))
    if (helper) return { most: 'medium', because: `On the way stands \`${helper}\`, which may take it out.` }
    if (isNameOfFile(linked, nodes))
      return { most: 'low', because: 'On the way it is handled as the name of a file, which says where something lies.' }
    if (isOfClaims(linked, steps[0] ?? -1))
      return { most: 'medium', because: 'It is an object of which the code reads other parts, so that it may be what a token says and no token.' }
    if (hit.library === 'clear-files' && isSettingsFile(linked, whole.args(hit.at)[0] ?? -1))
      return { most: 'medium', because: 'The file is one of settings, which are where a program has what it signs in by.' }
  }
  if (hit.name !== 'disclosure' && hit.name !== 'secret') {
    for (const [index, node] of nodes.entries()) {
      const next = nodes[index + 1]
      const asks = whole.kind[node] === Kind.Refine ? conditions.askedBy(node) : next === undefined ? undefined : assurances.askedBefore(next, node)
      if (asks !== undefined)
        return { most: 'medium', because: `\`${whole.sourceOf(asks, 60)}\` is asked before; whether that is enough could not be told.` }
    }
    const gate = gates.before(nodes, hit.name)
    if (gate !== undefined)
      return {
        most: 'medium',
        because: `\`${whole.sourceOf(gate, 60)}\` decides before whether it goes on; whether that is enough could not be told.`,
      }
  }
  if (hit.name !== 'disclosure' && hit.name !== 'secret') {
    const escapes = hit.name === 'html' ? nodes.map((node) => helperAround(linked, node)).find((name) => ESCAPES.test(name)) : undefined
    if (escapes) return { most: 'low', because: `On the way stands \`${escapes}\`, which escapes it by its name.` }
    const helper = nodes.map((node) => ownHelperAround(linked, node)).find((name) => MAKES_SAFE.test(name))
    if (helper) return { most: 'medium', because: `On the way stands \`${helper}\`; whether what it leaves is harmless could not be told.` }
    if (nodes.some((node) => isPicked(linked, node)))
      return { most: 'medium', because: 'On the way some of its parts are picked out; whether those that are left are harmless could not be told.' }
  }
  const check = hit.name === 'disclosure' || hit.name === 'secret' ? undefined : checkedByOwn(linked, nodes)
  if (check) return { most: 'medium', because: `\`${check}\` checks it before the handler runs; whether that is enough could not be told.` }
  if (OF_OPERATORS.has(hit.name)) {
    const asked =
      administratorsAsked(linked, nodes, front.runs) ?? front.forAdmins ?? firstOf(nodes, (node) => wrapperForAdministrators(linked, node))
    if (asked) return { most: 'medium', because: `Only who passes \`${asked}\` gets there; what such a caller may decide could not be told.` }
  }
  if (source === 'request') {
    const asked = ownProgramsAsked(linked, nodes, front.runs)
    if (asked) return { most: 'medium', because: `Only who passes \`${asked}\` gets there, which compares with a secret of the program's own.` }
  }
  const beside = source === 'request' ? askedBeside(linked, steps[0] ?? -1, isRun) : undefined
  if (beside !== undefined)
    return { most: 'medium', because: `\`${beside}\` beside it asks for this part of the request; whether it runs before could not be told.` }
  if (hit.name === 'redirect' && isInMail(linked, hit.at))
    return { most: 'medium', because: 'The link stands in a mail: whoever is sent it is led elsewhere, and no visitor of a page.' }
  const other = ofAnotherObject(linked, steps)
  if (other)
    return {
      most: 'medium',
      because: `Objects of \`${other}\` are made at several places; whether the one read here took the data could not be told.`,
    }
  if (hit.name === 'header' && isComparedOrSet(linked, hit.at))
    return { most: 'medium', because: 'It is compared before, unless a setting switches that off.' }
  if (source === 'message' && isOfOwnQueue(linked, steps[0] ?? -1))
    return { most: 'medium', because: 'It comes from a queue that the program fills itself; what it puts there is for the places that do to say.' }
  if (hit.name === 'record') {
    const helper = nodes.map((node) => takesFieldsOut(linked, node)).find((name) => name !== undefined)
    if (helper !== undefined)
      return { most: 'medium', because: `On the way ${helper} takes fields out; whether those are all that matter could not be told.` }
    const owner = ownerSetOn(linked, steps, hit.at)
    if (owner !== undefined)
      return {
        most: 'medium',
        because: `\`${owner}\` is set by the program, whatever was sent; whether any other field decides on rights could not be told.`,
      }
  }
  const asked = hit.name === 'resource' && whole.kind[hit.at] === Kind.Binary ? loops.askedOf(hit.at) : undefined
  if (asked !== undefined)
    return {
      most: 'medium',
      because: `\`${whole.sourceOf(asked, 60)}\` throws for what is neither a list nor a text; whether the loop is always preceded by it could not be told.`,
    }
  if (hit.name === 'property' && calledName(linked, hit.at) === 'defineProperty')
    return { most: 'medium', because: "It makes a property of the object's own, whatever it is called: others are not changed by it." }
  if (hit.name === 'html' && isEvent(linked, hit.at))
    return { most: 'low', because: 'It is written as an event of a stream, which a script of the page reads, and no page shows.' }
  if (hit.name === 'url') {
    const asked = nodes.map((node) => endAsked(linked, node)).find((end) => end !== undefined)
    if (asked)
      return { most: 'medium', because: `That it ends in \`${asked}\` is asked before; whether a name alone can get there could not be told.` }
  }
  const agent = hit.name === 'url' ? AGENTS.find((spot) => isGiven(linked, hit.at, spot)) : undefined
  if (agent) return { most: 'medium', because: `It is sent by an \`${agent.slice(2)}\` of the program's own, which may turn hosts away.` }
  return undefined
}

/** `query.url` of a handler's parameter, where the class of the parameter has the field checked by the program itself. */
function checkedByOwn(linked: Linked, nodes: readonly number[]): string | undefined {
  const { whole } = linked
  for (const node of nodes.slice(0, MOST_BEFORE_READ)) {
    if (whole.kind[node] !== Kind.Load) continue
    const base = whole.a[node] as number
    const check = whole.kind[base] === Kind.Param ? ownCheckOf(linked, base, whole.text(whole.b[node] as number)) : undefined
    if (check !== undefined) return check
  }
  return undefined
}
/** Nodes of a way until a field of what came in is read. */
const MOST_BEFORE_READ = 4
function firstOf<T>(nodes: readonly number[], ask: (node: number) => T | undefined): T | undefined {
  for (const node of nodes) {
    const answer = ask(node)
    if (answer !== undefined) return answer
  }
  return undefined
}

/** What texts have: a token that is asked for these is one. */
const OF_TEXTS = new Set([...Object.getOwnPropertyNames(String.prototype), 'value'])

/** `token.id` of `const token = await readToken(request)`: what a token says is an object; nothing of it that is read is a secret. */
function isOfClaims(linked: Linked, value: number): boolean {
  const { whole, values } = linked
  if (value < 0 || value >= whole.size) return false
  const made = bare(value)
  const parts = [...lookupOf(whole).inFunction(whole.functionOf(value))]
    .filter((node) => whole.kind[node] === Kind.Load && bare(whole.a[node] as number) === made)
    .map((node) => values.nameOf(node))
  if (whole.kind[made] !== Kind.Call || parts.length === 0 || !/token/i.test(whole.sourceOf(made, 60))) return false
  return parts.every((name) => !OF_TEXTS.has(name) && sensitivityOf(name) !== 'secret' && sensitivityOf(name) !== 'password')

  function bare(node: number): number {
    let at = node
    while (whole.kind[at] === Kind.Refine || whole.kind[at] === Kind.Await) at = whole.a[at] as number
    return at
  }
}

/** `response.write('data: ' + text)`: what begins as events do (WHATWG HTML, section 9.2.5). */
function isEvent(linked: Linked, call: number): boolean {
  const { whole } = linked
  if (whole.kind[call] !== Kind.Call || calledName(linked, call) !== 'write') return false
  const [text] = whole.args(call)
  return text !== undefined && /^(?:\w+:[^\n]*\n)*(?:data|event|id|retry):/.test(beginningOf(linked, text).text)
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

/** What a job holds that a worker is handed: the program itself adds jobs by the same library. */
function isOfOwnQueue(linked: Linked, first: number): boolean {
  const { models, solver, whole } = linked
  if (first < 0 || first >= whole.size) return false
  const object = whole.kind[first] === Kind.Load ? [first, whole.a[first] as number] : [first]
  const libraries = new Set(object.flatMap((node) => solver.of(node)).flatMap((label) => libraryOf(label) ?? []))
  return callsThat(linked, 'publish').some(
    ({ library, act, call }) => act.kind === 'queue' && libraries.has(library) && !isTestCode(linked, fileOf(call)),
  )

  function libraryOf(label: number): string | undefined {
    if (solver.labels.kind[label] !== LabelKind.Api) return undefined
    return /^(?:npm|type):((?:@[^/]+\/)?[^/]+)/.exec(models.paths.rootOf(solver.labels.data[label] as number))?.[1]
  }
  function fileOf(node: number): string {
    return (whole.files[whole.fileOf(node)] as { path: string }).path
  }
}

/** A function on the way that deletes properties of what passes through it: `const { ...rest } = body; delete rest.role`. */
function takesFieldsOut(linked: Linked, node: number): string | undefined {
  const { whole } = linked
  const fn = whole.kind[node] === Kind.Param ? (whole.a[node] as number) : -1
  const name = whole.functions[fn]?.fact.name
  if (!name) return undefined
  let deleting = known.get(linked)
  if (!deleting) {
    deleting = new Set([...lookupOf(whole).of(Kind.Unary)].filter((at) => whole.c[at] === DELETE).map((at) => whole.functionOf(at)))
    known.set(linked, deleting)
  }
  return deleting.has(fn) ? `\`${name}\`` : undefined
}

/** Functions that delete properties. */
const known = new WeakMap<Linked, Set<number>>()

const SETTINGS = /(?:^|[/\\])(?:\.env(?:\.\w+)*|(?:[\w-]+\.)?(?:config|settings)\.(?:json5?|ya?ml|toml|ini))$/

/** `join(folder, '.env')`, whatever folder that is. */
function isSettingsFile({ whole }: Linked, name: number): boolean {
  const stack = [name]
  for (let count = 0; stack.length > 0 && count < 40; count++) {
    const node = stack.pop() as number
    if (node < 0 || node >= whole.size) continue
    if (whole.kind[node] === Kind.String && SETTINGS.test(whole.text(whole.a[node] as number))) return true
    stack.push(...whole.madeOf(node))
  }
  return false
}

function isGiven(linked: Linked, call: number, spot: string): boolean {
  const { whole } = linked
  if (whole.kind[call] !== Kind.Call || whole.args(call).length <= Number(spot[0])) return false
  const { state } = settingAt(linked, call, spot)
  return state !== 'missing' && state !== 'unknown'
}

/** `if (settings.debug) …` around a node. */
function isDebugging({ whole, values }: Linked, node: number): boolean {
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    const kind = whole.regions[region * 4] as RegionKind
    if (kind !== RegionKind.True && kind !== RegionKind.False) continue
    if (saysDebug(whole.regions[region * 4 + 2] as number, kind === RegionKind.True, 0)) return true
  }
  return false

  function saysDebug(condition: number, holds: boolean, hops: number): boolean {
    if (condition < 0 || hops > 5) return false
    const inner = whole.a[condition] as number
    switch (whole.kind[condition] as Kind) {
      case Kind.Unary:
        return whole.c[condition] === NOT && saysDebug(inner, !holds, hops + 1)
      case Kind.Refine:
        return saysDebug(inner, holds, hops + 1)
      case Kind.Choice:
        return holds && whole.c[condition] !== ChoiceKind.Or && [...whole.items(inner)].some((item) => saysDebug(item, true, hops + 1))
      case Kind.Load:
        return holds && DEBUGGING.test(values.nameOf(condition) ?? '')
      default:
        return false
    }
  }
}

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

/** Name of the function that a parameter belongs to, or of a call. */
function helperAround(linked: Linked, node: number): string {
  const { whole } = linked
  if (whole.kind[node] === Kind.Call) return calledName(linked, node)
  return whole.kind[node] === Kind.Param ? (whole.functions[whole.a[node] as number]?.fact.name ?? '') : ''
}
