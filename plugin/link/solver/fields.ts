/**
 * Objects and their fields: each object label and property has one node, made when somebody first puts or asks for one. Owns
 * that table, and who is to hear of fields that an object gets later: whoever copies, collects or is handed all of them.
 */
import { IntLists, PairTable } from '../compact'
import type { Store } from './store'

export class Fields {
  /** Object label and property → node. */
  private readonly nodes: PairTable
  /** Object label → nodes of its fields, in the order in which they came up. */
  private readonly lists: IntLists
  /** Object label → property → node, for labels that were asked about. */
  private readonly maps = new Map<number, Map<number, number>>()
  /** Objects into which another one's properties are spread. */
  readonly copiers = new Map<number, number[]>()
  /** Nodes to which every property of an object flows. */
  readonly collectors = new Map<number, number[]>()
  /** Nodes that any property of an object may be. */
  readonly givers = new Map<number, number[]>()
  /** API paths that an object was handed to. */
  readonly receivers = new Map<number, number[]>()
  /** 1 for labels that are in one of the four. */
  private watched = new Uint8Array(0)

  /** @param made is told of every new field, once it has its place */
  constructor(
    private readonly store: Store,
    nodes: number,
    private readonly made: (object: number, property: number, node: number) => void,
  ) {
    this.nodes = new PairTable(nodes >> 2)
    this.lists = new IntLists(nodes)
  }

  /** Node of an object's field, which is made where there is none. */
  of(object: number, property: number): number {
    const known = this.nodes.get(object, property)
    return known >= 0 ? known : this.make(object, property)
  }

  private make(object: number, property: number): number {
    const node = this.store.fresh(property)
    this.nodes.set(object, property, node)
    this.lists.push(object, node)
    if (this.maps.size > 0) this.maps.get(object)?.set(property, node)
    this.made(object, property, node)
    return node
  }

  /** Node of an object's field, -1 where nothing is known to put or ask for one. */
  at(object: number, property: number): number {
    return this.nodes.get(object, property)
  }

  /** How many fields an object has so far. */
  count(object: number): number {
    return this.lists.size(object)
  }

  /** @param index below the object's count */
  item(object: number, index: number): number {
    return this.lists.item(object, index)
  }

  /** Property → node of an object; undefined where it has no field. It is kept up to date. */
  mapOf(object: number): Map<number, number> | undefined {
    const count = this.lists.size(object)
    if (count === 0) return undefined
    let map = this.maps.get(object)
    if (!map) {
      map = new Map()
      for (let i = 0; i < count; i++) map.set(this.store.propertyOf(this.lists.item(object, i)), this.lists.item(object, i))
      this.maps.set(object, map)
    }
    return map
  }

  /** Notes that something is to be done for whatever field an object gets. */
  watch(lists: Map<number, number[]>, object: number, value: number): void {
    const list = lists.get(object)
    if (list) list.push(value)
    else lists.set(object, [value])
    if (object >= this.watched.length) {
      const watched = new Uint8Array(Math.max(object + 1, Math.ceil(this.watched.length * 1.5)))
      watched.set(this.watched)
      this.watched = watched
    }
    this.watched[object] = 1
  }

  isWatched(object: number): boolean {
    return object < this.watched.length && this.watched[object] === 1
  }
}
