/** What data flows say of logs and answers. In: flows into loggers and into answers. Out: values by sort, each with its place. */
import type { Evidence, Flow } from '../../../types'
import { distinct } from './control'
import type { Ground } from './ground'
import { LOGS } from './log-lines'

export interface TracedValue {
  /** As the code reads it: `req.body.userName`. */
  name: string
  at: Evidence
  /** Where the value is read. */
  from: Evidence
  route?: string
}

export interface Traced {
  /** Values called like personal data or secrets, in log lines. */
  personal: TracedValue[]
  secrets: TracedValue[]
  /** Errors that are logged with their stack. */
  stacks: TracedValue[]
  /** Data of requests in log lines, as they came. */
  input: TracedValue[]
  /** Errors, or their stack, in answers. */
  answered: (TracedValue & { isStack: boolean })[]
}

const SECRET = /pass(?:word|wd|phrase|code)?$|pwd|secret|credential|token|jwt|otp|api_?key|private_?key|auth(?:orization)?$|cookie/i
const ANSWERS = new Set(['answers', 'next', 'express', 'koa', 'fastify'])

export function traced({ flows, runs }: Ground): Traced {
  const sure = flows.filter(({ test, at }) => !test && runs(at.file))
  const logged = sure.filter(({ library, sink }) => sink === 'log' || (sink === 'disclosure' && LOGS.has(library)))
  const sensitive = logged.filter((flow) => flow.source === 'sensitive' && flow.sink === 'disclosure' && !isShortened(flow) && !isNone(flow))
  const isSecret = ({ origin }: Flow) => SECRET.test(origin.replace(/\(\)$/, '').split('.').at(-1) ?? '')
  return {
    personal: values(sensitive.filter((flow) => !isSecret(flow))),
    secrets: values(sensitive.filter(isSecret)),
    // A message alone holds no stack; a whole error is printed with it.
    stacks: values(logged.filter(({ source, origin }) => source === 'exception' && !/\.(?:message|code|name|status)$/.test(origin))),
    input: values(logged.filter(({ source, sink, confidence }) => source === 'request' && sink === 'log' && confidence !== 'low')),
    answered: sure.flatMap((flow) =>
      flow.source === 'exception' && flow.sink === 'disclosure' && (ANSWERS.has(flow.library) || /^(?:res|response|reply|ctx)\./.test(flow.api))
        ? [
            {
              name: flow.origin,
              at: flow.at,
              from: flow.from,
              isStack: /stack$/.test(flow.origin) || flow.trace.some(({ text }) => /\.stack\b/.test(text)),
              ...(flow.route ? { route: flow.route } : {}),
            },
          ]
        : [],
    ),
  }
}

/** What a call is asked by is not what it answers: `getUserForToken()`; and the name of a class is nobody's. */
const isNone = ({ origin }: Flow): boolean => /(?:^|\.)\w+(?:By|For|From|With)[A-Z]\w*\(\)$|\bconstructor\.name$/.test(origin)

/** Cut, masked or hashed on the way, by what the lines say of the very value. */
function isShortened({ origin, trace, at }: Flow): boolean {
  const name = origin.replace(/\(\)$/, '').split('.').at(-1) ?? ''
  if (!/^\w+$/.test(name)) return false
  const cut = new RegExp(`\\b${name}\\b[\\w.?!)\\]]*\\.(?:slice|substr|substring|charAt|at)\\(`)
  const covered = new RegExp(`(?:mask|redact|hash|encrypt|anonymi[sz]e|obfuscate|truncate|scrub|shorten)\\w*\\([^()]*\\b${name}\\b`, 'i')
  // What a logger of the program masks by itself stands in its last line.
  if (/\b(?:redact|mask|saniti[sz]e|scrub)\w*\(/i.test(at.text)) return true
  return trace.some(({ text }) => cut.test(text) || covered.test(text))
}

function values(flows: readonly Flow[]): TracedValue[] {
  const kept = new Set(distinct(flows.map(({ at }) => at)))
  return flows.filter(({ at }) => kept.has(at)).map(({ origin, at, from, route }) => ({ name: origin, at, from, ...(route ? { route } : {}) }))
}
