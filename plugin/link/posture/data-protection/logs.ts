/** The four logs: who writes each, what its lines hold, where they go, how long they are kept. */
import type { Log } from '../../../types'
import { accessLog } from './access-log'
import { auditLog } from './audit-log'
import { debugWriter } from './debug-log'
import { errorLog } from './error-log'
import { places } from './log-places'
import type { Logged } from './logged'

export function logsOf(logged: Logged): Log[] {
  const { ground, lines } = logged
  const plain = lines.filter(({ level }) => level !== 'error')
  return [
    accessLog(logged),
    errorLog(logged),
    auditLog(logged),
    { kind: 'debug', ...debugWriter(ground, lines), ...places('debug', 'Debug log', logged, plain) },
  ]
}
