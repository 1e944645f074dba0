/** What several parts of a model file are checked against. */
import Joi from 'joi'

export const place = Joi.alternatives(Joi.number().integer().min(0), Joi.string()).custom((value) => String(value))
export const paths = Joi.array().items(Joi.string()).single()
export const doorKind = Joi.string().valid('http', 'graphql', 'rpc', 'websocket', 'event', 'queue', 'schedule', 'webhook', 'cli', 'static')
export const role = Joi.string().valid(
  'authentication',
  'authorization',
  'rate-limit',
  'validation',
  'csrf',
  'upload',
  'headers',
  'cors',
  'parser',
  'logging',
  'other',
)
export const pattern = Joi.string().custom((value) => new RegExp(value) && value)
