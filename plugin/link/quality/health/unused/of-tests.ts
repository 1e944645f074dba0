/**
 * Files that belong to the tests without being any: samples and helpers among the code. In: where the program is begun at, what imports
 * what, and its doors. Out: paths to which imports of tests lead and nothing else does.
 */
import { isTestCode } from '../../../linked'
import { serverFiles, spread } from '../../../server-files'
import { type KnownBegun, LOADED_ANYWHERE } from './entries'

/** Above this share of the code it is our idea of where the program begins that is wrong. */
const MOST_OF_TESTS = 0.25

export function filesOfTests({ linked, entryPoints, imports }: KnownBegun, entries: readonly (string | undefined)[]): ReadonlySet<string> {
  const { whole, fileIndex } = linked
  const pathOf = (file: number) => (whole.files[file] as { path: string }).path
  const tests = whole.files.flatMap(({ path }, file) => (isTestCode(linked, path) ? [file] : []))
  const isTest = new Set(tests)
  const next = (file: number) => (imports.importsOf[file] ?? []).map(({ to }) => to)
  const isTried = (file: number) => imports.importersOf[file]?.length !== 0 && (imports.importersOf[file] ?? []).every(({ from }) => isTest.has(from))
  const begun = entries.flatMap((why, file) => (why === undefined || isTest.has(file) || (why === LOADED_ANYWHERE && isTried(file)) ? [] : [file]))
  const handlers = entryPoints.flatMap(({ handler }) => (handler ? [fileIndex.get(handler.at.file) ?? -1] : [])).filter((file) => file >= 0)
  // What starts a server is begun at, whoever does that.
  const program = spread(
    [...begun, ...handlers, ...serverFiles(linked, entryPoints).all].filter((file) => !isTest.has(file)),
    next,
  )
  const tried = spread(tests, next)
  // A test that is named after a file tries that file, and what it loads; that nothing else was seen to lead there proves little.
  const subjects = spread(
    [...tried].filter(
      (file) =>
        !isTest.has(file) && (imports.importersOf[file] ?? []).some(({ from }) => isTest.has(from) && isNamedAfter(pathOf(from), pathOf(file))),
    ),
    next,
  )
  const found = [...tried].filter((file) => !isTest.has(file) && !program.has(file) && !subjects.has(file))
  return found.length > (whole.files.length - tests.length) * MOST_OF_TESTS ? new Set() : new Set(found.map(pathOf))
}

/** `pay.test.ts` or `tests/pay.ts` of `pay.ts`; of `pay/index.ts` as well. */
function isNamedAfter(test: string, file: string): boolean {
  const subject = nameOf(test)
  const folder = file.slice(0, Math.max(0, file.lastIndexOf('/')))
  return subject === nameOf(file) || (nameOf(file) === 'index' && subject === folder.slice(folder.lastIndexOf('/') + 1).toLowerCase())
}

const nameOf = (path: string) =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.[cm]?[jt]sx?$/, '')
    .replace(/(?:[._-](?:tests?|specs?|cy|e2e|unit|int|integration))+$/i, '')
    .replace(/^tests?[._-]/i, '')
    .toLowerCase()
