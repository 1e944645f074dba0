/** What taint knows: this part of this value, under that assumption, still does harm of these kinds. */

export interface Fact {
  /** Up to `entryBase`: where it comes from, a source kind. Beyond: the assumption that a parameter is such. */
  origin: number
  node: number
  /** Part of the value, see AccessPaths. */
  path: number
  /** Kinds of harm it can still do. */
  mask: number
  /** How it came here: the fact before. */
  from: Fact | undefined
  /** Where it came out of a function: the fact at its end, under the function's own assumption. */
  inside: Fact | undefined
}

/** A function entered with a part of a parameter tainted: what follows from that is worked out once, for all callers. */
export interface Entry {
  origin: number
  param: number
  path: number
  /** Assumed is that it is the object which all others share, and nothing of what it holds. */
  isShared: boolean
  /** Function it is a parameter of. */
  fn: number
  callers: Caller[]
  /** The same by call: a function that everything runs has hundreds of them. */
  callersAt: Map<number, Caller[]>
  /** Facts at returns. */
  returns: Fact[]
  /** Facts beyond the function: what closures and objects hold on to. */
  escapes: Map<number, { node: number; path: number; mask: number; inside: Fact }>
  hits: { sink: Hit; mask: number; fact: Fact }[]
}

/** Who enters a function, with what he hands over, and where in the result of his call what it returns stands. */
export interface Caller {
  call: number
  resultPath: number
  fact: Fact
}

/** A place where data does harm. */
export interface Hit {
  /** Bits of which one has to be left. */
  bits: number
  /** Bits all of which have to be left. */
  needs: number
  name: string
  api: string
  library: string
  /** Call, assignment or element that does it. */
  at: number
  /** Node to cite: the argument or option, where it is written there. */
  cited: number
  /** Nobody knows the receiver: named by the method alone. */
  guessed: boolean
  /** What it is called on does the harm. */
  onReceiver?: true
  /** On some systems alone, as the program asks. */
  sometimes?: true
  /** It names the field of a record that is written. */
  byName?: true
  /** Fields of a record that is stored which the program fills itself, or took out: names of the program. */
  leavesOut?: readonly number[]
  /** Texts that put a value into themselves as it is, where which one is not told. */
  pastedBy?: readonly number[]
  /** Node that puts the text together which is run as it is; -1 where the function of the sink does. */
  composed?: number
}

/** Most facts of one way that are looked at. */
const MOST_FACTS = 300

/** Nodes from the source to the last fact, through the functions that were entered and left on the way. */
export const stepsOf = (last: Fact): number[] => factsOf(last).map(({ node }) => node)

/** The facts of that way, one a node. */
export function factsOf(last: Fact): Fact[] {
  const facts: Fact[] = []
  const walk = (fact: Fact, depth: number): void => {
    const chain: Fact[] = []
    for (let at: Fact | undefined = fact; at; at = at.from) chain.push(at)
    // Both ends matter: where it came from, and where it got to.
    const kept = chain.length > MOST_FACTS ? [...chain.slice(0, MOST_FACTS / 2), ...chain.slice(-MOST_FACTS / 2)] : chain
    for (const step of kept.reverse()) {
      // What goes on inside a callee of a callee of a callee is detail; a way of many thousand steps is nobody's to read.
      if (step.inside && depth < 4 && facts.length < MOST_FACTS) walk(step.inside, depth + 1)
      // Where something inside a callee is told of a caller, the caller's value is there already.
      if (step.from?.node !== step.node) facts.push(step)
    }
  }
  walk(last, 0)
  return facts
}
