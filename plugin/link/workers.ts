/**
 * Files that run as workers of a page. In: the linked program. Out: their numbers. Messages come to a worker from the pages that
 * started it or share its origin, and from nobody else (HTML, "Web workers").
 */
import { Kind } from '../graph'
import { calledName, type Linked, receiverOf } from './linked'
import { lookupOf } from './lookup'

const known = new WeakMap<Linked, ReadonlySet<number>>()

export function workerFiles(linked: Linked): ReadonlySet<number> {
  let files = known.get(linked)
  if (!files) {
    files = findFiles(linked)
    known.set(linked, files)
  }
  return files
}

function findFiles(linked: Linked): Set<number> {
  const { whole } = linked
  const lookup = lookupOf(whole)
  const found = new Set<number>()
  // Only workers load scripts so, and only theirs is a scope with these.
  for (const node of lookup.named(Kind.Global, /^(?:importScripts|WorkerGlobalScope|DedicatedWorkerGlobalScope|ServiceWorkerGlobalScope)$/))
    found.add(whole.fileOf(node))
  for (const call of lookup.named(Kind.Call, 'postMessage')) if (answersStarter(linked, call)) found.add(whole.fileOf(call))
  return found
}

/** `self.postMessage(result)`: a window is told whom it is for, a worker has the one that started it. */
function answersStarter(linked: Linked, call: number): boolean {
  const { whole } = linked
  if (calledName(linked, call) !== 'postMessage') return false
  const receiver = receiverOf(linked, call)
  const callee = whole.a[call] as number
  const isScope =
    receiver >= 0
      ? whole.kind[receiver] === Kind.Global && /^(?:self|globalThis)$/.test(whole.text(whole.a[receiver] as number))
      : whole.kind[callee] === Kind.Global
  const [message, second, ...others] = whole.args(call)
  return isScope && message !== undefined && others.length === 0 && (second === undefined || whole.kind[second] === Kind.Array)
}
