/** What the disk refuses. In: work that reads. Out: its result, or in plain words what the system answered. */
import { rowsByName } from '../rows-by-name'

/** The result, or in plain words what the system answered. */
export function attempt<Result>(work: () => Result): Result | string {
  try {
    return work()
  } catch (error) {
    return plainly(error)
  }
}

const answers: Record<string, string> = rowsByName({
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'nothing is there',
  ENOTDIR: 'nothing is there',
  ELOOP: 'it leads in a circle',
  ENAMETOOLONG: 'its path is too long',
  EMFILE: 'too many files are open',
  EIO: 'the disk reports an error',
  ENOTFILE: 'it is not a plain file',
})

/** Without the absolute path that the system's own messages carry. */
export function plainly(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined) throw error
  return answers[code] ?? code
}
