/** What models say of requests and answers: where data of a request is read, and which calls answer with what. */
import Joi from 'joi'

/** Where a value comes from: a place of parameters, or what such are parsed out of. */
export type InputPlace =
  | 'path'
  | 'query'
  | 'body'
  | 'json'
  | 'form'
  | 'header'
  | 'cookie'
  | 'file'
  /** Query of requests without a body, fields of the body of others. */
  | 'input'
  /** Address with its query; the text of a body. */
  | 'url'
  | 'raw'
  /** The first argument says: `c.req.valid('json')`. */
  | 'argument'

export interface InputModel {
  in: InputPlace
  /** Argument with the name of what is read, or names; without it the whole is handed back. */
  name: number
  /** Argument with a schema, or a function of one. */
  schema: number | undefined
}

export interface AnswerModel {
  library: string
  /** Place of an argument, or places of which the first that is there counts; `value` of what is assigned; or the status itself. */
  status: string | number | undefined
  /** Status where that place says none. */
  otherwise: number | undefined
  body: string | undefined
  media: string | undefined
  /** Sets the status of an answer to come and does not answer. */
  sets: boolean
}

export interface DoorModels {
  inputs: Map<number, InputModel>
  /** By path of what is called. */
  answers: Map<number, AnswerModel>
  /** By path of what is assigned to. */
  stores: Map<number, AnswerModel>
  /** Libraries whose handlers answer with what they return, with the media type of objects. */
  returned: Map<string, string>
}

export interface DoorModelFile {
  inputs?: { is: string[]; in: InputPlace; name?: number; schema?: number }[]
  answers?: { call?: string[]; store?: string[]; status?: string | number; otherwise?: number; body?: string; media?: string; sets?: boolean }[]
  returned?: string
}

const place = Joi.alternatives(Joi.number().integer().min(0).max(9).strict(), Joi.string()).custom((value) => String(value))
const status = Joi.number().integer().min(100).max(599).strict()
export const doorKeys = {
  inputs: Joi.array().items(
    Joi.object({
      is: Joi.array().items(Joi.string()).single().required(),
      in: Joi.string().valid('path', 'query', 'body', 'json', 'form', 'header', 'cookie', 'file', 'input', 'url', 'raw', 'argument').required(),
      name: Joi.number().integer().min(0),
      schema: Joi.number().integer().min(0),
    }),
  ),
  answers: Joi.array().items(
    Joi.object({
      call: Joi.array().items(Joi.string()).single(),
      store: Joi.array().items(Joi.string()).single(),
      status: Joi.alternatives(status, Joi.string()),
      otherwise: status,
      body: place,
      media: Joi.string(),
      sets: Joi.boolean(),
    }).or('call', 'store'),
  ),
  returned: Joi.string(),
}

export const noDoorModels = (): DoorModels => ({ inputs: new Map(), answers: new Map(), stores: new Map(), returned: new Map() })

/** @param located API paths that a text of the model names */
export function addDoors(models: DoorModels, libraries: readonly string[], file: DoorModelFile, located: (source: string) => number[]): void {
  const library = libraries[0] as string
  for (const { is, in: from, name, schema } of file.inputs ?? [])
    for (const source of is) for (const at of located(source)) models.inputs.set(at, { in: from, name: name ?? 0, schema })
  for (const { call, store, status, otherwise, body, media, sets } of file.answers ?? []) {
    const model: AnswerModel = { library, status, otherwise, body, media, sets: sets ?? false }
    for (const source of call ?? []) for (const at of located(source)) models.answers.set(at, model)
    for (const source of store ?? []) for (const at of located(source)) models.stores.set(at, model)
  }
  if (file.returned) for (const each of libraries) models.returned.set(each, file.returned)
}
