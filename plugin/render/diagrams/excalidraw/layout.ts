/** Places for boxes. In: boxes with their size, and which of them leads to which. Out: places in layers, from left to right, that never overlap. */

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
}

export function layered(boxes: Sized[], edges: [from: string, to: string][], spacing: Spacing): Layout {
  const layers = layersOf(boxes, edges)
  const heights = layers.map((layer) => layer.reduce((sum, it) => sum + it.height + spacing.boxes, -spacing.boxes))
  const height = Math.max(0, ...heights)
  const at = new Map<string, { x: number; y: number }>()
  let left = 0
  layers.forEach((layer, index) => {
    const width = Math.max(...layer.map((it) => it.width))
    // Every layer in the middle of the highest.
    let y = (height - heights[index]!) / 2
    for (const it of layer) {
      at.set(it.id, { x: left + (width - it.width) / 2, y })
      y += it.height + spacing.boxes
    }
    left += width + spacing.layers
  })
  return { at, width: Math.max(0, left - spacing.layers), height }
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
  // Every layer up to the last has a box: one stands behind another's.
  const layers: Sized[][] = Array.from({ length: Math.max(-1, ...layer.values()) + 1 }, () => [])
  for (const box of boxes) layers[layer.get(box.id)!]!.push(box)
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
    for (const [index, box] of sorted.entries()) position.set(box.id, (index + 0.5) / sorted.length)
    return sorted
  })
}
