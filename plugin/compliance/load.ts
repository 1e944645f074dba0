/**
 * Standards as data. In: YAML files, one a standard, of this product and of the site's owner. Out: the ones that were chosen,
 * checked. A mistake names the file, the requirement, the key and what was expected.
 */
import fs from 'node:fs'
import path from 'node:path'
import { load as parse } from 'js-yaml'
import type { Standard } from '../types'
import { UserError } from '../user-error'
import { checked } from './schema'
import { OWN_STANDARDS, standardFilesIn } from './standard-files'

/** @param directories with further standards; one of the same name stands in for the product's own */
export function loadStandards(chosen: readonly string[], directories: readonly string[] = []): Standard[] {
  const files = new Map([OWN_STANDARDS, ...directories].flatMap(standardFilesIn).map((file) => [nameOf(file), file]))
  return chosen.flatMap((id) => {
    const file = files.get(id)
    // Named by the options, and without a file yet: the first page says that there is no report.
    if (file === undefined && planned.has(id)) return []
    if (file === undefined) throw new UserError(`frameworks: there is no standard "${id}"; expected one of ${[...files.keys()].join(', ')}`)
    return standardIn(file)
  })
}

const planned = new Set(['csf', 'cis', 'iso27001', 'nis2'])

const nameOf = (file: string): string => path.basename(file).replace(/\.ya?ml$/, '')

/** Half a second of YAML a year is nobody's; within one process files do not change under us. */
const known = new Map<string, { bytes: string; standard: Standard }>()

function standardIn(file: string): Standard {
  const bytes = fs.readFileSync(file, 'utf8')
  const before = known.get(file)
  if (before?.bytes === bytes) return before.standard
  let raw: unknown
  try {
    raw = parse(bytes)
  } catch (cause) {
    throw new UserError(`${path.basename(file)}: ${(cause as Error).message}; expected YAML`)
  }
  const standard = checked(raw, path.basename(file), nameOf(file))
  known.set(file, { bytes, standard })
  return standard
}
