/**
 * Places in tests that leave the result to chance or time. In: the solved program and its tests. Out: one place a cause, in the
 * order of files. A detector is one file and one line in the list.
 */
import { Kind } from '../../../../graph'
import type { UnsteadyPlace } from '../../../../types'
import { isTestCode, type Linked } from '../../../linked'
import { namesOf, type TestCall } from '../calls'
import type { Cases } from '../cases'
import { comparedDates } from './dates'
import { realNetwork } from './network'
import { sharedState } from './order'
import type { NamedCall, TestFile, UnsteadyDetector } from './place'
import { fixedPorts } from './ports'
import { randomBranches } from './random'
import { sleeps } from './sleeps'

const detectors: UnsteadyDetector[] = [sleeps, fixedPorts, comparedDates, randomBranches, realNetwork, sharedState]

const FAKE_TIME =
  /\b(?:useFakeTimers|mock\.timers\.enable|timers\.enable|FakeTimers\.install|lolex\.install|mockdate|MockDate\.set|timekeeper|tk\.freeze|setSystemTime|jasmine\.clock|clock\.install|fakeAsync|cy\.clock|page\.clock)\b/
const FAKE_NETWORK =
  /\b(?:nock|msw|setupServer|fetchMock|fetch-mock|(?:jest|vi)\.mock|mockResolvedValue\w*|mockImplementation\w*|mock\.fn|mock\.method|cy\.intercept|page\.route|sinon\.(?:stub|fake)|MockAdapter|moxios|MockAgent|HttpClientTestingModule|fetchMocker|Polly|createServer)\b/

/** Test code that no runner starts is not looked at: examples and mocks wait as they like. */
export function unsteadyPlaces(linked: Linked, calls: TestCall[], cases: Cases): UnsteadyPlace[] {
  const { whole } = linked
  const tested = new Set(calls.map(({ file }) => file))
  return whole.files.flatMap(({ text }, file) => {
    if (!tested.has(file) && !isSupport(linked, file)) return []
    const given: TestFile = {
      linked,
      file,
      text,
      calls: once(() => callsOf(linked, file, cases)),
      cases,
      hasFakeTime: once(() => FAKE_TIME.test(text)),
      hasFakeNetwork: once(() => FAKE_NETWORK.test(text)),
    }
    return detectors.flatMap((detect) => detect(given)).sort((one, other) => one.at.line - other.at.line)
  })
}

/** What a skipped test does harms nobody. */
function callsOf(linked: Linked, file: number, cases: Cases): NamedCall[] {
  const { whole } = linked
  const found: NamedCall[] = []
  for (let call = whole.base[file] as number; call < (whole.base[file + 1] as number); call++)
    if (whole.kind[call] === Kind.Call && !cases.isSkipped(whole.functionOf(call))) found.push({ call, ...namesOf(linked, whole.a[call] as number) })
  return found
}

function isSupport(linked: Linked, file: number): boolean {
  const { path } = linked.whole.files[file] as { path: string }
  return isTestCode(linked, path) && !/(?:^|\/)(?:__mocks__|mocks?|stubs?|fixtures?)\//i.test(path)
}

/** Asked of few files, and then of many calls in them. */
function once<T>(ask: () => T): () => T {
  let answer: T | undefined
  return () => {
    answer ??= ask()
    return answer
  }
}
