/**
 * Pages of pictures. In: the program. Out: an index, one page a kind of picture, a page for each whole graph that was folded, and the
 * graphs as data for what is too large to be drawn.
 */
import type { Diagram, View } from '../../types'
import type { ViewContext } from '../context'
import { fileNames } from '../derived/file-names'
import { downloadsOf } from '../downloads/index'
import { diagramsFolder, diagramsPath, modulesPath } from '../reports'
import { unitRows } from './deployment'
import { entityDrawing } from './entities'
import { type DiagramKind, diagramKinds, type Line, type Picture } from './kinds'
import { allModules } from './modules'

/** Larger ones take a minute to lay out, and nobody could read them. */
const MOST_DRAWN = 110
const MOST_LINES_DRAWN = 300
/** Rows of a table on a page of a whole graph. */
const MOST_ROWS = 1000

export function diagrams(context: ViewContext): View[] {
  const { program, date } = context
  const base = { project: program.project.name, date }
  const drawn = diagramKinds.map((kind) => ({ kind, pictures: kind.drawings(program) }))
  const own = drawn.filter(({ kind, pictures }) => !kind.isElsewhere && pictures.length > 0)
  return [
    {
      path: `${diagramsFolder}/_category_.json`,
      template: 'data',
      data: { label: 'Diagrams', position: 3, collapsed: true, link: { type: 'doc', id: `${diagramsFolder}/index` } },
    },
    {
      path: diagramsPath,
      template: 'diagrams',
      data: {
        ...base,
        kinds: drawn
          .filter(({ pictures }) => pictures.length > 0)
          .map(({ kind: { title, about, page }, pictures }) => ({
            title,
            about,
            page,
            count: pictures.length,
            parts: sum(pictures.map(({ total }) => total)),
          })),
        missing: drawn.filter(({ pictures }) => pictures.length === 0).map(({ kind: { id, title } }) => ({ id, title })),
        ...downloadsOf(context),
      },
    },
    ...own.flatMap(({ kind, pictures }, position) => pagesOf(kind, pictures, position + 1, context)),
    ...(program.architecture.modules.modules.length > 0
      ? [{ path: modulesPath, template: 'data', data: allModules(program.architecture.modules) }]
      : []),
  ]
}

const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0)

function pagesOf(kind: DiagramKind, pictures: Picture[], position: number, { program, date }: ViewContext): View[] {
  const { architecture, entities } = program
  const names = fileNames('diagram')
  const wholes = pictures.map((picture) =>
    picture.whole ? `${diagramsFolder}/${names(`${kind.id}${picture.of === undefined ? '' : `-${picture.of}`}`)}-whole` : undefined,
  )
  return [
    {
      path: kind.page,
      template: 'diagram',
      data: {
        project: program.project.name,
        date,
        kind: kind.id,
        title: kind.title,
        about: kind.about,
        position,
        pictures: pictures.map((picture, index) => ({
          ...pictureData(picture),
          whole: wholes[index] === undefined ? null : `${wholes[index]}.md`,
        })),
        units:
          kind.id === 'deployment'
            ? unitRows(architecture.deployment).map((unit) => ({
                ...unit,
                runs: architecture.components.find(({ id }) => id === unit.runs)?.name ?? '',
                group: unit.group?.toLowerCase() === unit.from ? '' : (unit.group ?? ''),
                image: unit.image ?? '',
                when: unit.when ?? '',
                command: unit.command ?? '',
                replicas: unit.replicas ?? null,
              }))
            : [],
        modules:
          kind.id === 'modules'
            ? { path: modulesPath, files: architecture.modules.modules.length, imports: architecture.modules.imports.length }
            : null,
        elsewhere: kind.id === 'entities' ? entityDrawing(entities).elsewhere : [],
        alone:
          kind.id === 'entities'
            ? entityDrawing(entities).alone.map(({ name, fields, library, at }) => ({ name, fields: fields.length, library, at }))
            : [],
      },
    },
    ...pictures.flatMap((picture, index) =>
      picture.whole && wholes[index] !== undefined
        ? wholePages(kind, picture, picture.whole, wholes[index], position, { project: program.project.name, date })
        : [],
    ),
  ]
}

function pictureData({ of, diagram, shown, total, cut, without, lines, notes }: Picture) {
  return { of: of ?? '', diagram, shown, total, cut, without, lines, notes }
}

function wholePages(
  kind: DiagramKind,
  { of, total }: Picture,
  { diagram, lines }: NonNullable<Picture['whole']>,
  path: string,
  position: number,
  base: { project: string; date: string },
): View[] {
  return [
    {
      path: `${path}.md`,
      template: 'diagram-whole',
      data: {
        ...base,
        title: of === undefined ? kind.title : `${kind.title}: ${of}`,
        page: kind.page,
        pageTitle: kind.title,
        position: position + 100,
        total,
        diagram: total <= MOST_DRAWN && lines.length <= MOST_LINES_DRAWN ? diagram : null,
        lines: lines.slice(0, MOST_ROWS),
        lineCount: lines.length,
        data: `${path}.json`,
      },
    },
    { path: `${path}.json`, template: 'data', data: { title: diagram.title, nodes: nodesOf(diagram), edges: lines.map(edgeOf) } },
  ]
}

function nodesOf(diagram: Diagram): { name: string; group?: string }[] {
  if (diagram.kind === 'entities') return diagram.entities.map(({ name }) => ({ name }))
  if (diagram.kind !== 'graph') return []
  const groups = new Map(diagram.groups.map(({ id, label }) => [id, label]))
  return diagram.nodes.map(({ label, group }) => ({ name: label, ...(group === undefined ? {} : { group: groups.get(group) ?? group }) }))
}

function edgeOf({ from, to, label, evidence: { file, line } }: Line) {
  return { from, to, label, file, line }
}
