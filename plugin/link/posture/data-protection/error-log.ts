/** The log of what went wrong. */
import type { Control, Evidence, Log } from '../../../types'
import { answer, code, counted, listed } from './control'
import type { Ground } from './ground'
import type { LogLine } from './log-lines'
import { places } from './log-places'
import type { Logged } from './logged'

export function errorLog(logged: Logged): Log {
  const errors = logged.lines.filter(({ level }) => level === 'error')
  return {
    kind: 'error',
    writer: errorWriter(logged.ground, errors),
    content: errorContent(logged, errors),
    ...places('error', 'Error log', logged, errors),
  }
}

function errorWriter(ground: Ground, errors: readonly LogLine[]): Control {
  const asked = { id: 'error-log', aspect: 'Error log', recommended: 'Errors are logged by a logger with levels' }
  if (errors.length === 0)
    return answer(asked, 'fail', {
      reason: 'Looked for calls of a logger or of the console at level error or warning in the code that runs on the server: none.',
    })
  const names = namesOf(errors)
  const first = [...inHandlers(ground, errors), ...errors]
  const plain = errors.every(({ library }) => library === 'console')
  return answer(asked, plain ? 'partial' : 'pass', {
    current: `${listed(names)} (${counted(errors.length, 'call')})`,
    reason: plain ? 'Only the console is written to: no levels that can be set, no form that a machine can search.' : '',
    evidence: first.map(({ at }) => at),
  })
}

/** Lines in functions that take an error first, as error handlers do. */
function inHandlers({ linked: { whole } }: Ground, lines: readonly LogLine[]): LogLine[] {
  return lines.filter(({ call }) => {
    const fact = whole.functions[whole.functionOf(call)]?.fact
    return fact !== undefined && /^(?:err|error|exception|e)$/.test(fact.paramNames[0] ?? '') && fact.paramNames.length >= 3
  })
}

function errorContent({ traced }: Logged, errors: readonly LogLine[]): Control {
  const asked = { id: 'error-log-content', aspect: 'Content of the error log', recommended: 'What failed and where, no personal data' }
  if (errors.length === 0) return answer(asked, 'not applicable', { reason: 'There is no error log.' })
  const lines = new Set(errors.map(({ at }) => `${at.file}:${at.line}`))
  const here = (at: Evidence) => lines.has(`${at.file}:${at.line}`)
  const personal = traced.personal.filter(({ at }) => here(at))
  const stacks = traced.stacks.filter(({ at }) => here(at))
  const words = [stacks.length > 0 ? 'errors with their stack' : 'messages of errors', ...new Set(personal.map(({ name }) => code(name)))]
  return answer(asked, personal.length > 0 ? 'fail' : 'pass', {
    current: listed(words),
    reason:
      personal.length > 0
        ? 'Personal or secret values reach these lines.'
        : 'No value that is called like a secret or like personal data was seen to reach these lines.',
    evidence: personal.length > 0 ? personal.map(({ at }) => at) : (stacks.length > 0 ? stacks : errors).slice(0, 3).map(({ at }) => at),
  })
}

function namesOf(lines: readonly LogLine[]): string[] {
  const names = new Map<string, number>()
  for (const { logger, library } of lines) {
    const name = library && library !== logger ? `${code(logger)} (${library})` : code(logger || library)
    names.set(name, (names.get(name) ?? 0) + 1)
  }
  return [...names].sort((one, other) => other[1] - one[1]).map(([name]) => name)
}
