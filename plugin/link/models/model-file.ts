/** One model file: as it is written, what it is checked against, and read. A mistake names the file, the key and what was expected. */
import fs from 'node:fs'
import Joi from 'joi'
import { load } from 'js-yaml'
import type { Guard } from '../../types'
import { UserError } from '../../user-error'
import { type CostModelFile, costKeys } from '../cost-models'
import { type DecoratorModel, decoratorKeys } from '../decorator-models'
import { type DoorModelFile, doorKeys } from '../door-models'
import { type FlowModelFile, flowKeys } from '../flow-models'
import { type ServiceModelFile, serviceKeys } from '../service-models'
import { type ActFile, actKeys } from './act-keys'
import type { RoleModel } from './acts'
import { type FileRouteFile, fileRouteKeys } from './file-routes'
import { doorKind, paths, place, role } from './keys'

export interface ModelFile extends ActFile, FileRouteFile, FlowModelFile, DoorModelFile, ServiceModelFile, CostModelFile {
  library: string[]
  /** Names under which a script finds it without importing it: `Handlebars`, `_`; or each with the package that it stands for. */
  globals?: string[] | Record<string, string>
  /** Members of other packages that hand the library on as a whole: `aws_rds` of a kit of many. */
  within?: string[]
  title: string
  types?: Record<string, { is: string[]; instance?: boolean; root?: boolean; like?: string; names?: string[]; unseen?: boolean; awaited?: string }>
  self?: string[]
  passes?: { call: string; argument: number }[]
  copies?: string[]
  executors?: string[]
  coroutines?: { call: string[]; argument: number }[]
  shares?: string[]
  guardNames?: Record<string, Guard['role']>
  roles?: (RoleModel & { is: string[] })[]
  decorators?: (DecoratorModel & { is: string[] })[]
  /** `flat`: members whose parts are texts and lists of texts, and never objects. */
  requests?: { type: string; parameters: Record<string, string>; argument?: number; flat?: string[] }[]
}

const schema = Joi.object<ModelFile>({
  library: paths.required(),
  globals: Joi.alternatives(Joi.object().pattern(/^[A-Za-z_$][\w$]*$/, Joi.string()), paths),
  within: paths,
  title: Joi.string().required(),
  types: Joi.object().pattern(
    /^[A-Z]\w*$/,
    Joi.object({
      is: paths.default([]),
      instance: Joi.boolean(),
      root: Joi.boolean(),
      like: Joi.string(),
      names: paths,
      unseen: Joi.boolean(),
      awaited: Joi.string(),
    }),
  ),
  self: paths,
  passes: Joi.array().items(Joi.object({ call: Joi.string().required(), argument: Joi.number().integer().min(0).required() })),
  copies: paths,
  executors: paths,
  coroutines: Joi.array().items(Joi.object({ call: paths.required(), argument: Joi.number().integer().min(0).required() })),
  shares: paths,
  guardNames: Joi.object().pattern(Joi.string(), role),
  roles: Joi.array().items(
    Joi.object({
      is: paths.required(),
      role: role.required(),
      serves: Joi.string().valid('files', 'directory listing'),
      collects: Joi.boolean(),
      tells: Joi.boolean(),
      throws: Joi.boolean(),
      optional: Joi.array().items(Joi.object({ option: place.required(), is: Joi.string().required() })),
    }),
  ),
  decorators: Joi.array().items(Joi.object(decoratorKeys(doorKind, role))),
  requests: Joi.array().items(
    Joi.object({
      type: Joi.string().required(),
      parameters: Joi.object().pattern(Joi.string().allow(''), Joi.string()).required(),
      argument: Joi.number().integer().min(0),
      flat: Joi.array().items(Joi.string()).single(),
    }),
  ),
  ...actKeys,
  ...fileRouteKeys,
  ...doorKeys,
  ...serviceKeys,
  ...flowKeys,
  ...costKeys,
})

/** Files by name, as long as they are the same: a site that is being edited links again with every save. */
const kept = new Map<string, { stamp: string; file: ModelFile }>()

/** A model file by its full name. */
export function modelFile(name: string): ModelFile {
  const { mtimeMs, size } = fs.statSync(name)
  const stamp = `${mtimeMs} ${size}`
  const known = kept.get(name)
  if (known?.stamp === stamp) return known.file
  const file = readModel(name)
  kept.set(name, { stamp, file })
  return file
}

function readModel(name: string): ModelFile {
  let raw: unknown
  try {
    raw = load(fs.readFileSync(name, 'utf8')) ?? null
  } catch (cause) {
    throw new UserError(`${name}: not valid YAML: ${(cause as Error).message.split('\n')[0]}`)
  }
  const { error, value } = schema.validate(raw, { convert: true, allowUnknown: false })
  if (error) {
    const { path: keys, context } = error.details[0] as { path: (string | number)[]; context?: { value?: unknown } }
    throw new UserError(`${name}: key "${keys.join('.')}" is ${JSON.stringify(context?.value)}: ${error.details[0]?.message}`)
  }
  return value
}
