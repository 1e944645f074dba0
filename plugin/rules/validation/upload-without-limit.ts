import type { Setting } from '../../types'
import { defineRule, type Hit } from '../rule'

/** Platforms that read the form themselves may have a limit in their own settings. */
const OF_THE_PLATFORM = 'request form'

export default defineRule({
  id: 'upload-without-limit',
  class: 'file-upload',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:N/I:N/A:L',
  cwe: [770, 400],
  title: 'An upload may be as large as its sender likes',
  why: 'The parser reads until the sender stops, into memory or onto the disk.',
  impact: ['A few uploads fill the disk or the memory, and the service stops for everybody'],
  fix: 'Give the parser a limit, so that it stops reading.',
  code: "multer({ dest: 'uploads', limits: { fileSize: 5_000_000 } })",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/File_Upload_Cheat_Sheet.html',
    'https://owasp.org/www-community/vulnerabilities/Unrestricted_File_Upload',
  ],
  check: ({ posture, usages }) => {
    const found = new Map<string, Hit>()
    for (const { kind, api, at, around, values, test } of usages) {
      const limit = kind === 'body-parser' && !test ? boundOf(values.limit) : undefined
      if (limit === undefined || limit < MUCH) continue
      found.set(`${at.file}:${at.line}`, {
        subject: `${around || at.file} ${api}`,
        at,
        trace: [at],
        title: 'The body of a request may be as large as memory',
        description: `The parser keeps a body in memory until it is read as a whole; here it takes ${limit === Number.POSITIVE_INFINITY ? 'bodies of any size' : `up to ${Math.round(limit / MEGABYTE)} MB of them`}.`,
        confidence: limit === Number.POSITIVE_INFINITY ? 'medium' : 'low',
      })
    }
    for (const { library, at, doors, controls } of posture.input.uploads) {
      const failed = controls.find(({ id, state }) => id === 'upload-size' && state === 'fail')
      if (!failed) continue
      found.set(`${at.file}:${at.line}`, {
        subject: `${at.file} ${library}`,
        at,
        around: doors.join(' '),
        trace: [at],
        description: failed.reason,
        confidence: library === OF_THE_PLATFORM ? 'low' : 'medium',
      })
    }
    return [...found.values()]
  },
})

const MEGABYTE = 1024 ** 2
/** Bodies that hold files reach a hundred megabytes; a few beyond that fill the memory of a process. */
const MUCH = 200 * MEGABYTE
const UNITS: Record<string, number> = { b: 1, kb: 1024, mb: MEGABYTE, gb: 1024 ** 3 }

/** The largest body in bytes, where it is written out: `'500mb'`, a number, `Infinity`. */
function boundOf(limit: Setting | undefined): number | undefined {
  if (limit?.state !== 'constant' || limit.texts.length !== 1) return undefined
  const text = (limit.texts[0] as string).trim().toLowerCase()
  if (text === 'infinity') return Number.POSITIVE_INFINITY
  const [, number, unit = 'b'] = /^(\d+(?:\.\d+)?)\s*(b|kb|mb|gb)?$/.exec(text) ?? []
  return number === undefined ? undefined : Number(number) * (UNITS[unit] as number)
}
