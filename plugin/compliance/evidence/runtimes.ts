/** Runtimes and images that the repository starts or builds with: whether their makers still look after them. */
import Joi from 'joi'
import { listed, outcome } from '../outcome'
import { check } from './check'

/** A range that is merely allowed says nothing of where the program runs, and of packages only their registry knows. */
export const runtimes = check<true>(Joi.valid(true), (_asked, { program }) => {
  const ended = program.quality.configuration.faults.filter(({ form, confidence }) => form === 'unsupported version' && confidence !== 'low')
  if (ended.length > 0)
    return outcome(
      'not met',
      `Without support any more: ${listed(ended.map(({ subject }) => subject))}. ${ended[0]!.detail}`,
      ended.map(({ at }) => at),
    )
  const stated = program.runtimeAgreement
    .filter(({ runtime }) => runtime !== 'npm packages')
    .flatMap(({ runtime, versions }) => versions.map((it) => ({ ...it, runtime })))
  const used = stated.filter(({ role, isFloating }) => role !== 'allowed' && !isFloating)
  if (used.length === 0)
    return outcome(
      'unknown',
      stated.length > 0
        ? `The repository names ranges and moving names alone (${listed(stated.map(({ runtime, version }) => `${runtime} ${version}`))}); which version it runs on could not be told.`
        : 'Looked for versions of runtimes in manifests, Dockerfiles, version files and jobs of build servers: none.',
      stated.map(({ at }) => at),
    )
  return outcome(
    'partly',
    `${listed(used.map(({ runtime, version, from }) => `${runtime} ${version} (${from})`))}: none of them is known to be without support. Whether packages are still kept up is known to their registry, which was not asked.`,
    used.map(({ at }) => at),
  )
})
