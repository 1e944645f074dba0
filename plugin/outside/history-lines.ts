/** What `git log -p -U0` prints, commit by commit. In: pieces of bytes. Out: for each commit, by file, the lines that came and went. */

export interface Commit {
  hash: string
  date: string
  author: string
}

export interface ChangedFile {
  plus: string[]
  minus: string[]
  deleted: boolean
}

/** @returns what takes the pieces, and is told of the end */
export function linesOfHistory(to: { commit(commit: Commit, files: ReadonlyMap<string, ChangedFile>, at: number): void }) {
  let rest = Buffer.alloc(0)
  let commit: Commit | undefined
  let files = new Map<string, ChangedFile>()
  let file: ChangedFile | undefined
  let at = 0
  /** Lines of the hunk that are still to come; in it, a line is what its first character says. */
  let [old, made] = [0, 0]
  let isDeleted = false
  let before = ''

  const finish = () => {
    if (commit) to.commit(commit, files, at++)
    files = new Map()
    file = undefined
  }
  const named = (path: string) => {
    file = { plus: [], minus: [], deleted: isDeleted }
    files.set(path, file)
  }

  function line(text: string): void {
    if (old > 0 && text.startsWith('-')) {
      old--
      file?.minus.push(text.slice(1))
    } else if (made > 0 && text.startsWith('+')) {
      made--
      file?.plus.push(text.slice(1))
    } else if (text.startsWith('commit ')) {
      finish()
      const [, hash = '', date = '', author = ''] = /^commit ([0-9a-f]+) (\S+) ?(.*)$/.exec(text) ?? []
      commit = { hash, date, author }
    } else if (text.startsWith('diff --git ')) {
      file = undefined
      isDeleted = false
      // Of a file without lines nothing else is printed; its name stands here twice.
      const half = (text.length - 'diff --git '.length - 1) / 2
      const path = text.slice('diff --git '.length, 'diff --git '.length + half)
      if (path.startsWith('a/')) before = path.slice(2)
    } else if (text.startsWith('deleted file')) {
      isDeleted = true
      named(before)
    } else if (text.startsWith('--- a/')) before = text.slice('--- a/'.length).replace(/\t$/, '')
    else if (text.startsWith('+++ ')) named(text === '+++ /dev/null' ? before : text.slice('+++ b/'.length).replace(/\t$/, ''))
    else {
      const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(text)
      if (hunk) [old, made] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)]
    }
  }

  return {
    take(piece: Buffer): void {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
      const end = bytes.lastIndexOf(10)
      rest = Buffer.from(bytes.subarray(end + 1))
      if (end >= 0) for (const text of bytes.toString('utf8', 0, end).split('\n')) line(text)
    },
    end: finish,
  }
}
