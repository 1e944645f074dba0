/** Tests that are repeated until they pass, or that may fail without consequence. */
import type { ConfigurationFault } from '../../../../../types'
import { operationFault, placeOf } from '../../detector'
import { lineOf } from '../workflow'
import { TESTS } from './test-commands'
import type { WorkflowCheck } from './workflow-check'

const RETRIES = /(?:^|\/)(?:retry|retry-action|wretry\.action|retry-step)$/i

export const hiddenFailures: WorkflowCheck = ({ file, jobs }) =>
  jobs.flatMap(({ steps, name }) =>
    steps.flatMap(({ uses, run, with: inputs, settings }): ConfigurationFault[] => {
      const command = inputs.get('command')?.value ?? ''
      const attempts = inputs.get('max_attempts') ?? inputs.get('attempt_limit') ?? inputs.get('max_retries')
      if (uses && RETRIES.test(uses.value.split('@')[0] as string) && TESTS.test(command)) {
        return [
          operationFault(
            file,
            'retried tests',
            name,
            attempts ?? uses,
            `The tests of job \`${name}\` are run ${attempts ? `up to ${attempts.value} times` : 'again'} until they pass: a test that fails now and then is never seen.`,
            { values: { command } },
          ),
        ]
      }
      if (!run) return []
      const forgives = settings.find(({ way, value }) => way.at(-1) === 'continue-on-error' && value === 'true')
      const row = run.value
        .split('\n')
        .findIndex((text) => TESTS.test(text) && (/\|\|\s*(?:true|exit 0|:)\s*$/.test(text.trim()) || forgives !== undefined))
      if (row < 0) return []
      const text = (run.value.split('\n')[row] as string).trim()
      return [
        operationFault(
          file,
          'ignored failures',
          name,
          lineOf(run, row, text),
          `The tests of job \`${name}\` may fail without consequence: \`${forgives ? 'continue-on-error: true' : '|| true'}\`.`,
          forgives ? { evidence: [placeOf(file, forgives)] } : {},
        ),
      ]
    }),
  )
