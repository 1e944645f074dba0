/** Whether what runs is there more than once, as deployment files say. */
import Joi from 'joi'
import { counted, listed, outcome } from '../outcome'
import { check } from './check'

/** A host can start copies that no file of the repository names, so a single one is no proof of anything. */
export const copies = check<true>(Joi.valid(true), (_asked, { program }) => {
  const running = program.architecture.deployment.units.filter(({ kind }) => kind === 'service' || kind === 'workload')
  const counts = running.flatMap((unit) => (unit.replicas === undefined ? [] : [{ ...unit, replicas: unit.replicas }]))
  const several = counts.filter(({ replicas }) => replicas > 1)
  const single = counts.filter(({ replicas }) => replicas <= 1)
  const named = (those: typeof counts) => listed(those.map(({ name, replicas }) => `${name} (${replicas})`))
  if (several.length > 0)
    return outcome(
      single.length > 0 ? 'partly' : 'met',
      `More than one copy: ${named(several)}.${single.length > 0 ? ` One alone: ${named(single)}.` : ''}`,
      [...several, ...single].map(({ at }) => at),
    )
  if (single.length > 0)
    return outcome(
      'not met',
      `Deployment files ask for one copy alone: ${named(single)}.`,
      single.map(({ at }) => at),
    )
  return outcome(
    'unknown',
    running.length > 0
      ? `${counted(running.length, 'deployed program')} (${listed(running.map(({ name }) => name))}), and no file says how many copies of each run.`
      : 'Looked for numbers of copies in Compose, Kubernetes, Helm, Terraform and like files: none. Whoever hosts it decides.',
    running.map(({ at }) => at),
  )
})
