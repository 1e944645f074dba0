/** What settings of platforms say, joined with the functions of the code that they name. */
import type { DefinedOperation, Definition, Extracted } from '../../../graph'
import { rowsByName } from '../../../rows-by-name'
import type { EntryPoint, Evidence, Guard, Parameter } from '../../../types'
import type { Guards } from '../../guards'
import type { Linked } from '../../linked'
import type { FoundRoute } from '../../routes/index'
import type { DoorDetector } from '../door'
import { entryOf } from '../entry'
import { eventParameters, exportedHandler, innerFunctions } from './handlers'

const FORMATS = new Set([
  'serverless',
  'cloudformation',
  'vercel',
  'wrangler',
  'netlify',
  'azure-function',
  'kubernetes',
  'app-engine',
  'railway',
  'render',
])
const FRAMEWORKS: Record<string, string> = rowsByName({
  serverless: 'serverless',
  cloudformation: 'aws-lambda',
  'azure-function': '@azure/functions',
})

interface Told {
  framework: string
  operation: DefinedOperation
  at: Evidence
  handlers: number[]
  functions: number[]
  guards: Guard[]
}

function toldBy(linked: Linked, { path, format, operations }: Definition): Told[] {
  const directory = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
  return operations.map((operation) => {
    const at: Evidence = { file: path, line: operation.line, text: operation.text }
    const handlers = operation.handler ? exportedHandler(linked, directory, operation.handler) : []
    const { secured } = operation
    const guards: Guard[] = secured?.yes
      ? [{ name: secured.by, role: 'authentication', scope: 'route', at: { file: path, line: secured.line, text: operation.text } }]
      : []
    return { framework: FRAMEWORKS[format] ?? format, operation, at, handlers, functions: innerFunctions(linked, handlers), guards }
  })
}

/** Routes that a platform leads to functions. */
export function platformRoutes(linked: Linked, extracted: Extracted): FoundRoute[] {
  return extracted.definitions
    .filter(({ format }) => FORMATS.has(format))
    .flatMap((definition) => toldBy(linked, definition))
    .filter(({ operation }) => operation.kind === 'http')
    .map(({ framework, operation, at, handlers, functions, guards }): FoundRoute => {
      const fn = linked.whole.functions[functions[0] ?? -1]
      const node = fn?.node ?? handlers[0] ?? 0
      return {
        framework,
        methods: [operation.method],
        path: operation.path.replace(/\{(\w+)\+\}/g, ':$1*').replace(/\{(\w+)\}/g, ':$1'),
        node,
        at,
        handlers: functions.map((each) => {
          const fact = linked.whole.functions[each] as { node: number; fact: { name: string } }
          return {
            node: fact.node,
            name: fact.fact.name || operation.handler || 'anonymous function',
            at: evidenceOf(linked, fact.node),
            labels: linked.solver.of(fact.node),
            functions: [each],
          }
        }),
        guards,
        schemas: [],
        limits: [],
        generated: false,
        serves: undefined,
        notes: [],
        given: [...operation.parameters, ...eventParameters(linked, functions).filter((parameter) => isOf(operation, parameter))],
        ...(operation.purpose ? { purpose: operation.purpose } : {}),
      }
    })
}

/** One function may answer several routes: a path has its own parameters, and reading brings no body. */
export function isOf({ path, method }: { path: string; method: string }, { in: place, name }: Parameter): boolean {
  if (place === 'path') return path.includes(`{${name}`) || path.includes(`:${name}`)
  return place !== 'json' || !/^(?:GET|HEAD)$/.test(method)
}

function evidenceOf({ whole }: Linked, node: number): Evidence {
  const file = whole.fileOf(node)
  const [line] = whole.linesOf(node)
  return { file: (whole.files[file] as { path: string }).path, line, text: whole.lineText(file, line).trim().slice(0, 160) }
}

/** Times, queues and events of platforms. */
export const platformEvents: DoorDetector = ({ linked, guards, extracted }) => ({
  entryPoints: extracted.definitions
    .filter(({ format }) => FORMATS.has(format))
    .flatMap((definition) => toldBy(linked, definition))
    .filter(({ operation }) => operation.kind !== 'http')
    .map((told) => eventOf(linked, guards, told)),
})

function eventOf(linked: Linked, guards: Guards, { framework, operation, at, handlers, functions, guards: before }: Told): EntryPoint {
  const nodes = functions.map((fn) => linked.whole.functions[fn]?.node ?? -1).filter((node) => node >= 0)
  const entry = entryOf(linked, guards, {
    kind: operation.kind,
    framework,
    method: operation.method,
    path: operation.path,
    node: nodes[0] ?? handlers[0] ?? 0,
    handlers: nodes,
    guards: before,
    ...(operation.purpose ? { purpose: operation.purpose } : {}),
    notes: operation.handler && nodes.length === 0 ? [`Its handler, ${operation.handler}, was not found`] : [],
  })
  return { ...entry, at }
}
