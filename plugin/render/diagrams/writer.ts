/** What a format is to the rest of the program. */
import type { Diagram, Evidence } from '../../types'

/** The permanent address of a line; a site resolves no other links inside of drawings. */
export type AddressOf = (at: Evidence) => string | undefined

export interface DiagramWriter {
  /** Language of the code block that holds the text. */
  language: string
  /** @param addressOf for formats whose boxes can be links */
  write(diagram: Diagram, addressOf?: AddressOf): string
  /** The format itself, where a page cannot show it: a file beside the page, which links to it. */
  beside?: { extension: string; write(diagram: Diagram): string }
}
