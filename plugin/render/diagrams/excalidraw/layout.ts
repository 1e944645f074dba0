/** Places for boxes. In: boxes with their size, and which of them leads to which. Out: places in layers that never overlap. */

export interface Sized {
  id: string
  width: number
  height: number
}

export interface Layout {
  /** From the layout's left upper corner. */
  at: Map<string, { x: number; y: number }>
  width: number
  height: number
}

export interface Spacing {
  /** Between layers, where the arrows run. */
  layers: number
  /** Between boxes of a layer. */
  boxes: number
  /** A layer with more boxes is cut into several. */
  most: number
}

/** @param direction of the arrows: layers are columns from left to right, or rows from top to bottom */
export function layered(boxes: Sized[], edges: [from: string, to: string][], direction: 'LR' | 'TD', spacing: Spacing): Layout {
  const along = (it: Sized) => (direction === 'LR' ? it.width : it.height)
  const across = (it: Sized) => (direction === 'LR' ? it.height : it.width)
  const layers = layersOf(boxes, edges).flatMap((layer) => chunks(layer, spacing.most))
  const breadths = layers.map((layer) => layer.reduce((sum, it) => sum + across(it) + spacing.boxes, -spacing.boxes))
  const breadth = Math.max(0, ...breadths)
  const at = new Map<string, { x: number; y: number }>()
  let depth = 0
  layers.forEach((layer, index) => {
    const thickness = Math.max(...layer.map(along))
    // Every layer in the middle of the broadest.
    let side = (breadth - breadths[index]!) / 2
    for (const it of layer) {
      const inLayer = depth + (thickness - along(it)) / 2
      at.set(it.id, direction === 'LR' ? { x: inLayer, y: side } : { x: side, y: inLayer })
      side += across(it) + spacing.boxes
    }
    depth += thickness + spacing.layers
  })
  const length = Math.max(0, depth - spacing.layers)
  return { at, ...(direction === 'LR' ? { width: length, height: breadth } : { width: breadth, height: length }) }
}

/** Each box one layer behind the last of those that lead to it; in a circle, the edge that closes it does not count. */
function layersOf(boxes: Sized[], edges: [from: string, to: string][]): Sized[][] {
  const known = new Set(boxes.map(({ id }) => id))
  const targets = new Map<string, string[]>()
  for (const [from, to] of edges) if (from !== to && known.has(from) && known.has(to)) targets.set(from, [...(targets.get(from) ?? []), to])
  const open = new Set<string>()
  const done: string[] = []
  const seen = new Set<string>()
  const forward: [from: string, to: string][] = []
  const visit = (id: string): void => {
    seen.add(id)
    open.add(id)
    for (const to of targets.get(id) ?? []) {
      if (open.has(to)) continue
      forward.push([id, to])
      if (!seen.has(to)) visit(to)
    }
    open.delete(id)
    done.push(id)
  }
  for (const { id } of boxes) if (!seen.has(id)) visit(id)
  const layer = new Map(boxes.map(({ id }) => [id, 0]))
  const outgoing = new Map<string, string[]>()
  for (const [from, to] of forward) outgoing.set(from, [...(outgoing.get(from) ?? []), to])
  for (const id of done.reverse()) for (const to of outgoing.get(id) ?? []) layer.set(to, Math.max(layer.get(to)!, layer.get(id)! + 1))
  const layers: Sized[][] = []
  for (const box of boxes) (layers[layer.get(box.id)!] ??= []).push(box)
  return ordered(layers, edges)
}

/** Boxes of a layer in the order of what leads to them, so that fewer arrows cross. */
function ordered(layers: Sized[][], edges: [from: string, to: string][]): Sized[][] {
  const position = new Map<string, number>()
  return layers.map((layer) => {
    const weight = (box: Sized, index: number) => {
      const before = edges.flatMap(([from, to]) => (to === box.id && position.has(from) ? [position.get(from)!] : []))
      return before.length === 0 ? index / layer.length : before.reduce((sum, it) => sum + it, 0) / before.length
    }
    const sorted = layer
      .map((box, index) => ({ box, index, weight: weight(box, index) }))
      .sort((a, b) => a.weight - b.weight || a.index - b.index)
      .map(({ box }) => box)
    sorted.forEach((box, index) => position.set(box.id, (index + 0.5) / sorted.length))
    return sorted
  })
}

function chunks<Item>(items: Item[], most: number): Item[][] {
  const parts = Math.ceil(items.length / most)
  const size = Math.ceil(items.length / parts)
  return Array.from({ length: parts }, (_, index) => items.slice(index * size, (index + 1) * size))
}
