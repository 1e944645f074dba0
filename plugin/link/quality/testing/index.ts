/**
 * How the code is tested. In: the solved program, its doors, and figures of its functions. Out: tests as facts, what makes them
 * unsteady, whether they come by what matters, and what tools measured.
 */
import type { CodeHealth, Testing } from '../../../types'
import { isTestCode } from '../../linked'
import type { KnownQuality } from '../known'
import { checksIn } from './assertions'
import { testCallsOf } from './calls'
import { casesOf } from './cases'
import { coverageIn } from './coverage'
import { reachOf } from './reach/index'
import { HELPERS, RUNNERS } from './runners'
import { unsteadyPlaces } from './unsteady/index'

export function testingOf(known: KnownQuality, health: CodeHealth): Testing {
  const { linked, extracted, files } = known
  const { whole } = linked
  const calls = testCallsOf(linked)
  const cases = casesOf(linked, calls, checksIn(linked))
  const tests = new Set(calls.map(({ file }) => file))
  whole.files.forEach(({ path }, file) => {
    if (isTestCode(linked, path)) tests.add(file)
  })
  const used = new Set(calls.map(({ framework }) => framework))
  for (const file of tests)
    for (const { specifier } of whole.files[file]?.graph.imports ?? [])
      if (RUNNERS.get(specifier) ?? HELPERS.get(specifier)) used.add((RUNNERS.get(specifier) ?? HELPERS.get(specifier)) as string)
  return {
    frameworks: [...used].sort(),
    files: tests.size,
    cases: cases.cases,
    unsteady: unsteadyPlaces(linked, calls, cases),
    reach: reachOf(known, health, tests),
    coverage: coverageIn(extracted.coverage ?? [], files),
  }
}
