/** Where records are kept, by name. In: connections of the program. Out: the store that a call of a library goes to. */
import type { Connection } from '../../types'
import { recordCalls } from '../access/records'
import { callsThat } from '../acts'
import type { KnownArchitecture } from '../architecture/index'
import { packageOf } from '../connections'
import type { Linked } from '../linked'
import { pathsOfCall } from '../usages/modelled'

export const STORES = new Set<Connection['kind']>(['database', 'cache', 'storage', 'search'])

export class Stores {
  private readonly linked: Linked
  private readonly names = new Map<string, string>()
  private byRecords: Map<string, string> | undefined

  constructor({ linked, connections }: KnownArchitecture) {
    this.linked = linked
    for (const { kind, name, library } of connections) if (STORES.has(kind) && !this.names.has(library)) this.names.set(library, name)
    // A model may be of several libraries, and calls them all by the name of the first.
    for (const { call, library } of callsThat(linked, 'connect')) {
      const name = this.names.has(library) ? undefined : this.names.get(packageOf(linked, call) ?? '')
      if (name) this.names.set(library, name)
    }
    // Where only the form of a call says that it is about stored data, it is about the one store that the program keeps to.
    const databases = connections.filter(({ kind }) => kind === 'database').sort((one, other) => other.calls - one.calls)
    const [first, second] = databases
    this.names.set('', first && (!second || first.calls > 3 * second.calls) ? first.name : '')
  }

  /** Whether a package, or a library as a model calls it, leads to a store. */
  has(library: string): boolean {
    return this.names.has(library)
  }

  get only(): string {
    return this.names.get('') ?? ''
  }

  of(library: string, call: number, of = ''): string {
    const roots = call < 0 ? [] : pathsOfCall(this.linked, call).map((path) => rootOf(this.linked, path))
    const from = roots.find((root) => this.names.has(root)) ?? (call < 0 ? undefined : packageOf(this.linked, call))
    return (
      (from && this.names.get(from)) ||
      this.names.get(library) ||
      this.ofRecordsNamed(of) ||
      this.names.get('') ||
      (library.startsWith('any') ? '' : library) ||
      'Data store'
    )
  }

  /** `basket` of `BasketModel`: where records of the name are read elsewhere. */
  private ofRecordsNamed(of: string): string | undefined {
    if (!of) return undefined
    if (!this.byRecords) {
      this.byRecords = new Map()
      for (const [call, record] of recordCalls(this.linked)) {
        const name = bare(record.of)
        if (name && record.library && !this.byRecords.has(name)) this.byRecords.set(name, this.of(record.library, call))
      }
    }
    return this.byRecords.get(bare(of))
  }
}

const bare = (name: string): string =>
  name
    .toLowerCase()
    .replace(/(?:model|entity|repository|collection|repo)$/, '')
    .replace(/s$/, '')

/** Package of an API path: `knex` of `knex.select`, of the type `knex/Builder`. */
export function rootOf({ models }: Linked, path: number): string {
  const root = models.paths.rootOf(path)
  return root.startsWith('type:') ? root.slice(5).replace(/\/[^/]*$/, '') : root.replace(/^(?:npm|global):(?:node:)?/, '')
}
