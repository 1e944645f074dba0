/** Installs that may go past the lock file. */
import { commandsOf, LOCKED, unlockedInstall } from '../../container/install'
import { operationFault, placeOf } from '../../detector'
import { lineOf } from '../workflow'
import type { WorkflowCheck } from './workflow-check'

/** One a workflow: its jobs are set up alike, and are mended together. */
export const installs: WorkflowCheck = ({ file, jobs, known }) => {
  const found = jobs.flatMap(({ steps, name }) =>
    steps.flatMap(({ run }) => {
      if (!run) return []
      return commandsOf(run.value).flatMap((command) => {
        const how = unlockedInstall(command.text)
        return how && how !== 'yarn install' ? [{ how, name, written: command.text, at: placeOf(file, lineOf(run, command.line, command.text)) }] : []
      })
    }),
  )
  const [first, ...others] = found
  if (!first) return []
  const lock = known.files.some(({ path }) => /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|bun\.lockb?)$/.test(path))
  const jobNames = [...new Set(found.map(({ name }) => name))]
  const who = jobNames.length === 1 ? `Job \`${first.name}\` installs` : `${jobNames.length} jobs install`
  return [
    operationFault(
      file,
      'unlocked install',
      first.how,
      first.at,
      `${who} with \`${first.how}\`${lock ? ', which may go past the lock file' : ', and there is no lock file'}: a green build says nothing of the versions that the next one gets.`,
      {
        evidence: others.map(({ at }) => at),
        values: { command: LOCKED[first.how] as string, written: first.written, lock: lock ? 'yes' : 'no' },
      },
    ),
  ]
}
