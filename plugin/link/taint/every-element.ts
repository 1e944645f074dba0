/**
 * Lists of which every element was asked: a loop that leaves the function for one it does not like, `for (const part of parts) if
 * (BAD.has(part)) return`, `parts.forEach` with what throws, `if (parts.some(isBad)) return`. In: a function, or a region of it. Out: the
 * list, and the kinds of harm that its elements do no more behind that.
 */
import { Kind, RegionKind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { NOT } from '../operators'
import type { Conditions } from './conditions'
import { ALL } from './kinds'

export interface EveryElement {
  /** Behind this place of the file, wherever a region lies in `region`. */
  end: number
  region: number
  list: number
  clears: number
}

/** Methods that hand out elements or lists of them, and make no text of several. */
const HANDS_OUT =
  /^(?:reduce|reduceRight|forEach|map|flatMap|filter|find|findLast|findIndex|some|every|slice|concat|pop|shift|at|values|entries|reverse|toReversed|splice)$/
/** A loop that is left early, or that goes on with the next element, may not have asked all of them. */
const LEFT_EARLY = /\b(?:break|continue)\b/

/**
 * @param whereItComesBack kinds ruled out for a value wherever a function comes back
 */
export function elementsAsked(
  linked: Linked,
  conditions: Conditions,
  fn: number,
  whereItComesBack: (fn: number, value: number) => number,
): EveryElement[] {
  const { whole, solver } = linked
  const found: EveryElement[] = []
  const leaving = regionsLeft(linked, fn)
  for (const node of lookupOf(whole).inFunction(fn)) {
    if (whole.kind[node] === Kind.Element) {
      const loop = loopOver(linked, node)
      if (!loop) continue
      const { region: within, end, list } = loop
      let clears = 0
      for (const region of leaving)
        if (whole.regions[region * 4 + 1] === within)
          clears |= conditions.where(whole.regions[region * 4 + 2] as number, node, whole.regions[region * 4] !== RegionKind.True)
      if (clears !== 0) found.push({ end, region: whole.regions[within * 4 + 1] as number, list, clears })
    } else if (whole.kind[node] === Kind.Call && calledName(linked, node) === 'forEach') {
      const list = receiverOf(linked, node)
      const [callback] = whole.args(node)
      const asking = callback !== undefined && whole.kind[callback] === Kind.Function ? (whole.a[callback] as number) : -1
      const element = whole.functions[asking]?.params[0]
      if (list < 0 || element === undefined || [...(solver.callees.get(node) ?? [])].some((each) => each !== asking)) continue
      const clears = whereItComesBack(asking, element)
      if (clears !== 0 && clears !== ALL) found.push({ end: whole.end[node] as number, region: whole.region[node] as number, list, clears })
    }
  }
  return found.filter(({ list, end }) => !isFilled(linked, conditions, fn, list, end))
}

/** A loop that comes to every element of a list, if it comes to its end. */
export interface Loop {
  region: number
  list: number
  /** Where it ends in its file. */
  end: number
}

/** The loop that hands out an element in turn, where it passes none of them over. */
export function loopOver({ whole }: Linked, element: number): Loop | undefined {
  const [region, list] = [whole.region[element] as number, whole.a[element] as number]
  if (region < 0 || whole.regions[region * 4] !== RegionKind.Loop || whole.regions[region * 4 + 2] !== list) return undefined
  const { text } = whole.files[whole.fileOf(element)] as { text: string }
  // A region of a loop is told by what it goes through; its body stands behind that.
  const head = whole.regionsAt[region * 2 + 1] as number
  const end = endOfStatement(text, text.indexOf(')', head) + 1)
  return end < 0 || LEFT_EARLY.test(text.slice(head, end)) ? undefined : { region, list, end }
}

/** Whether anything is put into a list afterwards. */
function isFilled(linked: Linked, conditions: Conditions, fn: number, list: number, end: number): boolean {
  const { whole } = linked
  return lookupOf(whole)
    .inFunction(fn)
    .some((node) => {
      if ((whole.pos[node] as number) < end) return false
      if (whole.kind[node] === Kind.StoreDynamic) return conditions.isSame(whole.a[node] as number, list)
      return (
        whole.kind[node] === Kind.Call &&
        /^(?:push|unshift|splice|fill)$/.test(calledName(linked, node)) &&
        conditions.isSame(receiverOf(linked, node), list)
      )
    })
}

/** Regions under a condition that end with what leaves the function. */
function regionsLeft({ whole }: Linked, fn: number): Set<number> {
  const of = whole.functions[fn]
  const ends = [
    ...(of?.returnRegions ?? []),
    ...[...lookupOf(whole).inFunction(fn)].filter((node) => whole.kind[node] === Kind.Throw).map((node) => whole.region[node] as number),
  ]
  return new Set(
    ends.filter((region) => region >= 0 && (whole.regions[region * 4] === RegionKind.True || whole.regions[region * 4] === RegionKind.False)),
  )
}

/** Where a statement ends that begins at a place: behind its block, or behind the line of one without; -1 where that cannot be told. */
function endOfStatement(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const letter = text[at] as string
    if (letter === "'" || letter === '"' || letter === '`') {
      at = endOfQuoted(text, at)
      if (at < 0) return -1
    } else if (text.startsWith('//', at)) at = text.indexOf('\n', at) - 1
    else if (text.startsWith('/*', at)) at = text.indexOf('*/', at) + 1
    else if (OPENS.includes(letter)) depth++
    else if (CLOSES.includes(letter)) {
      depth--
      // The end of the block around, behind a statement without a sign at its end.
      if (depth < 0) return at
      if (depth === 0 && letter === '}' && !/^\s*else\b/.test(text.slice(at + 1, at + 200))) return at + 1
    } else if (
      depth === 0 &&
      (letter === ';' || (letter === '\n' && text.slice(start, at).trim() !== '' && !CONTINUED.test(text.slice(at, at + 200))))
    )
      return at + 1
    if (at < start) return -1
  }
  return -1
}

const OPENS = '([{'
const CLOSES = ')]}'
const CONTINUED = /^\s*(?:[.?:&|+({[]|else\b|return\b|throw\b|if\b)/

function endOfQuoted(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === text[start]) return at
  }
  return -1
}

/** `if (parts.some((part) => BAD.has(part))) return`: kinds ruled out for the elements of a list by the conditions around. */
export function elementsAskedAround(linked: Linked, conditions: Conditions, within: number, isList: (node: number) => boolean): number {
  const { whole } = linked
  let mask = 0
  for (let region = within; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    const kind = whole.regions[region * 4] as RegionKind
    if (kind !== RegionKind.True && kind !== RegionKind.False) continue
    let [at, holds] = [whole.regions[region * 4 + 2] as number, kind === RegionKind.True]
    while (at >= 0 && at < whole.size && (whole.kind[at] === Kind.Refine || (whole.kind[at] === Kind.Unary && whole.c[at] === NOT))) {
      if (whole.kind[at] === Kind.Unary) holds = !holds
      at = whole.a[at] as number
    }
    if (at < 0 || at >= whole.size || whole.kind[at] !== Kind.Call) continue
    const name = calledName(linked, at)
    if (!(name === 'some' ? !holds : name === 'every' && holds) || !isList(receiverOf(linked, at))) continue
    const [callback] = whole.args(at)
    const fn = callback !== undefined && whole.kind[callback] === Kind.Function ? whole.functions[whole.a[callback] as number] : undefined
    const element = fn?.params[0]
    if (fn === undefined || element === undefined || fn.returns.length !== 1 || fn.endRegion >= 0) continue
    mask |= conditions.where(fn.returns[0] as number, element, name === 'every')
  }
  return mask
}

/** Whether what a node makes of a list are elements of it, or lists of them. What is cut out of a text is a text of several characters. */
export function readsElements(linked: Linked, conditions: Conditions, node: number, list: number): boolean {
  const { whole } = linked
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Element || kind === Kind.LoadDynamic) return true
  const method = kind === Kind.Load ? whole.text(whole.b[node] as number) : kind === Kind.Call ? calledName(linked, node) : ''
  return HANDS_OUT.test(method) && (!OF_TEXTS.test(method) || isMadeAsList(linked, conditions.madeAs(list)))
}

const OF_TEXTS = /^(?:slice|concat|at)$/
const MAKES_LISTS = /^(?:split|map|flatMap|filter|flat|from|keys|values|entries|toSorted|toReversed|matchAll)$/

function isMadeAsList(linked: Linked, node: number): boolean {
  const { whole } = linked
  if (node < 0 || node >= whole.size) return false
  return whole.kind[node] === Kind.Array || (whole.kind[node] === Kind.Call && MAKES_LISTS.test(calledName(linked, node)))
}
