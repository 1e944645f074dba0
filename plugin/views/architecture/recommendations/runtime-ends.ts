import { rowsByName } from '../../../rows-by-name'

/**
 * Last days on which runtimes get security fixes, by release line. Sources: github.com/nodejs/Release (schedule.json), devguide.python.org/versions;
 * both as of 2025. A line that is not listed is not judged.
 */
export const RUNTIME_ENDS: Record<string, Record<string, string>> = rowsByName({
  'Node.js': {
    '4': '2018-04-30',
    '5': '2016-06-30',
    '6': '2019-04-30',
    '7': '2017-06-30',
    '8': '2019-12-31',
    '9': '2018-06-30',
    '10': '2021-04-30',
    '11': '2019-06-01',
    '12': '2022-04-30',
    '13': '2020-06-01',
    '14': '2023-04-30',
    '15': '2021-06-01',
    '16': '2023-09-11',
    '17': '2022-06-01',
    '18': '2025-04-30',
    '19': '2023-06-01',
    '20': '2026-04-30',
    '21': '2024-06-01',
    '22': '2027-04-30',
    '23': '2025-06-01',
    '24': '2028-04-30',
  },
  Python: {
    '2.7': '2020-01-01',
    '3.4': '2019-03-18',
    '3.5': '2020-09-30',
    '3.6': '2021-12-23',
    '3.7': '2023-06-27',
    '3.8': '2024-10-07',
    '3.9': '2025-10-31',
    '3.10': '2026-10-31',
    '3.11': '2027-10-31',
    '3.12': '2028-10-31',
    '3.13': '2029-10-31',
  },
})

/** Release line that a version names: `18` of `18-alpine`, `3.11` of `3.11-slim`. */
export function lineOf(runtime: string, version: string): string | undefined {
  const digits = /(\d+)(?:\.(\d+))?/.exec(version)
  if (!digits) return undefined
  return runtime === 'Python' ? (digits[2] === undefined ? undefined : `${digits[1]}.${digits[2]}`) : digits[1]
}
