/** How often files changed. In: the repository, a day, the files of the tree. Out: those that changed since, most often first. */
import { gitStream } from '../../git'
import type { WorkHistory, World } from '../../types'

/** A year of a busy team; whoever has more sees the newest part. */
const MOST_COMMITS = 20_000
/** A commit that touches more is a reformatting or a move, and says nothing of single files. */
const MOST_FILES = 200

/** Undefined where git stopped on the way. */
export async function changesIn(world: World, since: string, files: ReadonlySet<string>): Promise<WorkHistory['churn'] | undefined> {
  const counts = new Map<string, { changes: number; last: string }>()
  let day = ''
  let touched: string[] = []
  const finish = () => {
    if (touched.length <= MOST_FILES)
      for (const file of touched) {
        const known = counts.get(file)
        if (known) known.changes++
        else counts.set(file, { changes: 1, last: day })
      }
    touched = []
  }
  let rest = ''
  const take = (piece: Buffer): undefined => {
    const rows = (rest + piece.toString('utf8')).split('\0')
    rest = rows.pop() as string
    for (const row of rows) {
      // Names of the first file follow the head of their commit on a new line.
      const head = /^\n?commit (\S+)$/.exec(row)
      if (head) {
        finish()
        day = head[1] as string
      } else {
        const file = row.replace(/^\n/, '')
        if (files.has(file)) touched.push(file)
      }
    }
  }
  const args = [
    'log',
    '-z',
    '--format=commit %cs',
    '--name-only',
    '--no-merges',
    '--no-renames',
    '--no-color',
    '--no-show-signature',
    '--relative',
    '--ignore-submodules',
    '--no-ext-diff',
    '--no-textconv',
    `--max-count=${MOST_COMMITS}`,
    `--since=${since}T00:00:00Z`,
    'HEAD',
    '--',
    '.',
  ]
  if (!(await gitStream(world.root, args, take))) return undefined
  finish()
  return [...counts]
    .map(([file, { changes, last }]) => ({ file, changes, last }))
    .sort((one, other) => other.changes - one.changes || (one.file < other.file ? -1 : 1))
}
