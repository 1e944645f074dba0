/**
 * The files of a commit, put into a directory of their own. In: a repository and a commit. Out: the directory. Only objects
 * are read: nothing is checked out, so no filter, hook or attribute of the repository comes into play.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { git, gitStream } from '../git'
import { UserError } from '../user-error'

export interface TreeAt {
  /** Path to object id, as of HEAD elsewhere: these belong to the code whatever .gitignore says. */
  committed: Map<string, string>
}

/** Larger files are there to be named; nothing reads them. In bytes. */
const MOST_BYTES = 4_000_000

/** @returns the commit in which the proposal branched off: what came to `ref` since is nobody's change here */
export async function baseOf(root: string, ref: string): Promise<string> {
  const named = ref.startsWith('-') ? undefined : await git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])
  const commit = named?.trim()
  if (!commit || !/^[0-9a-f]{40,64}$/.test(commit))
    throw new UserError(
      `--changed-since ${ref}: expected a commit, branch or tag of the repository of ${root}. A shallow clone may lack it: fetch it first.`,
    )
  return (await git(root, ['merge-base', commit, 'HEAD']))?.trim() || commit
}

/** @param directory made by the caller, and removed by it */
export async function writeTreeAt(root: string, commit: string, directory: string): Promise<TreeAt> {
  const listed = await git(root, ['ls-tree', '-r', '-l', '-z', commit])
  if (listed === undefined) throw new UserError(`${root}: git cannot list the files of ${commit}.`)
  const rows = listed.split('\0').flatMap((row) => rowOf(row) ?? [])
  const read = rows.filter(({ bytes }) => bytes <= MOST_BYTES)
  for (const { file } of rows) mkdirSync(path.join(directory, path.posix.dirname(file)), { recursive: true })
  for (const { file, bytes } of rows) if (bytes > MOST_BYTES) writeFileSync(path.join(directory, file), '')
  let next = 0
  const objects = objectsOf((content) => {
    const row = read[next++]
    if (row && content) writeFileSync(path.join(directory, row.file), content)
  })
  const input = read.map(({ id }) => `${id}\n`).join('')
  const done = await gitStream(root, ['cat-file', '--batch'], (piece) => void objects(piece), input)
  if (!done || next !== read.length) throw new UserError(`${root}: git could not read all files of ${commit}.`)
  return { committed: new Map(rows.map(({ file, id }) => [file, id])) }
}

/** `mode type id size\tpath`. Links and submodules are no files; a path that leads out was never made by git. */
function rowOf(row: string): { file: string; id: string; bytes: number } | undefined {
  const [, id, bytes, file] = /^100\d+ blob ([0-9a-f]+) +(\d+)\t(.*)$/s.exec(row) ?? []
  if (id === undefined || file === undefined) return undefined
  const steps = file.split('/')
  const isPlain = steps.every((step) => step !== '' && step !== '.' && step !== '..' && !/[\\\0]/.test(step) && step.toLowerCase() !== '.git')
  return isPlain && !path.isAbsolute(file) ? { file, id, bytes: Number(bytes) } : undefined
}

/** Takes apart what `cat-file --batch` prints; undefined stands for an object that is missing. */
function objectsOf(found: (content: Buffer | undefined) => void): (piece: Buffer) => void {
  let waiting: Buffer[] = []
  let held = 0
  /** Bytes that have to be there before it is worth to look. */
  let needed = 1
  return (piece) => {
    waiting.push(piece)
    held += piece.length
    if (held < needed) return
    let bytes = Buffer.concat(waiting, held)
    needed = 1
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10)) {
      const size = / blob (\d+)$/.exec(bytes.toString('latin1', 0, end))?.[1]
      const after = end + 1 + (size === undefined ? 0 : Number(size) + 1)
      if (bytes.length < after) {
        needed = after
        break
      }
      found(size === undefined ? undefined : bytes.subarray(end + 1, after - 1))
      bytes = bytes.subarray(after)
    }
    waiting = [bytes]
    held = bytes.length
  }
}
