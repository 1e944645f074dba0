/** A sequence without lines: who says what to whom, numbered. */
import type { SequenceDiagram, SequenceStep } from '../../../types'
import { wrapped } from '../words'
import { widest } from './canvas'

/** Deeper than this nothing moves further to the right. */
const deepest = 10

export function numbered({ participants, steps }: SequenceDiagram, names: string[]): string[] {
  const known = new Map(participants.map(({ id }, index) => [id, names[index]!]))
  let count = 0
  const lines = (step: SequenceStep, depth: number): string[] => {
    const indent = '  '.repeat(Math.min(depth, deepest))
    const say = (mark: string, text: string) =>
      wrapped(text, widest - indent.length - mark.length).map((line, index) => `${indent}${index === 0 ? mark : ' '.repeat(mark.length)}${line}`)
    const block = (word: string, label: string, inside: SequenceStep[]) => [
      ...say(`[${word}] `, label),
      ...inside.flatMap((it) => lines(it, depth + 1)),
    ]
    switch (step.kind) {
      case 'message': {
        const [from, to] = [known.get(step.from), known.get(step.to)]
        if (from === undefined || to === undefined) return []
        const arrow = step.reply ? '..>' : step.async ? '->>' : '-->'
        const who = step.from === step.to ? from : `${from} ${arrow} ${to}`
        return say(`${String(++count).padStart(3)}. `, `${who}: ${step.label}`)
      }
      case 'note':
        return say('(note) ', `${step.over.flatMap((id) => known.get(id) ?? []).join(', ')}: ${step.text}`)
      case 'alternatives':
        return step.branches.flatMap((branch, index) => block(index === 0 ? 'alt' : 'else', branch.label, branch.steps))
      case 'optional':
        return block('opt', step.label, step.steps)
      case 'loop':
        return block('loop', step.label, step.steps)
    }
  }
  const heads = wrapped(names.map((name) => `[ ${name} ]`).join(' '), widest)
  return [...heads, '', ...steps.flatMap((step) => lines(step, 0))]
}
