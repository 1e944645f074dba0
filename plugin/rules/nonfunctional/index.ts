/** Every nonfunctional rule, in the order of the section. A rule is one file and one line here. */
import type { NonfunctionalRule } from './rule'

export const nonfunctionalRules: NonfunctionalRule[] = []
