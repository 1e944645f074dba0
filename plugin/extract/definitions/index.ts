/** Description files of interfaces. In: path and text of one file. Out: what it declares, or why it could not be read. */
import type { Definition } from '../../graph'
import type { DefinitionReader } from './reader'

/** In the order in which they are asked; the first that reads a file has it. */
export const definitionReaders: DefinitionReader[] = []

export function definitionOf(path: string, text: string): { definition?: Definition; problem?: string } {
  const reader = definitionReaders.find((candidate) => candidate.reads(path, text))
  if (!reader) return {}
  try {
    return { definition: { path, format: reader.format, ...reader.read(text, path) } }
  } catch (cause) {
    return { problem: `It could not be read as ${reader.format}: ${(cause as Error).message.split('\n')[0]}` }
  }
}
