/** What is made of texts and objects by taking them apart. In: a call that a parser is known for. Out: the parts of a request in its result. */
import { Kind } from '../../../graph'
import type { Asking } from './asking'
import type { Parser } from './meanings'
import { namesOf } from './names'
import { type Data, type Frame, NONE, type Origin } from './origin'

export function parsed(asking: Asking, parser: Parser, method: string, call: number, frame: Frame): Origin[] {
  const args = [...asking.linked.whole.args(call)]
  const texts = (args[0] === undefined ? NONE : asking.of(args[0], frame)).filter((origin): origin is Data => origin.kind === 'data')
  switch (parser) {
    case 'json':
      return texts.map((origin) => (origin.place === 'raw' ? { kind: 'data', place: 'json', trail: [] } : origin))
    case 'address':
      return texts.some(({ place }) => place === 'url') ? [{ kind: 'address' }] : []
    case 'parameters':
      return texts.flatMap((origin): Origin[] =>
        origin.place === 'url' || origin.place === 'query'
          ? [{ kind: 'data', place: 'query', trail: [] }]
          : origin.place === 'raw'
            ? [{ kind: 'data', place: 'form', trail: [] }]
            : [],
      )
    case 'cookies':
      return texts.length > 0 ? [{ kind: 'data', place: 'cookie', trail: [] }] : []
    case 'promise':
      return promised(asking, call, args, frame)
    case 'object':
      return args.flatMap((argument) => asking.of(argument, frame)).filter((origin) => origin.kind === 'data')
    case 'fields': {
      if (texts.length === 0) break
      const names = args.slice(1).flatMap((argument) => namesOf(asking.linked, argument))
      return texts.flatMap((origin) => names.map((name): Origin => ({ ...origin, trail: [...origin.trail, name.replace(/\..*$/, '')] })))
    }
  }
  return parser === 'text' || method === 'concat' || method === 'decode' || method === 'write'
    ? args.flatMap((argument) => rawIn(asking, argument, frame))
    : []
}

/** The body's text in a list of chunks. */
function rawIn(asking: Asking, node: number, frame: Frame): Origin[] {
  const { values, whole } = asking.linked
  const isRaw = (origin: Origin) => origin.kind === 'data' && origin.place === 'raw'
  const own = asking.of(node, frame).filter(isRaw)
  if (own.length > 0) return own
  return values
    .elements(node)
    .filter((item) => item !== node)
    .flatMap((item) => (item < whole.size ? asking.of(item, frame) : asking.solved.of(item)))
    .filter(isRaw)
    .slice(0, 1)
}

/** What `new Promise((resolve) => resolve(x))` settles with. */
function promised(asking: Asking, call: number, args: readonly number[], frame: Frame): Origin[] {
  const { whole, effects } = asking.linked
  const [executor] = args
  if (executor === undefined || whole.kind[executor] !== Kind.Function || whole.kind[call] !== Kind.New) return []
  const fn = whole.a[executor] as number
  const resolve = whole.functions[fn]?.params[0]
  return effects
    .within(fn)
    .filter((node) => whole.kind[node] === Kind.Call && whole.a[node] === resolve)
    .flatMap((node) => whole.args(node).slice(0, 1))
    .flatMap((value) => asking.of(value, frame))
}
