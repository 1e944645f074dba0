/** The log of requests: who writes it, what a line holds, where it goes. */
import type { Control, Log } from '../../../types'
import { cite } from '../../linked'
import type { AccessWriter } from './access-writers'
import { type Asked, answer, code, listed } from './control'
import type { Ground } from './ground'
import { destinationOf, keptOf, STANDARD } from './log-places'
import type { Logged } from './logged'

export const accessLog = (logged: Logged): Log => ({
  kind: 'access',
  writer: accessWriter(logged.ground, logged.writers),
  content: accessContent(logged),
  ...accessPlaces(logged),
})

const ACCESS: Asked = { id: 'access-log', aspect: 'Access log', recommended: 'Every request is logged' }

function accessWriter(ground: Ground, writers: readonly AccessWriter[]): Control {
  if (writers.length > 0) {
    const always = writers.some(({ when }) => when === '' || /^(?:outside (?:test|development)|in production)$/.test(when))
    return answer(ACCESS, always ? 'pass' : 'partial', {
      current: listed(writers.map(({ name }) => name)),
      reason: always ? '' : 'It is in force only under a condition.',
      evidence: writers.map(({ at }) => at),
    })
  }
  if (ground.requests.length === 0) return answer(ACCESS, 'not applicable', { reason: 'No endpoint was recognised.' })
  const idle = ground.calls('access-log').map((call) => cite(ground.linked, call))
  const first = ground.middleware.filter(({ scope, at }) => scope === 'application' && ground.runs(at.file)).map(({ at }) => at)
  return answer(ACCESS, 'fail', {
    reason:
      `Looked for a request logger among the middleware in force (${ground.middleware.length}), for a server that logs requests by itself and for calls that log method and address of a request: none.` +
      (idle.length > 0 ? ' One is made, and nothing puts it in force.' : ''),
    evidence: idle.length > 0 ? idle : first.slice(0, 1),
  })
}

const LOUD = new Set(['request body', 'response body', 'cookies and credentials in headers', 'request headers'])
const PERSONAL = new Set(['address of the caller', 'user name'])

function accessContent({ writers, credentials }: Logged): Control {
  const asked = {
    id: 'access-log-content',
    aspect: 'Content of the access log',
    recommended: 'Neither credentials nor bodies; addresses of callers only as long as needed',
  }
  const parts = writers.flatMap((writer) => writer.parts)
  if (writers.length === 0) return answer(asked, 'not applicable', { reason: 'There is no access log.' })
  if (writers.some(({ isKnown }) => !isKnown))
    return answer(asked, 'unknown', { reason: 'The format of the lines could not be told from the code.', evidence: writers.map(({ at }) => at) })
  const byPart = new Map(parts.map((part) => [part.part, part]))
  const words = [...byPart.values()].map(({ part, when }) => (when ? `${part} (only ${when})` : part))
  const inAddress = byPart.has('URL with its query') && credentials.length > 0
  const loud = parts.some(({ part }) => LOUD.has(part))
  const reasons = [
    inAddress
      ? `The address of a request is written with its query, and ${listed(
          credentials.map(({ text }) => text),
          3,
        )} ${credentials.length === 1 ? 'carries' : 'carry'} credentials there.`
      : '',
    loud ? 'Headers and bodies hold credentials and personal data unless they are redacted.' : '',
    parts.some(({ part }) => PERSONAL.has(part)) ? 'The network address of a caller is personal data.' : '',
  ]
  return answer(asked, inAddress || loud ? 'fail' : parts.some(({ part }) => PERSONAL.has(part)) ? 'partial' : 'pass', {
    current: words.length > 0 ? listed(words, 8) : 'neither addresses nor anything of the caller',
    reason: reasons.filter(Boolean).join(' '),
    evidence: parts.length > 0 ? parts.map(({ at }) => at) : writers.map(({ at }) => at),
  })
}

function accessPlaces({ writers }: Logged): Pick<Log, 'destination' | 'kept'> {
  const destination = { id: 'access-log-destination', aspect: 'Destination of the access log', recommended: 'Where only operators can read it' }
  const kept = { id: 'access-log-retention', aspect: 'Retention of the access log', recommended: 'A limit in days' }
  if (writers.length === 0)
    return {
      destination: answer(destination, 'not applicable', { reason: 'There is no access log.' }),
      kept: answer(kept, 'not applicable', { reason: 'There is no access log.' }),
    }
  const outputs = writers.flatMap(({ output }) => output ?? [])
  if (outputs.length > 0) return { destination: destinationOf(destination, outputs), kept: keptOf(kept, outputs) }
  const through = writers.flatMap((writer) => writer.through || [])
  const at = writers.map((writer) => writer.at)
  return {
    destination: answer(destination, 'pass', {
      current: through.length > 0 ? `handed to ${listed(through.map(code))}` : 'standard output',
      reason: 'No file or service is set for it.',
      evidence: at,
    }),
    kept: answer(kept, 'unknown', { current: '', reason: STANDARD }),
  }
}
