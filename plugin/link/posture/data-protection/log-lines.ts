/** Calls that write into a log. In: what models say of loggers and consoles. Out: each call with its level and what it is given. */
import { Kind } from '../../../graph'
import type { Evidence } from '../../../types'
import { apiPathsOf, calledName, cite, type Linked, receiverOf } from '../../linked'
import { merge } from '../../lookup'
import { sinksOfKind } from '../../usages/modelled'
import { packageOf } from '../../usages/origin'
import type { Ground } from './ground'

export interface LogLine {
  call: number
  level: 'error' | 'info' | 'debug'
  /** `console`, `winston`; '' where only the logger's name is known. */
  library: string
  /** As the code calls the logger: `logger`, `console`. */
  logger: string
  at: Evidence
}

/** First libraries of the models whose disclosing calls are logs. */
export const LOGS = new Set(['console', 'winston', 'debug', '@nestjs/common', 'javascript-globals'])

const ERROR = /^(?:error|fatal|critical|crit|alert|emerg|exception|warn|warning)$/
const DEBUG = /^(?:debug|trace|verbose|silly)$/

export function logLines(ground: Ground): LogLine[] {
  const { linked } = ground
  const { whole } = linked
  const found: LogLine[] = []
  const disclosing = sinksOfKind(linked, 'disclosure')
  const logging = sinksOfKind(linked, 'log')
  for (const call of merge([[...disclosing.keys()], [...logging.keys()]])) {
    if (whole.kind[call] !== Kind.Call || !ground.runsAt(call)) continue
    const model = disclosing.get(call)
    if (!(model && LOGS.has(model.library)) && !logging.has(call)) continue
    const name = calledName(linked, call)
    if (name === 'write' || name === 'child') continue
    const receiver = receiverOf(linked, call)
    const logger =
      receiver < 0 ? name : (/^((?:[\w$]+\.)+)[\w$]+\s*\(/.exec(whole.sourceOf(call))?.[1]?.slice(0, -1) ?? linked.values.nameOf(receiver))
    found.push({
      call,
      level: ERROR.test(name) ? 'error' : DEBUG.test(name) || model?.library === 'debug' ? 'debug' : 'info',
      library: logger === 'console' ? 'console' : libraryOf(linked, receiver < 0 ? (whole.a[call] as number) : receiver, model?.library ?? ''),
      logger,
      at: cite(linked, call),
    })
  }
  return found
}

/** The package that a logger comes from, as far as its value tells. */
function libraryOf(linked: Linked, node: number, otherwise: string): string {
  const { models, values } = linked
  // The models speak of loggers of one interface by the name of the first; the code says which one it is.
  for (const made of [...values.definitions(node), node]) {
    const named = packageOf(linked, made)
    // Where no manifest was read, by its form: a path and an alias of the compiler's settings have another.
    if (named !== undefined && (linked.dependencies.size > 0 ? linked.dependencies.has(named) : /^(?:@[\w.-]+\/)?[\w-][\w.-]*$/.test(named)))
      return named
  }
  for (const path of apiPathsOf(linked, node)) {
    const root = models.paths.rootOf(path)
    if (root.startsWith('npm:')) return root.slice(4)
    const type = /^type:([^/]+)\//.exec(root)?.[1]
    if (type && !/log/.test(type)) return type
  }
  // The model of loggers is about many; the name of its first library says nothing of this one.
  return otherwise === 'debug' || otherwise === '@nestjs/common' || otherwise === 'console' ? otherwise : ''
}

/** Values that a call is given: its arguments, what they are put together from, and what is written out of them. */
export function givenTo(linked: Linked, call: number, most = 80): number[] {
  const { whole } = linked
  const found: number[] = []
  const stack = [...whole.args(call)].reverse()
  const seen = new Set<number>()
  while (stack.length > 0 && found.length < most) {
    const node = stack.pop() as number
    if (node < 0 || node >= whole.size || seen.has(node)) continue
    seen.add(node)
    found.push(node)
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Call) {
      const receiver = receiverOf(linked, node)
      stack.push(...[...whole.args(node)].reverse())
      if (receiver >= 0) stack.push(receiver)
    } else if (kind !== Kind.Load && kind !== Kind.Cell) stack.push(...whole.madeOf(node).reverse())
  }
  return found
}
