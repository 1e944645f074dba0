/** Jobs that run tools of the project, and install none. */
import type { ConfigurationFault } from '../../../../../types'
import { operationFault } from '../../detector'
import { lineOf } from '../workflow'
import type { WorkflowCheck } from './workflow-check'

const INSTALLS =
  /\b(?:npm\s+(?:ci|i|install|clean-install)|yarn(?:\s+install)?\s*(?:--|$)|yarn\s+(?:install|ci)|pnpm\s+(?:i|install)|bun\s+(?:i|install)|lerna\s+bootstrap|npx\s+(?:lerna|ci)|make\b|docker\b|\.\/|bash\s|sh\s|nx\b|task\b|just\b|rush\s+install)/m
const NEEDS_PACKAGES = /^\s*(?:npx\s+--no-install\s+(\S+)|npm\s+(?:run\s+)?(?:test|lint|build|start)\b|yarn\s+(?:run\s+)?(?:test|lint|build)\b)/m

export const missingInstall: WorkflowCheck = ({ file, jobs }) =>
  jobs.flatMap(({ steps, name, settings }): ConfigurationFault[] => {
    // What an action of the repository, a container or a cache brings cannot be seen here.
    if (settings.some(({ way }) => way.length === 3 && (way[2] === 'container' || way[2] === 'uses'))) return []
    if (
      steps.some(
        ({ uses }) => uses && (/^\.|docker:/.test(uses.value) || /install|download-artifact|setup-pnpm|bahmutov|cypress-io/.test(uses.value)),
      )
    )
      return []
    if (steps.some(({ uses, with: inputs }) => uses?.value.startsWith('actions/cache') && /node_modules/.test(inputs.get('path')?.value ?? '')))
      return []
    for (const { run } of steps) {
      if (!run) continue
      if (INSTALLS.test(run.value)) return []
      const needs = NEEDS_PACKAGES.exec(run.value)
      if (!needs) continue
      const row = run.value.slice(0, needs.index).split('\n').length - 1
      return [
        operationFault(
          file,
          'nothing installed',
          name,
          lineOf(run, row, needs[0].trim()),
          `Job \`${name}\` runs \`${needs[0].trim()}\` and no step installs the packages that it needs: it cannot succeed.`,
          { confidence: needs[1] ? 'high' : 'medium' },
        ),
      ]
    }
    return []
  })
