/**
 * Nodes, the labels that each has, and the edges along which labels flow. Owns three columns of integers and a queue, and
 * knows nothing of what labels mean.
 *
 * What always holds: labels and edges are only added, never taken away; each stands once at its node; and for every edge, each
 * label of its beginning is at its end too, unless that one is full or the label still waits in the queue to be passed on.
 */
import { IntColumn, IntLists, PairTable } from '../compact'
import { LabelKind, type Labels } from '../labels'

/** Most labels of one node, and most plain values among them. Further ones are dropped, and the node is noted as limited. */
const MOST_LABELS = 40
const MOST_VALUES = 12
/** Up to so many successors a list is searched; beyond, a set. */
const FEW = 12

export class Store {
  /** Nodes that could not take every label that came. */
  readonly limited = new Set<number>()
  /** Grows with every label and node: answers that were remembered hold as long as it stays. */
  changes = 0
  /** Nodes so far: those of the files, then those of fields and the like. */
  size: number
  /** Node → its labels, in the order in which they were found. */
  private readonly sets: IntLists
  /** The same as arrays, for nodes that were asked about. */
  private asked: (readonly number[] | undefined)[] = []
  /** Node → nodes that may be what it is. */
  private readonly successors: IntLists
  /** Edges of nodes that have more than a few. */
  private readonly edgesSeen = new PairTable()
  /** Labels of what is awaited → of what it is then; and the nodes where that is so. */
  private readonly settled = new Map<number, number>()
  private readonly settling = new Set<number>()
  /** Property of each node outside the files, -1 where it is no field. */
  private readonly properties: IntColumn
  /** Node and label in turn, for each label that is still to be told to those behind a node. */
  private queue = new IntColumn(1 << 12)
  private batch = new IntColumn(1 << 12)

  /** @param written nodes that stand in files; those made later are numbered from there */
  constructor(
    private readonly labels: Labels,
    private readonly written: number,
  ) {
    this.size = written
    this.sets = new IntLists(written + (written >> 2))
    this.successors = new IntLists(written + (written >> 2))
    this.properties = new IntColumn(written >> 2)
  }

  /** A fresh node outside the files: a field, or what stands between two others. */
  fresh(property = -1): number {
    this.changes++
    this.properties.push(property)
    return this.size++
  }

  /** Property that a field's node is for. */
  propertyOf(field: number): number {
    return this.properties.get(field - this.written)
  }

  /** What has one label before it is awaited has the other behind that. */
  settlesTo(label: number, awaited: number): void {
    this.settled.set(label, awaited)
  }

  /** What is awaited goes on to what it is then: before anything came to the node. */
  awaitedEdge(from: number, to: number): void {
    this.settling.add(to)
    this.edge(from, to)
  }

  /** One more thing that a node may be; whoever is behind it hears of it later. */
  add(node: number, given: number): void {
    const awaited = this.settled.get(given)
    const label = awaited !== undefined && this.settling.has(node) ? awaited : given
    const size = this.sets.size(node)
    if (size > 0) {
      if (this.sets.has(node, label)) return
      if (size >= MOST_VALUES && this.isFull(node, size, label)) {
        this.limited.add(node)
        return
      }
    }
    this.sets.push(node, label)
    if (this.asked.length > 0) this.asked[node] = undefined
    this.changes++
    this.queue.push(node)
    this.queue.push(label)
  }

  private isFull(node: number, size: number, label: number): boolean {
    if (size >= MOST_LABELS) return true
    const { kind } = this.labels
    if (kind[label] !== LabelKind.Value) return false
    let values = 0
    for (let i = 0; i < size; i++) if (kind[this.sets.item(node, i)] === LabelKind.Value) values++
    return values >= MOST_VALUES
  }

  /** A value is of interest only where it flows to: nothing is asked of its own node, and it does not wait there. */
  addValue(node: number): void {
    this.sets.push(node, node)
    this.spread(node, node)
  }

  /** What one node is, another may be too: all it has now, and all that comes. */
  edge(from: number, to: number): void {
    if (from < 0 || to < 0 || from === to) return
    const { successors, edgesSeen } = this
    const count = successors.size(from)
    if (count <= FEW) {
      if (successors.has(from, to)) return
      if (count === FEW) for (let i = 0; i < FEW; i++) edgesSeen.set(from, successors.item(from, i), 1)
    } else if (edgesSeen.get(from, to) >= 0) return
    if (count >= FEW) edgesSeen.set(from, to, 1)
    successors.push(from, to)
    for (let i = 0, size = this.sets.size(from); i < size; i++) this.add(to, this.sets.item(from, i))
  }

  /** Passes a label of a node on to those behind it. */
  spread(node: number, label: number): void {
    const { successors } = this
    for (let i = 0, count = successors.size(node); i < count; i++) this.add(successors.item(node, i), label)
  }

  /** What is to be told by now, node and label in turn; empty when all is quiet. Good until it is asked for again. */
  waiting(): IntColumn {
    const { queue } = this
    this.queue = this.batch
    this.queue.clear()
    this.batch = queue
    return queue
  }

  /** How many labels a node has; with `label`, for those who look at very many nodes: no array is made. */
  count(node: number): number {
    return this.sets.size(node)
  }

  /** @param index below the node's count */
  label(node: number, index: number): number {
    return this.sets.item(node, index)
  }

  /** Labels of a node, in the order in which they were found. */
  of(node: number): readonly number[] {
    if (this.sets.size(node) === 0) return NONE
    let list = this.asked[node]
    if (!list) {
      list = this.sets.toArray(node)
      // Made at its full length, or writing far beyond the end would turn it into a hash table.
      if (this.asked.length === 0) this.asked = new Array(this.size)
      this.asked[node] = list
    }
    return list
  }

  /** Nodes that may be what a node is, by edges: fields of objects among them. */
  successorsOf(node: number): readonly number[] {
    return this.successors.size(node) === 0 ? NONE : this.successors.toArray(node)
  }

  successorCount(node: number): number {
    return this.successors.size(node)
  }

  /** @param index below the node's count */
  successor(node: number, index: number): number {
    return this.successors.item(node, index)
  }
}

const NONE: readonly number[] = []
