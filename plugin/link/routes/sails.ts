/**
 * Routes of Sails: a table in `config/routes`, actions by the place of their file, blueprints for models, and policies in front
 * of them. In: the exports of those files. Out: routes with the policies in force.
 */
import { Kind } from '../../graph'
import type { Guard, Parameter } from '../../types'
import { LabelKind } from '../labels'
import { cite, functionsAt, type Linked } from '../linked'
import { joinPaths } from '../paths'
import { exportedMember } from './actions'
import { guardsOf } from './in-force'
import { introduceMachine, tieHelpers } from './sails-machines'
import { entriesOf, type TableEntry, tableRoute } from './tables'
import type { FoundRoute, Handler, RouteTree } from './tree'

const BLUEPRINTS: [method: string, path: string][] = [
  ['GET', ''],
  ['POST', ''],
  ['GET', '/:id'],
  ['PATCH', '/:id'],
  ['DELETE', '/:id'],
]

export function sailsRoutes(tree: RouteTree): FoundRoute[] {
  const { whole, dependencies } = tree.linked
  if (!dependencies.has('sails') && !whole.files.some(({ graph }) => graph.imports.some(({ specifier }) => specifier === 'sails'))) return []
  return whole.files.flatMap(({ path }, file) => {
    const root = /^(.*?)config\/routes\.\w+$/.exec(path)?.[1]
    if (root === undefined) return []
    const policies = policiesOf(tree, root)
    tieHelpers(tree.linked, root)
    const written = tree.linked.values
      .exported(file, 'routes')
      .flatMap((table) => entriesOf(tree.linked, table))
      .flatMap((entry) => routeOf(tree, root, entry, policies))
    return [...written, ...blueprints(tree, root, file, policies)]
  })
}

type Policies = (action: string, path: string) => Guard[]

function routeOf(tree: RouteTree, root: string, entry: TableEntry, policies: Policies): FoundRoute[] {
  const { linked } = tree
  const { action, value } = targetOf(linked, entry.value)
  const functions = action === undefined ? [] : actionFunctions(linked, root, action)
  const route = tableRoute(tree, 'sails', entry.method ?? 'ALL', entry.path, entry.node, value)
  const [handler] = route.handlers as [Handler]
  const known: Handler =
    functions.length > 0
      ? {
          ...handler,
          name: action as string,
          functions,
          labels: functions.map((fn) => linked.solver.labels.of(LabelKind.Function, fn)),
          at: cite(linked, linked.whole.functions[functions[0] as number]?.node ?? entry.node),
        }
      : { ...handler, ...(action === undefined ? {} : { name: action }) }
  if (action !== undefined && isMachine(linked, root, action)) introduceMachine(linked, known.functions)
  else introduce(linked, known.functions)
  // A page or a redirection is asked for with GET where the address says no method.
  const isShown = action === undefined && known.functions.length === 0 && entry.method === undefined
  return [
    {
      ...route,
      answersTo: isShown ? ['GET'] : undefined,
      handlers: [known],
      guards: action === undefined ? [] : policies(action, route.path),
      given: action === undefined ? [] : inputsOf(linked, root, action, route.path, route.methods[0] as string),
    } as FoundRoute,
  ]
}

/** What an address leads to: `'UserController.find'`, `{ controller, action }`, `{ action: 'user/find' }`, a function, a view. */
function targetOf(linked: Linked, node: number): { action: string | undefined; value: number } {
  const { values, whole } = linked
  const [made = node] = values.definitions(node)
  // Of several targets the last one answers.
  if (whole.kind[made] === Kind.Array) return targetOf(linked, whole.items(whole.a[made] as number).at(-1) ?? -1)
  const text = (name: string) =>
    values
      .property(made, name)
      .flatMap((value) => values.texts(value))
      .find(({ exact }) => exact)?.value
  if (whole.kind[made] === Kind.Object) {
    const [fn] = values.property(made, 'fn')
    if (fn !== undefined) return { action: undefined, value: fn }
    const [controller, action, target] = [text('controller'), text('action'), text('target')]
    const said = controller && action ? `${controller}.${action}` : (action ?? target)
    return { action: said === undefined ? undefined : actionName(said), value: made }
  }
  const [plain] = values.texts(made).filter(({ exact }) => exact)
  const isAction = plain !== undefined && !/^(?:\/|\w+:)/.test(plain.value)
  return { action: isAction ? actionName(plain.value) : undefined, value: made }
}

/** `UserController.findOne` and `admin/UserController.findOne` are `user/findone` and `admin/user/findone`. */
function actionName(said: string): string {
  return said
    .replace(/Controller(?=[./])/i, '')
    .replace(/\./g, '/')
    .toLowerCase()
}

/** An action has a file of its own, or is a member of a controller's. */
function actionFunctions(linked: Linked, root: string, action: string): number[] {
  const own = fileAt(linked, `${root}api/controllers/${action}`)
  if (own !== undefined) {
    const machine = exportedMember(linked, own, 'fn')
    if (machine.length > 0) return machine
    return (linked.whole.commonjs[own] as number[]).flatMap((node) => functionsAt(linked, node))
  }
  const name = action.slice(action.lastIndexOf('/') + 1)
  const controller = fileAt(linked, `${root}api/controllers/${action.slice(0, action.lastIndexOf('/'))}controller`)
  if (controller === undefined) return []
  const { whole } = linked
  // Actions are found whatever their case.
  const members = new Set(
    (whole.commonjs[controller] as number[]).flatMap((node) => linked.values.propertyNames(node)).filter((member) => member.toLowerCase() === name),
  )
  return [...(members.size > 0 ? members : [name])].flatMap((member) => exportedMember(linked, controller, member))
}

function isMachine(linked: Linked, root: string, action: string): boolean {
  const own = fileAt(linked, `${root}api/controllers/${action}`)
  return own !== undefined && exportedMember(linked, own, 'fn').length > 0
}

/** A file by its path without the extension, whatever its case. */
function fileAt({ whole }: Linked, path: string): number | undefined {
  const wanted = path.toLowerCase()
  const file = whole.files.findIndex((candidate) => candidate.path.replace(/\.\w+$/, '').toLowerCase() === wanted)
  return file < 0 ? undefined : file
}

/** Handlers are given what Express gives them. */
function introduce({ models, solver, whole }: Linked, functions: number[]): void {
  const types = ['Request', 'Response', 'Next'].map((name) => models.paths.root(`type:express/${name}`))
  for (const fn of functions) {
    const params = whole.functions[fn]?.params ?? []
    params.forEach((param, position) => {
      const type = types[position]
      // A machine is given its inputs and not the request.
      if (type !== undefined && solver.of(param).length === 0 && (params.length > 1 || /^_?req/.test(whole.functions[fn]?.fact.paramNames[0] ?? '')))
        solver.add(param, solver.labels.of(LabelKind.Api, type))
    })
  }
  solver.resume()
}

/** `inputs: { emailAddress: { type: 'string', required: true } }` of an action with a file of its own. */
function inputsOf(linked: Linked, root: string, action: string, path: string, method: string): Parameter[] {
  const { values, whole } = linked
  const file = fileAt(linked, `${root}api/controllers/${action}`)
  if (file === undefined) return []
  return (whole.commonjs[file] as number[])
    .flatMap((node) => values.property(node, 'inputs'))
    .flatMap((inputs) =>
      values.propertyNames(inputs).map((name): Parameter => {
        const [input] = values.property(inputs, name)
        const said = (key: string) =>
          (input === undefined ? [] : values.property(input, key)).flatMap((value) => values.texts(value)).find(({ exact }) => exact)?.value
        const type = said('type')
        return {
          name,
          in: path.includes(`:${name}`) ? 'path' : /^(?:GET|DELETE|HEAD)$/.test(method) ? 'query' : 'body',
          ...(type ? { schema: type } : {}),
          required: said('required') === 'true',
          ...(input === undefined ? {} : { at: cite(linked, Math.min(input, whole.size - 1)) }),
        }
      }),
    )
}

/** `config/policies`: for an action the entry that names it most exactly, and that one alone. */
function policiesOf(tree: RouteTree, root: string): Policies {
  const { linked } = tree
  const { values, whole } = linked
  const file = fileAt(linked, `${root}config/policies`)
  if (file === undefined) return () => []
  const rules = new Map<string, number>()
  for (const table of values.exported(file, 'policies'))
    for (const made of values.definitions(table))
      for (const key of values.propertyNames(made))
        for (const value of values.property(made, key)) {
          const controller = /^(.*)Controller$/.exec(key)?.[1]
          if (controller === undefined) rules.set(key.toLowerCase(), value)
          else
            for (const action of values.propertyNames(value))
              rules.set(`${controller}/${action}`.toLowerCase(), values.property(value, action)[0] as number)
        }
  return (action, path) => {
    let rule = rules.get(action)
    for (let at = action.lastIndexOf('/'); rule === undefined && at > 0; at = action.lastIndexOf('/', at - 1))
      rule = rules.get(`${action.slice(0, at)}/*`)
    rule ??= rules.get('*')
    if (rule === undefined || rule >= whole.size) return []
    return values.elements(rule).flatMap((node) => policyGuards(tree, root, node, path))
  }
}

function policyGuards(tree: RouteTree, root: string, node: number, path: string): Guard[] {
  const { linked } = tree
  const [text] = linked.values.texts(node).filter(({ exact }) => exact)
  if (text?.value === 'true') return []
  const at = cite(linked, Math.min(node, linked.whole.size - 1))
  if (text?.value === 'false') return [{ name: 'false', role: 'authorization', scope: 'path', at }]
  const file = text === undefined ? undefined : fileAt(linked, `${root}api/policies/${text.value}`)
  const functions =
    file === undefined ? functionsAt(linked, node) : (linked.whole.commonjs[file] as number[]).flatMap((value) => functionsAt(linked, value))
  introduce(linked, functions)
  const handler: Handler = {
    node: linked.whole.functions[functions[0] ?? -1]?.node ?? node,
    name: text?.value ?? 'policy',
    at,
    labels: functions.map((fn) => linked.solver.labels.of(LabelKind.Function, fn)),
    functions,
  }
  return guardsOf(tree, handler, 'path', { full: path })
}

/** `{ "hooks": { "blueprints": false } }` in `.sailsrc`: that part of the framework is not loaded, whatever its own settings say. */
function isSwitchedOff({ settings }: Linked, root: string, hook: string): boolean {
  const file = settings.find(({ path }) => path === `${root}.sailsrc`)
  return file?.settings.some(({ way, value }) => way.join('.') === `hooks.${hook}` && value === 'false') ?? false
}

/** The usual routes of each model, unless `config/blueprints` turns them off. */
function blueprints(tree: RouteTree, root: string, routes: number, policies: Policies): FoundRoute[] {
  const { linked } = tree
  const { values, whole } = linked
  const settings = fileAt(linked, `${root}config/blueprints`)
  const said = (key: string) =>
    (settings === undefined ? [] : values.exported(settings, 'blueprints'))
      .flatMap((node) => values.property(node, key))
      .flatMap((node) => values.texts(node))[0]?.value
  // Without the file, nothing tells whether this application has them at all.
  if (settings === undefined || said('rest') === 'false' || isSwitchedOff(linked, root, 'blueprints')) return []
  const directory = `${root}api/models/`
  return whole.files.flatMap(({ path }, file) => {
    if (!path.startsWith(directory)) return []
    const name = path
      .slice(directory.length)
      .replace(/\.\w+$/, '')
      .toLowerCase()
    const node = (whole.commonjs[file] as number[])[0] ?? whole.base[file] ?? 0
    const base = joinPaths(joinPaths('', said('prefix') ?? ''), joinPaths(said('restPrefix') ?? '', said('pluralize') === 'true' ? `${name}s` : name))
    return BLUEPRINTS.map(([method, below], index): FoundRoute => {
      const action = `${name}/${['find', 'create', 'findone', 'update', 'destroy'][index]}`
      const full = joinPaths(base, below)
      return {
        ...tableRoute(tree, 'sails', method, full, node, node),
        handlers: [{ node, name: action, at: cite(linked, node), labels: [], functions: actionFunctions(linked, root, action) }],
        guards: policies(action, full),
        generated: true,
        notes: [
          `Made for the model ${path.slice(directory.length)} by the blueprints of ${(whole.files[routes] as { path: string }).path.replace(/routes\.\w+$/, 'blueprints')}`,
        ],
      }
    })
  })
}
