/** Secrets that are written to the log. */
import { operationFault } from '../../detector'
import { lineOf } from '../workflow'
import type { WorkflowCheck } from './workflow-check'

export const printed: WorkflowCheck = ({ file, jobs }) =>
  jobs.flatMap(({ steps }) =>
    steps.flatMap(({ run }) => {
      const rows = run?.value.split('\n') ?? []
      const row = rows.findIndex((text) => /\b(?:echo|printf|cat)\b[^|>]*\$\{\{\s*secrets\./.test(text) && !/>>?|--password-stdin|\|/.test(text))
      return run && row >= 0
        ? [
            operationFault(
              file,
              'secret printed',
              'secrets',
              lineOf(run, row, (rows[row] as string).trim()),
              'The secret is written to the log. The platform masks it letter by letter, and not what is made of it.',
              { confidence: 'medium' },
            ),
          ]
        : []
    }),
  )
