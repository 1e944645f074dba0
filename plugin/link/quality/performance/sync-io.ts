/**
 * Work that holds the only thread while requests wait. In: calls that models call blocking, and loops that wait by asking the clock.
 * Out: a hotspot each below a door; what runs once at the start, or is kept after the first time, is left out.
 */
import escapeStringRegexp from 'escape-string-regexp'
import { Kind } from '../../../graph'
import type { Hotspot } from '../../../types'
import type { BlockingWork } from '../../cost-models'
import { calledName, cite, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { pathsOfCall } from '../../usages/modelled'
import { busyLoops } from './busy-loops'
import { functionsAround, isOnce } from './once'
import { placeOf, type Scene } from './scene'

const WORDS: Record<BlockingWork, string> = {
  file: 'reads or changes files',
  process: 'waits for another program',
  'password-hash': 'computes a slow hash',
  key: 'makes a key',
  compression: 'packs or unpacks data',
  request: 'waits for another server',
  input: 'waits for input',
}

export function syncIo(scene: Scene): Hotspot[] {
  const { linked, isTest, isTooling, path } = scene
  const { whole, models } = linked
  const { blocking } = models.costs
  const found: Hotspot[] = []
  for (const call of lookupOf(whole).called((name) =>
    /sync$|^(?:exec|generateKeyPair|keypair|scryptsy|scrypt|question|prompt|keyIn|sleep|runLoopOnce|loopWhile|wait|default|request|)$/i.test(name),
  )) {
    const file = whole.fileOf(call)
    if (isTest[file] || isTooling[file] || path.exposureOf(whole.functionOf(call)) !== 'request') continue
    const model = pathsOfCall(linked, call)
      .map((each) => blocking.get(each))
      .find(Boolean)
    if (!model || isKept(scene, call) || isAsked(scene, call)) continue
    const all = path.wayTo(whole.functionOf(call), 30)
    if (all.some((each) => isKept(scene, each)) || isBehindFlag(scene, call, all)) continue
    const way = all.slice(0, 4)
    found.push({
      kind: 'sync-io-request-path',
      api: apiOf(scene, call),
      library: model.library,
      ...placeOf(scene, call),
      because: way.map((each) => cite(linked, each)),
      variant: model.does,
      detail: `\`${apiOf(scene, call)}\` ${WORDS[model.does]} while every other request waits`,
      confidence: 'high',
    })
  }
  return [...found, ...busyLoops(scene)]
}

/** `if (!ready) prepare()`, where `prepare` says that it is ready now. */
function isBehindFlag({ linked }: Scene, call: number, way: readonly number[]): boolean {
  const places = [call, ...way]
  const functions = new Set(places.flatMap((place) => [...functionsAround(linked, place)]))
  return places.some((place) => isOnce(linked, place, functions))
}

function apiOf(scene: Scene, call: number): string {
  const name = calledName(scene.linked, call)
  const receiver = receiverOf(scene.linked, call)
  const of = receiver >= 0 ? scene.linked.values.nameOf(receiver) : ''
  return of && of !== '*' && of !== 'default'
    ? `${of}.${name}`
    : receiver >= 0
      ? (/^([\w$.]+)/.exec(scene.linked.whole.sourceOf(call))?.[1] ?? name)
      : name
}

/** `shelljs.exec(command, { async: true }, done)` and commands that are handed a callback. */
function isAsked({ linked }: Scene, call: number): boolean {
  const args = [...linked.whole.args(call)]
  return (
    args.some((argument) => linked.whole.kind[argument] === Kind.Function) ||
    args.some((argument) => linked.values.property(argument, 'async').length > 0)
  )
}

/** `if (!cached) cached = readFileSync(…)`: its result goes where the condition above looks. */
function isKept(scene: Scene, call: number): boolean {
  const { linked, uses } = scene
  const { whole } = linked
  const names = new Set<string>()
  const asked: string[] = []
  let front = [call]
  for (let hops = 0; hops < 6 && front.length > 0; hops++) {
    const next: number[] = []
    for (const node of front) {
      const name = uses.nameOf(node)
      if (name) names.add(name)
      for (const user of uses.of(node)) {
        if (whole.kind[user] === Kind.Store && whole.c[user] === node) names.add(whole.text(whole.b[user] as number))
        else if (whole.kind[user] === Kind.StoreDynamic && whole.c[user] === node) names.add(linked.values.nameOf(whole.a[user] as number))
        else if (whole.kind[user] === Kind.Call && /^(?:set|add)$/.test(calledName(linked, user)))
          names.add(linked.values.nameOf(receiverOf(linked, user)))
        // `cached ??= read()`
        if (whole.kind[user] === Kind.Choice) asked.push(sharedIn(scene, whole.items(whole.a[user] as number)[0] ?? -1))
        next.push(user)
      }
    }
    front = next
  }
  if (asked.some((text) => text.split(' ').some((name) => name !== '' && names.has(name)))) return true
  // What is kept outlives the call: a variable of the module, a field.
  for (let region = whole.region[call] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    const condition = whole.regions[region * 4 + 2] as number
    if (condition < 0) continue
    const text = `${whole.sourceOf(condition, 200)} ${sharedIn(scene, condition)}`
    if (/cache/i.test(text)) return true
    for (const name of names) if (name && new RegExp(`(?<![\\w$])${escapeStringRegexp(name)}(?![\\w$])`).test(text)) return true
  }
  return false
}

/** Names of variables that functions share and a condition reads: they stand where they were declared. */
function sharedIn({ linked: { whole } }: Scene, condition: number): string {
  const names: string[] = []
  const stack = [condition]
  for (let hops = 0; stack.length > 0 && hops < 20; hops++) {
    const node = stack.pop() as number
    if (node < 0) continue
    if (whole.kind[node] === Kind.Cell) names.push(whole.text(whole.b[node] as number))
    else stack.push(...whole.madeOf(node))
  }
  return names.join(' ')
}
