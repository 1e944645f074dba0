/** What every reader of a description file offers. Adding a format is one file and one line in `index.ts`. */
import type { Definition } from '../../graph'

export interface DefinitionReader {
  /** `graphql`, `proto`, `serverless`… */
  format: string
  /** Told by the path, and for common names by the text. */
  reads(path: string, text: string): boolean
  /** Throws where the text is not what its name promises; the message says what was expected. */
  read(text: string, path: string): Omit<Definition, 'path' | 'format'>
}
