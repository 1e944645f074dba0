/** A drawing alone, without a page. In: a drawing and a format. Out: its text; where a format is a file of its own, that file. */
import type { Diagram, DiagramFormat, Repository } from '../types'
import { writers } from './diagrams/index'
import { permalink } from './permalink'

export function drawn(diagram: Diagram, format: DiagramFormat, repository: Repository | undefined): string {
  const { write, beside } = writers[format]
  return (beside?.write ?? ((it: Diagram) => write(it, (at) => permalink(repository, at))))(diagram)
}
