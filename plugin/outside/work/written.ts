/**
 * When lines were written. In: the repository, and lines of its files. Out: for each the day of the commit that wrote it, and who did
 * where that is asked for. Lines of files that differ from the commit are left out.
 */
import { git } from '../../git'
import type { WorkHistory, World } from '../../types'

/** A line of a comment that promises work. */
export interface WantedLine {
  file: string
  line: number
}

/** Files that are looked up, one run of git each, some at a time. */
const MOST_FILES = 150
const AT_ONCE = 4

export async function writtenWhen(world: World, promises: readonly WantedLine[], authors: boolean): Promise<WorkHistory['written']> {
  const byFile = new Map<string, number[]>()
  for (const { file, line } of promises) byFile.set(file, [...(byFile.get(file) ?? []), line])
  const waiting = [...byFile].filter(([file]) => !world.repository?.uncommitted.has(file)).slice(0, MOST_FILES)
  const written: WorkHistory['written'] = {}
  const known = await recalled(world, authors)
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [file, lines] = next
      const key = `${file} ${lines.join()}`
      const rows = known.rows[key] ?? (await blame(world, file, lines, authors))
      known.kept[key] = rows
      for (const row of rows) written[`${file}:${row.line}`] = { day: row.day, ...(row.author ? { author: row.author } : {}) }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await known.save()
  return written
}

interface Row {
  line: number
  day: string
  author?: string
}

async function blame(world: World, file: string, lines: readonly number[], authors: boolean): Promise<Row[]> {
  const ranges = lines.flatMap((line) => ['-L', `${line},${line}`])
  const printed = await git(world.root, [
    '-c',
    'blame.ignoreRevsFile=',
    'blame',
    '--line-porcelain',
    '--no-progress',
    '--no-textconv',
    ...ranges,
    'HEAD',
    '--',
    file,
  ])
  if (printed === undefined) return []
  const rows: Row[] = []
  let row: Row | undefined
  for (const text of printed.split('\n')) {
    const head = /^[0-9a-f]{40,64} \d+ (\d+)/.exec(text)
    if (head) row = { line: Number(head[1]), day: '' }
    else if (!row) continue
    else if (text.startsWith('committer-time ')) row.day = new Date(Number(text.slice('committer-time '.length)) * 1000).toISOString().slice(0, 10)
    else if (authors && text.startsWith('author ')) row.author = text.slice('author '.length)
    else if (text.startsWith('\t')) {
      rows.push(row)
      row = undefined
    }
  }
  return rows
}

/** What was told for the same commit before. */
async function recalled(world: World, authors: boolean) {
  const key = `written ${world.repository?.commit} ${authors}`
  const bytes = await world.cache.get(key)
  let rows: Record<string, Row[]> = {}
  try {
    if (bytes) rows = JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    // Damaged is as good as missing: git is asked again.
  }
  const kept: Record<string, Row[]> = {}
  return { rows, kept, save: () => world.cache.put(key, Buffer.from(JSON.stringify(kept))) }
}
