/** Controllers of LoopBack 4: a decorator on each method says its verb and path, decorators of parameters say the rest. */
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { Guard, Parameter } from '../../types'
import { LabelKind } from '../labels'
import { calledName, cite, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { joinPaths } from '../paths'
import type { FoundRoute, RouteTree } from './tree'

const REST = '@loopback/rest.'
const VERBS: Record<string, string> = rowsByName({ get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', del: 'DELETE' })
/** Places that the library has shorthands for: `@param.filter(Product)`. */
const SHORTHANDS: Record<string, string> = rowsByName({ filter: 'filter', where: 'where' })

export function loopbackRoutes(tree: RouteTree): FoundRoute[] {
  const { linked } = tree
  const { whole } = linked
  if (!whole.files.some(({ graph }) => graph.imports.some(({ specifier }) => specifier.startsWith('@loopback/')))) return []
  const base = basePath(linked)
  return whole.classes.flatMap((cls, index) => {
    const ofClass = cls.decorators
    const below = joinPaths(base, textOption(linked, decoratorsNamed(linked, ofClass, `${REST}api`)[0], 'basePath') ?? '')
    return membersOf(linked, index).flatMap((member) => {
      if (member.node < 0 || whole.kind[member.node] !== Kind.Function) return []
      const fn = whole.a[member.node] as number
      return member.decorators.flatMap((decorator): FoundRoute[] => {
        const address = addressOf(linked, decorator)
        if (!address) return []
        return [
          {
            framework: '@loopback/rest',
            methods: [address.method],
            path: joinPaths(below, address.path) || '/',
            node: decorator,
            handlers: [
              {
                node: member.node,
                name: `${cls.fact.name || 'anonymous'}.${member.name}`,
                at: cite(linked, member.node),
                labels: [linked.solver.labels.of(LabelKind.Function, fn)],
                functions: [fn],
              },
            ],
            guards: guardsOf(linked, ofClass, member.decorators),
            schemas: [],
            limits: [],
            generated: false,
            serves: undefined,
            notes: [],
            given: parametersOf(linked, fn),
          },
        ]
      })
    })
  })
}

/** Own methods and inherited ones. */
function membersOf({ whole, solver }: Linked, cls: number): { name: string; node: number; decorators: number[] }[] {
  const members = new Map<string, { name: string; node: number; decorators: number[] }>()
  for (let at: number | undefined = cls, hops = 0; at !== undefined && hops < 5; at = solver.superclass.get(at), hops++)
    for (const member of whole.classes[at]?.members ?? []) if (!members.has(member.name)) members.set(member.name, member)
  return [...members.values()]
}

/** `@get('/x')`, `@operation('get', '/x')`. */
function addressOf(linked: Linked, decorator: number): { method: string; path: string } | undefined {
  const [name] = namesOf(linked, decorator).filter((path) => path.startsWith(REST))
  if (name === undefined) return undefined
  const member = name.slice(REST.length)
  const method = member === 'operation' ? textAt(linked, decorator, 0)?.toUpperCase() : VERBS[member]
  const path = textAt(linked, decorator, member === 'operation' ? 1 : 0)
  return method === undefined || path === undefined ? undefined : { method, path }
}

function parametersOf(linked: Linked, fn: number): Parameter[] {
  const { whole, values } = linked
  const found: Parameter[] = []
  for (const { fn: of, index, expression } of whole.parameterDecorators) {
    if (of !== fn || whole.kind[expression] !== Kind.Call) continue
    const [name] = namesOf(linked, expression).filter((path) => path.startsWith(REST))
    if (name === undefined) continue
    const [kind, place = '', type] = name.slice(REST.length).split('.')
    const put = (text: string | undefined, where: string | undefined, schema?: string) => {
      if (!text || !/^(?:path|query|header|cookie|body)$/.test(where ?? '')) return
      found.push({ name: text, in: where as Parameter['in'], ...(schema ? { schema } : {}), at: cite(linked, expression) })
    }
    if (kind === 'requestBody') put('body', 'body', typeOf(linked, whole.functions[fn]?.params[index]))
    else if (kind !== 'param') continue
    else if (SHORTHANDS[place]) put(textAt(linked, expression, 1) ?? SHORTHANDS[place], 'query')
    else if (place === 'array') put(textAt(linked, expression, 0), textAt(linked, expression, 1), 'array')
    else if (place === '') put(textOption(linked, expression, 'name'), textOption(linked, expression, 'in'))
    else put(textAt(linked, expression, 0), place, type)
  }
  return found
  function typeOf({ whole: { annotations } }: Linked, param: number | undefined): string | undefined {
    for (const [node, to] of annotations) if (node === param) return values.nameOf(whole.a[to] as number) || undefined
    return undefined
  }
}

/** What the class demands, unless the method says otherwise. */
function guardsOf(linked: Linked, ofClass: number[], ofMethod: number[]): Guard[] {
  const found: Guard[] = []
  for (const [name, role] of [
    ['@loopback/authentication.authenticate', 'authentication'],
    ['@loopback/authorization.authorize', 'authorization'],
  ] as const) {
    if (decoratorsNamed(linked, ofMethod, `${name}.skip`).length > 0) continue
    const own = decoratorsNamed(linked, ofMethod, name)
    const [guard] = own.length > 0 ? own : decoratorsNamed(linked, ofClass, name)
    if (guard === undefined) continue
    const roles = listOption(linked, guard, 'allowedRoles')
    found.push({
      name: linked.whole.sourceOf(guard, 60),
      role,
      scope: own.length > 0 ? 'route' : 'class',
      at: cite(linked, guard),
      ...(roles.length > 0 ? { roles } : {}),
    })
  }
  return found
}

function decoratorsNamed(linked: Linked, decorators: number[], name: string): number[] {
  return decorators.filter((decorator) => namesOf(linked, decorator).includes(name))
}

/** API paths that a decorator calls. */
function namesOf({ models, solver }: Linked, decorator: number): string[] {
  return [...(solver.apiCalls.get(decorator) ?? [])].map((path) => models.paths.show(path))
}

function textAt({ values, whole }: Linked, call: number, index: number): string | undefined {
  const argument = whole.args(call)[index]
  return argument === undefined ? undefined : values.texts(argument).find(({ exact }) => exact)?.value
}

function textOption(linked: Linked, call: number | undefined, name: string): string | undefined {
  return call === undefined ? undefined : listOption(linked, call, name)[0]
}

function listOption({ values, whole }: Linked, call: number, name: string): string[] {
  const [options] = whole.kind[call] === Kind.Call ? whole.args(call) : []
  if (options === undefined) return []
  return values
    .property(options, name)
    .flatMap((node) => values.elements(node))
    .flatMap((node) => values.texts(node))
    .filter(({ exact }) => exact)
    .map(({ value }) => value)
}

/** `app.basePath('/api')` of the application's class. */
function basePath(linked: Linked): string {
  for (const call of lookupOf(linked.whole).called('basePath')) {
    const text = calledName(linked, call) === 'basePath' ? textAt(linked, call, 0) : undefined
    if (text?.startsWith('/')) return text
  }
  return ''
}
