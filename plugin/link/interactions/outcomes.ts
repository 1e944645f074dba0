/** What the code makes of a call's outcome. In: a call. Out: whether it is waited for, used, or left. Told by the text around it. */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'
import { skipTrivia } from '../whole/index'

const awaits = new WeakMap<Linked, Map<number, Set<number>>>()

/** Whether an `await` waits for it, or its promise is returned or chained. */
export function isAwaited(linked: Linked, call: number): boolean {
  const { whole } = linked
  const fn = whole.functionOf(call)
  const known = awaits.get(linked) ?? new Map<number, Set<number>>()
  awaits.set(linked, known)
  let waited = known.get(fn)
  if (!waited) {
    waited = new Set()
    for (const node of lookupOf(whole).inFunction(fn)) if (whole.kind[node] === Kind.Await) waited.add(whole.a[node] as number)
    known.set(fn, waited)
  }
  return waited.has(call)
}

/** `left`: a statement of its own. */
export function isOutcomeUsed(linked: Linked, call: number): 'awaited' | 'used' | 'left' {
  if (isAwaited(linked, call)) return 'awaited'
  const before = textBefore(linked, call)
  if (/^\.\s*(?:then|catch|finally)\b/.test(textAfter(linked, call))) return 'awaited'
  // A link of a chain goes on.
  if (/^(?:\?\.|[.[(])/.test(textAfter(linked, call))) return 'used'
  return /(?:^|[;}]|(?<!\$)\{|=>)\s*(?:void\s+)?$/.test(before) ? 'left' : 'used'
}

/** A statement of its own, waited for or not: nothing is made of what it gives back. */
export function isStatement(linked: Linked, call: number): boolean {
  return /(?:^|[;}]|(?<!\$)\{)\s*(?:void\s+|await\s+)*$/.test(textBefore(linked, call)) && !/^\s*[.?[]/.test(textAfter(linked, call))
}

/** The rest of the line in front of a call, its receiver left out. */
function textBefore({ whole }: Linked, call: number): string {
  const { text } = whole.files[whole.fileOf(call)] as { text: string }
  let start = whole.pos[call] as number
  while (/\s/.test(text[start] ?? '') && start < (whole.end[call] as number)) start++
  const line = text.slice(Math.max(text.lastIndexOf('\n', start - 1) + 1, start - 300), start)
  return line.replace(/[\w$.?[\]'"!]*$/, '')
}

function textAfter({ whole }: Linked, call: number): string {
  const { text } = whole.files[whole.fileOf(call)] as { text: string }
  const from = skipTrivia(text, whole.end[call] as number)
  return text.slice(from, from + 40)
}
