/**
 * What is run where, as files of operation say it. In: what each file declares, and the components of the code. Out: units, and links
 * between them, each with the line that says it. Nothing is asked of any platform: what is set up by hand is not seen.
 */
import type { Component, Deployment, DeploymentFile, DeploymentUnit } from '../../../types'
import { dirOf, isWithin, joined } from '../paths'
import { type Declared, declaredUnits } from './declared'
import { kindOfImage } from './kinds'
import { linksOf } from './links'
import { lookupOf } from './lookup'
import { folderOf, runsOf } from './runs'

export function deploymentOf(
  files: readonly { path: string; file: DeploymentFile }[],
  components: readonly Component[],
  project: string,
): Deployment {
  const declared = declaredUnits(files)
  const images = declared.filter(({ kind }) => kind === 'image')
  const made = new Map<Declared, Declared>()
  for (const unit of declared) {
    const image = unit.kind === 'image' || unit.isStep ? undefined : madeBy(unit, images)
    if (image) made.set(unit, image)
  }
  for (const unit of declared) {
    const base = unit.image ?? made.get(unit)?.image
    const kind = unit.kind === 'service' || unit.kind === 'workload' || unit.kind === 'image' ? kindOfImage(base) : undefined
    // A web server is what the code runs in, unless somebody else made the image.
    if (kind && unit.kind !== 'image' && !(kind === 'ingress' && made.has(unit)) && unit.type !== 'Service') unit.kind = kind
  }
  const runs = runsOf(components, project)
  const meant = lookupOf(declared)
  const inFolder = (unit: Declared) => {
    const folder = joined(unit.folder, unit.build?.context ?? '.')
    return declared.filter((each) => each.from === unit.from && each.folder === folder && !each.isStep)
  }
  const links = [
    ...linksOf(declared, meant, inFolder),
    ...[...made].map(([unit, image]) => ({
      from: unit.id,
      to: image.id,
      label: 'built by',
      evidence: { file: unit.file, line: unit.build?.line ?? unit.line, text: unit.build?.text ?? unit.text },
    })),
  ]
  return {
    units: declared
      .filter(({ isStep }) => !isStep)
      .map((unit) =>
        unitOf(
          unit,
          storeKinds.has(unit.kind) ? undefined : runs(made.has(unit) ? { ...unit, command: unit.command ?? made.get(unit)?.command } : unit),
        ),
      ),
    links,
  }
}

const storeKinds = new Set<DeploymentUnit['kind']>(['data store', 'cache', 'queue', 'storage', 'ingress', 'network'])

function unitOf(
  { id, name, kind, from, type, group, image, ports, replicas, when, command, file, line, text }: Declared,
  runs: string | undefined,
): DeploymentUnit {
  return {
    id,
    name,
    kind,
    from,
    type,
    ...(group === undefined ? {} : { group }),
    ...(image === undefined ? {} : { image }),
    ...(runs === undefined ? {} : { runs }),
    ports,
    ...(replicas === undefined ? {} : { replicas }),
    ...(when === undefined ? {} : { when }),
    ...(command === undefined ? {} : { command }),
    at: { file, line, text },
  }
}

/** The Dockerfile that makes a unit's image: the one that is named, else the one in the folder. */
function madeBy(unit: Declared, images: readonly Declared[]): Declared | undefined {
  const folder =
    unit.build && (unit.from === 'compose' || unit.build.dockerfile !== undefined || unit.from === 'fly' || unit.from === 'render')
      ? folderOf(unit)
      : undefined
  if (folder === undefined) return undefined
  const file = joined(folder, unit.build?.dockerfile ?? 'Dockerfile')
  return (
    images.find((image) => image.file.toLowerCase() === file.toLowerCase()) ??
    images.find((image) => dirOf(image.file) === folder && isWithin(image.file, folder) && unit.build?.dockerfile === undefined)
  )
}
