/**
 * From nested steps to what is drawn: few participants, flat messages, branches where they end differently. In: the steps of a door.
 * Out: an interaction; what was left out is counted.
 */
import type { Interaction, InteractionStep, Participant } from '../../types'
import type { Told } from './chain'
import { type CallItem, endsInReply, type Item, Weight } from './items'
import { CALLER, distinctNames } from './parties'

/** Participants that fit beside each other, and messages that a reader follows in one drawing. */
const MOST_PARTICIPANTS = 8
const MOST_DRAWN = 25
/** Messages of an interaction at all. */
const MOST_STEPS = 70
const TOLD_BELOW = 'steps that only the list has, so that the picture can be read'
/** Branches inside each other; deeper ones are told as what may happen. */
const MOST_NESTED = 3

export function interactionOf(entry: string, because: string, at: Interaction['at'], told: Told): Interaction {
  const items = limited(told.items)
  const keep = partiesKept(items.items, told.parties.all)
  const emitter = new Emitter(keep)
  const steps = emitter.all(items.items, CALLER, 0)
  const details = markDetails(steps)
  const used = new Set<string>()
  each(steps, (step) => {
    if (step.kind === 'call' || step.kind === 'reply') used.add(step.from).add(step.to)
  })
  const participants = distinctNames(told.parties.all.filter(({ id }) => used.has(id)).sort((one, other) => rank(one) - rank(other)))
  return { entry, because, at, participants: ordered(participants, steps), steps, cut: cutsOf(told, items.dropped, details, emitter.folded) }
}

function cutsOf({ cuts }: Told, dropped: number, details: number, folded: ReadonlySet<string>): Interaction['cut'] {
  const all: Interaction['cut'] = [
    { steps: details, reason: TOLD_BELOW },
    { steps: dropped, reason: `steps beyond the ${MOST_STEPS} that say most` },
    { steps: cuts.deeper, reason: 'steps deeper than 6 calls' },
    { steps: cuts.recursion, reason: 'calls of what is already running' },
    { steps: cuts.beside, reason: 'calls of helpers that many places call and make nothing of' },
    { steps: cuts.same, reason: 'further calls of a library on the same thing' },
    { steps: cuts.more, reason: 'steps behind the 400 calls that were followed' },
    { steps: folded.size, reason: 'participants drawn as part of who calls them' },
  ]
  return all.filter(({ steps }) => steps > 0)
}

// ── how much ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const size = (items: readonly Item[]): number =>
  items.reduce((sum, item) => {
    if (item.kind === 'reply') return sum + 1
    if (item.kind === 'call') return sum + 1 + size(item.body)
    if (item.kind === 'goes on') return sum
    return sum + (item.kind === 'choice' ? item.branches.reduce((all, { items: inner }) => all + size(inner), 0) : size(item.items))
  }, 0)

/** Without the lightest calls that lead nowhere, until it fits. */
function limited(items: Item[]): { items: Item[]; dropped: number } {
  let kept = items
  const before = size(items)
  for (const weight of [Weight.Slight, Weight.Minor, Weight.Plain, Weight.Telling, Weight.Main])
    if (size(kept) > MOST_STEPS) kept = without(kept, weight, { left: size(kept) - MOST_STEPS })
  return { items: kept, dropped: before - size(kept) }
}

/** From the end: what comes first leads up to the rest. */
function without(items: Item[], weight: Weight, budget: { left: number }): Item[] {
  const kept: Item[] = []
  for (const item of [...items].reverse()) {
    if (item.kind === 'call') {
      const body = without(item.body, weight, budget)
      if (item.weight <= weight && budget.left > 0) {
        budget.left--
        kept.unshift(...body)
      } else kept.unshift({ ...item, body })
    } else if (item.kind === 'reply') {
      if (item.weight <= weight && weight < Weight.Main && budget.left > 0) budget.left--
      else kept.unshift(item)
    } else if (item.kind === 'goes on') {
      kept.unshift(item)
    } else if (item.kind === 'choice') {
      const branches = item.branches
        .map((branch) => ({ ...branch, items: without(branch.items, weight, budget) }))
        .filter(({ items: inner }) => inner.length > 0)
      if (branches.length > 0) kept.unshift({ ...item, branches })
    } else {
      const inner = without(item.items, weight, budget)
      if (inner.length > 0) kept.unshift({ ...item, items: inner })
    }
  }
  return kept
}

// ── who ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The eight that take part most; the others are told as part of who calls them. */
function partiesKept(items: Item[], parties: Participant[]): ReadonlySet<string> {
  const weights = new Map<string, number>()
  const visit = (list: readonly Item[]) => {
    for (const item of list) {
      if (item.kind === 'call') {
        weights.set(
          item.to.id,
          (weights.get(item.to.id) ?? 0) + item.weight + (item.to.kind === 'module' || item.to.kind === 'guard' ? 0 : Weight.Main),
        )
        visit(item.body)
      } else if (item.kind === 'choice') for (const branch of item.branches) visit(branch.items)
      else if (item.kind !== 'reply' && item.kind !== 'goes on') visit(item.items)
    }
  }
  visit(items)
  const first = items[0]?.kind === 'call' ? items[0].to.id : ''
  const others = parties
    .filter(({ id }) => id !== CALLER && id !== first && weights.has(id))
    .sort((one, other) => (weights.get(other.id) ?? 0) - (weights.get(one.id) ?? 0))
    .slice(0, MOST_PARTICIPANTS - 2)
  return new Set([CALLER, first, ...others.map(({ id }) => id)])
}

const ORDER: Participant['kind'][] = ['caller', 'entry', 'guard', 'module', 'store', 'queue', 'external']
const rank = ({ kind }: Participant): number => ORDER.indexOf(kind)

/** In the order in which they come in, stores and other systems last. */
function ordered(participants: Participant[], steps: InteractionStep[]): Participant[] {
  const first = new Map<string, number>()
  each(steps, (step) => {
    if (step.kind !== 'call' && step.kind !== 'reply') return
    for (const id of [step.from, step.to]) if (!first.has(id)) first.set(id, first.size)
  })
  const side = ({ kind }: Participant) => (kind === 'caller' ? 0 : kind === 'store' || kind === 'queue' || kind === 'external' ? 2 : 1)
  return [...participants].sort((one, other) => side(one) - side(other) || (first.get(one.id) ?? 0) - (first.get(other.id) ?? 0))
}

// ── what ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Running {
  item: Item
  self: string
}

class Emitter {
  readonly folded = new Set<string>()

  constructor(private readonly keep: ReadonlySet<string>) {}

  /** @param self who is running */
  all(items: readonly Item[], self: string, nested: number): InteractionStep[] {
    return this.line(
      items.map((item) => ({ item, self })),
      nested,
    )
  }

  /** Steps in one line, each with who does it: what a call leads to stands behind it, so that an exit in it parts all that follows. */
  private line(queue: Running[], nested: number): InteractionStep[] {
    const steps: InteractionStep[] = []
    for (let running = queue.shift(); running; running = queue.shift()) {
      const { item, self } = running
      if (item.kind === 'call') {
        const { call, to } = this.call(item, self)
        steps.push(call)
        queue.unshift(...item.body.map((inner) => ({ item: inner, self: to })))
        continue
      }
      if (item.kind === 'choice' && queue.length > 0 && nested < MOST_NESTED) {
        const isWhole = !item.before && item.branches.at(-1)?.condition === 'otherwise'
        const [open, ...others] = isWhole ? item.branches.filter(({ items }) => !endsInReply(items)) : []
        // All other branches have answered: what follows is only for this one.
        if (open && others.length === 0 && item.branches.length > 1) {
          const rest = queue.splice(0)
          const branches = item.branches.map((branch) => ({
            condition: branch.condition,
            at: branch.at,
            steps:
              branch === open
                ? this.line([...branch.items.map((inner) => ({ item: inner, self })), ...rest], nested + 1)
                : this.all(branch.items, self, nested + 1),
          }))
          steps.push({ kind: 'alternatives', branches })
          continue
        }
      }
      if (item.kind !== 'exit' || item.failure || item.before || nested >= MOST_NESTED) {
        steps.push(...this.one(item, self, nested))
        continue
      }
      const exits = [{ exit: item, self }]
      for (let next = queue[0]; next?.item.kind === 'exit' && !next.item.failure && !next.item.before; next = queue[0]) {
        exits.push({ exit: next.item, self: next.self })
        queue.shift()
      }
      // Exits beside each other are branches of one choice, and what follows is its last.
      const branches = exits.map(({ exit, self: by }) => ({ condition: exit.condition, at: exit.at, steps: this.all(exit.items, by, nested + 1) }))
      if (!queue.some(({ item: next }) => next.kind !== 'exit')) {
        steps.push(...(branches.length > 1 ? [{ kind: 'alternatives' as const, branches }] : this.one(item, self, nested)))
        continue
      }
      steps.push({
        kind: 'alternatives',
        branches: [...branches, { condition: 'otherwise', at: item.at, steps: this.line(queue.splice(0), nested + 1) }],
      })
    }
    return steps
  }

  private call(item: CallItem, self: string): { call: InteractionStep; to: string } {
    const to = this.keep.has(item.to.id) ? item.to.id : self
    if (to !== item.to.id) this.folded.add(item.to.id)
    const label = to === item.to.id || item.to.id === self ? item.label : `${item.to.name.replace(/\.\w+$/, '')}: ${item.label}`
    return {
      call: {
        kind: 'call',
        from: self,
        to,
        label,
        awaited: item.awaited,
        ...(item.detached ? { detached: true as const } : {}),
        at: item.at,
        weight: item.weight,
      },
      to,
    }
  }

  private one(item: Item, self: string, nested: number): InteractionStep[] {
    switch (item.kind) {
      case 'call':
        return this.line([{ item, self }], nested)
      case 'reply':
        return [
          {
            kind: 'reply',
            from: self,
            to: CALLER,
            label: item.label,
            ...(item.status === undefined ? {} : { status: item.status }),
            at: item.at,
            weight: item.weight,
          },
        ]
      case 'choice': {
        const branches = item.branches.map(({ condition, at, items }) => ({ condition, at, steps: this.all(items, self, nested + 1) }))
        return [{ kind: 'alternatives', branches }]
      }
      case 'goes on':
        return []
      case 'loop':
        return [{ kind: 'loop', over: item.over, at: item.at, steps: this.all(item.items, self, nested + 1) }]
      default:
        return [
          {
            kind: 'optional',
            condition: item.condition,
            at: item.at,
            steps: this.all(item.items, item.kind === 'optional' && item.by && this.keep.has(item.by) ? item.by : self, nested + 1),
          },
        ]
    }
  }
}

// ── what is drawn ────────────────────────────────────────────────────────────────────────────────────────────────────

/** Marks the lightest messages until the others fit into one drawing. */
function markDetails(steps: InteractionStep[]): number {
  const messages: Extract<InteractionStep, { kind: 'call' | 'reply' }>[] = []
  each(steps, (step) => {
    if (step.kind === 'call' || step.kind === 'reply') messages.push(step)
  })
  // Of two that say as much the answer is kept: how it ends is what is asked for.
  const worth = ({ kind, weight = 0 }: (typeof messages)[number]) => weight + (kind === 'reply' && weight > Weight.Minor ? 1 : 0)
  const byWeight = messages
    .map((step, index) => ({ step, index }))
    .sort((one, other) => worth(one.step) - worth(other.step) || other.index - one.index)
  let drawn = messages.length
  let details = 0
  for (const { step } of byWeight) {
    const isSelf = step.kind === 'call' && step.from === step.to
    if (drawn <= MOST_DRAWN && !(isSelf && (step.weight ?? 0) <= Weight.Slight)) {
      if ((step.weight ?? 0) > Weight.Slight) break
      continue
    }
    // Who calls whom must not be lost: only what leads nowhere, or stays inside, is left to the list.
    if (step.kind === 'call' && step.from !== step.to && leadsOn(step, messages)) continue
    step.detail = true
    drawn--
    details++
  }
  for (const step of messages) delete step.weight
  return details
}

function leadsOn(step: { to: string }, messages: readonly { from: string; kind: string }[]): boolean {
  const index = messages.indexOf(step as never)
  const next = messages[index + 1]
  return next !== undefined && next.from === step.to
}

export function each(steps: readonly InteractionStep[], visit: (step: InteractionStep) => void): void {
  for (const step of steps) {
    visit(step)
    if (step.kind === 'alternatives') for (const branch of step.branches) each(branch.steps, visit)
    else if (step.kind === 'optional' || step.kind === 'loop') each(step.steps, visit)
  }
}
