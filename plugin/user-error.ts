/** A mistake only the user can mend: shown as its message alone, which names what was met and what was expected. */
export class UserError extends Error {
  override name = 'UserError'
}
