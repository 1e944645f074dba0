/** From the option to a source. In: what a person wrote. Out: whom to ask, or an error that says what was expected. */
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { World } from '../../types'
import { UserError } from '../../user-error'
import { auditedIn } from './npm-audit'
import { osvAddress, osvService } from './osv-api'
import { osvFolder, osvRecordsIn, osvZip } from './osv-files'
import type { AdvisorySource } from './source'
import { isAddress } from './stamp'

export function openSource(option: string, { cache }: Pick<World, 'cache'>): AdvisorySource {
  if (isAddress(option)) return osvService(option === 'osv' ? osvAddress : option.replace(/\/+$/, ''), cache)
  const place = path.resolve(option)
  // The folders above it are nobody's business.
  const shown = path.basename(place)
  const stats = statSync(place, { throwIfNoEntry: false })
  if (!stats) throw refusal(option, 'and there is no such file or folder')
  if (stats.isDirectory()) return osvFolder(place, `${shown}/`, cache)
  if (/\.zip$/i.test(place)) return osvZip(place, shown, cache)
  const text = readFileSync(place, 'utf8')
  const audited = auditedIn(text)
  if (audited) return async () => ({ advisories: audited, label: `the audit report ${shown} (${audited.length} advisories)` })
  const records = osvRecordsIn(text)
  if (records) return async () => ({ advisories: records, label: `OSV records in ${shown} (${records.length} about npm)` })
  throw refusal(option, 'and what it holds is neither')
}

function refusal(option: string, but: string): UserError {
  return new UserError(
    `Option "advisories" is ${JSON.stringify(option)}, ${but}; expected a folder, zip or file with records of the OSV format, a saved report of \`npm audit --json\`, or osv.`,
  )
}
