/** Model files onto API paths: names of libraries first, then types, which models of other files name, then what is said of them. */
import { ApiPaths } from '../api-paths'
import { addCosts, noCostModels } from '../cost-models'
import { addDoors, type InputPlace, noDoorModels } from '../door-models'
import { addFlows, noFlowModels } from '../flow-models'
import { addServices, noServiceModels } from '../service-models'
import { addActs } from './add-acts'
import type { Models } from './compiled'
import { addFileRoutes } from './file-routes'
import { keptApart, nameLibraries } from './libraries'
import { locate } from './locate'
import type { ModelFile } from './model-file'

/** A model file and its full name. */
export interface NamedFile {
  name: string
  file: ModelFile
}

/** All model files in one. */
export function compile(files: readonly NamedFile[]): Models {
  const api = new ApiPaths()
  const models: Models = {
    paths: api,
    acts: new Map(),
    roles: new Map(),
    decorators: new Map(),
    fileRoutes: [],
    fileApplications: new Map(),
    roots: new Set(),
    unseen: new Set(),
    awaited: new Map(),
    self: new Set(),
    passes: new Map(),
    copies: new Set(),
    executors: new Set(),
    coroutines: new Map(),
    shares: new Set(),
    guardNames: new Map(),
    requests: new Map(),
    flatRequests: new Set(),
    requestArguments: new Map(),
    names: [],
    doors: noDoorModels(),
    services: noServiceModels(),
    flows: noFlowModels(),
    costs: noCostModels(),
    libraries: new Map(),
  }
  const apart = keptApart(files.map(({ file }) => file))
  for (const { file } of files) nameLibraries(models, file, apart.has(file))
  // Types first, all of them: models name each other's.
  for (const { file } of files) for (const name of Object.keys(file.types ?? {})) api.markKnown(typeOf(api, file, name))
  const located = ({ name, file }: NamedFile, source: string) => locate(api, name, file, apart.has(file), source)
  for (const named of files) describeTypes(models, named.file, (source) => located(named, source))
  for (const named of files)
    for (const [type, { is }] of Object.entries(named.file.types ?? {})) {
      const to = typeOf(api, named.file, type)
      for (const source of is) for (const from of located(named, source)) api.setAlias(from, to)
    }
  for (const named of files) addFile(models, named.file, (source) => located(named, source))
  return models
}

function typeOf(api: ApiPaths, file: ModelFile, type: string): number {
  return api.root(`type:${file.library[0]}/${type}`)
}

function describeTypes(
  { paths: api, roots, unseen, awaited: settled, names: known }: Models,
  file: ModelFile,
  located: (source: string) => number[],
): void {
  for (const [type, { like, instance, root, names, unseen: isUnseen, awaited }] of Object.entries(file.types ?? {})) {
    const path = typeOf(api, file, type)
    const node = api.node(path)
    node.instance = instance ?? false
    if (root) roots.add(path)
    if (isUnseen) unseen.add(path)
    if (names) known.push({ library: file.library[0] as string, path, names: new Set(names) })
    if (awaited) settled.set(path, located(awaited)[0] as number)
    if (like) node.like = located(like)[0] as number
  }
}

/** What a file says, once all types are known. */
function addFile(models: Models, file: ModelFile, located: (source: string) => number[]): void {
  const { paths: api, doors, services, flows, costs } = models
  const library = file.library[0] as string
  addActs(models.acts, library, file, located)
  addMeanings(models, file, located)
  addFileRoutes(models.fileRoutes, models.fileApplications, file, located)
  addRequests(models, file, located)
  addDoors(doors, file.library, file, located)
  addServices(services, library, file, located, (root) => api.node(api.root(root)).step)
  addFlows(flows, library, file, located)
  addCosts(costs, library, file, located)
}

/** What values and results stand for. */
function addMeanings(models: Models, file: ModelFile, located: (source: string) => number[]): void {
  const library = file.library[0] as string
  for (const [name, role] of Object.entries(file.guardNames ?? {})) models.guardNames.set(`${library} ${name}`, role)
  for (const { is, ...role } of file.roles ?? []) for (const source of is) for (const at of located(source)) models.roles.set(at, role)
  for (const { is, ...model } of file.decorators ?? [])
    for (const source of is) for (const at of located(source)) models.decorators.set(at, { library, model })
  for (const source of file.self ?? []) for (const at of located(source)) models.self.add(at)
  for (const source of file.shares ?? []) for (const at of located(source)) models.shares.add(at)
  for (const { call, argument } of file.passes ?? []) for (const at of located(call)) models.passes.set(at, argument)
  for (const source of file.copies ?? []) for (const at of located(source)) models.copies.add(at)
  for (const source of file.executors ?? []) for (const at of located(source)) models.executors.add(at)
  for (const { call, argument } of file.coroutines ?? [])
    for (const source of call) for (const at of located(source)) models.coroutines.set(at, argument)
}

/** Where requests are read: `query`, `body`… */
function addRequests(models: Models, file: ModelFile, located: (source: string) => number[]): void {
  for (const { type, parameters, argument, flat } of file.requests ?? [])
    for (const [member, where] of Object.entries(parameters))
      for (const at of located(member === '' ? type : `${type}.${member}`)) {
        models.requests.set(at, where)
        if (flat?.includes(member)) models.flatRequests.add(at)
        if (!models.doors.inputs.has(at)) models.doors.inputs.set(at, { in: where as InputPlace, name: argument ?? 0, schema: undefined })
        if (argument !== undefined) models.requestArguments.set(at, argument)
      }
}
