/** Routes of findings. In: a finding at its place. Out: the same with the routes that lead there, where the place is below a handler. */
import type { Evidence, Finding, Program, ReachedLines } from '../types'

export function withRoutes({ reached }: Program): (finding: Finding) => Finding {
  const routesAt = routesByPlace(reached)
  return (finding) => {
    if (finding.route) return finding
    // Where data goes on below a common part, the last step that belongs to few routes tells which ones.
    const places = finding.flow ? [finding.at, ...[...finding.trace].reverse()] : [finding.at]
    for (const place of places) {
      const [route, ...otherRoutes] = routesAt(place)
      if (route) return { ...finding, route, ...(otherRoutes.length > 0 ? { otherRoutes } : {}) }
    }
    return finding
  }
}

/** Stands in a function that requests lead to. */
export const isReached = ({ reached }: Program, at: Evidence): boolean =>
  reached.some(({ file, line, endLine }) => file === at.file && line <= at.line && at.line <= endLine)

/** Of functions inside each other the innermost counts. */
function routesByPlace(reached: ReachedLines[]): (place: Evidence) => string[] {
  const byFile = new Map<string, ReachedLines[]>()
  for (const lines of reached) {
    const known = byFile.get(lines.file)
    if (known) known.push(lines)
    else byFile.set(lines.file, [lines])
  }
  return ({ file, line }) => byFile.get(file)?.findLast((lines) => lines.line <= line && line <= lines.endLine)?.routes ?? []
}
