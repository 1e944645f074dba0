/** Docusaurus prints an error with its stack. Of a mistake that only the user can mend, the message alone helps. */
import { UserError } from '../user-error'

export function plain(error: unknown): unknown {
  if (error instanceof UserError) error.stack = `docusaurus-plugin-plumbline: ${error.message}`
  return error
}
