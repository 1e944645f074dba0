/**
 * Options of TLS where there is none: what plain HTTP is handed, and what a program sets that opens no other connection. In: an object of
 * options, or a file that sets one for the whole process. Out: whether no certificate can be met there.
 */
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import type { Linked } from '../linked'
import { lookupOf, remember } from '../lookup'
import { usesOf } from '../uses'
import { packageOf } from './origin'

const ASKS = /^(?:request|get)$/
/** Builtins that open connections with certificates, or start programs that inherit what was set. */
const MAY_MEET_ONE = /^(?:node:)?(?:https|tls|http2|child_process|cluster|worker_threads|module|vm)$/
const GLOBALS = new Set(['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'])

/** Handed to `http.request` or `http.get`, and to nothing else. */
export const isForPlainHttp = (linked: Linked, options: number): boolean => plain(linked, 0, 0, () => findPlain(linked)).has(options)

const plain = remember<ReadonlySet<number>>()

function findPlain(linked: Linked): Set<number> {
  const { whole, solver } = linked
  const lookup = lookupOf(whole)
  const objectsOf = (call: number) =>
    whole
      .args(call)
      .flatMap((argument) =>
        solver.of(argument).flatMap((label) => (solver.labels.kind[label] === LabelKind.Object ? [solver.labels.data[label] as number] : [])),
      )
  const asking = new Set([...lookup.named(Kind.Call, ASKS)].filter((call) => packageOf(linked, call) === 'http'))
  const found = new Set([...asking].flatMap(objectsOf))
  if (found.size === 0) return found
  for (const call of lookup.of(Kind.Call, Kind.New)) if (!asking.has(call)) for (const object of objectsOf(call)) found.delete(object)
  return found
}

/** A program of one file that opens no connection but plain ones. */
export function meetsNoCertificate(linked: Linked, file: number): boolean {
  const { whole } = linked
  const { path: own, graph } = whole.files[file] as { path: string; graph: { imports: { specifier: string }[] } }
  if (graph.imports.length === 0 || !graph.imports.every(({ specifier }) => isBuiltin(specifier))) return false
  if (isLoaded(linked, own)) return false
  const lookup = lookupOf(whole)
  const isHere = (node: number) => whole.fileOf(node) === file
  if ([...lookup.named(Kind.Global, GLOBALS)].some(isHere)) return false
  return !Array.from(lookup.of(Kind.Import)).some(
    (node) => isHere(node) && MAY_MEET_ONE.test(whole.text(whole.a[node] as number)) && usesOf(whole).of(node).length > 0,
  )
}

/** Another file may load this one: what it sets then holds for that one's connections. */
function isLoaded({ whole }: Linked, own: string): boolean {
  const name = path.posix.basename(own).replace(/\.\w+$/, '')
  return whole.files.some(({ graph }) =>
    graph.imports.some(({ specifier }) => path.posix.basename(specifier).replace(/\.\w+$/, '') === name && !isBuiltin(specifier)),
  )
}
