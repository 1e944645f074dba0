/** Values that documents write out: what a name may be, which options there are, how many of something, what a constant is. */
import type { ClaimReader } from '../reader'
import { allowedValues } from './values-allowed'
import { constantValues } from './values-constant'
import { counts } from './values-count'
import { flagDefaults } from './values-flag'
import { options } from './values-options'

export const values: ClaimReader = {
  id: 'values',
  title: 'Values, options and counts',
  why: 'A value that is not allowed is refused, and an option that is not told of is not used.',
  read: (document, ground) => [
    ...allowedValues(document, ground),
    ...options(document, ground),
    ...constantValues(document, ground),
    ...flagDefaults(document, ground),
    ...counts(document, ground),
  ],
}
