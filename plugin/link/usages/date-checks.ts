/**
 * Comparisons of the time of day with a date that is written in the code. In: comparisons. Out: a use of the kind `date-check` for
 * each, with what happens only where it holds (`effect`): a process that ends, a file or record that is removed, or nothing of that.
 */
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { recordCalls } from '../access/records'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { AT_LEAST, AT_MOST, GREATER, LESS } from '../operators'
import { usage } from './modelled'

const ORDER = new Set([LESS, GREATER, AT_MOST, AT_LEAST])
/** Milliseconds since 1970 of a day in this century. */
const FIRST_DAY = 9.4e11
const DATE_TEXT = /^\s*(?:\d{4}-\d{1,2}(?:-\d{1,2})?|\d{1,2}[./]\d{1,2}[./]\d{2,4}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\.? \d)/i
/** Calls that nobody can take back. */
const ENDS = new Set([
  'exit',
  'abort',
  'kill',
  'rm',
  'rmSync',
  'rmdir',
  'rmdirSync',
  'unlink',
  'unlinkSync',
  'rimraf',
  'remove',
  'removeSync',
  'emptyDir',
  'truncate',
  'dropDatabase',
  'dropTable',
  'drop',
])

export function dateChecks(linked: Linked): Usage[] {
  const { whole } = linked
  const checks = [...lookupOf(whole).of(Kind.Binary)].filter((node) => {
    if (!ORDER.has(whole.c[node] as number)) return false
    const [a, b] = [whole.a[node] as number, whole.b[node] as number]
    return (isNow(linked, a) && isFixed(linked, b)) || (isNow(linked, b) && isFixed(linked, a))
  })
  if (checks.length === 0) return []
  const effects = effectsBehind(linked, new Set(checks))
  return checks.map((node) =>
    usage(linked, node, 'date-check', '', 'date', {
      effect: constant(effects.has(node) ? `\`${effects.get(node)}\`` : 'nothing that cannot be taken back'),
    }),
  )
}

const constant = (text: string): Setting => ({ state: 'constant', texts: [text] })

/** `Date.now()`, `new Date()`, `+new Date()`, `new Date().getTime()`, and variables of these. */
function isNow(linked: Linked, node: number, hops = 0): boolean {
  const { whole } = linked
  if (node < 0 || node >= whole.size || hops > 5) return false
  switch (whole.kind[node] as Kind) {
    case Kind.New:
      return calledName(linked, node) === 'Date' && whole.args(node).length === 0
    case Kind.Call: {
      const name = calledName(linked, node)
      const receiver = receiverOf(linked, node)
      if (name === 'now') return receiver >= 0 && whole.kind[receiver] === Kind.Global && whole.text(whole.a[receiver] as number) === 'Date'
      return /^(?:getTime|valueOf|getFullYear)$/.test(name) && isNow(linked, receiver, hops + 1)
    }
    case Kind.Unary:
    case Kind.Refine:
      return isNow(linked, whole.a[node] as number, hops + 1)
    default:
      return false
  }
}

function isFixed(linked: Linked, node: number, hops = 0): boolean {
  const { whole, values } = linked
  if (node < 0 || node >= whole.size || hops > 5) return false
  switch (whole.kind[node] as Kind) {
    case Kind.Number:
      return Number(whole.text(whole.a[node] as number).replaceAll('_', '')) > FIRST_DAY
    case Kind.New:
    case Kind.Call: {
      const name = calledName(linked, node)
      if (/^(?:getTime|valueOf)$/.test(name)) return isFixed(linked, receiverOf(linked, node), hops + 1)
      if (!/^(?:Date|parse|UTC|parseISO|moment|dayjs)$/.test(name)) return false
      const args = [...whole.args(node)]
      if (args.length === 0) return false
      const texts = values.texts(args[0]!)
      const isText = texts.length > 0 && texts.every(({ exact, value }) => exact && DATE_TEXT.test(value))
      return isText || args.every((arg) => whole.kind[arg] === Kind.Number) || (args.length === 1 && isFixed(linked, args[0]!, hops + 1))
    }
    case Kind.Unary:
    case Kind.Refine:
      return isFixed(linked, whole.a[node] as number, hops + 1)
    default:
      return false
  }
}

/** By check, the first of what runs only where it holds, or only where it does not. */
function effectsBehind(linked: Linked, checks: ReadonlySet<number>): Map<number, string> {
  const { whole } = linked
  const found = new Map<number, string>()
  const records = recordCalls(linked)
  const deletes = [...records].filter(([, { does }]) => does === 'delete').map(([call]) => call)
  for (const call of [...lookupOf(whole).named(Kind.Call, ENDS), ...deletes])
    for (let region = whole.region[call] as number; region >= 0; region = whole.regions[region * 4 + 1] as number)
      for (const check of checks)
        if (!found.has(check) && holds(linked, whole.regions[region * 4 + 2] as number, check)) found.set(check, calledName(linked, call))
  return found
}

/** The condition is this check, or one of several that has it. */
function holds(linked: Linked, condition: number, check: number, hops = 0): boolean {
  const { whole } = linked
  if (condition === check) return true
  if (condition < 0 || condition >= whole.size || hops > 6) return false
  const kind = whole.kind[condition] as Kind
  const a = whole.a[condition] as number
  if (kind === Kind.Unary || kind === Kind.Refine) return holds(linked, a, check, hops + 1)
  return kind === Kind.Choice && whole.items(a).some((item) => holds(linked, item, check, hops + 1))
}
