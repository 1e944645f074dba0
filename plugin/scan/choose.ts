/** What the options leave out. In: paths and globs. Out: the paths to read, and a row for each option that left something out. */
import { counted } from '../counted'
import { matching } from '../globs'
import type { AnalyseOptions, NotAnalysed } from '../types'
import { UserError } from '../user-error'

export interface Choice {
  files: string[]
  skipped: NotAnalysed[]
}

/** @throws UserError when `include` or a `focus` means no file at all: that is a slip of the pen */
export function choose(files: string[], { include, exclude, focus }: AnalyseOptions): Choice {
  const included = include.length === 0 ? files : files.filter(matching(include))
  if (included.length === 0)
    throw new UserError(
      `include: ${quoted(include)} matches none of ${counted(files.length, 'file')}; expected a directory or a glob such as "src" or "packages/*/src".`,
    )
  const isExcluded = matching(exclude)
  const chosen = included.filter((file) => !isExcluded(file))
  for (const area of focus) {
    if (!chosen.some(matching([area])))
      throw new UserError(`focus: "${area}" matches no file that is analysed; expected a directory or a glob such as "src/api" or "packages/*/src".`)
  }
  const byInclude = files.length - included.length
  const notIncluded =
    byInclude === 0
      ? []
      : [
          row(
            include.join(', '),
            `The option \`include\` names what is read; ${counted(byInclude, 'other file')} ${byInclude === 1 ? 'is' : 'are'} not.`,
          ),
        ]
  return { files: chosen, skipped: [...notIncluded, ...excludedRows(included.filter(isExcluded), exclude)] }
}

/** Each file is counted with the first glob that means it. */
function excludedRows(files: string[], globs: string[]): NotAnalysed[] {
  const tests = globs.map((glob) => ({ glob, test: matching([glob]), count: 0 }))
  for (const file of files) {
    const first = tests.find(({ test }) => test(file))
    if (first) first.count++
  }
  return tests.filter(({ count }) => count > 0).map(({ glob, count }) => row(glob, `The option \`exclude\` leaves out ${counted(count, 'file')}.`))
}

function row(subject: string, detail: string): NotAnalysed {
  return { subject, stage: 'scan', reason: 'excluded by option', detail }
}

function quoted(globs: string[]): string {
  return globs.map((glob) => `"${glob}"`).join(', ')
}
