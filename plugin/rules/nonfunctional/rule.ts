/** What a nonfunctional rule is: metadata first, then what it makes of the facts. No score; a level with its reason. */
import type { NonfunctionalFinding, Program, QualityArea } from '../../types'

export interface NonfunctionalRule {
  id: string
  /** Type, in the words of the field: `n-plus-one`. */
  class: string
  area: QualityArea
  title: string
  /** Why it matters, as pages tell it whether or not anything was found. */
  why: string
  /** Why there is nothing to look at, where what the rule needs was not given; then it is not run. */
  blind?: (program: Program) => string | undefined
  check: (program: Program) => Omit<NonfunctionalFinding, 'rule' | 'class' | 'area'>[]
}

export const defineNonfunctionalRule = (rule: NonfunctionalRule): NonfunctionalRule => rule
