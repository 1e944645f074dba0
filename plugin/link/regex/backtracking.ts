/**
 * How long a matcher that backtracks may take over a text that does not match. In: pattern and flags. Out: whether the time can
 * grow exponentially or polynomially with the text, and a text that shows it.
 *
 * Exponentially: a state comes back to itself over one word in two different ways, so that n copies of the word are read in 2^n
 * ways. Polynomially: a loop and a later loop read the same word, and what lies between reads it too, so that n copies can be
 * divided between them in n ways. Starting the search at every character is such a loop. (Weber and Seidl, On the degree of
 * ambiguity of finite automata, 1991.) Neither hurts unless the match then fails: every way has to be tried only then. So a
 * finding needs a text after which no way is complete.
 */
import type { AST } from '@eslint-community/regexpp'
import { type Automaton, automatonOf, WITHOUT_END } from './automaton'
import { flagsOf } from './matching'
import { parse } from './syntax'

export interface Backtracking {
  time: 'linear' | 'polynomial' | 'exponential' | 'unknown'
  /** What is repeated in a text that shows it; '' where the time is linear. */
  pump: string
  /** What stands before, and after it. */
  prefix: string
  suffix: string
  /** Only a text of several lines shows it. */
  newline: boolean
}

/** Most steps of one search. A step is some 50 to 100 ns, so that the worst expressions cost some milliseconds. */
const MOST_STEPS = 80_000
/** States of one loop at which words begin that another loop reads, too. Words come round, so few of them are enough. */
const MOST_PIVOTS = 6
/** Copies of a repeated word after which nothing new is expected. */
const MOST_COPIES = 40
/** Witnesses that are tried before an ambiguity is held to be harmless. */
const MOST_WITNESSES = 12

const LINEAR: Backtracking = { time: 'linear', pump: '', prefix: '', suffix: '', newline: false }
const UNKNOWN: Backtracking = { ...LINEAR, time: 'unknown' }
/** By expression: all there is, and what a look for exponential time alone finds. Whoever has the one has the other besides. */
const known = new Map<string, { all: Backtracking | undefined; exponential: Backtracking }>()

/** @param worst look for exponential time alone, which is found sooner; `linear` then means no more than that it is not */
export function backtrackingOf(pattern: string, flags: string, worst?: 'exponential'): Backtracking {
  const key = `/${pattern}/${flags}`
  const found = known.get(key)
  if (found && worst) return found.exponential
  if (found?.all) return found.all
  const made = analyse(pattern, flags, worst !== undefined)
  known.set(key, made)
  return made.all ?? made.exponential
}

function analyse(pattern: string, flags: string, exponentialOnly: boolean): { all: Backtracking | undefined; exponential: Backtracking } {
  // A part that repeats has one of these; most expressions of a program have none.
  if (!/[*+]|\{\d+,\d*\}|\{\d\d\d/.test(pattern)) return { all: LINEAR, exponential: LINEAR }
  const expression = parse(pattern, flags)
  if (!expression) return { all: UNKNOWN, exponential: UNKNOWN }
  const all: Backtracking[] = []
  const exponential: Backtracking[] = []
  for (const { alternatives } of [expression.tree, ...lookarounds(expression.tree)]) {
    const whole = alternatives === expression.tree.alternatives
    const loops = loopsIn({ alternatives })
    const varies = loops.some(mayVary)
    if (loops.length === 0 || (exponentialOnly && !varies)) continue
    const automaton = automatonOf({ alternatives }, flagsOf(expression.flags))
    const found = automaton
      ? new Search(automaton, whole && !expression.flags.includes('y')).run(exponentialOnly)
      : { all: UNKNOWN, exponential: UNKNOWN }
    all.push(found.all)
    if (varies) exponential.push(found.exponential)
  }
  return { all: exponentialOnly ? undefined : worstOf(all), exponential: worstOf(exponential) }
}

function worstOf(results: readonly Backtracking[]): Backtracking {
  for (const time of ['exponential', 'polynomial', 'unknown'] as const) {
    const worst = results.filter((result) => result.time === time).sort((one, other) => Number(one.newline) - Number(other.newline))[0]
    if (worst) return worst
  }
  return LINEAR
}

/** Whether rounds of a loop may differ in more than their characters: where none does, a text can be cut into rounds in one way. */
function mayVary({ element }: AST.Quantifier): boolean {
  const varies = (part: AST.Element): boolean => {
    if (part.type === 'Quantifier') return part.min !== part.max || varies(part.element)
    return 'alternatives' in part && (part.alternatives.length > 1 || part.alternatives.some(({ elements }) => elements.some(varies)))
  }
  return varies(element)
}

function loopsIn(node: { alternatives: readonly AST.Alternative[] }): AST.Quantifier[] {
  return node.alternatives.flatMap(({ elements }) => elements.flatMap(loopsOf))
}

function loopsOf(element: AST.Element): AST.Quantifier[] {
  if (element.type === 'Quantifier') return [...(element.max >= WITHOUT_END ? [element] : []), ...loopsOf(element.element)]
  return 'alternatives' in element ? loopsIn(element) : []
}

/** Conditions about what stands before or after are expressions of their own. */
function lookarounds(node: { alternatives: readonly AST.Alternative[] }): AST.LookaroundAssertion[] {
  const of = (element: AST.Element): AST.LookaroundAssertion[] => {
    if (element.type === 'Quantifier') return of(element.element)
    if (!('alternatives' in element)) return []
    return [...(element.type === 'Assertion' ? [element] : []), ...element.alternatives.flatMap(({ elements }) => elements.flatMap(of))]
  }
  return node.alternatives.flatMap(({ elements }) => elements.flatMap(of))
}

/** A word that is read in several ways, and how to get there. */
interface Witness {
  prefix: number[]
  pump: number[]
}

class OutOfSteps extends Error {}

class Search {
  /** Begins before the first character; and skips characters before a match begins. */
  private readonly begin: number
  private readonly skip: number
  private readonly next: (readonly number[])[]
  private readonly bits: Uint32Array
  private readonly words: number
  /** Letters, those that end lines last. */
  private readonly order: number[]
  private steps = 0

  constructor(
    private readonly automaton: Automaton,
    private readonly floats: boolean,
  ) {
    const { letters, moves, starts, floating, alphabet, newlines } = automaton
    const size = letters.length
    this.skip = size
    this.begin = size + 1
    this.next = [...moves.map((to) => [...to.keys()]), [...floating.keys(), size], [...starts.keys(), ...(floats ? [size] : [])]]
    const all = alphabet.characters.map((_, letter) => letter)
    this.order = [...all.filter((letter) => !newlines.has(letter)), ...all.filter((letter) => newlines.has(letter))]
    this.words = Math.ceil(all.length / 32)
    this.bits = new Uint32Array((size + 2) * this.words)
    this.order.forEach((letter, index) => {
      void letter
      const word = index >> 5
      this.bits[size * this.words + word] = ((this.bits[size * this.words + word] as number) | (1 << (index & 31))) >>> 0
    })
    const rank = new Map(this.order.map((letter, index) => [letter, index]))
    letters.forEach((own, state) => {
      for (const letter of own) {
        const index = rank.get(letter) as number
        const at = state * this.words + (index >> 5)
        this.bits[at] = ((this.bits[at] as number) | (1 << (index & 31))) >>> 0
      }
    })
  }

  run(exponentialOnly: boolean): { all: Backtracking; exponential: Backtracking } {
    if (this.automaton.acceptsEmpty) return { all: LINEAR, exponential: LINEAR }
    const components = this.components()
    const exponential = this.search('exponential', () => components.flatMap((component) => this.exponential(component)))
    if (exponential.time === 'exponential' || exponentialOnly) return { all: exponential, exponential }
    const polynomial = this.search('polynomial', () => this.polynomial(components))
    return { all: polynomial.time === 'linear' ? exponential : polynomial, exponential }
  }

  /** `unknown` where there were too many steps. */
  private search(time: 'exponential' | 'polynomial', witnesses: () => (Witness & { floats: boolean })[]): Backtracking {
    this.steps = 0
    try {
      return this.worst(time, witnesses()) ?? LINEAR
    } catch (problem) {
      if (!(problem instanceof OutOfSteps)) throw problem
      return UNKNOWN
    }
  }

  /** The first witness after which a match can fail; better one that needs no newline. */
  private worst(time: 'exponential' | 'polynomial', witnesses: (Witness & { floats: boolean })[]): Backtracking | undefined {
    let second: Backtracking | undefined
    for (const { prefix, pump, floats } of witnesses) {
      // Where a search floats, something in front may keep `^` from holding.
      const fronts = floats && prefix.length === 0 ? [[], ...this.order.map((_, letter) => [letter])] : [prefix]
      const [front, failing] = this.firstFailing(fronts, pump, floats)
      if (!front || !failing) continue
      const found: Backtracking = {
        time,
        prefix: this.text(front),
        pump: this.text(pump),
        suffix: this.text(failing),
        newline: [...front, ...pump, ...failing].some((letter) => this.isNewline(letter)),
      }
      if (!found.newline) return found
      second ??= found
    }
    return second
  }

  private firstFailing(fronts: number[][], pump: number[], floats: boolean): [front?: number[], failing?: number[]] {
    for (const front of fronts) {
      const failing = this.failing(front, pump, floats)
      if (failing) return [front, failing]
    }
    return []
  }

  private isNewline(index: number): boolean {
    return this.automaton.newlines.has(this.order[index] as number)
  }

  private text(letters: number[]): string {
    return letters.map((index) => this.automaton.alphabet.characters[this.order[index] as number]).join('')
  }

  private step(): void {
    if (++this.steps > MOST_STEPS) throw new OutOfSteps()
  }

  /** First letter that enters all these states, -1 where there is none. */
  private common(one: number, other: number, third = one): number {
    const { bits, words } = this
    for (let word = 0; word < words; word++) {
      const shared = (bits[one * words + word] as number) & (bits[other * words + word] as number) & (bits[third * words + word] as number)
      if (shared !== 0) return word * 32 + (31 - Math.clz32(shared & -shared))
    }
    return -1
  }

  private enters(state: number, letter: number): boolean {
    return (((this.bits[state * this.words + (letter >> 5)] as number) >>> (letter & 31)) & 1) === 1
  }

  // ── loops ────────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Sets of states that reach each other, after Tarjan; single states only where they repeat themselves. */
  private components(): number[][] {
    const size = this.skip
    const index = new Int32Array(size).fill(-1)
    const low = new Int32Array(size)
    const on = new Uint8Array(size)
    const stack: number[] = []
    const found: number[][] = []
    let count = 0
    for (let root = 0; root < size; root++) {
      if (index[root] !== -1) continue
      const work: [state: number, edge: number][] = [[root, 0]]
      while (work.length > 0) {
        const top = work[work.length - 1] as [number, number]
        const [state] = top
        if (top[1] === 0) {
          index[state] = low[state] = count++
          stack.push(state)
          on[state] = 1
        }
        const next = this.next[state] as readonly number[]
        if (top[1] < next.length) {
          const to = next[top[1]++] as number
          if (index[to] === -1) work.push([to, 0])
          else if (on[to]) low[state] = Math.min(low[state] as number, index[to] as number)
          continue
        }
        work.pop()
        const above = work[work.length - 1]
        if (above) low[above[0]] = Math.min(low[above[0]] as number, low[state] as number)
        if (low[state] !== index[state]) continue
        const component: number[] = []
        let last: number
        do {
          last = stack.pop() as number
          on[last] = 0
          component.push(last)
        } while (last !== state)
        if (component.length > 1 || next.includes(state)) found.push(component)
      }
    }
    return found
  }

  /** Letters of a shortest way between two states, both ends among `inside` where that is given. */
  private way(from: number, to: number, inside?: Set<number>): number[] | undefined {
    const before = new Map<number, number>()
    const queue = [from]
    for (const at of queue)
      for (const next of this.next[at] as readonly number[]) {
        if (before.has(next) || (inside && !inside.has(next)) || next === this.skip) continue
        before.set(next, at)
        if (next === to) {
          const letters: number[] = []
          for (let state = next; ; ) {
            letters.unshift(this.common(state, state))
            state = before.get(state) as number
            if (state === from) return letters
          }
        }
        queue.push(next)
      }
    return undefined
  }

  private prefixTo(state: number): number[] | undefined {
    return state === this.skip ? [] : this.way(this.begin, state)
  }

  // ── exponential ──────────────────────────────────────────────────────────────────────────────────────────────────────

  private exponential(component: number[]): (Witness & { floats: boolean })[] {
    const inside = new Set(component)
    const found: (Witness & { floats: boolean })[] = []
    const note = (at: number, pump: number[]) => {
      const prefix = this.prefixTo(at)
      if (prefix) found.push({ prefix, pump, floats: false })
    }
    for (const state of component)
      for (const [to, ways] of this.automaton.moves[state] as Map<number, 1 | 2>) {
        if (ways < 2 || !inside.has(to) || found.length >= MOST_WITNESSES) continue
        const back = to === state ? [] : this.way(to, state, inside)
        if (back) note(state, [this.common(to, to), ...back])
      }
    for (const { from, word, to } of this.parting(component, inside)) {
      const back = from === to ? [] : this.way(to, from, inside)
      if (back) note(from, [...word, ...back])
    }
    return found
  }

  /** Words over which one state parts into two that come together again, all inside one component. */
  private parting(component: number[], inside: Set<number>): { from: number; word: number[]; to: number }[] {
    const size = this.skip + 2
    const next = new Map(component.map((state) => [state, (this.next[state] as readonly number[]).filter((to) => inside.has(to))]))
    // States that go on alike are followed once: a choice of a hundred words has a hundred such ends.
    const alike = new Map<string, number>()
    const group = new Map(
      component.map((state) => {
        const key = (next.get(state) as number[]).join()
        if (!alike.has(key)) alike.set(key, state)
        return [state, alike.get(key) as number]
      }),
    )
    const before = new Map<number, { pair: number; letter: number }>()
    const queue: number[] = []
    const expanded = new Set<string>()
    const found: { from: number; word: number[]; to: number }[] = []
    const close = (pair: number, to: number, letter: number) => {
      const word = [letter]
      let at = pair
      for (let step = before.get(at); step; step = before.get(at)) {
        word.unshift(step.letter)
        at = step.pair
      }
      found.push({ from: at % size, word, to })
    }
    const expand = (one: number, other: number) => {
      const pair = one * size + other
      const key = `${group.get(one)} ${group.get(other)} ${one === other}`
      if (expanded.has(key)) return
      expanded.add(key)
      for (const a of next.get(one) as number[])
        for (const b of next.get(other) as number[]) {
          this.step()
          if (one === other && a >= b) continue
          const letter = this.common(a, b)
          if (letter < 0) continue
          if (a === b) {
            if (found.length < MOST_WITNESSES) close(pair, a, letter)
            continue
          }
          const to = Math.min(a, b) * size + Math.max(a, b)
          if (before.has(to)) continue
          before.set(to, { pair, letter })
          queue.push(to)
        }
    }
    for (const state of component) expand(state, state)
    for (const pair of queue) expand(Math.floor(pair / size), pair % size)
    return found
  }

  // ── polynomial ───────────────────────────────────────────────────────────────────────────────────────────────────────

  private polynomial(components: number[][]): (Witness & { floats: boolean })[] {
    const found: (Witness & { floats: boolean })[] = []
    const loops = this.floats ? [[this.skip], ...components] : components
    for (const one of loops) {
      const after = this.reach(one)
      for (const other of components) {
        if (one === other || !after.has(other[0] as number)) continue
        const between = new Set([...this.reachBack(other, after), ...one, ...other])
        for (const p of this.pivots(one))
          for (const q of this.pivots(other)) {
            if (found.length >= MOST_WITNESSES) return found
            const pump = this.shared(p, q, new Set(one), new Set(other), between)
            if (!pump) continue
            const prefix = this.prefixTo(p)
            if (prefix) found.push({ prefix, pump, floats: p === this.skip })
          }
      }
    }
    return found
  }

  /** States where a loop is entered first: what is read there is what a reader would try. */
  private pivots(component: number[]): number[] {
    if (component.length <= MOST_PIVOTS) return component
    const inside = new Set(component)
    const entered = new Set(this.next.flatMap((next, state) => (inside.has(state) ? [] : next.filter((to) => inside.has(to)))))
    return [...entered, ...component.filter((state) => !entered.has(state))].slice(0, MOST_PIVOTS)
  }

  private reach(from: readonly number[]): Set<number> {
    const seen = new Set(from)
    for (const state of seen) for (const next of this.next[state] as readonly number[]) seen.add(next)
    return seen
  }

  /** States of `among` that lead to one of `to`. */
  private reachBack(to: readonly number[], among: Set<number>): Set<number> {
    const seen = new Set(to)
    for (let size = -1; size !== seen.size; ) {
      size = seen.size
      for (const state of among) if (!seen.has(state) && (this.next[state] as readonly number[]).some((next) => seen.has(next))) seen.add(state)
    }
    return seen
  }

  /** A word over which p comes back to p, q to q, and p goes to q. */
  private shared(p: number, q: number, one: Set<number>, other: Set<number>, between: Set<number>): number[] | undefined {
    const size = this.skip + 2
    const key = (x: number, y: number, z: number) => (x * size + y) * size + z
    const start = key(p, p, q)
    const goal = key(p, q, q)
    const before = new Map<number, { key: number; letter: number }>()
    const queue: [number, number, number][] = [[p, p, q]]
    for (const [x, y, z] of queue)
      for (const z2 of this.next[z] as readonly number[]) {
        if (!other.has(z2)) continue
        for (const x2 of this.next[x] as readonly number[]) {
          if (!one.has(x2)) continue
          this.step()
          if (this.common(x2, z2) < 0) continue
          for (const y2 of this.next[y] as readonly number[]) {
            this.step()
            if (!between.has(y2)) continue
            const letter = this.common(x2, y2, z2)
            const to = key(x2, y2, z2)
            if (letter < 0 || before.has(to)) continue
            before.set(to, { key: key(x, y, z), letter })
            if (to === goal) {
              const word: number[] = []
              for (let at = goal; ; ) {
                const step = before.get(at) as { key: number; letter: number }
                word.unshift(step.letter)
                at = step.key
                if (at === start) return word
              }
            }
            queue.push([x2, y2, z2])
          }
        }
      }
    return undefined
  }

  // ── failing ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** What follows the repeated word so that no way is complete; undefined where some way always is. */
  private failing(prefix: number[], pump: number[], floats: boolean): number[] | undefined {
    let states: Set<number> | undefined = new Set([this.begin])
    for (const letter of prefix) if (states) states = this.after(states, letter, floats)
    // Until another copy changes nothing: a match may need some of them to be complete.
    for (let copies = 0, before = ''; states && copies < MOST_COPIES; copies++) {
      for (const letter of pump) if (states) states = this.after(states, letter, floats)
      const now: string = [...(states ?? [])].sort((one, other) => one - other).join()
      if (now === before) break
      before = now
    }
    if (!states) return undefined
    // Attempts that begin behind the repeated words come too late to spare the time.
    states.delete(this.skip)
    return this.rest(states)
  }

  /** States after one more letter; undefined where a match is complete. */
  private after(states: Set<number>, letter: number, floats: boolean): Set<number> | undefined {
    const { accepting, accepting$, multiline } = this.automaton
    if (multiline && this.isNewline(letter)) for (const state of states) if (accepting$.has(state)) return undefined
    const found = new Set<number>()
    for (const state of states)
      for (const next of this.next[state] as readonly number[]) {
        if ((next === this.skip && !floats) || !this.enters(next, letter)) continue
        if (accepting.has(next)) return undefined
        found.add(next)
      }
    return found
  }

  private rest(states: Set<number>): number[] | undefined {
    const { accepting$ } = this.automaton
    const failed = (at: Set<number>) => ![...at].some((state) => accepting$.has(state))
    if (failed(states)) return []
    let level: { states: Set<number>; word: number[] }[] = [{ states, word: [] }]
    for (let length = 1; length <= 3; length++) {
      const next: typeof level = []
      for (const { states: at, word } of level)
        for (let letter = 0; letter < this.order.length && next.length < 60; letter++) {
          const after = this.after(at, letter, false)
          if (!after) continue
          if (failed(after)) return [...word, letter]
          next.push({ states: after, word: [...word, letter] })
        }
      level = next
    }
    return undefined
  }
}
