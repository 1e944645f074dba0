/** What one check says. In: reasons and lines. Out: outcomes, and what several of them say together. */
import type { Evidence } from '../types'

export interface Outcome {
  /** `nothing`: what it asks about is not there. `unknown`: it was looked at and could not be told. */
  says: 'met' | 'partly' | 'not met' | 'unknown' | 'nothing'
  /** One or two sentences that lead from the lines to the answer; of what is absent, what was looked for. */
  reason: string
  evidence: Evidence[]
  /** It was met because nothing was seen that speaks against it: what was not read weakens it. */
  byAbsence?: boolean
  /** Nothing of ours looks, or what it needs was not given: no code can mend that. */
  notLooked?: boolean
}

const MOST_LINES = 6

/** Begins the reason of a check that has nothing to go by; beside others it says nothing. */
export const NOTHING_ASKED = 'Nothing was found of which it could be asked.'

export const outcome = (says: Outcome['says'], reason: string, evidence: readonly Evidence[] = [], more: Partial<Outcome> = {}): Outcome => ({
  says,
  reason,
  evidence: distinct(evidence),
  ...more,
})

export function distinct(evidence: readonly Evidence[]): Evidence[] {
  return [...new Map(evidence.map((at) => [`${at.file}:${at.line}:${at.commit ?? ''}`, at])).values()].slice(0, MOST_LINES)
}

/** All have to hold. What is not there asks for nothing. */
export function allOf(outcomes: readonly Outcome[]): Outcome {
  const real = outcomes.filter(({ says }) => says !== 'nothing')
  if (real.length === 0) return outcomes[0] ?? outcome('unknown', '')
  const of = (says: Outcome['says']) => real.filter((it) => it.says === says)
  const against = of('not met')
  if (against.length > 0) return joined('not met', against)
  const doubtful = of('unknown')
  if (doubtful.length === real.length) return joined('unknown', real)
  const short = [...of('partly'), ...doubtful]
  // What falls short is what a reader has to know; what holds follows.
  if (short.length > 0) return joined('partly', [...short, ...of('met')])
  return joined('met', real)
}

/** One is enough. Where none is, all of them say what was looked for. */
export function anyOf(outcomes: readonly Outcome[]): Outcome {
  const real = outcomes.filter(({ says }) => says !== 'nothing')
  if (real.length === 0) return outcomes[0] ?? outcome('unknown', '')
  for (const says of ['met', 'partly'] as const) {
    const those = real.filter((it) => it.says === says)
    if (those.length > 0) return joined(says, those)
  }
  return joined(real.some((it) => it.says === 'unknown') ? 'unknown' : 'not met', real)
}

function joined(says: Outcome['says'], outcomes: readonly Outcome[]): Outcome {
  // Where one reason ends without a stop, the next would read as its end.
  const all = [...new Set(outcomes.map((it) => it.reason.trim()).filter(Boolean))]
  const telling = all.filter((text) => !text.startsWith(NOTHING_ASKED))
  const reasons = merged(telling.length > 0 ? telling : all.slice(0, 1))
  const reason = reasons.map((text, index) => (index < reasons.length - 1 && !/[.!?]$/.test(text) ? `${text}.` : text)).join(' ')
  return outcome(
    says,
    reason,
    // A line of each before a second of any.
    [...outcomes.map((it) => it.evidence[0]).filter((it) => it !== undefined), ...outcomes.flatMap((it) => it.evidence)],
    {
      ...(outcomes.some((it) => it.byAbsence) ? { byAbsence: true } : {}),
      ...(outcomes.every((it) => it.notLooked) ? { notLooked: true } : {}),
    },
  )
}

/** `Looked for a: none. Looked for b: none.` → `Looked for a; for b: none.` */
function merged(reasons: readonly string[]): string[] {
  const looked = reasons.map((reason) => /^Looked for ([^:]+): none\.$/.exec(reason)?.[1])
  const all = looked.filter((what) => what !== undefined)
  if (all.length < 2) return [...reasons]
  const one = `Looked for ${all.join('; for ')}: none.`
  return reasons.flatMap((reason, index) => (looked[index] === undefined ? [reason] : looked[index] === all[0] ? [one] : []))
}

/** `a, b and c`, each once. */
export function listed(texts: readonly string[], limit = 5): string {
  const all = [...new Set(texts.filter((text) => text !== ''))]
  const shown = all.length > limit ? [...all.slice(0, limit), `${all.length - limit} more`] : all
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** `2 doors`, `1 door`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
