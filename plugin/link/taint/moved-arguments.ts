/**
 * Calls of a library's function by way of another: `exec.call(child_process, command)`, `exec.apply(child_process, list)`. In: a call. Out:
 * what is called with the arguments behind the first, or with what the second of them lists; undefined for every other call. Methods that
 * answer, show or log are run that way by who has put another in their place, `end.call(response, body)`: that is told where that one is called.
 */
import { Kind } from '../../graph'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import type { SinkKind } from './kinds'

export interface Moved {
  /** API paths of what is called in the end, those that do harm. */
  paths: readonly number[]
  isListed: boolean
}

/** Kinds of sinks that are methods of answers, pages and logs. */
const OF_OBJECTS: ReadonlySet<SinkKind> = new Set<SinkKind>([
  'html',
  'markup',
  'selector',
  'script-url',
  'redirect',
  'header',
  'log',
  'disclosure',
  'template',
])
export const isMeant = ({ kind }: { kind: SinkKind }): boolean => !OF_OBJECTS.has(kind)

export const MOVES: ReadonlySet<string> = new Set(['call', 'apply'])

export function movedOf(linked: Linked, call: number): Moved | undefined {
  const { whole, models } = linked
  const name = calledName(linked, call)
  if (!MOVES.has(name) || whole.kind[call] !== Kind.Call) return undefined
  const called = receiverOf(linked, call)
  const paths = called < 0 ? [] : apiPathsOf(linked, called).filter((path) => models.flows.sinks.get(path)?.some(isMeant))
  return paths.length > 0 ? { paths, isListed: name === 'apply' } : undefined
}
