/**
 * Uploads and what guards them. In: the program with its doors. Out: one entry for each door that takes files through a parser,
 * with six controls; a parser at which no door was found stands alone.
 */
import { Kind } from '../../../../graph'
import type { Control, Evidence, Upload } from '../../../../types'
import { cite, type Linked } from '../../../linked'
import { packageOf } from '../../../usages/origin'
import type { Known } from '../../known'
import { citeImport, importsIn } from '../imports'
import { packageName, SCANNERS } from '../libraries'
import { checksOf } from './checks'
import { controlsOf, UPLOAD_CONTROLS } from './controls'
import { uploadDoors } from './doors'
import { parsersOf } from './parsers'
import { pipedControls } from './pipes'
import { placeOf, servedIn } from './places'
import { settingsOf } from './settings'
import { writesIn } from './storage'

export function uploadsOf({ linked, entryPoints, flows }: Known): Upload[] {
  const parsers = parsersOf(linked)
  if (parsers.length === 0) return []
  const served = servedIn(linked)
  const imported = scannersIn(linked)
  const found = uploadDoors(linked, parsers, entryPoints).map(({ parser, entry, functions }): Upload => {
    const settings = settingsOf(linked, parser)
    const written = writesIn(linked, functions)
    const controls = controlsOf({
      linked,
      parser,
      settings,
      checks: checksOf(linked, functions, settings.filters),
      written,
      flows,
      scanners: { behind: scansIn(linked, functions), imported },
      place: placeOf(linked, parser, settings, written, served),
    })
    return {
      doors: entry ? [`${entry.method} ${entry.path}`] : [],
      library: parser.kind.title,
      at: cite(linked, parser.call),
      controls: withPipes(controls, entry ? pipedControls(linked, entry) : []),
    }
  })
  return once(found)
}

/** What a pipe in front of the handler holds counts where the parser itself holds nothing. */
function withPipes(controls: Control[], piped: Control[]): Control[] {
  return controls.map((each) => (each.state === 'pass' ? each : (piped.find(({ id }) => id === each.id) ?? each)))
}

/** A door that is registered twice is one. */
function once(uploads: readonly Upload[]): Upload[] {
  return [...new Map(uploads.map((upload) => [JSON.stringify([upload.doors, upload.at]), upload])).values()]
}

function scannersIn(linked: Linked): Evidence[] {
  return [...importsIn(linked)].flatMap(([specifier, imports]) =>
    SCANNERS.test(packageName(specifier)) ? imports.map((each) => citeImport(linked, each)) : [],
  )
}

function scansIn(linked: Linked, functions: readonly number[]): Evidence[] {
  const { whole, effects } = linked
  return functions
    .flatMap((fn) => effects.within(fn))
    .filter((node) => whole.kind[node] === Kind.Call && SCANNERS.test(packageName(packageOf(linked, whole.a[node] as number) ?? '')))
    .map((node) => cite(linked, node))
}

export { UPLOAD_CONTROLS }
