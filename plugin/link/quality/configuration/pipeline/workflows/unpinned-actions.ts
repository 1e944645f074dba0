/** Actions of others that can change under the pipeline: a tag that moves, a branch. */
import { operationFault } from '../../detector'
import type { WorkflowCheck } from './workflow-check'

/** Actions of the platform itself are as trusted as the platform. */
const OWN = /^(?:actions|github)\//

export const unpinned: WorkflowCheck = ({ file, jobs }) => {
  const seen = new Set<string>()
  return jobs.flatMap(({ steps, settings }) =>
    [...steps.flatMap(({ uses }) => (uses ? [uses] : [])), ...settings.filter(({ way }) => way.length === 3 && way[2] === 'uses')].flatMap((uses) => {
      const [action = '', version = ''] = uses.value.split('@')
      if (/^\.|^docker:/.test(action) || !action.includes('/') || /^[0-9a-f]{40}$/.test(version) || seen.has(uses.value)) return []
      const isBranch = version === '' || /^(?:master|main|develop|dev|latest|next|trunk|HEAD)$/.test(version)
      if (OWN.test(action) && !isBranch) return []
      seen.add(uses.value)
      const what = isBranch
        ? `the branch \`${version || 'default'}\`, which changes with every commit there`
        : `the tag \`${version}\`, which its owner can move`
      return [
        operationFault(
          file,
          'unpinned action',
          action,
          uses,
          `\`${action}\` is taken from ${what}: whoever takes over that repository runs code in this pipeline, with its token and secrets.`,
          { values: { action, version }, confidence: isBranch ? 'high' : 'medium' },
        ),
      ]
    }),
  )
}
