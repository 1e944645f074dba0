/** Handlers that say no to whatever comes: the last one of an application, for paths that nothing else answered. */
import { Kind } from '../../graph'
import { isNext } from '../guards/answers'
import { calledName, type Linked } from '../linked'

/** Whether every function sets a status of a fault or throws, and none sets one of success besides. */
export function onlyRefuses(linked: Linked, functions: number[]): boolean {
  return functions.length > 0 && functions.every((fn) => refuses(linked, fn))
}

/** Whether a function does no more than to hand an error on, `next(new NotFound())`, which answers for no path of its own. */
export function onlyReports(linked: Linked, fn: number): boolean {
  const { effects, whole } = linked
  const acts = effects.within(fn).filter((node) => whole.kind[node] !== Kind.New)
  const isReport = (node: number) => whole.kind[node] === Kind.Call && isNext(linked, node) && whole.args(node).length > 0
  return acts.length > 0 && acts.every(isReport)
}

/** Whether what is answered at a call or store is a fault: its chain or the block around it sets such a status. */
export function isFaultAt(linked: Linked, node: number): boolean {
  const { effects, values, whole } = linked
  const isFault = (value: number | undefined) => value !== undefined && values.numbers(value).some((status) => status >= 400 && status < 600)
  const sets = (at: number) =>
    whole.kind[at] === Kind.Store
      ? /^status(?:Code)?$/.test(whole.text(whole.b[at] as number)) && isFault(whole.c[at] as number)
      : whole.kind[at] === Kind.Call && /^(?:status|sendStatus|code|writeHead|throw)$/.test(calledName(linked, at)) && isFault(whole.args(at)[0])
  return effects.ofFunction(whole.functionOf(node)).some((at) => whole.region[at] === whole.region[node] && sets(at))
}

function refuses({ whole, effects, values, ...rest }: Linked, fn: number): boolean {
  const linked: Linked = { whole, effects, values, ...rest }
  const nodes = effects.within(fn)
  const isFault = (node: number | undefined) => node !== undefined && values.numbers(node).some((status) => status >= 400 && status < 600)
  const isAnswer = (node: number) =>
    whole.kind[node] === Kind.Call && /^(?:sendFile|sendfile|download|render|redirect|pipe|proxy|web|view|html)$/.test(calledName(linked, node))
  const isSuccess = (node: number) =>
    whole.kind[node] === Kind.Call &&
    /^(?:status|sendStatus|code|writeHead)$/.test(calledName(linked, node)) &&
    values.numbers(whole.args(node)[0] ?? -1).some((status) => status >= 200 && status < 300)
  if (nodes.some((node) => isAnswer(node) || isSuccess(node))) return false
  return nodes.some((node) => {
    if (whole.kind[node] === Kind.Throw) return true
    if (whole.kind[node] === Kind.Store) return /^status(?:Code)?$/.test(whole.text(whole.b[node] as number)) && isFault(whole.c[node] as number)
    if (whole.kind[node] !== Kind.Call) return false
    const name = calledName(linked, node)
    const args = whole.args(node)
    if (/^(?:status|sendStatus|code|writeHead|throw|abort|error|fail|createError)$/.test(name)) return isFault(args[0])
    if (/^(?:text|json|body)$/.test(name)) return isFault(args[1])
    return name === 'notFound' || (name === 'next' && args.length > 0)
  })
}
