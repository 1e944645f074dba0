/**
 * Places in tests that leave the result to chance or time. In: the solved program and its tests. Out: one place a cause, in the
 * order of files. A detector is one file and one line in the list.
 */
import { Kind } from '../../../../graph'
import type { UnsteadyPlace } from '../../../../types'
import { isTestCode, type Linked } from '../../../linked'
import type { TestCall } from '../calls'
import type { Cases } from '../cases'
import { comparedDates } from './dates'
import { realNetwork } from './network'
import { sharedState } from './order'
import type { TestFile, UnsteadyDetector } from './place'
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
    const all: number[] = []
    for (let node = whole.base[file] as number; node < (whole.base[file + 1] as number); node++)
      if (whole.kind[node] === Kind.Call || whole.kind[node] === Kind.New) all.push(node)
    // What a skipped test does harms nobody.
    const own = all.filter((call) => !cases.isSkipped(whole.functionOf(call)))
    const given: TestFile = {
      linked,
      file,
      calls: own,
      cases,
      hasFakeTime: once(() => FAKE_TIME.test(text)),
      hasFakeNetwork: once(() => FAKE_NETWORK.test(text)),
    }
    return detectors.flatMap((detect) => detect(given)).sort((one, other) => one.at.line - other.at.line)
  })
}

function isSupport(linked: Linked, file: number): boolean {
  const { path } = linked.whole.files[file] as { path: string }
  return isTestCode(linked, path) && !/(?:^|\/)(?:__mocks__|mocks?|stubs?|fixtures?)\//i.test(path)
}

/** Asked of few files, and then of many calls in them. */
function once(ask: () => boolean): () => boolean {
  let answer: boolean | undefined
  return () => {
    answer ??= ask()
    return answer
  }
}
