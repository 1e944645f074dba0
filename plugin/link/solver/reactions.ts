/**
 * What else is done for every label that a node has and will have, besides what the code around the node says of itself. Owns
 * the reactions of each node, as rows of three columns; what each of them does stands in `perform.ts`.
 */
import { IntColumn, IntLists } from '../compact'
import type { LabelKind, Labels } from '../labels'
import type { Store } from './store'

/** What is done for a label; x and y are the two integers that a reaction is given. */
export enum Reaction {
  /** Its properties flow to those of label x. */
  Copy,
  /** Its property y flows to node x. */
  Load,
  /** Every property of it flows to node x. */
  Collect,
  /** Properties of what is at node x flow to its own. */
  Spread,
  /** It is the superclass of class x. */
  Inherit,
  /** Node x is its superclass's instance. */
  Super,
  /** Its static property y, where it is a library's, flows to node x. */
  Static,
  /** A function flows to node x. */
  Wrap,
  /** It is put into a Map or a Set, whose values flow to node x. */
  Hold,
  /** A function's first parameter settles the promise x. */
  Promise,
  /** It is handed to API path x. */
  Escape,
  /** A function is a class whose methods call x describes. */
  Describe,
  /** It is what decorates parameter x. */
  Decorate,
}

export class Reactions {
  /** Node → its reactions, as places in the three columns. */
  private readonly lists: IntLists
  private readonly kinds = new IntColumn()
  private readonly xs = new IntColumn()
  private readonly ys = new IntColumn()

  constructor(
    private readonly store: Store,
    private readonly labels: Labels,
    nodes: number,
    private readonly perform: (reaction: Reaction, node: number, x: number, y: number, label: number, kind: LabelKind) => void,
  ) {
    this.lists = new IntLists(nodes)
  }

  /** Does something for every label a node has, and notes it for those that will come. */
  add(node: number, reaction: Reaction, x: number, y = -1): void {
    const { store, labels } = this
    this.lists.push(node, this.kinds.length)
    this.kinds.push(reaction)
    this.xs.push(x)
    this.ys.push(y)
    // Labels that come meanwhile are in the queue.
    for (let i = 0, size = store.count(node); i < size; i++) {
      const label = store.label(node, i)
      this.perform(reaction, node, x, y, label, labels.kind[label] as LabelKind)
    }
  }

  /** Does all of it for a label that arrived. */
  arrive(node: number, label: number, kind: LabelKind): void {
    // Reactions that come meanwhile have seen this label.
    for (let i = 0, count = this.lists.size(node); i < count; i++) {
      const at = this.lists.item(node, i)
      this.perform(this.kinds.get(at), node, this.xs.get(at), this.ys.get(at), label, kind)
    }
  }

  /** A property read that stands in no file. */
  load(object: number, property: number, to: number): void {
    this.add(object, Reaction.Load, to, property)
  }

  /** Properties of what arrives at a node flow to those of a label. */
  copy(from: number, to: number): void {
    this.add(from, Reaction.Copy, to)
  }

  /** Every property of what arrives at a node flows to another. */
  collect(from: number, to: number): void {
    this.add(from, Reaction.Collect, to)
  }

  /** What arrives at a node is handed to an API path. */
  escape(node: number, path: number): void {
    this.add(node, Reaction.Escape, path)
  }
}
