/** A rule about how something is used: everything but its words is a choice of uses and of settings. */
import type { Confidence, Program, Setting, Usage } from '../types'
import { defineRule, type Hit, type Rule } from './rule'

export interface UsageRule extends Omit<Rule, 'check'> {
  /** Kinds of uses. */
  of: string[]
  /** What is wrong with one use, or nothing. */
  fault: (usage: Usage, program: Program) => Partial<Hit> | undefined
}

/** One finding a place: of several, the surest, then the first. */
export function usageRule({ of, fault, ...rule }: UsageRule): Rule {
  return defineRule({
    ...rule,
    check: (program) => {
      const best = new Map<string, Hit>()
      for (const usage of program.usages) {
        if (usage.test || !of.includes(usage.kind)) continue
        const found = fault(usage, program)
        if (!found) continue
        const at = found.at ?? usage.at
        const hit: Hit = { subject: `${usage.around || at.file} ${usage.api}`, around: usage.library, trace: [at], ...found, at }
        const place = `${at.file}:${at.line}`
        const known = best.get(place)
        if (!known || rank(hit.confidence) < rank(known.confidence)) best.set(place, hit)
      }
      return [...best.values()]
    },
  })
}

const rank = (confidence: Confidence = 'high') => ['high', 'medium', 'low'].indexOf(confidence)

/** Nothing else than one of these texts. */
export const isOnly = (setting: Setting | undefined, ...texts: string[]): boolean =>
  setting?.state === 'constant' && setting.texts.length > 0 && setting.texts.every((text) => texts.includes(text.toLowerCase()))

/** One of these texts on some way. */
export const mayBe = (setting: Setting | undefined, ...texts: string[]): boolean =>
  (setting?.texts ?? []).some((text) => texts.includes(text.toLowerCase()))

/** Certainly not given. */
export const isMissing = (setting: Setting | undefined): boolean =>
  setting === undefined || setting.state === 'missing' || isOnly(setting, 'undefined')

/** Written out as something that counts as no. */
export const isOff = (setting: Setting | undefined): boolean => isOnly(setting, 'false', '0', 'null', 'undefined', '')

/** Written out as something that counts as yes. */
export const isOn = (setting: Setting | undefined): boolean =>
  setting?.state === 'constant' &&
  setting.texts.length > 0 &&
  setting.texts.every((text) => !['false', '0', 'null', 'undefined', ''].includes(text.toLowerCase()))

/** The text, where there is exactly one. */
export const textOf = (setting: Setting | undefined): string | undefined => (setting?.texts.length === 1 ? setting.texts[0] : undefined)

/** Runs only where developers work, by the conditions around it. */
export const isForDevelopers = ({ values: { when } }: Usage): boolean =>
  /^(?:outside production|in (?:development|test|local))$/.test(textOf(when) ?? '')
