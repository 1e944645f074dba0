/** All that models say, by API path. */
import type { Guard } from '../../types'
import type { ApiPaths } from '../api-paths'
import type { CostModels } from '../cost-models'
import type { DecoratorModel } from '../decorator-models'
import type { DoorModels } from '../door-models'
import type { FlowModels } from '../flow-models'
import type { ServiceModels } from '../service-models'
import type { RoleModel } from './acts'
import type { Acts } from './add-acts'
import type { FileApplications, FileRouteModel } from './file-routes'

export interface Models {
  paths: ApiPaths
  /** What calling a path does. */
  acts: Acts
  /** What a value is when it stands among handlers; `()` marks the result of a call. */
  roles: Map<number, RoleModel>
  decorators: Map<number, { library: string; model: DecoratorModel }>
  fileRoutes: FileRouteModel[]
  /** By library. */
  fileApplications: Map<string, FileApplications>
  /** Types at which requests arrive without being mounted on anything. */
  roots: Set<number>
  /** Types of what no browser shows: documents that a server reads. */
  unseen: Set<number>
  /** Types of what is no promise and yet awaited, such as a query: what it is then. */
  awaited: Map<number, number>
  /** Calls that hand back what they were called on. */
  self: Set<number>
  /** Calls that hand back one of their arguments. */
  passes: Map<number, number>
  /** Calls that put every property of their further arguments into the first, and hand it back; they run none of them. */
  copies: Set<number>
  /** What makes a promise and hands a function its `resolve`, called or with `new`. */
  executors: Set<number>
  /** Calls that run a generator as an async function, `yield` being its `await`: the argument that is one. */
  coroutines: Map<number, number>
  /** Results that mark a plugin as sharing its parent's context. */
  shares: Set<number>
  /** What names of middleware stand for: `adonis auth` → authentication. */
  guardNames: Map<string, Guard['role']>
  /** Request data: member path of a request type → where it comes from (`query`, `body`…). */
  requests: Map<number, string>
  /** Those whose parts are texts and lists of texts: a query string that is parsed without brackets. */
  flatRequests: Set<number>
  /** Argument of such a call that names what is read, where it is not the first: `getHeader(event, 'x')`. */
  requestArguments: Map<number, number>
  /** Names under which such an object is commonly handed to a function that nothing here calls: `module.exports = (app) => …`. */
  names: { library: string; path: number; names: Set<string> }[]
  /** Where requests are read, and how they are answered. */
  doors: DoorModels
  /** Calls of other services, and formats of data. */
  services: ServiceModels
  /** Sources, sinks, sanitizers, steps and usages. */
  flows: FlowModels
  /** What calls cost. */
  costs: CostModels
  /** Libraries that some model describes, with their titles. */
  libraries: Map<string, string>
}
