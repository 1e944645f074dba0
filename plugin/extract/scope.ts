/**
 * Variables while a file is walked. A variable has one current value where control is now; branches change it on a trail
 * that is unwound and joined where they meet. What closures read or write goes through a Cell that holds every value, or
 * every value that they can meet.
 */

/** Something with a current value: a variable, or a property path of one (`req.query.id`). -1 means "not known here". */
export interface Slot {
  current: number
}

/** A property path that was tested or assigned. Holds only while the variable still is the value it was seen on. */
export interface PathSlot extends Slot {
  base: number
}

/** Something that a test asks about. */
export interface Mention {
  variable: Variable
  path: string
  /** The variable's value when it was asked about, and the value at the path. */
  root: number
  value: number
}

/** What a closure sees of a variable: the value that it is made with, and what it puts in itself. */
export interface Capture {
  node: number
  /** What is put in within, where the node is a Cell; undefined where nothing is. */
  values: number[] | undefined
}

export class Variable implements Slot {
  current = -1
  /** Everything ever put in. */
  readonly values: number[] = []
  /** Cell node once a closure reads it early or writes it; -1 before. */
  cell = -1
  /** By closure: what it sees, where it runs when nothing else assigns any more. */
  captures: Map<number, Capture | undefined> | undefined
  paths: Map<string, PathSlot> | undefined
  /** Something reads it; see `Declared`. */
  isRead = false
  /** What declares it, where somebody may ask whether it is read. */
  kind: 'import' | 'function' | 'class' | 'variable' | undefined
  pos = -1
  /** What its initialiser tested: `const ok = list.includes(x)`. */
  tests: Mention[] | undefined

  constructor(
    readonly name: string,
    /** Function that declares it, -1 at module level. */
    readonly owner: number,
    /** Never assigned again: const, import, function, class, and whatever nothing in the file assigns to. */
    readonly constant: boolean,
  ) {}
}

export class Scope {
  readonly variables = new Map<string, Variable>()
  types: Map<string, number> | undefined

  constructor(
    readonly parent: Scope | undefined,
    readonly fn: number,
    /** `var` is declared in the nearest one of these. */
    readonly isFunction: boolean,
  ) {}

  find(name: string): Variable | undefined {
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) {
      const variable = scope.variables.get(name)
      if (variable) return variable
    }
    return undefined
  }

  findType(name: string): number | undefined {
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) {
      const type = scope.types?.get(name)
      if (type !== undefined) return type
    }
    return undefined
  }

  declareType(name: string, node: number): void {
    if (!this.types) this.types = new Map()
    this.types.set(name, node)
  }
}

export type Changes = Map<Slot, number>

/** Undo log of slot changes. Its arrays never shrink: giving back their room took a twentieth of the walk. */
export class Trail {
  private slots: Slot[] = []
  private olds: number[] = []
  private size = 0

  set(slot: Slot, value: number): void {
    if (slot.current === value) return
    this.slots[this.size] = slot
    this.olds[this.size++] = slot.current
    slot.current = value
  }

  mark(): number {
    return this.size
  }

  /** Slots changed since the mark, with their values now. */
  since(mark: number): Changes {
    const changes: Changes = new Map()
    for (let i = mark; i < this.size; i++) {
      const slot = this.slots[i] as Slot
      changes.set(slot, slot.current)
    }
    return changes
  }

  /** Values that slots had since the mark and lost again: the first change of each, the second… */
  midway(mark: number): Changes[] {
    const steps: Changes[] = []
    const counts = new Map<Slot, number>()
    for (let i = mark; i < this.size; i++) {
      const slot = this.slots[i] as Slot
      const count = counts.get(slot)
      counts.set(slot, (count ?? -1) + 1)
      if (count === undefined) continue
      const step = steps[count] ?? new Map<Slot, number>()
      steps[count] = step
      step.set(slot, this.olds[i] as number)
    }
    return steps
  }

  changedSince(slot: Slot, mark: number): boolean {
    for (let i = this.size - 1; i >= mark; i--) if (this.slots[i] === slot) return true
    return false
  }

  unwind(mark: number): void {
    for (let i = this.size - 1; i >= mark; i--) (this.slots[i] as Slot).current = this.olds[i] as number
    this.size = mark
  }
}
