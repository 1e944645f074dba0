/**
 * The part of a model that speaks of what calls cost: which ask a data store, which are answered later, which hold the only
 * thread. In: the checked keys of one model file. Out: entries on API paths.
 */
import Joi from 'joi'

/** Where in a call: `0`, `1.where`. */
type Spot = string

/** How much a question to a store brings back. */
export type Gives = 'one' | 'many' | 'number' | 'nothing'

export interface CostModelFile {
  /**
   * One round trip to a store each. `bounds`: options that limit how many records come; `where`: conditions; `includes`: what is
   * read along. `starts`: begins a chain that is one question as a whole; the rest of the chain may narrow it.
   */
  queries?: {
    call: string[]
    does?: 'read' | 'write'
    gives?: Gives
    where?: Spot[]
    bounds?: Spot[]
    includes?: Spot[]
    starts?: boolean
    sync?: boolean
  }[]
  /** Calls that give a promise unless they are given a callback. `reads`: asks and changes nothing. */
  promises?: { call: string[]; reads?: boolean }[]
  /** Nothing else runs until they are done. `does`: what takes the time. */
  blocking?: { call: string[]; does: BlockingWork }[]
}

export type BlockingWork = 'file' | 'process' | 'password-hash' | 'key' | 'compression' | 'request' | 'input'

const paths = Joi.array().items(Joi.string()).single()
const spots = Joi.array()
  .items(Joi.alternatives(Joi.number().integer().min(0), Joi.string().pattern(/^\d+(?:\.[\w$-]+)*$/)).custom((value) => String(value)))
  .single()

export const costKeys = {
  queries: Joi.array().items(
    Joi.object({
      call: paths.required(),
      does: Joi.string().valid('read', 'write'),
      gives: Joi.string().valid('one', 'many', 'number', 'nothing'),
      where: spots,
      bounds: spots,
      includes: spots,
      starts: Joi.boolean(),
      sync: Joi.boolean(),
    }),
  ),
  promises: Joi.array().items(Joi.object({ call: paths.required(), reads: Joi.boolean() })),
  blocking: Joi.array().items(
    Joi.object({
      call: paths.required(),
      does: Joi.string().valid('file', 'process', 'password-hash', 'key', 'compression', 'request', 'input').required(),
    }),
  ),
}

export interface QueryModel {
  library: string
  does: 'read' | 'write'
  gives: Gives
  where: Spot[]
  bounds: Spot[]
  includes: Spot[]
  starts: boolean
  /** Answered at once: no promise, and the thread waits. */
  sync: boolean
}

/** By API path of what is called, without `()`. */
export interface CostModels {
  queries: Map<number, QueryModel>
  promises: Map<number, { library: string; reads: boolean }>
  blocking: Map<number, { library: string; does: BlockingWork }>
}

export function noCostModels(): CostModels {
  return { queries: new Map(), promises: new Map(), blocking: new Map() }
}

/** @param located API paths that a notation names; a mistake in it throws */
export function addCosts(models: CostModels, library: string, file: CostModelFile, located: (source: string) => number[]): void {
  for (const { call, does, gives, where, bounds, includes, starts, sync } of file.queries ?? []) {
    const model: QueryModel = {
      library,
      does: does ?? 'read',
      gives: gives ?? (does === 'write' ? 'nothing' : 'one'),
      where: where ?? [],
      bounds: bounds ?? [],
      includes: includes ?? [],
      starts: starts ?? false,
      sync: sync ?? false,
    }
    for (const source of call) for (const at of located(source)) models.queries.set(at, model)
  }
  for (const { call, reads } of file.promises ?? [])
    for (const source of call) for (const at of located(source)) models.promises.set(at, { library, reads: reads ?? false })
  for (const { call, does } of file.blocking ?? [])
    for (const source of call) for (const at of located(source)) models.blocking.set(at, { library, does })
}
