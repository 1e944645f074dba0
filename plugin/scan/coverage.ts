/**
 * What a test run wrote down about coverage. It is build output, which git ignores, and the one part of it that tells something
 * of the code: so it is looked for where tools leave it, beside every package.
 */
import { lstatSync } from 'node:fs'
import path from 'node:path'

/** What Jest, Vitest, nyc, c8 and karma write; each in the folder `coverage` unless told otherwise. */
const REPORTS = ['coverage-final.json', 'lcov.info', 'clover.xml', 'cobertura-coverage.xml']

const report = new RegExp(`(?:^|/)(?:${REPORTS.map((name) => name.replace('.', '\\.')).join('|')})$`)

export function isCoverageReport(file: string): boolean {
  return report.test(file)
}

/** A repository has a few packages; this many times four questions to the disk take a moment. */
const MOST_PACKAGES = 200

/** The listing with reports that an ignore file left out, sorted. */
export function withCoverageReports(files: string[], root: string): string[] {
  const packages = files.filter((file) => path.posix.basename(file) === 'package.json').slice(0, MOST_PACKAGES)
  const known = new Set(files)
  const found = packages
    .flatMap((file) => REPORTS.map((name) => path.posix.join(path.posix.dirname(file), 'coverage', name)))
    .filter((file) => !known.has(file) && lstatSync(path.join(root, file), { throwIfNoEntry: false })?.isFile())
  return found.length === 0 ? files : [...files, ...found].sort()
}
