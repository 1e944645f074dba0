/** What the finders of GraphQL fields hand over. */
import type { Guard, Parameter, Shape } from '../../../types'
import type { Asking, ByMarks } from '../../routes/index'

/** One field of a root type, as one place says it. */
export interface RootField {
  root: 'QUERY' | 'MUTATION' | 'SUBSCRIPTION'
  name: string
  /** Library whose way of saying it is. */
  framework: string
  node: number
  /** Values that resolve it: functions, and objects with `resolve` and `subscribe`. */
  resolvers: readonly number[]
  parameters: Parameter[]
  answer?: Shape
  purpose?: string
  guards: Guard[]
  /** Functions of these that answer whether it may be resolved. */
  asks?: readonly Asking[]
  byMarks?: ByMarks
  /** Functions that resolve it, where they are known as such. */
  functions?: readonly number[]
  /** Name of the handler, where it is a method. */
  handler?: string
}

export const ROOTS = { Query: 'QUERY', Mutation: 'MUTATION', Subscription: 'SUBSCRIPTION' } as const

export function rootNamed(name: string): RootField['root'] | undefined {
  const match = /^(?:Root)?(Query|Mutation|Subscription)s?(?:Type|Root)?$/.exec(name)
  return match ? ROOTS[match[1] as keyof typeof ROOTS] : undefined
}
