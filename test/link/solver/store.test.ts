/** What always holds of nodes, labels, edges and fields, whatever they stand for. */
import { describe, expect, test } from 'vitest'
import { Kind } from '../../../plugin/graph'
import { LabelKind, Labels } from '../../../plugin/link/labels'
import { CallGraph } from '../../../plugin/link/solver/call-graph'
import { Fields } from '../../../plugin/link/solver/fields'
import { Reaction, Reactions } from '../../../plugin/link/solver/reactions'
import { Store } from '../../../plugin/link/solver/store'

/** Nodes 0 to 9 make objects, 10 to 59 texts. */
const NODES = 60
const labels = () => new Labels(Uint8Array.from({ length: NODES }, (_, node) => (node < 10 ? Kind.Object : Kind.String)))
const newStore = () => new Store(labels(), NODES)

/** Passes on whatever waits, until all is quiet; what was told, in order. */
function settle(store: Store): [node: number, label: number][] {
  const told: [number, number][] = []
  for (let batch = store.waiting(); batch.length > 0; batch = store.waiting())
    for (let i = 0; i < batch.length; i += 2) {
      told.push([batch.get(i), batch.get(i + 1)])
      store.spread(batch.get(i), batch.get(i + 1))
    }
  return told
}

describe('labels', () => {
  test('flow along edges that were there before, and along those that come later', () => {
    const store = newStore()
    store.edge(20, 21)
    store.add(20, 1)
    settle(store)
    store.edge(21, 22)
    settle(store)
    expect([20, 21, 22, 23].map((node) => store.of(node))).toEqual([[1], [1], [1], []])
  })

  test('go round in a circle once', () => {
    const store = newStore()
    for (const [from, to] of [
      [20, 21],
      [21, 22],
      [22, 20],
    ] as const)
      store.edge(from, to)
    store.add(21, 1)
    expect(settle(store)).toEqual([
      [21, 1],
      [22, 1],
      [20, 1],
    ])
  })

  test('are told once, however many ways they come', () => {
    const store = newStore()
    for (const way of [21, 22, 23]) {
      store.edge(20, way)
      store.edge(way, 24)
    }
    store.add(20, 1)
    expect(settle(store).filter(([node]) => node === 24)).toEqual([[24, 1]])
  })

  test('of plain values are few at one node, and what is left out is noted', () => {
    const store = newStore()
    for (let value = 10; value < 40; value++) store.add(5, value)
    store.add(5, 1)
    expect(store.count(5)).toBe(13)
    expect(store.of(5)).toContain(1)
    expect([...store.limited]).toEqual([5])
  })

  test('reach every one of very many nodes behind one', () => {
    const store = newStore()
    for (let twice = 0; twice < 2; twice++) for (let to = 10; to < 50; to++) store.edge(9, to)
    store.add(9, 1)
    settle(store)
    expect(store.successorsOf(9)).toHaveLength(40)
    expect(Array.from({ length: 40 }, (_, i) => store.count(10 + i))).toEqual(Array(40).fill(1))
  })

  test('that were asked about are not remembered beyond the next change', () => {
    const store = newStore()
    store.add(20, 1)
    expect(store.of(20)).toEqual([1])
    const { changes } = store
    store.add(20, 2)
    expect(store.of(20)).toEqual([1, 2])
    expect(store.changes).toBeGreaterThan(changes)
  })
})

describe('fields', () => {
  function newFields() {
    const store = newStore()
    const made: number[][] = []
    return { store, made, fields: new Fields(store, NODES, (...field) => made.push(field)) }
  }

  test('are made once, and told when they are', () => {
    const { store, made, fields } = newFields()
    expect(fields.at(1, 7)).toBe(-1)
    const field = fields.of(1, 7)
    expect(fields.of(1, 7)).toBe(field)
    expect(made).toEqual([[1, 7, field]])
    expect(store.propertyOf(field)).toBe(7)
  })

  test('stand in a map that is kept up to date', () => {
    const { fields } = newFields()
    expect(fields.mapOf(1)).toBeUndefined()
    const one = fields.of(1, 7)
    const map = fields.mapOf(1)
    const other = fields.of(1, 8)
    fields.of(2, 8)
    expect([...(map ?? [])]).toEqual([
      [7, one],
      [8, other],
    ])
  })

  test('are watched of the objects that somebody named', () => {
    const { fields } = newFields()
    fields.watch(fields.copiers, 1, 2)
    fields.watch(fields.collectors, 1, 30)
    expect([0, 1, 2, 1000].map((object) => fields.isWatched(object))).toEqual([false, true, false, false])
    expect(fields.copiers.get(1)).toEqual([2])
  })
})

test('reactions see each label once: those that are there, and those that come', () => {
  const of = labels()
  const store = new Store(of, NODES)
  const seen: number[][] = []
  const reactions: Reactions = new Reactions(store, of, NODES, (_, node, x, y, label) => {
    seen.push([node, x, y, label])
    // One more that comes meanwhile sees the label too.
    if (seen.length === 2) reactions.add(node, Reaction.Wrap, 50)
  })
  store.add(20, 1)
  settle(store)
  reactions.add(20, Reaction.Load, 40, 7)
  expect(seen).toEqual([[20, 40, 7, 1]])
  store.add(20, 2)
  for (const [node, label] of settle(store)) reactions.arrive(node, label, LabelKind.Object)
  expect(seen.slice(1)).toEqual([
    [20, 40, 7, 2],
    [20, 50, -1, 1],
    [20, 50, -1, 2],
  ])
})

test('a call that runs one more does not change what others run', () => {
  const calls = new CallGraph()
  expect([calls.join(1, 9), calls.join(2, 9), calls.join(1, 9), calls.join(1, 8)]).toEqual([true, true, false, true])
  expect([...(calls.callees.get(1) ?? [])]).toEqual([9, 8])
  expect([...(calls.callees.get(2) ?? [])]).toEqual([9])
  expect([...(calls.callers.get(9) ?? [])]).toEqual([1, 2])
})
