/**
 * What of a door is asked here. In: a route, or an operation that was made to look like one. Out: the functions that a request for it
 * runs through, by where they stand.
 */
import type { Parameter } from '../../types'
import type { FoundRoute } from '../routes/index'
import type { Handler } from '../routes/tree'

export type Served = Pick<FoundRoute, 'path' | 'guards' | 'framework' | 'node' | 'generated' | 'passes' | 'front' | 'asks' | 'byMarks' | 'handed'> & {
  /** What it takes. */
  parameters?: readonly Parameter[]

  handlers: readonly (Pick<Handler, 'functions'> & Partial<Pick<Handler, 'node'>>)[]
}

/** What does the work. */
export const handlersOf = ({ handlers }: Pick<Served, 'handlers'>): number[] => handlers.flatMap(({ functions }) => functions)

/** What a request meets before. */
export const passesOf = ({ passes = [] }: Pick<Served, 'passes'>): number[] => passes.map(({ fn }) => fn)

/** What answers whether it may go on. */
export const askersOf = ({ asks = [] }: Pick<Served, 'asks'>): number[] => asks.map(({ fn }) => fn)

/** `mayEdit` of `mayEdit('album')`: a guard's name without what it is made with. */
export const bareName = (guard: string): string => guard.replace(/\(.*$/s, '')
