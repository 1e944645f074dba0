/**
 * Paths whose beginning was cut off, where the code knows that it was cut in front of a slash: `path.slice(3)` where the path begins with
 * `/de/`, or where its first segment is one of several of two letters. In: the call that cuts. Out: whether what is left begins with a
 * slash, or is empty.
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import { LabelKind } from '../labels'
import { calledName, type Linked, receiverOf } from '../linked'
import { AT_LEAST, GREATER, isEqual, isUnequal, LESS, NOT } from '../operators'
import { SameValues } from './same-values'

const MOST_HOPS = 6
const MOST_REGIONS = 40
/** Of so many there may be more than are told. */
const MOST_TEXTS = 32

/** @param isPath whether a node is the path that is cut */
export function isCutAtSlash(linked: Linked, call: number, isPath: (node: number) => boolean): boolean {
  const { whole, values } = linked
  const [start] = whole.args(call)
  const [at, ...others] = start === undefined ? [] : values.numbers(start)
  const base = start === undefined ? -1 : baseMeasured(linked, start)
  if (base < 0 && (at === undefined || others.length > 0 || !(at > 0))) return false
  for (
    let region = whole.region[call] as number, hops = 0;
    region >= 0 && hops < MOST_REGIONS;
    region = whole.regions[region * 4 + 1] as number, hops++
  ) {
    const kind = whole.regions[region * 4] as RegionKind
    if (kind !== RegionKind.True && kind !== RegionKind.False) continue
    if (says(whole.regions[region * 4 + 2] as number, kind === RegionKind.True, 0)) return true
  }
  return false

  /** Whether a condition says that a slash, or the end, stands where the path is cut. */
  function says(condition: number, holds: boolean, hops: number): boolean {
    if (condition < 0 || condition >= whole.size || hops > MOST_HOPS) return false
    const inner = whole.a[condition] as number
    switch (whole.kind[condition] as Kind) {
      case Kind.Unary:
        return whole.c[condition] === NOT && says(inner, !holds, hops + 1)
      case Kind.Refine:
        return says(inner, holds, hops + 1)
      case Kind.Choice:
        return whole.c[condition] === (holds ? ChoiceKind.And : ChoiceKind.Or) && [...whole.items(inner)].some((item) => says(item, holds, hops + 1))
      case Kind.Call: {
        const [first] = whole.args(condition)
        if (!holds || first === undefined) return false
        const name = calledName(linked, condition)
        const receiver = receiverOf(linked, condition)
        if (name === 'startsWith' && base >= 0) return isPath(plain(linked, receiver)) && new SameValues(linked).isSame(first, base)
        if (base >= 0) return false
        if (name === 'startsWith') return isPath(plain(linked, receiver)) && all(textsOf(linked, first), (text) => text[at as number] === '/')
        return name === 'includes' && isFirstSegment(first) && all(listed(linked, receiver), fits)
      }
      case Kind.Binary:
        return base < 0 && compares(condition, holds)
      default:
        return false
    }
  }

  function compares(condition: number, holds: boolean): boolean {
    const [left, right, operator] = [whole.a[condition] as number, whole.b[condition] as number, whole.c[condition] as number]
    const equal = isEqual(operator) ? holds : isUnequal(operator) ? !holds : undefined
    if (equal === true && isFirstSegment(left)) return all(textsOf(linked, right), fits)
    if (equal === true && isFirstSegment(right)) return all(textsOf(linked, left), fits)
    // `list.indexOf(segment) !== -1`
    const place = plain(linked, left)
    if (place < 0 || whole.kind[place] !== Kind.Call || calledName(linked, place) !== 'indexOf') return false
    const number = new SameValues(linked).numberOf(right)
    const isFound =
      equal !== undefined
        ? !equal && number === -1
        : (holds && ((operator === GREATER && number === -1) || (operator === AT_LEAST && number === 0))) ||
          (!holds && operator === LESS && number === 0)
    const [asked] = whole.args(place)
    return isFound && asked !== undefined && isFirstSegment(asked) && all(listed(linked, receiverOf(linked, place)), fits)
  }

  /** Behind the first slash and a segment of that length comes the next slash, or nothing. */
  function fits(text: string): boolean {
    return text.length + 1 === at && !text.includes('/')
  }

  /** `path.split('/')[1]` */
  function isFirstSegment(node: number): boolean {
    const load = plain(linked, node)
    if (load < 0 || load >= whole.size || whole.kind[load] !== Kind.Load || whole.text(whole.b[load] as number) !== '1') return false
    const split = plain(linked, whole.a[load] as number)
    if (split < 0 || whole.kind[split] !== Kind.Call || calledName(linked, split) !== 'split') return false
    const [separator] = whole.args(split)
    return separator !== undefined && all(textsOf(linked, separator), (text) => text === '/') && isPath(plain(linked, receiverOf(linked, split)))
  }
}

/** `basePath.length` of a setting of the program: by convention, and as frameworks demand it, no slash stands at its end. */
function baseMeasured(linked: Linked, start: number): number {
  const { whole, values } = linked
  const load = plain(linked, start)
  if (load < 0 || load >= whole.size || whole.kind[load] !== Kind.Load || whole.text(whole.b[load] as number) !== 'length') return -1
  const base = plain(linked, whole.a[load] as number)
  // What is written in the code may end with a slash, which then is cut off as well.
  const texts = values.texts(base)
  if (texts.some(({ exact, value }) => exact && value.endsWith('/'))) return -1
  return isSettingOf(whole, base) ? base : -1
}

/** `process.env.BASE_PATH`, `import.meta.env.BASE_PATH`, `env.BASE_PATH` of what checks the environment. */
function isSettingOf(whole: Linked['whole'], node: number): boolean {
  if (node < 0 || node >= whole.size || whole.kind[node] !== Kind.Load || !/^[A-Z][A-Z\d_]+$/.test(whole.text(whole.b[node] as number))) return false
  return /(?:^|\.)(?:env|ENV)$/.test(whole.sourceOf(whole.a[node] as number, 60))
}

function plain({ whole }: Linked, node: number): number {
  let at = node
  for (let hops = 0; hops < MOST_HOPS && at >= 0 && at < whole.size; hops++) {
    const kind = whole.kind[at] as Kind
    const items = kind === Kind.Cell ? whole.items(whole.a[at] as number) : []
    if (kind === Kind.Refine) at = whole.a[at] as number
    else if (items.length === 1) at = items[0] as number
    else break
  }
  return at
}

const all = (texts: readonly string[] | undefined, fits: (text: string) => boolean): boolean =>
  texts !== undefined && texts.length > 0 && texts.every(fits)

/** All texts that a value may be; undefined where one of them is not known. */
function textsOf({ values, solver }: Linked, node: number): string[] | undefined {
  const texts = values.texts(node)
  const isWritten = solver.of(node).every((label) => solver.labels.kind[label] === LabelKind.Value) && texts.length < MOST_TEXTS
  return isWritten && texts.every(({ exact }) => exact) ? texts.map(({ value }) => value) : undefined
}

/** Texts of a list, or of what `map` makes of one. */
function listed(linked: Linked, node: number): string[] | undefined {
  const { whole, values } = linked
  const list = plain(linked, node)
  const isMapped = list >= 0 && list < whole.size && whole.kind[list] === Kind.Call && calledName(linked, list) === 'map'
  const [callback] = isMapped ? whole.args(list) : []
  const items =
    callback === undefined
      ? values.elements(node)
      : values
          .definitions(callback)
          .flatMap((made) => (whole.kind[made] === Kind.Function ? (whole.functions[whole.a[made] as number]?.returns ?? []) : []))
  const texts = items.map((item) => (whole.kind[item] === Kind.Load ? fieldTexts(linked, item) : textsOf(linked, item)))
  return texts.every((each) => each !== undefined) ? texts.flat() : undefined
}

/** `each.code` of objects that are all written out. */
function fieldTexts({ whole, solver }: Linked, load: number): string[] | undefined {
  // What they are declared to be says nothing of what is in them.
  const objects = solver.of(whole.a[load] as number).filter((label) => solver.labels.kind[label] !== LabelKind.Interface)
  const texts = objects.map((label) => {
    const object = solver.labels.data[label] as number
    if (solver.labels.kind[label] !== LabelKind.Object || whole.kind[object] !== Kind.Object) return undefined
    const items = [...whole.items(whole.a[object] as number)]
    if (items.some((item) => whole.kind[item] !== Kind.Property || whole.a[item] === -1)) return undefined
    const value = items.find((item) => whole.a[item] === whole.b[load])
    const written = value === undefined ? -1 : (whole.b[value] as number)
    return written >= 0 && whole.kind[written] === Kind.String ? whole.text(whole.a[written] as number) : undefined
  })
  return texts.every((text) => text !== undefined) ? texts : undefined
}
