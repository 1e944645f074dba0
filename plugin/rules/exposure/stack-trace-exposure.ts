import type { Confidence, Evidence } from '../../types'
import { ANSWERS } from '../disclosure-rule'
import type { Hit, Rule } from '../rule'
import { lessSure } from '../sureness'
import { taintRule } from '../taint-rule'

const described = taintRule({
  id: 'stack-trace-exposure',
  class: 'info-exposure',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
  cwe: [209, 497],
  title: 'Callers are shown the stack of an error',
  why: 'A stack tells file names, libraries with their versions, and now and then the values that made the program fail.',
  impact: [
    'An attacker learns how the server is built and which known faults to try',
    'Queries, paths and names of hosts stand in messages of libraries',
  ],
  fix: 'Log the error with a number, and answer with that number and a sentence of your own.',
  code: "logger.error({ error, id })\nresponse.status(500).json({ error: 'Something went wrong', id })",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Error_Handling_Cheat_Sheet.html',
    'https://expressjs.com/en/guide/error-handling.html',
  ],
  from: ['exception'],
  to: ['disclosure'],
  where: ({ library }) => ANSWERS.has(library),
})

/** `env === 'development' && { stack: error.stack }` on the way. */
const FOR_DEVELOPERS = /\b(?:NODE_ENV|development|production|isDev\w*|isProd\w*|__DEV__)\b/

/** An error as text is its message alone. */
const ONLY_MESSAGE = /\bString\((?:e|err|error|ex|exception)\)|\b(?:e|err|error|ex|exception)\.toString\(\)/

/**
 * An error as a whole shows its stack only where it is printed; its other fields are shown in any case. What is merely called
 * an error may be one of the program's own, with nothing to hide.
 */
function sure(flow: Hit['flow']): Confidence {
  if (/stack$/.test(flow?.origin ?? '')) return 'high'
  return flow?.origin === 'the exception' || /(?:render|view)$/.test(flow?.api ?? '') ? 'medium' : 'low'
}

const rule: Rule = {
  ...described,
  check: (program) => {
    const developers = program.usages.filter(({ kind }) => kind === 'development-only').map(({ at }) => at)
    const isForDevelopers = ({ file, line }: Evidence) =>
      developers.some((at) => at.file === file && at.line <= line && line <= (at.endLine ?? at.line))
    return described
      .check(program)
      .filter(({ at, trace = [] }) => !isForDevelopers(at) && !trace.some(({ text }) => FOR_DEVELOPERS.test(text) || ONLY_MESSAGE.test(text)))
      .map((hit) => ({ ...hit, confidence: lessSure(sure(hit.flow), hit.confidence ?? 'high') }))
  },
}

export default rule
