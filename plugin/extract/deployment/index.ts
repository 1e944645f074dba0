/**
 * What files of operation say is run. In: path and text of a file. Out: units as the file declares them, and the names by which
 * they refer to others; nothing for any other file. One file a format; the first that claims a file reads it. Mistakes of
 * form are told where the same file is read as a manifest.
 */
import type { DeploymentFile } from '../../types'
import type { Source } from '../manifests/format'
import { linesOf } from '../manifests/read/lines'
import { masked, short } from '../manifests/shown'
import { cloudFormation } from './cloudformation'
import { compose } from './compose'
import { dockerfile } from './dockerfile'
import { helmChart, helmValues } from './helm'
import { hosting, procfile } from './hosting'
import { kubernetes } from './kubernetes'
import { type DeploymentReader, tellerOf } from './reader'
import { serverless } from './serverless'
import { terraform } from './terraform'

const readers: DeploymentReader[] = [
  compose,
  dockerfile,
  procfile,
  terraform,
  serverless,
  ...hosting,
  helmChart,
  helmValues,
  cloudFormation,
  kubernetes,
]

/** Of files that no manifest is known by: their text has to say it. */
export function mayDeploy(path: string): boolean {
  return /\.(?:ya?ml|tofu|template)$/i.test(path)
}

export function deploymentFile(path: string, written: string): DeploymentFile | undefined {
  const text = written.startsWith('\uFEFF') ? written.slice(1) : written
  const name = path.slice(path.lastIndexOf('/') + 1)
  const reader = readers.find((each) => each.claims({ path, name, text }))
  if (!reader) return undefined
  const lines = linesOf(text)
  const source: Source = { path, name, text, lineAt: lines.lineAt, line: lines.line, lineCount: lines.count, problem: () => {} }
  try {
    const { units, stack, values } = reader.read(source, tellerOf(source))
    if (units.length === 0 && !values) return undefined
    return {
      from: reader.from,
      ...(stack === undefined ? {} : { stack }),
      units: units.map((unit) => ({ ...unit, ...(unit.command === undefined ? {} : { command: short(masked(unit.command)) }) })),
      ...(values ? { values } : {}),
    }
  } catch (cause) {
    // Contained here, one file at a time: the text is a stranger's.
    return { from: reader.from, units: [], problem: `What it deploys could not be read: ${(cause as Error).message}` }
  }
}
