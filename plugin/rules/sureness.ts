/** Lowers how sure a rule is where something about the place speaks against it; what it finds stays. */
import type { Confidence, Flow, Program } from '../types'
import { defineRule, type Hit, type Rule } from './rule'

const ORDER: Confidence[] = ['high', 'medium', 'low']

/** The less sure of two. */
export const lessSure = (one: Confidence, other: Confidence): Confidence => (ORDER.indexOf(one) < ORDER.indexOf(other) ? other : one)

/**
 * The most that may be claimed of a way by its length. Each call on the way is taken to lead where it may lead, and who calls
 * whom with what is joined where a function has many callers: a short way can be read and agreed with, a long one is a lead.
 * Steps are lines that a trace tells, files are those that it goes through. On twenty products that nobody tuned for
 * readers confirmed 35 of 113 ways within the first limits, and 2 of 37 beyond them.
 */
const LONGEST = { high: { steps: 8, files: 2 }, medium: { steps: 20, files: 4 } }
/**
 * The same where little harm is done at the end: what is a lead only has to be near to be worth a look. Of 18 longer ones with medium
 * confidence readers confirmed 2.
 */
const LONGEST_OF_LITTLE: typeof LONGEST = { high: LONGEST.high, medium: LONGEST.high }

/**
 * Steps of a way whose object is handed on as a whole, up to which high confidence may be claimed: what checks it, field by field
 * or by a schema, is most often on that way. On thirty-five products readers confirmed 3 of 6 up to here, and none of 20 beyond.
 */
const LONGEST_WHOLE = 5

/** @param cvss base vector of what is done at the end */
export function mostOfWay({ trace, handedWhole }: Pick<Flow, 'trace' | 'handedWhole'>, cvss = ''): Confidence {
  const longest = DOES_LITTLE.test(cvss) ? LONGEST_OF_LITTLE : LONGEST
  const steps = trace.reduce((sum, { omitted = 0 }) => sum + 1 + omitted, 0)
  const files = new Set(trace.map(({ file }) => file)).size
  if (steps <= (handedWhole ? LONGEST_WHOLE : longest.high.steps) && files <= longest.high.files) return 'high'
  return steps <= longest.medium.steps && files <= longest.medium.files ? 'medium' : 'low'
}
/** To nobody else, and a little of each at most. */
const DOES_LITTLE = /\/S:U\/C:[NL]\/I:[NL]\/A:[NL]$/

/** @param limit the most that may be claimed of a hit; undefined leaves it as it is */
export function atMost(rule: Rule, limit: (hit: Hit, program: Program) => Confidence | undefined): Rule {
  return defineRule({
    ...rule,
    check: (program) =>
      rule.check(program).map((hit) => {
        const most = limit(hit, program)
        return most && ORDER.indexOf(hit.confidence ?? 'high') < ORDER.indexOf(most) ? { ...hit, confidence: most } : hit
      }),
  })
}

/** Whether the route that data comes in by has a schema in front, which decides types and fields before the handler runs. */
export function isValidated({ route, trace }: Hit, { entryPoints }: Program): boolean {
  // A helper may be the first to take the request apart: `pick(req.query, ['name'])`.
  const files = new Set(trace?.map(({ file }) => file))
  const ways = entryPoints.filter(({ method, path, handler }) => `${method} ${path}` === route && handler !== undefined && files.has(handler.at.file))
  return ways.length > 0 && ways.every(({ validated }) => validated.answer === 'yes')
}
