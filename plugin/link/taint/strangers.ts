/**
 * Handlers that nothing here registers, or only with what no model knows: `module.exports = (req, res) => …`,
 * `server.serve(directory, (req, res) => …)`. Two parameters named as every web framework names them are a request and its response.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'

export function nameHandlers(linked: Linked): void {
  const { whole, solver, models } = linked
  const request = models.paths.root('type:express/Request')
  const response = models.paths.root('type:express/Response')
  let added = false
  for (const { params, fact } of whole.functions) {
    // The error stands in front of them, or what else whoever serves hands on: `handle(directory, req, res)`.
    const first = fact.paramNames.findIndex(
      (name, at) => /^_?(?:req|request)$/i.test(name ?? '') && /^_?(?:res|resp|response|reply)$/i.test(fact.paramNames[at + 1] ?? ''),
    )
    const [req, res] = [params[first], params[first + 1]]
    if (req === undefined || res === undefined) continue
    if (isOpen(linked, req)) {
      solver.add(req, solver.labels.of(LabelKind.Api, request))
      added = true
    }
    if (isOpen(linked, res)) {
      solver.add(res, solver.labels.of(LabelKind.Api, response))
      added = true
    }
  }
  const byName = new Map(models.names.flatMap(({ names, path }) => [...names].map((name) => [name, path] as const)))
  for (const node of lookupOf(whole).of(Kind.Global)) {
    // Code that is part of a page or a document says `req` and `app` without ever declaring them.
    const name = whole.text(whole.a[node] as number)
    const path = name === 'req' ? request : name === 'res' ? response : byName.get(name)
    if (path === undefined || solver.count(node) > 1) continue
    solver.add(node, solver.labels.of(LabelKind.Api, path))
    added = true
  }
  for (const [param, name] of injected(linked)) {
    const path = byName.get(name)
    if (path === undefined || !isOpen(linked, param)) continue
    solver.add(param, solver.labels.of(LabelKind.Api, path))
    added = true
  }
  if (added) solver.resume()
}

/** No library is known to hand it out. `Request` without an import is the browser's to the type checker, and no browser hands out a response with it. */
const isOpen = ({ solver, models }: Linked, param: number): boolean =>
  solver.of(param).every((label) => {
    if (solver.labels.kind[label] !== LabelKind.Api) return false
    const path = solver.labels.data[label] as number
    const { step, known } = models.paths.node(path)
    // Of what a rest parameter collects it is not known which is which; of what hands them out, no more than their names.
    return !known || step === '.[]' || /^(?:global:|type:web-platform\/)/.test(models.paths.rootOf(path))
  })

/**
 * Services that AngularJS hands to functions by name: `function ($location)`, or `['$location', function (place)]` where names get lost.
 * A name with a dollar in front is a service of the framework's own.
 */
function injected({ whole, solver }: Linked): Map<number, string> {
  const found = new Map<number, string>()
  whole.functions.forEach(({ params, fact }, fn) => {
    if (!solver.callers.has(fn))
      params.forEach((param, at) => {
        found.set(param, /^\$\w+/.exec(fact.paramNames[at] ?? '')?.[0] ?? '')
      })
  })
  for (const list of lookupOf(whole).of(Kind.Array)) {
    const items = [...whole.items(whole.a[list] as number)]
    const last = items.pop() ?? -1
    if (items.length === 0 || whole.kind[last] !== Kind.Function || !items.every((item) => whole.kind[item] === Kind.String)) continue
    const params = whole.functions[whole.a[last] as number]?.params ?? []
    items.forEach((item, at) => {
      const name = whole.text(whole.a[item] as number)
      if (params[at] !== undefined && name.startsWith('$')) found.set(params[at] as number, name)
    })
  }
  return new Map([...found].filter(([, name]) => name !== ''))
}
