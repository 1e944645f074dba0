/** One section a component: what it is for, made with, where it is, what it leans on and what leans on it, with the lines that prove it. */
import type { Component, ServiceCall, View } from '../../types'
import type { ViewContext } from '../context'
import { componentsPath } from '../reports'
import { plainName } from './overview'
import { type ArchitectureScene, type Arrow, sceneOf } from './scene'

const MOST_UNTOLD = 12

export function components({ program, date }: ViewContext): View {
  const scene = sceneOf(program.architecture)
  const untold = untoldCalls(program.serviceCalls)
  return {
    path: componentsPath,
    template: 'components',
    data: {
      project: program.project.name,
      date,
      programs: scene.programs.map((each) => sectionOf(scene, each)),
      libraries: scene.libraries.map((each) => sectionOf(scene, each)),
      stores: scene.stores.map((each) => sectionOf(scene, each)),
      external: scene.external.map((each) => sectionOf(scene, each)),
      untold: untold.slice(0, MOST_UNTOLD),
      moreUntold: Math.max(0, untold.length - MOST_UNTOLD),
    },
  }
}

interface Section {
  id: string
  name: string
  kind: Component['kind']
  technology: string
  folder: string | null
  purpose: string | null
  files: number
  doors: number
  evidence: Component['evidence']
  leansOn: Arrow[]
  usedBy: Arrow[]
  parts: (Omit<Section, 'parts' | 'usedBy'> & { usedBy: Arrow[] })[]
}

function sectionOf(scene: ArchitectureScene, component: Component): Section {
  const parts = scene.partsOf(component.id)
  const inner = new Set(parts.map(({ id }) => id))
  const isOuter = ({ id }: { id: string }) => !inner.has(id) && !id.startsWith(`${component.id}/`)
  return {
    ...plain(component),
    leansOn: scene.arrowsFrom(component.id),
    // What a part of another program does its program does as well: said once.
    usedBy: scene
      .arrowsTo(component.id)
      .filter(({ from }) => isOuter(from) && scene.programs.concat(scene.libraries).some(({ id }) => id === from.id)),
    parts: parts.map((part) => ({
      ...plain(part),
      name: plainName(part.name),
      purpose: part.purpose ?? '',
      leansOn: scene
        .arrowsFrom(part.id)
        .map((arrow) => ({ ...arrow, to: { ...arrow.to, name: inner.has(arrow.to.id) ? plainName(arrow.to.name) : arrow.to.name } })),
      usedBy: scene.arrowsTo(part.id).map((arrow) => ({ ...arrow, from: { ...arrow.from, name: plainName(arrow.from.name) } })),
    })),
  }
}

function plain({ id, name, kind, technology, folder, purpose, files, doors, evidence }: Component) {
  return { id, name, kind, technology, folder: folder ?? null, purpose: purpose ?? null, files, doors, evidence }
}

/** Calls of which the other end is only known while it runs; a place once. */
function untoldCalls(calls: readonly ServiceCall[]): ServiceCall[] {
  return [...new Map(calls.filter(({ host }) => host.from === 'unknown').map((call) => [`${call.at.file}:${call.at.line}`, call])).values()]
}
