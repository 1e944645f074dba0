/**
 * `coverage-final.json` of istanbul, nyc, c8, Jest and Vitest. A line counts as run when one of the statements that begin on it
 * did, as `getLineCoverage` of istanbul-lib-coverage has it.
 */
import type { LinesOfFile } from './lines'

interface FileCoverage {
  path?: unknown
  statementMap?: Record<string, { start?: { line?: unknown } }>
  s?: Record<string, unknown>
}

/** @throws Error when it is no JSON */
export function istanbul(text: string): LinesOfFile[] {
  const root: unknown = JSON.parse(text)
  if (typeof root !== 'object' || root === null) return []
  return Object.entries(root as Record<string, FileCoverage | null>).flatMap(([key, file]) => {
    const { statementMap, s: counts, path = key } = file ?? {}
    if (typeof statementMap !== 'object' || typeof counts !== 'object' || counts === null || typeof path !== 'string') return []
    const lines = new Map<number, number>()
    for (const [id, statement] of Object.entries(statementMap ?? {})) {
      const line = statement?.start?.line
      if (typeof line === 'number') lines.set(line, Math.max(lines.get(line) ?? 0, Number(counts[id] ?? 0)))
    }
    return [{ path, total: lines.size, covered: [...lines.values()].filter((count) => count > 0).length }]
  })
}
