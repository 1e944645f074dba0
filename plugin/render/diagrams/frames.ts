/** The frames of a sequence, as those who draw them see them: each has branches with a title. */
import type { SequenceStep } from '../../types'

export type Framed = Exclude<SequenceStep, { kind: 'message' | 'note' }>

export interface Branch {
  /** Begins with the word that UML has for it. */
  title: string
  steps: SequenceStep[]
}

export function branchesOf(step: Framed): Branch[] {
  switch (step.kind) {
    case 'alternatives':
      return step.branches.map(({ label, steps }, index) => ({ title: `${index === 0 ? 'alt' : 'else'}: ${label}`, steps }))
    case 'optional':
      return [{ title: `opt: ${step.label}`, steps: step.steps }]
    case 'loop':
      return [{ title: `loop: ${step.label}`, steps: step.steps }]
  }
}

/** How many frames lie within one another. */
export function depthOf(steps: SequenceStep[]): number {
  const depths = steps.map((step) =>
    step.kind === 'message' || step.kind === 'note' ? 0 : 1 + Math.max(0, ...branchesOf(step).map((branch) => depthOf(branch.steps))),
  )
  return Math.max(0, ...depths)
}
