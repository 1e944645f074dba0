/** Controls are put together in one way: what is asked, then the answer. */
import type { Control, Evidence } from '../../../types'

/** The part of a control that is the same for every program. */
export type Asked = Pick<Control, 'id' | 'aspect' | 'recommended'>

/** @param said what is in force, why that is the answer, and the lines that prove it */
export function answer(
  asked: Asked,
  state: Control['state'],
  { current = '', reason, evidence = [], absent }: { current?: string; reason: string; evidence?: Evidence[]; absent?: true },
): Control {
  return { ...asked, state, current, reason, evidence: distinct(evidence), ...(absent ? { absent } : {}) }
}

/** From worst to best; what was not told says nothing of the whole. */
const ORDER: Control['state'][] = ['fail', 'partial', 'unknown', 'not looked', 'pass', 'not applicable']

/** The state of a whole, by its parts: the worst of them; passed and failed ones together make it partial. */
export function stateOf(parts: readonly Control[]): Control['state'] {
  const states = new Set(parts.map(({ state }) => state))
  if (states.has('fail') && states.has('pass')) return 'partial'
  return ORDER.find((state) => states.has(state)) ?? 'not applicable'
}

/** Each line once, in the order in which they came. */
export function distinct(evidence: readonly Evidence[]): Evidence[] {
  return [...new Map(evidence.map((at) => [`${at.file}:${at.line}`, at])).values()]
}

/** `a, b and c`, shortened where there are many. */
export function listed(words: readonly string[], most = 5): string {
  const all = [...new Set(words)]
  const shown = all.slice(0, most)
  if (all.length > most) shown.push(`${all.length - most} more`)
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** `1 endpoint`, `3 endpoints` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count === 0 ? 'no' : count} ${count === 1 ? one : many}`
}

/** As code on the page. */
export const code = (text: string): string => `\`${text.replaceAll('`', "'")}\``

/** `server.ts:12` */
export const placeOf = ({ file, line }: Evidence): string => `${file}:${line}`
