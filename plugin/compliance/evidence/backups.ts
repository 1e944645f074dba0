/** Backups that something makes, brings back or checks. What is merely called backup is none. */
import Joi from 'joi'
import { counted, listed, outcome } from '../outcome'
import { check, orName } from './check'

const DOES = { make: 'made', restore: 'restored', check: 'checked' } as const
const LOOKED = {
  make: 'programs that dump or copy a database in scripts, jobs and code, libraries that make backups, and backups, snapshots and times to keep them in descriptions of clouds and clusters',
  restore: 'programs that bring back a backup (`pg_restore`, `mongorestore`, `restic restore` and the like) in scripts and jobs',
  check: 'programs that check a backup (`pg_verifybackup`, `restic check`, `borg check` and the like) in scripts and jobs',
}

export const backups = check<{ that: keyof typeof DOES }>(
  orName(Joi, 'that', Joi.object({ that: Joi.valid(...Object.keys(DOES)).required() })),
  ({ that }, { program }) => {
    const those = program.posture.dataProtection.backups?.filter(({ does }) => does === that)
    if (those === undefined) return outcome('unknown', 'Nothing looked for backups.', [], { notLooked: true })
    if (those.length === 0) return outcome('not met', `Looked for ${LOOKED[that]}: none.`)
    const planned = those.filter(({ scheduled }) => scheduled)
    const named = listed(
      (planned.length > 0 ? planned : those).map(({ by }) => by),
      4,
    )
    const at = [...planned, ...those].map((it) => it.at)
    return planned.length > 0
      ? outcome('met', `A backup is ${DOES[that]} by schedule or plan: ${named}.`, at)
      : outcome('partly', `A backup is ${DOES[that]} at ${counted(those.length, 'place')} (${named}); nothing was seen that does so by schedule.`, at)
  },
)
