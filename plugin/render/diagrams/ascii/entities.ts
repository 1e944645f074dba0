/** Entities as tables, side by side, and below them every relation in words: with many lines, a drawing of them could not be read. */
import type { EntityDiagram } from '../../../types'
import { drawnRelations, ends, fieldLine } from '../entities'
import { distinct, wrapped } from '../words'
import { longest, padded, widest } from './canvas'
import { hanging, inRows } from './graph'

const widestField = 40

export function entities(diagram: EntityDiagram): string[] {
  const names = new Map(distinct(diagram.entities.map(({ name }) => name)).map((name, index) => [diagram.entities[index]!.id, name]))
  const tables = diagram.entities.map((entity) => table(names.get(entity.id)!, entity))
  const lines = drawnRelations(diagram).flatMap((relation) =>
    hanging(
      '',
      `${names.get(relation.from)} ${relation.fromMany ? '*' : '1'}--${relation.toMany ? '*' : '1'} ${names.get(relation.to)}  (${ends(relation)}${relation.label ? `: ${relation.label}` : ''})`,
      '    ',
    ),
  )
  return [...inRows(tables, widest), ...(lines.length === 0 ? [] : ['', ...lines])]
}

function table(name: string, { fields, more }: EntityDiagram['entities'][number]): string[] {
  const head = wrapped(name, widestField)
  const rows = [...fields.flatMap((field) => wrapped(fieldLine(field), widestField)), ...(more > 0 ? [`and ${more} more`] : [])]
  const width = longest([...head, ...rows]) + 2
  const rule = `+${'-'.repeat(width)}+`
  const line = (text: string) => `| ${padded(text, width - 1)}|`
  return [rule, ...head.map(line), rule, ...rows.map(line), ...(rows.length > 0 ? [rule] : [])]
}
