/** Tests, and what of the entry points and other critical code they reach. */
import type { TestReach } from '../../../types'
import type { ViewContext } from '../../context'
import { compareText } from '../../order'
import type { Dashboard } from './dashboard'

const most = 15

export function testingFigures({ program }: ViewContext): Dashboard {
  const { frameworks, cases, reach, coverage } = program.quality.testing
  const files = new Set(cases.map(({ at }) => at.file))
  const kinds = [...new Set(reach.map(({ kind }) => kind))]
  const covered = coverage.map(({ file, format, files: sources }) => {
    const sum = (of: 'covered' | 'total') => sources.reduce((all, source) => all + source[of], 0)
    return { file, format, share: sum('total') === 0 ? null : sum('covered') / sum('total'), folders: byFolder(sources) }
  })
  return {
    kind: 'dashboard-testing',
    frameworks,
    cases: cases.length,
    files: files.size,
    skipped: cases.filter(({ state }) => state === 'skipped' || state === 'todo').length,
    focused: cases.filter(({ state }) => state === 'only').length,
    withoutAssertion: cases.filter(({ state, assertions }) => state === 'run' && assertions.length === 0).length,
    reach: kinds.map((kind) => reachOf(kind, reach)),
    // What matters most and has no test.
    untested: reach
      .filter(({ reached }) => reached === 'none')
      .sort((a, b) => b.weight - a.weight || compareText(a.subject, b.subject))
      .slice(0, most),
    untestedTotal: reach.filter(({ reached }) => reached === 'none').length,
    coverage: covered,
  }
}

function reachOf(kind: TestReach['kind'], reach: TestReach[]) {
  const those = reach.filter((it) => it.kind === kind)
  const count = (reached: TestReach['reached']) => those.filter((it) => it.reached === reached).length
  return {
    kind,
    total: those.length,
    called: count('called'),
    imported: count('imported'),
    none: count('none'),
    share: count('called') / those.length,
  }
}

/** Two levels of folders are what a reader knows the parts of a program by. */
function byFolder(sources: { path: string; covered: number; total: number }[]) {
  const folders = new Map<string, { covered: number; total: number }>()
  for (const { path, covered, total } of sources) {
    const folder = path.split('/').slice(0, -1).slice(0, 2).join('/') || '.'
    const known = folders.get(folder) ?? { covered: 0, total: 0 }
    folders.set(folder, { covered: known.covered + covered, total: known.total + total })
  }
  return [...folders]
    .map(([folder, { covered, total }]) => ({ folder, covered, total, share: total === 0 ? null : covered / total }))
    .sort((a, b) => (a.share ?? 1) - (b.share ?? 1) || compareText(a.folder, b.folder))
}
