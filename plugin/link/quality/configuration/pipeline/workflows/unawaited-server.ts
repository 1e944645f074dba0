/** Servers that are started in the background, and tests that do not wait for them. */
import type { ConfigurationFault } from '../../../../../types'
import { operationFault } from '../../detector'
import { lineOf } from '../workflow'
import { TESTS } from './test-commands'
import type { WorkflowCheck } from './workflow-check'

const WAITS = /\b(?:wait-on|start-server-and-test|start-test|sleep|until|while|nc\s+-z|curl|wget|timeout|dockerize|wait-for|tcp-port-used)\b/

export const unawaitedServer: WorkflowCheck = ({ file, jobs }) =>
  jobs.flatMap(({ steps, name }) =>
    steps.flatMap(({ run }, index): ConfigurationFault[] => {
      const rows = run?.value.split('\n') ?? []
      const start = rows.findIndex((row) =>
        /\b(?:npm\s+(?:run\s+)?start|yarn\s+(?:run\s+)?start|node\s+\S+|npm\s+run\s+(?:serve|dev)\S*)[^&|]*&\s*$/.test(row),
      )
      if (!run || start < 0) return []
      const rest = [
        ...rows.slice(start + 1),
        ...steps
          .slice(index + 1)
          .flatMap((step) => (step.uses && /wait|cypress-io/.test(step.uses.value) ? ['wait-on'] : (step.run?.value.split('\n') ?? []))),
      ]
      const tests = rest.findIndex((row) => TESTS.test(row))
      if (tests < 0 || rest.slice(0, tests + 1).some((row) => WAITS.test(row))) return []
      return [
        operationFault(
          file,
          'server not waited for',
          name,
          lineOf(run, start, (rows[start] as string).trim()),
          `Job \`${name}\` starts the server in the background and runs the tests at once: which of the two is ready first is left to chance.`,
          { values: { command: (rows[start] as string).trim() } },
        ),
      ]
    }),
  )
