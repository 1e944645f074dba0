/** Runtimes that the repository says it runs on, held against the published end of their support. */
import Joi from 'joi'
import { listed, outcome } from '../outcome'
import { check } from './check'

/**
 * Release lines of Node.js whose support had ended when this was written (November 2026), by
 * https://github.com/nodejs/Release/blob/main/schedule.json. A line that has ended stays ended, so an old table is never wrong, only short.
 */
const LAST_ENDED_EVEN = 20
const ENDED_ODD = 25

const hasEnded = (major: number): boolean => (major % 2 === 0 ? major <= LAST_ENDED_EVEN : major <= ENDED_ODD)

/** What the repository installs or starts counts; a range that it merely allows says nothing of where it runs. */
export const runtimes = check<true>(Joi.valid(true), (_asked, { program }) => {
  const stated = program.runtimeAgreement.filter(({ runtime }) => runtime === 'Node.js').flatMap(({ versions }) => versions)
  const used = stated
    .filter(({ role, isFloating }) => role === 'used' && !isFloating)
    .flatMap((it) => {
      const major = /^\D*(\d+)/.exec(it.version)?.[1]
      return major === undefined ? [] : [{ ...it, major: Number(major) }]
    })
  if (used.length === 0)
    return outcome(
      'unknown',
      stated.length > 0
        ? `The repository names ranges and moving names of Node.js (${listed(stated.map(({ version }) => version))}); which version it runs on could not be told.`
        : 'Looked for a version of Node.js in manifests, Dockerfiles, version files and jobs of build servers: none.',
      stated.map(({ at }) => at),
    )
  const ended = used.filter(({ major }) => hasEnded(major))
  const said = (those: typeof used) => listed(those.map(({ version, from }) => `${version} (${from})`))
  if (ended.length > 0)
    return outcome(
      'not met',
      `Node.js without support any more: ${said(ended)}.`,
      ended.map(({ at }) => at),
    )
  return outcome(
    'partly',
    `Node.js ${said(used)}: not among the release lines whose support has ended. Whether packages are still kept up is known to their registry, which was not asked.`,
    used.map(({ at }) => at),
  )
})
