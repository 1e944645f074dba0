import { manifestPath } from '../../reports'
import { type Advice, effortFor } from './recommendation'
import { lineOf, RUNTIME_ENDS } from './runtime-ends'

/** Runtimes in a release line that gets no fixes any more on the day of the analysis. A range that only allows one is no use of it. */
export const outdatedRuntimes: Advice = ({ program, date }) =>
  program.runtimeAgreement.flatMap(({ runtime, versions }) => {
    const ends = RUNTIME_ENDS[runtime]
    if (!ends) return []
    const ended = versions
      .filter(({ role, isFloating }) => role === 'used' && !isFloating)
      .flatMap(({ version, from, at }) => {
        const line = lineOf(runtime, version)
        const end = line === undefined ? undefined : ends[line]
        return end !== undefined && end < date ? [{ line: line as string, from, at, end }] : []
      })
    const [oldest] = [...ended].sort((one, other) => (one.end < other.end ? -1 : 1))
    if (!oldest) return []
    return [
      {
        kind: 'outdated-runtimes',
        title: `Move from ${runtime} ${oldest.line} to a line that is maintained`,
        priority: 'High' as const,
        because: `${runtime} ${oldest.line} has had no security fixes since ${oldest.end}; ${oldest.from} still runs it.`,
        how: 'Raise the version in one place, run the tests on it, then raise it everywhere it is stated.',
        effort: effortFor('medium', ended.length),
        evidence: ended.map(({ at }) => at).slice(0, 5),
        page: manifestPath,
      },
    ]
  })
