/** Coverage reports, joined to the tree: tools name files by where they ran. In: reports and files. Out: reports with the tree's paths. */
import type { CoverageFile, SourceFile } from '../../../types'

export function coverageIn(reports: readonly CoverageFile[], files: readonly SourceFile[]): CoverageFile[] {
  const paths = new Set(files.map(({ path }) => path))
  const byName = new Map<string, string[]>()
  for (const path of paths) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    byName.set(name, [...(byName.get(name) ?? []), path])
  }
  const joined = reports.map((report) => ({
    ...report,
    files: report.files.flatMap(({ path, ...lines }) => {
      const found = pathOf(path, report.file, paths, byName)
      return found === undefined ? [] : [{ path: found, ...lines }]
    }),
  }))
  return oneForEach(joined.filter((report) => report.files.length > 0))
}

function pathOf(named: string, report: string, paths: Set<string>, byName: Map<string, string[]>): string | undefined {
  const path = named.replaceAll('\\', '/').replace(/^\.\//, '')
  if (paths.has(path)) return path
  // Relative to the package whose folder `coverage` it lies in.
  const home = report.split('/').slice(0, -2).join('/')
  if (home !== '' && paths.has(`${home}/${path}`)) return `${home}/${path}`
  // Absolute, on the machine where the tests ran: the longest end that is a path here.
  const ends = (byName.get(path.slice(path.lastIndexOf('/') + 1)) ?? []).filter((each) => path.endsWith(`/${each}`))
  return ends.sort((one, other) => other.length - one.length)[0]
}

/** Of several reports that one run wrote into one folder, the one that tells most. */
const BEST: CoverageFile['format'][] = ['istanbul', 'lcov', 'clover', 'cobertura']

function oneForEach(reports: CoverageFile[]): CoverageFile[] {
  const folders = new Map<string, CoverageFile>()
  for (const report of reports) {
    const folder = report.file.slice(0, report.file.lastIndexOf('/') + 1)
    const known = folders.get(folder)
    if (!known || BEST.indexOf(report.format) < BEST.indexOf(known.format)) folders.set(folder, report)
  }
  return [...folders.values()].sort((one, other) => (one.file < other.file ? -1 : 1))
}
