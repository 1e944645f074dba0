/** Code of pull requests that runs with the rights of the target branch. */
import { operationFault, placeOf } from '../../detector'
import type { WorkflowCheck } from './workflow-check'

export const pullRequestTarget: WorkflowCheck = ({ file, jobs }) => {
  const trigger =
    file.settings.find(({ way, value }) => way[0] === 'on' && (way.at(-1) === 'pull_request_target' || value === 'pull_request_target')) ??
    file.settings.find(({ way }) => way[0] === 'true' && way.at(-1) === 'pull_request_target')
  if (!trigger) return []
  const foreign = jobs
    .flatMap(({ steps }) => steps.flatMap(({ with: inputs }) => [...inputs.values()]))
    .find(({ way, value }) => way.at(-1) === 'ref' && /github\.event\.pull_request\.head|github\.head_ref|refs\/pull/.test(value))
  return foreign
    ? [
        operationFault(
          file,
          'foreign code with secrets',
          'pull_request_target',
          foreign,
          'The job runs with the rights of the target branch, and checks out what the pull request brings: strangers run their code with this repository’s token and secrets.',
          { evidence: [placeOf(file, trigger)] },
        ),
      ]
    : []
}
