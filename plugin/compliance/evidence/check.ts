/** What a check is. In: how a standard asks, and the scene. Out: an outcome. */
import Joi from 'joi'
import type { Outcome } from '../outcome'
import type { Scene } from '../scene'

/** Where a standard may say itself what an answer means to it. */
export const says = Joi.valid('met', 'partly', 'not met', 'unknown', 'nothing')

export interface Check {
  /** What is wrong with how a standard asks, as the end of a sentence; undefined where nothing is. */
  wrong(asked: unknown): string | undefined
  /** @param selected level or group that was chosen */
  judge(asked: unknown, scene: Scene, selected: string): Outcome
}

/** @param judge is given what the schema makes of what was asked: whole, with defaults */
export function check<Asked>(schema: Joi.Schema, judge: (asked: Asked, scene: Scene, selected: string) => Outcome): Check {
  return {
    wrong(asked) {
      const { error } = schema.validate(asked)
      return error && `is ${JSON.stringify(asked)}; ${error.details[0]!.message.replaceAll('"value"', 'it')}`
    },
    judge: (asked, scene, selected) => judge(schema.validate(asked).value as Asked, scene, selected),
  }
}

/** A check that asks for one thing may be given its name alone. */
export const orName = (joi: typeof Joi, key: string, schema: Joi.ObjectSchema): Joi.Schema =>
  joi.any().custom((asked: unknown) => {
    const { error, value } = schema.validate(typeof asked === 'string' ? { [key]: asked } : asked)
    if (error) throw new Error(error.message)
    return value as unknown
  })
