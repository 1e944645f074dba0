/**
 * Records of the OSV format on the disk: a folder, or a zip as OSV publishes one for each ecosystem. Read whole once, to learn
 * which file is about which package; afterwards only the files about packages that are installed.
 */
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { World } from '../../types'
import { type Advisory, advisoryOf } from './advisory'
import { eachFileIn } from './archive'
import type { AdvisorySource, Answered, Asked } from './source'
import { filesIn, stampOf, stampOfFiles } from './stamp'

interface Index {
  /** Records that are about npm and hold. */
  count: number
  /** Day of the newest, `YYYY-MM-DD`. */
  newest: string
  files: string[]
  /** Package → positions in `files`. */
  byName: [string, number[]][]
}

/** Changes with what is taken from a record. */
const NOTATION = 1

/** @param shown as the option names it */
export function osvFolder(folder: string, shown: string, cache: World['cache']): AdvisorySource {
  return async (asked) => {
    const files = filesIn(folder)
    const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
    return answer(asked, shown, stampOfFiles(files), cache, {
      all: async (take) => {
        for (const { path: file } of files) take(file, read(file))
      },
      some: async (wanted, take) => {
        for (const file of wanted) take(file, read(file))
      },
    })
  }
}

export function osvZip(archive: string, shown: string, cache: World['cache']): AdvisorySource {
  return (asked) => {
    const isRecord = (file: string) => file.endsWith('.json') && !file.includes('/unreviewed/')
    return answer(asked, shown, stampOf(statSync(archive)), cache, {
      all: (take) => eachFileIn(archive, isRecord, take),
      some: async (wanted, take) => {
        const names = new Set(wanted)
        await eachFileIn(archive, (file) => names.has(file), take)
      },
    })
  }
}

/** One file with one record or a list of them. Undefined where it holds none. */
export function osvRecordsIn(written: string): Advisory[] | undefined {
  let value: unknown
  try {
    value = JSON.parse(written)
  } catch {
    return undefined
  }
  const list = Array.isArray(value)
    ? value
    : Array.isArray((value as { vulns?: unknown } | null)?.vulns)
      ? (value as { vulns: unknown[] }).vulns
      : [value]
  const isRecord = (it: unknown) => typeof it === 'object' && it !== null && 'affected' in it && 'id' in it
  return list.length > 0 && list.every(isRecord) ? list.flatMap((it) => advisoryOf(it) ?? []) : undefined
}

interface Records {
  all(take: (file: string, text: string) => void): Promise<void>
  some(files: string[], take: (file: string, text: string) => void): Promise<void>
}

async function answer(asked: Asked[], shown: string, stamp: string, cache: World['cache'], records: Records): Promise<Answered> {
  const index = await indexOf(stamp, cache, records)
  const names = new Set(asked.map(({ name }) => name))
  const wanted = new Set(index.byName.filter(([name]) => names.has(name)).flatMap(([, files]) => files.map((at) => index.files[at] as string)))
  const advisories: Advisory[] = []
  await records.some([...wanted].sort(), (_, text) => advisories.push(...(osvRecordsIn(text) ?? [])))
  const count = index.count.toLocaleString('en-US')
  return index.count === 0
    ? { advisories: [], label: shown, problem: `${shown} holds no record of the OSV format about npm.` }
    : { advisories, label: `OSV records in ${shown} (${count} about npm${index.newest === '' ? '' : `, newest ${index.newest}`})` }
}

async function indexOf(stamp: string, cache: World['cache'], records: Records): Promise<Index> {
  const key = `advisories ${NOTATION} ${stamp}`
  const kept = await cache.get(key)
  if (kept) return JSON.parse(Buffer.from(kept).toString('utf8')) as Index
  const byName = new Map<string, number[]>()
  const index: Index = { count: 0, newest: '', files: [], byName: [] }
  await records.all((file, text) => {
    // Most records are about other ecosystems: a look at the text is cheaper than taking it apart.
    if (!/"npm"/i.test(text)) return
    const found = osvRecordsIn(text) ?? []
    if (found.length === 0) return
    const at = index.files.push(file) - 1
    index.count += found.length
    const day = /"modified"\s*:\s*"(\d{4}-\d\d-\d\d)/.exec(text)?.[1] ?? ''
    if (day > index.newest) index.newest = day
    for (const name of new Set(found.flatMap(({ affected }) => affected.map((it) => it.name)))) {
      const known = byName.get(name)
      if (known) known.push(at)
      else byName.set(name, [at])
    }
  })
  index.byName = [...byName]
  await cache.put(key, Buffer.from(JSON.stringify(index)))
  return index
}
