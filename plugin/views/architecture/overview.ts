/** The first page of the architecture: what it is, what it is made of, how that hangs together, where to read on. */
import type { Component, Program, View } from '../../types'
import type { ViewContext } from '../context'
import { stackOf } from '../derived/stack'
import {
  architecturePath,
  auditPath,
  componentsPath,
  diagramsPath,
  manifestPath,
  modulesPagePath,
  recommendationsPath,
  structurePath,
} from '../reports'
import { recommendationsOf } from './recommendations/index'
import { type ArchitectureScene, type ComponentLink, sceneOf } from './scene'

/** Rows of a table on the first page; the page behind it has all. */
const MOST_ROWS = 24
const MOST_ENTRIES = 10

export function architectureOverview(context: ViewContext): View {
  const { program, date } = context
  const { architecture } = program
  const scene = sceneOf(architecture)
  const recommendations = recommendationsOf(context)
  const [style] = architecture.style.found
  const servers = scene.programs.filter(({ kind }) => kind === 'backend')
  const main = scene.programs.find(({ kind }) => kind === 'backend') ?? scene.programs[0]
  return {
    path: architecturePath,
    template: 'architecture',
    data: {
      project: program.project.name,
      date,
      purpose: (servers.length > 1 ? rootPurpose(program) : main?.purpose) ?? null,
      style: style?.name ?? null,
      styles: architecture.style.found,
      stated: architecture.style.stated ?? { name: null, agrees: false, reason: '' },
      made: [
        { count: scene.programs.length, one: 'program', many: 'programs' },
        { count: scene.libraries.length, one: 'library', many: 'libraries' },
        { count: scene.stores.length, one: 'store', many: 'stores' },
        { count: scene.external.length, one: 'outside system', many: 'outside systems' },
      ].filter(({ count }, index) => count > 0 || index === 0),
      programs: scene.programs.map((each) => ({
        ...each,
        link: scene.linkOf(each.id),
        parts: scene.partsOf(each.id).length,
        folder: each.folder ?? '',
      })),
      libraries: mostUsed(scene, isOuter(program))
        .slice(0, MOST_ROWS)
        .map(({ library, users }) => ({
          ...library,
          link: scene.linkOf(library.id),
          folder: library.folder ?? '',
          purpose: library.purpose ?? '',
          users,
        })),
      moreLibraries: Math.max(0, scene.libraries.length - MOST_ROWS),
      stores: scene.stores.map((each) => ({
        ...each,
        link: scene.linkOf(each.id),
        purpose: each.purpose ?? '',
        users: usersOf(scene, each.id, isOuter(program)),
      })),
      external: scene.external.map((each) => ({
        ...each,
        link: scene.linkOf(each.id),
        purpose: each.purpose ?? '',
        users: usersOf(scene, each.id, isOuter(program)),
      })),
      arrows: scene.outer.filter(({ does }) => does !== 'imports').slice(0, MOST_ROWS),
      moreArrows: Math.max(0, scene.outer.filter(({ does }) => does !== 'imports').length - MOST_ROWS),
      inside: scene.programs.flatMap((each) => {
        const parts = scene.partsOf(each.id)
        return parts.length === 0
          ? []
          : [
              {
                link: scene.linkOf(each.id),
                parts: parts
                  .sort((a, b) => b.files - a.files)
                  .slice(0, 12)
                  .map(({ id, name, files }) => ({ link: { ...scene.linkOf(id), name: plainName(name) }, files })),
                more: Math.max(0, parts.length - 12),
              },
            ]
      }),
      stack: stackOf(program).filter(({ question }) => question === 'languages' || question === 'frameworks' || question === 'runtimes'),
      entries: architecture.structure.entries.slice(0, MOST_ENTRIES),
      moreEntries: Math.max(0, architecture.structure.entries.length - MOST_ENTRIES),
      recommendations: recommendations.slice(0, 3),
      counts: countsOf(program, recommendations.length),
      pages: {
        structure: structurePath,
        components: componentsPath,
        modules: modulesPagePath,
        manifest: manifestPath,
        diagrams: diagramsPath,
        audit: auditPath,
        recommendations: recommendationsPath,
      },
    },
  }
}

/** `Routes` of `Routes (API server)`: where the container stands in front, its name need not be said again. */
export function plainName(name: string): string {
  return name.replace(/ \([^()]*(?:\([^()]*\)[^()]*)*\)$/, '')
}

/** What the root says of all of it, where no single program speaks for the whole. */
function rootPurpose({ manifests }: Program): string | undefined {
  const fact = manifests.find(({ path }) => path === 'package.json')?.facts.find(({ kind }) => kind === 'description')
  return fact && (fact.value ?? fact.name)
}

/** Libraries with how many programs and libraries lean on each; those that most lean on first. */
function mostUsed(scene: ArchitectureScene, isMeant: (link: ComponentLink) => boolean): { library: Component; users: number }[] {
  return scene.libraries
    .map((library) => ({ library, users: usersOf(scene, library.id, isMeant).length }))
    .sort((one, other) => other.users - one.users)
}

/** Whoever leans on it, each once. */
function usersOf(scene: ArchitectureScene, id: string, isMeant: (link: ComponentLink) => boolean): ComponentLink[] {
  return [...new Map(scene.arrowsTo(id).map(({ from }) => [from.id, from])).values()].filter(isMeant)
}

function isOuter({ architecture }: Program): (link: { id: string }) => boolean {
  const inner = new Set(architecture.components.filter(({ parent }) => parent !== undefined).map(({ id }) => id))
  return ({ id }) => !inner.has(id)
}

function countsOf({ architecture, entryPoints, technologies }: Program, recommendations: number): Record<string, number> {
  return {
    components: architecture.components.length,
    relations: architecture.relations.length,
    modules: architecture.modules.modules.length,
    cycles: architecture.modules.cycles.length,
    doors: entryPoints.length,
    technologies: technologies.length,
    documents: architecture.structure.documents.length,
    directories: architecture.structure.directories.length,
    recommendations,
  }
}
