/** Images and when their versions stopped being mended. In: a reference. Out: its parts, and the day of its end, where known. */
import { rowsByName } from '../../../../rows-by-name'

export interface ImageName {
  /** Without registry and tag: `node`, `library/mongo` → `mongo`. */
  name: string
  tag: string | undefined
  digest: boolean
}

export function imageName(reference: string): ImageName {
  const plain = reference.replace(/\$\{\w+:?-([^${}]*)\}/g, '$1').trim()
  const [without, digest] = plain.split('@') as [string, string | undefined]
  const colon = without.lastIndexOf(':')
  const hasTag = colon > without.lastIndexOf('/')
  const path = hasTag ? without.slice(0, colon) : without
  return {
    name: path.replace(/^(?:docker\.io|index\.docker\.io|registry-1\.docker\.io)\//, '').replace(/^library\//, ''),
    tag: hasTag ? without.slice(colon + 1) : undefined,
    digest: digest !== undefined,
  }
}

/** A tag that stands for another image tomorrow: none, `latest`, or a word without a number. Some say the version in the name: `nodejs24-debian13`. */
export function isFloating({ name, tag, digest }: ImageName): boolean {
  return !digest && !/[a-z]\d{2,}(?:-|$)/.test(name) && (tag === undefined || (!/\d/.test(tag) && !/[${}]/.test(tag)))
}

/**
 * Last day on which a version got fixes from its makers, by image and version. Sources: nodejs/Release `schedule.json`;
 * mongodb.com/legal/support-policy/lifecycles; postgresql.org/support/versioning; endoflife.date for MySQL, Python and Ubuntu.
 * Versions that are still looked after, or whose end lay ahead when this was written, are not listed.
 */
const ENDS: Record<string, Record<string, string>> = rowsByName({
  node: {
    ...{ 0: '2016-12-31', 4: '2018-04-30', 5: '2016-06-30', 6: '2019-04-30', 7: '2017-06-30', 8: '2019-12-31', 9: '2018-06-30', 10: '2021-04-30' },
    ...{ 11: '2019-06-01', 12: '2022-04-30', 13: '2020-06-01', 14: '2023-04-30', 15: '2021-06-01', 16: '2023-09-11', 17: '2022-06-01' },
    ...{ 18: '2025-04-30', 19: '2023-06-01', 20: '2026-04-30', 21: '2024-06-01', 23: '2025-06-01', 25: '2026-06-01' },
  },
  mongo: {
    '3.0': '2018-02-28',
    '3.2': '2018-09-30',
    '3.4': '2020-01-31',
    '3.6': '2021-04-30',
    '4.0': '2022-04-30',
    '4.2': '2023-04-30',
    '4.4': '2024-02-29',
    '5.0': '2024-10-31',
    '6.0': '2025-07-31',
    3: '2021-04-30',
    4: '2024-02-29',
    5: '2024-10-31',
  },
  postgres: {
    '9.3': '2018-11-08',
    '9.4': '2020-02-13',
    '9.5': '2021-02-11',
    '9.6': '2021-11-11',
    9: '2021-11-11',
    10: '2022-11-10',
    11: '2023-11-09',
    12: '2024-11-21',
    13: '2025-11-13',
  },
  mysql: { '5.5': '2018-12-03', '5.6': '2021-02-05', '5.7': '2023-10-31', 5: '2023-10-31', '8.0': '2026-04-30' },
  python: {
    '2.7': '2020-01-01',
    2: '2020-01-01',
    '3.5': '2020-09-30',
    '3.6': '2021-12-23',
    '3.7': '2023-06-27',
    '3.8': '2024-10-07',
    '3.9': '2025-10-31',
  },
  ubuntu: { '14.04': '2019-04-25', '16.04': '2021-04-30', '18.04': '2023-05-31', '20.04': '2025-05-31' },
  redis: { 3: '2018-05-01', 4: '2020-04-30', 5: '2022-04-27' },
})

/** @returns the day, and the version as it is known by, or undefined where it is looked after or not known */
export function endOf(name: string, version: string): { version: string; day: string } | undefined {
  const image = name.slice(name.lastIndexOf('/') + 1)
  const known = Object.hasOwn(ENDS, image) ? ENDS[image] : undefined
  const [, major, minor] = /^v?(\d+)(?:\.(\d+))?/.exec(version) ?? []
  if (!known || major === undefined) return undefined
  const both = minor === undefined ? undefined : `${major}.${minor}`
  if (both !== undefined && known[both]) return { version: both, day: known[both] as string }
  // `node:12.18` is a 12; `mongo:4.9` is known by both numbers alone.
  const isByMajor = !Object.keys(known).some((key) => key.startsWith(`${major}.`)) || both === undefined
  return isByMajor && known[major] ? { version: major, day: known[major] as string } : undefined
}
