/** Texts that strangers write, put into scripts before the shell reads them. */
import { operationFault } from '../../detector'
import type { WorkflowCheck } from './workflow-check'

/** Parts of an event that a stranger writes. */
const STRANGERS =
  /\$\{\{[^}]*\bgithub\.(?:event\.(?:issue\.(?:title|body)|pull_request\.(?:title|body|head\.(?:ref|label|repo\.default_branch))|comment\.body|review\.body|review_comment\.body|discussion\.(?:title|body)|commits\b|head_commit\.(?:message|author)|pages\b|workflow_run\.head_branch)|head_ref)\b[^}]*\}\}/

export const injected: WorkflowCheck = ({ file, jobs }) =>
  jobs.flatMap(({ steps }) =>
    steps.flatMap(({ run, with: inputs }) => {
      const script = run ?? inputs.get('script')
      if (!script) return []
      const rows = script.value.split('\n')
      const row = rows.findIndex((text) => STRANGERS.test(text))
      if (row < 0) return []
      const [expression = ''] = STRANGERS.exec(rows[row] as string) ?? []
      return [
        operationFault(
          file,
          'script injection',
          expression,
          { line: script.line + row, text: rows.length > 1 ? (rows[row] as string).trim() : script.text },
          `\`${expression}\` is put into the script before the shell reads it: whoever opens an issue or names a branch writes commands of this job.`,
          { values: { expression } },
        ),
      ]
    }),
  )
