/**
 * Web applications on which nothing in the code sets a protective header. Answers are looked at by application, since one
 * program often has several: a public one, one for health checks.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { LabelKind } from '../labels'
import { calledName, isTest, type Linked, receiverOf, somePath } from '../linked'
import { lookupOf, merge } from '../lookup'
import { importsOf } from './imports'
import { callsOfKind, usage } from './modelled'
import { packageOf } from './origin'
import { allHeaders } from './response-headers'

const PROTECTIVE = new Set(['content-security-policy', 'x-frame-options', 'strict-transport-security', 'x-content-type-options'])
/** Methods that put something in force, or serve. */
const WORKS = /^(?:use|register|ext|route|get|post|put|patch|delete|del|head|all|opts|listen|start|on|callback)$/

const COVERS = new Set(['use', 'register', 'apply'])
/** Methods that put one application into another. */
const MOUNTS = /^(?:use|register|route|mount)$/

export function bareApplications(linked: Linked): Usage[] {
  const { whole } = linked
  const lookup = lookupOf(whole)
  const applications = new Map<number, string>()
  /** Applications that something is registered on. */
  const working = new Set<number>()
  const covered = new Set<number>()
  /** Applications that stand inside of another, whose middleware is in force in them as well: `app.use('/api', api)`. */
  const mounted = new Set<number>()
  const filesWithHeaders = new Set<number>()
  /** Files that put such middleware in force on something that cannot be told. */
  const unknown = new Set<number>()
  const made = new Map(callsOfKind(linked, 'web-application'))
  for (const node of merge([[...made.keys()], lookup.called('createServer')])) {
    const model = made.get(node)
    if (model) applications.set(node, model.library)
    else if (isServer(linked, node)) {
      applications.set(node, 'http')
      working.add(node)
    }
  }
  if (applications.size === 0) return []
  const protective = protectiveCalls(linked)
  for (const node of protective) if (whole.kind[node] !== Kind.Store) filesWithHeaders.add(whole.fileOf(node))
  const protecting = lookup.functionsWith([...protective, ...callsOfRole(linked)])
  for (const node of lookup.called(WORKS)) {
    const receiver = receiverOf(linked, node)
    if (receiver < 0) continue
    const owners = ownersOf(linked, receiver)
    for (const owner of owners) working.add(owner)
    if (owners.length > 0 && MOUNTS.test(calledName(linked, node)))
      for (const argument of whole.args(node))
        for (const inner of ownersOf(linked, argument)) if (applications.has(inner) && !owners.includes(inner)) mounted.add(inner)
    if (!whole.args(node).some((argument) => setsHeaders(linked, protecting, argument))) continue
    if (owners.length === 0) unknown.add(whole.fileOf(node))
    for (const owner of owners) covered.add(owner)
  }
  const homes = new Set([...applications.keys()].map((node) => whole.fileOf(node)))
  // A file of middleware may serve any application, if something imports it.
  const imported = importedFiles(linked)
  if ([...filesWithHeaders, ...unknown].some((file) => !homes.has(file) && imported.has(file) && !isTest(whole.files[file]?.path ?? ''))) return []
  return [...applications]
    .filter(([node]) => !covered.has(node) && !mounted.has(node) && !filesWithHeaders.has(whole.fileOf(node)) && !unknown.has(whole.fileOf(node)))
    .filter(([node, library]) => working.has(node) || library === '@nestjs/core')
    .filter(([, library]) => library !== '@nestjs/core' || !coversAny(linked, protecting))
    .map(([node, library]) => usage(linked, node, 'bare-application', library, library, {}))
}

function importedFiles(linked: Linked): Set<number> {
  const found = new Set<number>()
  for (const imports of importsOf(linked))
    for (const to of imports) {
      const file = to.kind === 'file' ? linked.fileIndex.get(to.path) : undefined
      if (file !== undefined) found.add(file)
    }
  return found
}

/** Applications that a value may be, by where they are made. */
function ownersOf(linked: Linked, node: number): number[] {
  const { solver, whole } = linked
  const found = new Set<number>()
  for (const label of solver.of(node)) if (solver.labels.kind[label] === LabelKind.ApiObject) found.add(solver.labels.data[label] as number)
  for (const made of linked.values.definitions(node)) if (whole.kind[made] === Kind.Call || whole.kind[made] === Kind.New) found.add(made)
  return [...found]
}

/** `helmet()`, a plugin of that kind, or a function that calls one. */
function setsHeaders(linked: Linked, protecting: Set<number>, node: number, depth = 0): boolean {
  const { solver } = linked
  if (hasRole(linked, node)) return true
  // `app.use([helmet(), compress()])`
  if (depth < 2 && linked.values.elements(node).some((item) => item !== node && setsHeaders(linked, protecting, item, depth + 1))) return true
  for (const label of solver.of(node))
    if (solver.labels.kind[label] === LabelKind.Function && protecting.has(solver.labels.data[label] as number)) return true
  return false
}

const hasRole = (linked: Linked, node: number) => somePath(linked, node, (path) => linked.models.roles.get(path)?.role === 'headers')

/** Calls and assignments that set a protective header themselves. */
function protectiveCalls(linked: Linked): number[] {
  const found: number[] = []
  for (const [node, headers] of allHeaders(linked)) {
    const kind = linked.whole.kind[node] as Kind
    if (kind !== Kind.Call && kind !== Kind.New && kind !== Kind.Store) continue
    if (headers.some(({ name }) => PROTECTIVE.has(name))) found.push(node)
  }
  return found
}

/** Calls that make middleware which does. */
function callsOfRole(linked: Linked): number[] {
  if (![...linked.models.roles.values()].some(({ role }) => role === 'headers')) return []
  const found: number[] = []
  for (const node of lookupOf(linked.whole).of(Kind.Call)) if (hasRole(linked, node)) found.push(node)
  return found
}

/** Whether an application of Nest, which is one for the whole program, is given such middleware anywhere. */
function coversAny(linked: Linked, protecting: Set<number>): boolean {
  const { whole } = linked
  for (const node of lookupOf(whole).named(Kind.Call, COVERS))
    if (whole.args(node).some((argument) => setsHeaders(linked, protecting, argument))) return true
  return false
}

/** `http.createServer((request, response) => …)`: answers without any framework. */
function isServer(linked: Linked, node: number): boolean {
  const { whole, solver } = linked
  if (calledName(linked, node) !== 'createServer' || !/^https?2?$/.test(packageOf(linked, whole.a[node] as number) ?? '')) return false
  return whole
    .args(node)
    .some((argument) =>
      solver
        .of(argument)
        .some(
          (label) =>
            solver.labels.kind[label] === LabelKind.Function && (whole.functions[solver.labels.data[label] as number]?.params.length ?? 0) > 0,
        ),
    )
}
