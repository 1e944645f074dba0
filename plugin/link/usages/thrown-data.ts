/**
 * Sensitive values in what is thrown or rejected: ``throw new Error(`no account for ${user.email}`)``. Messages of errors end
 * up in logs, in trackers and on pages.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { LabelKind } from '../labels'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { lookupOf, merge } from '../lookup'
import { connectionStrings } from '../taint/connection-strings'
import { sensitivityOf } from '../taint/sensitive'
import { usage } from './modelled'
import { HASHING, nameOfValue } from './value-names'

const MOST_PARTS = 40

export function thrownData(linked: Linked): Usage[] {
  const { whole } = linked
  const found: Usage[] = []
  const lookup = lookupOf(whole)
  const addresses = connectionStrings(linked)
  for (const node of merge([lookup.of(Kind.Throw), lookup.named(Kind.Call, 'reject')])) {
    const thrown = thrownAt(linked, node)
    if (thrown < 0) continue
    const address = partIn(linked, thrown, addresses)
    if (address) found.push(usage(linked, node, 'thrown-data', 'connection', address, {}))
    const part = address ? undefined : partOf(linked, thrown)
    if (part) found.push(usage(linked, node, 'thrown-data', (part.isField ? undefined : sensitivityOf(part.name)) ?? 'personal', part.name, {}))
  }
  return found
}

function thrownAt(linked: Linked, node: number): number {
  const { whole, models } = linked
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Throw) return whole.a[node] as number
  if (kind !== Kind.Call || calledName(linked, node) !== 'reject') return -1
  const argument = whole.args(node)[0] ?? -1
  const receiver = receiverOf(linked, node)
  if (receiver >= 0) return apiPathsOf(linked, receiver).some((path) => models.paths.show(path) === 'Promise') ? argument : -1
  // `reject` of `new Promise((resolve, reject) => …)`
  return argument
}

/** Name of the address of a database that an exception is made of. */
function partIn({ whole }: Linked, thrown: number, addresses: ReadonlyMap<number, string>): string | undefined {
  if (addresses.size === 0 || thrown >= whole.size) return undefined
  const stack = [thrown]
  for (let count = 0; stack.length > 0 && count < MOST_PARTS; count++) {
    const at = stack.pop() as number
    if (at < 0) continue
    const address = addresses.get(at)
    if (address !== undefined) return address
    const kind = whole.kind[at] as Kind
    if (kind === Kind.New) stack.push(...whole.args(at).slice(0, 1))
    else if (kind === Kind.Template || kind === Kind.Binary || kind === Kind.Refine || kind === Kind.Await) stack.push(...whole.madeOf(at))
  }
  return undefined
}

/** A sensitive value that a text is put together from. */
interface Part {
  name: string
  /** It is a field of an object that is put into the text. As text an object is no more than `[object Object]` unless its class says otherwise. */
  isField?: true
}

function partOf(linked: Linked, thrown: number): Part | undefined {
  const { whole } = linked
  const seen = new Set<number>()
  const stack = [thrown]
  while (stack.length > 0 && seen.size < MOST_PARTS) {
    const at = stack.pop() as number
    if (at < 0 || at >= whole.size || seen.has(at)) continue
    seen.add(at)
    switch (whole.kind[at] as Kind) {
      case Kind.Load:
      case Kind.Param:
      case Kind.Global: {
        const name = nameOfValue(linked, at)
        const owner = whole.kind[at] === Kind.Load ? nameOfValue(linked, whole.a[at] as number) : undefined
        if (sensitivityOf(name, owner) && !/^[A-Z_\d]+$/.test(name)) return { name }
        break
      }
      case Kind.New:
        if (/error|exception|denied|fail|invalid|not_?found|unauthori[sz]ed|forbidden/i.test(calledName(linked, at)))
          stack.push(...whole.args(at).slice(0, 1))
        break
      case Kind.Template:
      case Kind.Binary:
        for (const part of whole.kind[at] === Kind.Template ? whole.items(whole.a[at] as number) : [whole.a[at] as number, whole.b[at] as number]) {
          stack.push(part)
          const field = fieldOf(linked, part)
          if (field) return { name: field, isField: true }
        }
        break
      case Kind.Refine:
      case Kind.Await:
        stack.push(whole.a[at] as number)
        break
      case Kind.Call:
        if (!HASHING.test(calledName(linked, at)) && /^(?:trim|toString|toLowerCase|String|stringify)$/.test(calledName(linked, at)))
          stack.push(receiverOf(linked, at), ...whole.args(at))
        break
    }
  }
  return undefined
}

/** An object that is put into a text with a sensitive field in it. */
function fieldOf({ whole, solver }: Linked, node: number): string | undefined {
  for (const label of solver.of(node)) {
    if (solver.labels.kind[label] !== LabelKind.Object || whole.kind[solver.labels.data[label] as number] !== Kind.Object) continue
    for (const [property] of solver.fieldsOf.get(label) ?? []) if (sensitivityOf(whole.text(property))) return whole.text(property)
  }
  return undefined
}
