/**
 * Handlers that nothing here registers, beside middleware that nothing registers either: a framework that goes by files runs both, and
 * in which order only it knows. In: the first node of a way. Out: the file beside it that asks for the same part of the request before
 * it hands on.
 */
import path from 'node:path'
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { isMadeOf } from '../made-of'
import { conditionsAbove } from '../regions'

const REQUEST = /^_?req(?:uest)?$/i
const NEXT = /^_?next$/i

interface Middleware {
  file: string
  /** Members of the request that are asked for before it hands on: `body`, `params`. */
  asks: Set<string>
}

const byFolder = new WeakMap<Linked, Map<string, Middleware[]>>()

/** @param isRegistered whether a door of the program runs a function */
export function askedBeside(linked: Linked, first: number, isRegistered: (fn: number) => boolean): string | undefined {
  const { whole } = linked
  const member = memberRead(linked, first)
  const fn = first < whole.size ? whole.functionOf(first) : -1
  if (member === undefined || fn < 0 || !isLoose(linked, fn) || isRegistered(fn)) return undefined
  const own = fileOf(linked, fn)
  let folders = byFolder.get(linked)
  if (!folders) {
    folders = middlewareByFolder(linked, isRegistered)
    byFolder.set(linked, folders)
  }
  return folders.get(path.posix.dirname(own))?.find(({ file, asks }) => file !== own && asks.has(member))?.file
}

/** `params` of `request.params[0]`, where a handler's own request is read. */
function memberRead({ whole }: Linked, node: number): string | undefined {
  let member: string | undefined
  for (let at = node, hops = 0; at >= 0 && at < whole.size && hops < 6; at = whole.a[at] as number, hops++) {
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Param) return member !== undefined && isRequest(whole, at) ? member : undefined
    if (kind === Kind.Load) member = whole.text(whole.b[at] as number)
    else if (kind !== Kind.LoadDynamic && kind !== Kind.Refine) return undefined
  }
  return undefined
}

function isRequest({ kind, a, b, functions }: Linked['whole'], param: number): boolean {
  return kind[param] === Kind.Param && REQUEST.test(functions[a[param] as number]?.fact.paramNames[b[param] as number] ?? '')
}

/** A function of a module that no code here calls. */
const isLoose = ({ whole, solver }: Linked, fn: number): boolean => (whole.functions[fn]?.parent ?? -1) < 0 && !solver.callers.has(fn)

const fileOf = ({ whole }: Linked, fn: number): string => (whole.files[whole.functions[fn]?.file ?? -1] as { path: string } | undefined)?.path ?? ''

function middlewareByFolder(linked: Linked, isRegistered: (fn: number) => boolean): Map<string, Middleware[]> {
  const { whole, effects } = linked
  const found = new Map<string, Middleware[]>()
  whole.functions.forEach(({ fact, params }, fn) => {
    const next = params[2]
    if (next === undefined || !NEXT.test(fact.paramNames[2] ?? '') || !isRequest(whole, params[0] as number)) return
    if (!isLoose(linked, fn) || isRegistered(fn)) return
    const asks = new Set<string>()
    for (const call of effects.within(fn)) {
      if (whole.kind[call] !== Kind.Call || !NEXT.test(calledName(linked, call))) continue
      for (const condition of conditionsAbove(whole, call))
        isMadeOf(whole, condition, (part) => {
          const member = memberRead(linked, part)
          if (member !== undefined && whole.a[requestOf(whole, part)] === fn) asks.add(member)
          return false
        })
    }
    if (asks.size === 0) return
    const file = fileOf(linked, fn)
    const folder = path.posix.dirname(file)
    const known = found.get(folder)
    if (known) known.push({ file, asks })
    else found.set(folder, [{ file, asks }])
  })
  return found
}

function requestOf({ kind, a }: Linked['whole'], node: number): number {
  let at = node
  while (kind[at] !== Kind.Param) at = a[at] as number
  return at
}
