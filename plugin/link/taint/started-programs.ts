/**
 * Programs whose input is written to. In: `child.stdin`, wherever it was kept since. Out: whether any of the programs that it may
 * be of reads commands there, as shells and interpreters do; where nobody knows which program it is, it may.
 */
import { ChoiceKind, Kind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { PLUS } from '../operators'

const READS_COMMANDS =
  /^(?:(?:ba|z|k|da|a|fi|c|tc)?sh|cmd|command|powershell|pwsh|node|deno|bun|tsx|python[\d.]*|perl|ruby|irb|php|lua|r|psql|mysql|mariadb|sqlite3|mongo(?:sh)?|redis-cli|ssh|su|sudo|env|xargs|at|docker|podman|kubectl|telnet|nc|ftp|sftp|gdb|ed|ex|vim?)$/i
const STARTS = /^(?:spawn|execFile|exec|fork)$/
const MOST_HOPS = 12
const MOST_NODES = 60

/** @param text what is written to the input */
export function mayReadCommands(linked: Linked, input: number, text: number | undefined): boolean {
  const calls = startsOf(linked, input)
  // Of a program that is not known, what is one line of JSON is a message of a protocol, and holds no line end but its own.
  if (text !== undefined && isLineOfJson(linked, text)) return calls?.some((call) => isKnownToRead(linked, call)) ?? false
  return calls === undefined || calls.length === 0 || calls.some((call) => readsCommands(linked, call))
}

/** `JSON.stringify(message) + '\n'` */
function isLineOfJson(linked: Linked, node: number, hops = 0): boolean {
  const { whole, values } = linked
  if (node < 0 || node >= whole.size || hops > MOST_HOPS) return false
  const isRest = (part: number) => values.texts(part).length > 0 && values.texts(part).every(({ exact, value }) => exact && value.trim() === '')
  const isOnlyLine = (parts: readonly number[]) => {
    const others = parts.filter((part) => !isRest(part))
    return others.length === 1 && isLineOfJson(linked, others[0] as number, hops + 1)
  }
  switch (whole.kind[node] as Kind) {
    case Kind.Call: {
      // With a third argument it takes several lines.
      const isPlain = calledName(linked, node) === 'stringify' && whole.args(node).length <= 2
      return isPlain && values.nameOf(whole.a[whole.a[node] as number] as number) === 'JSON'
    }
    case Kind.Binary:
      return whole.c[node] === PLUS && isOnlyLine([whole.a[node] as number, whole.b[node] as number])
    case Kind.Template:
      return isOnlyLine([...whole.items(whole.a[node] as number)])
    case Kind.Refine:
      return isLineOfJson(linked, whole.a[node] as number, hops + 1)
    default: {
      const [made, ...others] = values.definitions(node).filter((each) => each !== node)
      return made !== undefined && others.length === 0 && isLineOfJson(linked, made, hops + 1)
    }
  }
}

function readsCommands(linked: Linked, call: number): boolean {
  const [program] = linked.whole.args(call)
  const texts = program === undefined ? [] : linked.values.texts(program)
  // `spawn('sort -u', { shell: true })`: the first word.
  return texts.length === 0 || texts.some(({ exact, value }) => !exact || READS_COMMANDS.test(programOf(value)))
}

const isKnownToRead = (linked: Linked, call: number): boolean => {
  const [program] = linked.whole.args(call)
  return program !== undefined && linked.values.texts(program).some(({ exact, value }) => exact && READS_COMMANDS.test(programOf(value)))
}

const programOf = (line: string): string => (line.trim().split(/\s/)[0] as string).replace(/^.*[\\/]/, '').replace(/\.(?:exe|cmd|bat)$/i, '')

/** Calls that started what an input belongs to; undefined where some way to it is not known. */
function startsOf(linked: Linked, input: number): number[] | undefined {
  const { whole, values, solver } = linked
  const found = new Set<number>()
  const seen = new Set<number>()
  const stack: { node: number; hops: number }[] = [{ node: input, hops: 0 }]
  while (stack.length > 0) {
    const { node, hops } = stack.pop() as { node: number; hops: number }
    if (seen.has(node)) continue
    seen.add(node)
    const next = stepOf(node)
    if (next === undefined || hops > MOST_HOPS || seen.size > MOST_NODES) return undefined
    stack.push(...next.map((each) => ({ node: each, hops: hops + 1 })))
  }
  return [...found]

  /** Nodes that a node may be; none where it is a start or nothing at all, undefined where that is not known. */
  function stepOf(node: number): number[] | undefined {
    if (node < 0 || node >= whole.size) return undefined
    switch (whole.kind[node] as Kind) {
      case Kind.Null:
      case Kind.Undefined:
        return []
      case Kind.Refine:
      case Kind.Await:
        return [whole.a[node] as number]
      case Kind.Cell:
        return [...whole.items(whole.a[node] as number)]
      case Kind.Choice: {
        const items = [...whole.items(whole.a[node] as number)]
        // Of a condition only what follows is what comes of it.
        return whole.c[node] === ChoiceKind.And ? items.slice(-1) : items
      }
      case Kind.Param:
        return givenTo(node)
      case Kind.Load: {
        const name = whole.text(whole.b[node] as number)
        return name === 'stdin' ? [whole.a[node] as number] : keptAs(name)
      }
      case Kind.Call: {
        const own = [...(solver.callees.get(node) ?? [])]
        if (own.length > 0) return own.flatMap((fn) => whole.functions[fn]?.returns ?? [])
        if (!STARTS.test(calledName(linked, node))) return undefined
        found.add(node)
        return []
      }
      default: {
        const made = values.definitions(node).filter((each) => each !== node)
        return made.length > 0 ? made : undefined
      }
    }
  }

  /** What the callers of a function hand to it. */
  function givenTo(param: number): number[] | undefined {
    const fn = whole.a[param] as number
    const index = whole.functions[fn]?.params.indexOf(param) ?? -1
    const calls = [...(solver.callers.get(fn) ?? [])].filter((call) => call < whole.size && whole.kind[call] === Kind.Call)
    if (index < 0 || calls.length === 0) return undefined
    const given = calls.map((call) => whole.args(call)[index])
    return given.every((node) => node !== undefined) ? (given as number[]) : undefined
  }

  /** What is kept under a name anywhere: `workspace.input = child.stdin`, `{ input: child.stdin }`. */
  function keptAs(name: string): number[] {
    const lookup = lookupOf(whole)
    return [
      ...[...lookup.named(Kind.Store, name)].map((store) => whole.c[store] as number),
      ...[...lookup.named(Kind.Property, name)].map((property) => whole.b[property] as number),
    ]
  }
}
