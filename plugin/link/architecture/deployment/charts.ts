/**
 * What templates of a chart say once its values are in them. In: charts and values, as files have them. Out: texts with plain
 * values filled in; what is computed stays as it is written. Nothing is run: of all that templates can do, this knows a value, its
 * default, the names that every chart makes of its own, and quotes.
 */
import type { DeclaredUnit, DeploymentFile } from '../../../types'
import { dirOf, isWithin } from '../paths'

export interface Chart {
  folder: string
  name: string
  values: Record<string, string>
}

export function chartsOf(files: readonly { path: string; file: DeploymentFile }[]): { at(path: string): Chart | undefined } {
  const charts = new Map<string, Chart>()
  for (const { path, file } of files) {
    if (!file.values) continue
    const folder = dirOf(path)
    const known = charts.get(folder) ?? { folder, name: '', values: {} }
    charts.set(folder, { folder, name: file.stack ?? known.name, values: { ...known.values, ...file.values } })
  }
  const named = [...charts.values()].filter(({ name }) => name !== '').sort((one, other) => other.folder.length - one.folder.length)
  return { at: (path) => named.find(({ folder }) => isWithin(path, folder)) }
}

export function filledIn(unit: DeclaredUnit, chart: Chart): DeclaredUnit {
  const fill = (text: string) => fillText(text, chart)
  return {
    ...unit,
    name: fill(unit.name),
    ...(unit.image === undefined ? {} : { image: fill(unit.image) }),
    ports: unit.ports.map(fill),
    labels: unit.labels.map(fill),
    aliases: unit.aliases.map(fill),
    refers: unit.refers.map((each) => ({ ...each, to: fill(each.to) })),
  }
}

const EXPRESSION = /\{\{ (.*?) \}\}/g

export function fillText(text: string, chart: Chart): string {
  return text.replace(EXPRESSION, (written, inside: string) => filledBy(inside, chart) ?? written)
}

function filledBy(inside: string, { name, values }: Chart): string | undefined {
  const [head = '', ...pipes] = inside.split('|').map((part) => part.trim())
  const fallback = pipes.map((pipe) => /^default\s+(.+)$/.exec(pipe)?.[1]).find((it) => it !== undefined)
  const value = plain(head, name, values)
  if (value !== undefined && value !== '') return value
  return fallback === undefined ? undefined : plain(fallback, name, values)
}

function plain(expression: string, name: string, values: Record<string, string>): string | undefined {
  const quoted = /^"([^"]*)"$/.exec(expression)
  if (quoted) return quoted[1]
  const path = /^\$?\.((?:Values|Chart)\.[\w.-]+)$/.exec(expression)?.[1]
  if (path !== undefined) return values[path]
  if (expression === '.Release.Name') return name
  // The helper that `helm create` writes: a release that is called like its chart has the chart's name.
  if (/^(?:include|template)\s+"[\w.-]*(?:fullname|\.name)"/.test(expression)) return name
  const format = /^printf\s+"([^"%]*)%s([^"%]*)"\s+(.+)$/.exec(expression)
  const inner = format ? plain((format[3] as string).replace(/^\((.*)\)$/, '$1'), name, values) : undefined
  return inner === undefined ? undefined : `${format?.[1]}${inner}${format?.[2]}`
}
