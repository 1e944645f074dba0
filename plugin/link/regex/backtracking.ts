/**
 * How long a matcher that backtracks may take over a text that does not match. In: pattern and flags. Out: whether the time can
 * grow exponentially or polynomially with the text, and a text that shows it.
 *
 * Exponentially: a state comes back to itself over one word in two different ways, so that n copies of the word are read in 2^n
 * ways. Polynomially: a loop and a later loop read the same word, and what lies between reads it too, so that n copies can be
 * divided between them in n ways. Starting the search at every character is such a loop. (Weber and Seidl, On the degree of
 * ambiguity of finite automata, 1991.) Neither hurts where one of these ways is complete: the others are then not tried. So a
 * finding needs a text after which none of them is, nor any that is tried before the last of them. What is tried after that may
 * well be: `^(?:(?:a+)+b|.*)` matches every text, and takes its time before it does.
 */
import type { AST } from '@eslint-community/regexpp'
import { type Automaton, automatonOf, WITHOUT_END } from './automaton'
import { flagsOf } from './matching'
import { growthOf } from './steps'
import { type Expression, parse } from './syntax'

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

const MOST_ALIKE = 4
/** Witnesses that turn out to be none before the rest is taken to be none either. */
const MOST_MISSES = 8

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
      ? searched(
          automaton,
          { floats: whole && floats(automaton, expression.flags), holds: whole ? holdsIn(expression) : () => true },
          exponentialOnly,
        )
      : { all: UNKNOWN, exponential: UNKNOWN }
    all.push(found.all)
    if (varies) exponential.push(found.exponential)
  }
  return { all: exponentialOnly ? undefined : worstOf(all), exponential: worstOf(exponential) }
}

interface Found {
  all: Backtracking
  exponential: Backtracking
}

interface Conditions {
  floats: boolean
  /** Whether the time grows as it is said to. */
  holds: (found: Backtracking) => boolean
}

function searched(automaton: Automaton, conditions: Conditions, exponentialOnly: boolean): Found {
  const first = new Search(automaton, conditions)
  const found = first.run(exponentialOnly)
  if (!first.missed || found.all.time !== 'linear') return found
  // What was tried is made of the first letters that came. With others it may hold: a line end before `^`, a space before `\b`.
  return new Search(automaton, conditions, 'other letters').run(exponentialOnly)
}

/** An automaton knows nothing of some conditions, so that what depends on them has to be tried: by counting steps. */
function holdsIn(expression: Expression): Conditions['holds'] {
  if (!dependsOnMore(expression)) return () => true
  return (found) => {
    const growth = growthOf(expression, found)
    return growth === undefined || growth === 'exponential' || growth === found.time
  }
}

function dependsOnMore({ tree, flags }: Expression): boolean {
  const conditions = (element: AST.Element): boolean => {
    if (element.type === 'Quantifier') return conditions(element.element)
    if (element.type === 'Backreference') return true
    if (element.type === 'Assertion' && (flags.includes('m') || !['start', 'end'].includes(element.kind))) return true
    return 'alternatives' in element && element.alternatives.some(({ elements }) => elements.some(conditions))
  }
  return tree.alternatives.some(({ elements }) => elements.some(conditions))
}

/** Whether a match is looked for at every character: not where it has to begin at a given one, or is found at the first. */
function floats({ acceptsEmpty }: Automaton, flags: string): boolean {
  return !flags.includes('y') && (!acceptsEmpty || flags.includes('g'))
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

/** A word that is read in several ways, and how to get there; with the states of the way that is tried last. */
interface Witness {
  prefix: Way
  pump: number[]
  /** Over the first of the repeated words, and over each later one. */
  first: number[]
  later: number[]
}

interface Way {
  letters: number[]
  /** After each letter. */
  states: number[]
}

/** States of one loop, of the ways to another, and of that. */
type Insides = [one: Set<number>, between: Set<number>, other: Set<number>]

class OutOfSteps extends Error {}

class Search {
  /** Begins before the first character; and skips characters before a match begins. */
  private readonly begin: number
  private readonly skip: number
  private readonly next: (readonly number[])[]
  /** State → where it goes on, in the order of trying. */
  private readonly tried: (readonly number[])[]
  /** State → where it goes on → how much else is tried before the last way there. */
  private readonly place: Map<number, number>[]
  private readonly bits: Uint32Array
  private readonly words: number
  /** Letters, those that end lines last. */
  private readonly order: number[]
  private steps = 0
  /** Some word is read in several ways, though a match after it cannot fail as far as this was looked into. */
  missed = false
  /** Whether words are made of the last letters rather than the first. */
  private backwards = false

  constructor(
    private readonly automaton: Automaton,
    private readonly conditions: Conditions,
    private readonly made: 'first letters' | 'other letters' = 'first letters',
  ) {
    const { letters, moves, tried, starts, floating, alphabet, newlines } = automaton
    const size = letters.length
    this.skip = size
    this.begin = size + 1
    this.next = [...moves.map((to) => [...to.keys()]), [...floating.keys(), size], [...starts.keys(), ...(conditions.floats ? [size] : [])]]
    this.tried = [...tried, ...this.next.slice(size)]
    this.place = this.tried.map((next) => new Map(next.map((to, index) => [to, index])))
    const all = alphabet.characters.map((_, letter) => letter)
    const kinds = [/^\w/, /^[^\w\n\r\u2028\u2029]/].map((kind) =>
      all.filter((letter) => !newlines.has(letter) && kind.test(alphabet.characters[letter] as string)),
    ) as [number[], number[]]
    const [words, signs] = kinds
    const lines = [...newlines].sort((one, other) => one - other)
    // The last are the other letters.
    this.order = made === 'other letters' && !automaton.multiline ? [...words, ...lines, ...signs] : [...words, ...signs, ...lines]
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

  run(exponentialOnly: boolean): Found {
    if (this.automaton.acceptsEmpty && this.automaton.lazy) return { all: LINEAR, exponential: LINEAR }
    const components = this.components()
    const exponential = this.search('exponential', () => this.otherwise(() => components.flatMap((component) => this.exponential(component))))
    if (exponential.time === 'exponential' || exponentialOnly) return { all: exponential, exponential }
    const polynomial = this.search('polynomial', () => this.polynomial(components))
    return { all: polynomial.time === 'linear' ? exponential : polynomial, exponential }
  }

  /** `unknown` where there were too many steps. */
  private search(time: 'exponential' | 'polynomial', witnesses: () => Witness[]): Backtracking {
    this.steps = 0
    try {
      return this.worst(time, witnesses()) ?? LINEAR
    } catch (problem) {
      if (!(problem instanceof OutOfSteps)) throw problem
      return UNKNOWN
    }
  }

  /** The first witness after which a match can fail; better one that needs no newline. */
  private worst(time: 'exponential' | 'polynomial', witnesses: Witness[]): Backtracking | undefined {
    let second: Backtracking | undefined
    let misses = 0
    for (const witness of witnesses) {
      // Where a search floats, something in front may keep `^` from holding.
      const floats = witness.later[0] === this.skip
      const fronts = floats ? [witness.prefix, ...this.order.map((_, letter) => ({ letters: [letter], states: [this.skip] }))] : [witness.prefix]
      const [front, failing] = this.firstFailing(fronts, witness)
      this.missed = true
      if (!front || !failing) continue
      const { pump } = witness
      const found: Backtracking = {
        time,
        prefix: this.text(front),
        pump: this.text(pump),
        suffix: this.text(failing),
        newline: [...front, ...pump, ...failing].some((letter) => this.isNewline(letter)),
      }
      // The second one that needs several lines says no more than the first.
      if (found.newline && second) continue
      if (!this.conditions.holds(found)) {
        if (++misses >= MOST_MISSES) return second
        continue
      }
      if (!found.newline) return found
      second = found
    }
    return second
  }

  private firstFailing(fronts: Way[], witness: Witness): [front?: number[], failing?: number[]] {
    for (const prefix of fronts) {
      const failing = this.failing({ ...witness, prefix })
      if (failing) return [prefix.letters, failing]
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

  /** First letter that enters all these states, or the last; -1 where there is none. */
  private common(one: number, other: number, third = one): number {
    const { bits, words } = this
    if (this.backwards) {
      for (let word = words - 1; word >= 0; word--) {
        const shared = (bits[one * words + word] as number) & (bits[other * words + word] as number) & (bits[third * words + word] as number)
        if (shared !== 0) return word * 32 + (31 - Math.clz32(shared))
      }
      return -1
    }
    for (let word = 0; word < words; word++) {
      const shared = (bits[one * words + word] as number) & (bits[other * words + word] as number) & (bits[third * words + word] as number)
      if (shared !== 0) return word * 32 + (31 - Math.clz32(shared & -shared))
    }
    return -1
  }

  /** With the last letters, where the first ones did not do. */
  private otherwise<T>(make: () => T): T {
    const before = this.backwards
    this.backwards = this.made === 'other letters'
    const made = make()
    this.backwards = before
    return made
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

  /** A shortest way between two states, both ends among `inside` where that is given. */
  private way(from: number, to: number, inside?: Set<number>): Way | undefined {
    const before = new Map<number, number>()
    const queue = [from]
    for (const at of queue)
      for (const next of this.next[at] as readonly number[]) {
        if (before.has(next) || (inside && !inside.has(next)) || next === this.skip) continue
        before.set(next, at)
        if (next === to) {
          const states: number[] = []
          for (let state = next; ; ) {
            states.unshift(state)
            state = before.get(state) as number
            if (state === from) return { letters: states.map((one) => this.common(one, one)), states }
          }
        }
        queue.push(next)
      }
    return undefined
  }

  private prefixTo(state: number): Way | undefined {
    return state === this.skip ? { letters: [], states: [] } : this.otherwise(() => this.way(this.begin, state))
  }

  /** Of the ways over these letters, the one that is tried last: its states. */
  private last(from: number, to: number, letters: number[], inside: Set<number>): number[] | undefined {
    const layers: Set<number>[] = [new Set([from])]
    for (const letter of letters) {
      const layer = new Set<number>()
      for (const state of layers[layers.length - 1] as Set<number>)
        for (const next of this.next[state] as readonly number[]) if (inside.has(next) && this.enters(next, letter)) layer.add(next)
      layers.push(layer)
    }
    if (!layers[letters.length]?.has(to)) return undefined
    // Only what still comes to the end.
    layers[letters.length] = new Set([to])
    for (let at = letters.length - 1; at > 0; at--) {
      const after = layers[at + 1] as Set<number>
      for (const state of layers[at] as Set<number>)
        if (!(this.next[state] as readonly number[]).some((next) => after.has(next))) layers[at]?.delete(state)
    }
    const states: number[] = []
    let at = from
    for (const layer of layers.slice(1)) {
      at = (this.tried[at] as readonly number[]).findLast((next) => layer.has(next)) as number
      states.push(at)
    }
    return states
  }

  // ── exponential ──────────────────────────────────────────────────────────────────────────────────────────────────────

  private exponential(component: number[]): Witness[] {
    const inside = new Set(component)
    const found: Witness[] = []
    const note = (at: number, pump: number[]) => {
      const prefix = this.prefixTo(at)
      const last = this.last(at, at, pump, inside)
      if (prefix && last) found.push({ prefix, pump, first: last, later: last })
    }
    for (const state of component)
      for (const [to, ways] of this.automaton.moves[state] as Map<number, 1 | 2>) {
        if (ways < 2 || !inside.has(to) || found.length >= MOST_WITNESSES) continue
        const back = to === state ? [] : this.way(to, state, inside)?.letters
        if (back) note(state, [this.common(to, to), ...back])
      }
    for (const { from, word, to } of this.parting(component, inside))
      for (const at of this.made === 'first letters' ? [from] : this.alike(from, component)) {
        const back = at === to ? [] : this.way(to, at, inside)?.letters
        if (back) note(at, [...word, ...back])
      }
    return found
  }

  /** States that go on as this one does, and are entered by other letters: what is read before may have to be one of these. */
  private alike(state: number, component: number[]): number[] {
    const key = (this.next[state] as readonly number[]).join()
    return component.filter((other) => (this.next[other] as readonly number[]).join() === key).slice(0, MOST_ALIKE)
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

  private polynomial(components: number[][]): Witness[] {
    const found: Witness[] = []
    const loops = this.conditions.floats ? [[this.skip], ...components] : components
    for (const one of loops) {
      const after = this.reach(one)
      for (const other of components) {
        if (one === other || !after.has(other[0] as number)) continue
        // Whichever way comes to it first is complete.
        if (other.every((state) => this.automaton.accepting.has(state))) continue
        const between = new Set([...this.reachBack(other, after), ...one, ...other])
        for (const p of this.pivots(one))
          for (const q of this.pivots(other)) {
            if (found.length >= MOST_WITNESSES) return found
            const inside: Insides = [new Set(one), between, new Set(other)]
            const pumps = this.pumps(p, q, inside)
            const prefix = pumps.length > 0 ? this.prefixTo(p) : undefined
            for (const pump of pumps) {
              const lasts = this.lastOf(p, q, pump, inside)
              if (prefix && lasts) found.push({ prefix, pump, ...lasts })
            }
          }
      }
    }
    return found
  }

  /** Of the ways that divide the words between two loops, the one that is tried last: the first loop of a lazy one reads them all. */
  private lastOf(p: number, q: number, pump: number[], [one, between, other]: Insides) {
    const [stay, leave, after] = [this.last(p, p, pump, one), this.last(p, q, pump, between), this.last(q, q, pump, other)]
    if (!stay || !leave || !after) return undefined
    const parting = stay.findIndex((state, index) => state !== leave[index])
    const place = this.place[parting === 0 ? p : (stay[parting - 1] as number)] as Map<number, number>
    const isLazy = (place.get(stay[parting] as number) as number) > (place.get(leave[parting] as number) as number)
    return isLazy ? { first: stay, later: stay } : { first: leave, later: after }
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

  /** Of other letters, and of both kinds in turn, where the first ones did not do. */
  private pumps(p: number, q: number, inside: Insides): number[][] {
    const first = this.shared(p, q, inside)
    if (!first) return []
    if (this.made === 'first letters') return [first]
    const other = this.otherwise(() => this.shared(p, q, inside)) ?? first
    return [other, [...first, ...other]]
  }

  /** A word over which p comes back to p, q to q, and p goes to q. */
  private shared(p: number, q: number, [one, between, other]: Insides): number[] | undefined {
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

  /** What follows the repeated word so that no way is complete before the last; undefined where some way always is. */
  private failing({ prefix, pump, first, later }: Witness): number[] | undefined {
    let at = this.begin
    let states: Set<number> | undefined = new Set<number>()
    const read = (letters: number[], way: number[]) => {
      letters.forEach((letter, index) => {
        const to = way[index] as number
        if (states) states = this.before(at, to, states, letter)
        at = to
      })
    }
    read(prefix.letters, prefix.states)
    // Until another copy changes nothing: a match may need some of them to be complete.
    for (let copies = 0, known = ''; states && copies < MOST_COPIES; copies++) {
      read(pump, copies === 0 ? first : later)
      const now: string = [...(states ?? [])].sort((one, other) => one - other).join()
      if (now === known && copies > 1) break
      known = now
    }
    return states && this.rest(states)
  }

  /** States after one more letter of all ways that are tried before the one that goes from `at` to `to`; undefined where one of them is complete. */
  private before(at: number, to: number, states: Set<number>, letter: number): Set<number> | undefined {
    const { accepting, accepting$, eager, multiline } = this.automaton
    const place = this.place[at]?.get(to) as number
    const isComplete = accepting.has(at) || (multiline && this.isNewline(letter) && accepting$.has(at))
    if (isComplete && (eager[at] as number) <= place) return undefined
    const found = this.after(states, letter)
    if (!found) return undefined
    for (const next of (this.tried[at] as readonly number[]).slice(0, place)) {
      if (!this.enters(next, letter)) continue
      if (accepting.has(next)) return undefined
      found.add(next)
    }
    return found
  }

  /** States after one more letter; undefined where a match is complete. */
  private after(states: Set<number>, letter: number): Set<number> | undefined {
    const { accepting, accepting$, multiline } = this.automaton
    if (multiline && this.isNewline(letter)) for (const state of states) if (accepting$.has(state)) return undefined
    const found = new Set<number>()
    for (const state of states)
      for (const next of this.next[state] as readonly number[]) {
        if (!this.enters(next, letter)) continue
        if (accepting.has(next)) return undefined
        found.add(next)
      }
    return found
  }

  private rest(states: Set<number>): number[] | undefined {
    const { accepting$ } = this.automaton
    const failed = (at: Set<number>) => ![...at].some((state) => accepting$.has(state))
    if (failed(states)) return []
    const seen = new Set<string>()
    let level: { states: Set<number>; word: number[] }[] = [{ states, word: [] }]
    for (let length = 1; length <= 3; length++) {
      const next: typeof level = []
      for (const { states: at, word } of level)
        for (let letter = 0; letter < this.order.length && next.length < 60; letter++) {
          const after = this.after(at, letter)
          if (!after) continue
          if (failed(after)) return [...word, letter]
          const key = [...after].sort((one, other) => one - other).join()
          if (seen.has(key)) continue
          seen.add(key)
          next.push({ states: after, word: [...word, letter] })
        }
      level = next
    }
    return undefined
  }
}
