/** Where arrows leave a box and where they come in. In: pairs of boxes and their places. Out: points for each arrow. */
import type { Place } from './elements'

type Point = [x: number, y: number]
type Side = 'left' | 'right' | 'top' | 'bottom'

interface End {
  box: string
  side: Side
  /** Middle of the box at the other end: ends of one side stand in this order. */
  other: Point
}

/** Between a box and the end of an arrow. */
const gap = 2

export function waysOf(edges: { from: string; to: string }[], places: Map<string, Place>): Point[][] {
  const ends = edges.map(({ from, to }): [End, End] => {
    const [start, end] = [places.get(from)!, places.get(to)!]
    const [side, opposite] = sidesOf(start, end)
    return [
      { box: from, side, other: middle(end) },
      { box: to, side: opposite, other: middle(start) },
    ]
  })
  const bySide = new Map<string, End[]>()
  for (const end of ends.flat()) bySide.set(`${end.box} ${end.side}`, [...(bySide.get(`${end.box} ${end.side}`) ?? []), end])
  for (const list of bySide.values()) {
    const axis = isUpright(list[0]!.side) ? 1 : 0
    list.sort((a, b) => a.other[axis] - b.other[axis])
  }
  const pointOf = (end: End): Point => {
    const list = bySide.get(`${end.box} ${end.side}`)!
    const share = (list.indexOf(end) + 1) / (list.length + 1)
    const { x, y, width, height } = places.get(end.box)!
    if (isUpright(end.side)) return [end.side === 'left' ? x - gap : x + width + gap, Math.round(y + height * share)]
    return [Math.round(x + width * share), end.side === 'top' ? y - gap : y + height + gap]
  }
  return ends.map(([start, end]) => {
    const [first, last] = [pointOf(start), pointOf(end)]
    // A box that leads to itself: around its corner.
    if (start.box === end.box) return [first, [first[0] + 30, first[1]], [first[0] + 30, last[1] + 30], [last[0], last[1] + 30], last]
    return [first, last]
  })
}

/** Right and left where the boxes stand side by side, else bottom and top. */
function sidesOf(from: Place, to: Place): [Side, Side] {
  if (from === to) return ['right', 'bottom']
  if (to.x >= from.x + from.width) return ['right', 'left']
  if (from.x >= to.x + to.width) return ['left', 'right']
  return to.y > from.y ? ['bottom', 'top'] : ['top', 'bottom']
}

function isUpright(side: Side): boolean {
  return side === 'left' || side === 'right'
}

function middle({ x, y, width, height }: Place): Point {
  return [x + width / 2, y + height / 2]
}
