/** Controls, made shortly. */
import type { Control, Evidence } from '../../../types'

/** Most lines that prove one control. */
const MOST_EVIDENCE = 6

export function control(
  about: Pick<Control, 'id' | 'aspect'> & Partial<Pick<Control, 'recommended'>>,
  state: Control['state'],
  current: string,
  reason: string,
  evidence: readonly Evidence[] = [],
  most = MOST_EVIDENCE,
): Control {
  return {
    id: about.id,
    aspect: about.aspect,
    state,
    current,
    recommended: about.recommended ?? '',
    reason,
    evidence: distinctPlaces(evidence).slice(0, most),
  }
}

export function distinctPlaces(evidence: readonly Evidence[]): Evidence[] {
  return [...new Map(evidence.map((at) => [`${at.file}:${at.line}`, at])).values()]
}

/** `a, b and 3 more` */
export function listed(items: readonly string[], most = 3): string {
  const rest = items.length - most
  if (rest > 0) return `${items.slice(0, most).join(', ')} and ${rest} more`
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`
}

/** `1 call`, `3 calls` */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** A piece of the code within a sentence; pages print what stands between backticks as code. */
export const quoted = (text: string): string => (text === '' ? '' : `\`${text.replaceAll('`', "'")}\``)
