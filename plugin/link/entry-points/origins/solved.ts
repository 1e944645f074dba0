/**
 * What is known of a node whatever way leads to it: API paths, as the solver tells them, and where in a request they stand. Said
 * once a node and once a path, since most of what is asked on a way is of this kind.
 */
import { Kind } from '../../../graph'
import { LabelKind } from '../../labels'
import { apiPathsOf, type Linked } from '../../linked'
import { annotationOf } from '../../shapes/written'
import { DEEPEST_FIELD, MOST_ORIGINS, NONE, type Origin } from './origin'

/** Methods by which a Map or a Set hands out what it holds. */
const COLLECTION_READS = new Set(['get', 'values', 'entries'])

export class Solved {
  private readonly ofNode = new Map<number, readonly Origin[]>()
  private readonly ofPath = new Map<number, Origin>()
  private readonly ofCall = new Map<number, readonly number[]>()
  private known: Set<string> | undefined

  constructor(private readonly linked: Linked) {}

  of(node: number): readonly Origin[] {
    let known = this.ofNode.get(node)
    if (!known) {
      known = apiPathsOf(this.linked, node)
        .filter((path) => !this.isAddress(path))
        .slice(0, MOST_ORIGINS)
        .map((path) => this.origin(path))
      this.ofNode.set(node, known)
    }
    return known
  }

  /** Of a parameter that no way says anything of. */
  parameter(node: number): readonly Origin[] {
    const found = this.of(node)
    if (found.length > 0) return found
    const { whole, values } = this.linked
    const type = annotationOf(this.linked, node)
    return type !== undefined && whole.kind[type] === Kind.TypeRef && values.nameOf(whole.a[type] as number) === 'FormData'
      ? [{ kind: 'data', place: 'form', trail: [] }]
      : NONE
  }

  /** An API path as part of a request, where it is one or lies below one. */
  origin(path: number): Origin {
    let known = this.ofPath.get(path)
    if (!known) {
      known = this.findOrigin(path)
      this.ofPath.set(path, known)
    }
    return known
  }

  private findOrigin(path: number): Origin {
    const { models } = this.linked
    const trail: string[] = []
    for (let at = path, hops = 0; at >= 0 && hops < 12; hops++) {
      const input = models.doors.inputs.get(at)
      if (input) return { kind: 'data', place: input.in === 'argument' ? 'json' : input.in, trail: trail.slice(0, DEEPEST_FIELD) }
      const { step, parent } = models.paths.node(at)
      if (step === '()') {
        // What a method makes of a value is part of no request: `get('authorization').split(' ')`.
        trail.length = 0
        at = models.paths.node(parent).step.startsWith('.') && !models.doors.inputs.has(parent) ? models.paths.node(parent).parent : parent
        continue
      }
      if (step.startsWith('.')) trail.unshift(step.slice(1))
      else if (/^\(\d+\)$/.test(step)) {
        // A callback of `items.map(…)` gets what is in the list.
        trail.unshift('[]')
        at = models.paths.node(parent).parent
        continue
      }
      at = parent
    }
    return { kind: 'api', path }
  }

  /** API paths that a call may call. */
  pathsOf(call: number): readonly number[] {
    let known = this.ofCall.get(call)
    if (!known) {
      const { whole, solver } = this.linked
      const isMethod = whole.kind[whole.a[call] as number] === Kind.Load
      known = [...(solver.apiCalls.get(call) ?? [])].filter((path) => !isMethod || !this.isAddress(path)).slice(0, MOST_ORIGINS)
      this.ofCall.set(call, known)
    }
    return known
  }

  /** A part of some parsed address: whose it is the solver cannot tell, so that is followed here. */
  private isAddress(path: number): boolean {
    const { paths } = this.linked.models
    return /^(?:global:URL|npm:url$)/.test(paths.rootOf(path)) && paths.node(path).depth > 1
  }

  /** `orders.get(id)` of a Map: what earlier requests brought, perhaps, and not what this one brings. */
  readsCollection(call: number): boolean {
    const { whole, solver } = this.linked
    const callee = whole.a[call] as number
    if (whole.kind[callee] !== Kind.Load || !COLLECTION_READS.has(whole.text(whole.b[callee] as number))) return false
    return solver.of(whole.a[callee] as number).some((label) => {
      const made = solver.labels.kind[label] === LabelKind.Object ? (solver.labels.data[label] as number) : -1
      return made >= 0 && made < whole.size && whole.kind[made] === Kind.New
    })
  }

  /** Whether a type is one of requests or answers. A router's own context is one, where its type is like the one of its framework. */
  isOfRequest(root: string): boolean {
    if (this.roots.has(root)) return true
    const { paths } = this.linked.models
    const { like } = paths.node(paths.root(root))
    return like >= 0 && this.isOfRequest(paths.rootOf(like))
  }

  /** Types of requests and answers. */
  private get roots(): Set<string> {
    if (!this.known) {
      const { doors, paths } = this.linked.models
      this.known = new Set(
        [...doors.inputs.keys(), ...doors.answers.keys(), ...doors.stores.keys()]
          .map((path) => paths.rootOf(path))
          .filter((root) => root.startsWith('type:')),
      )
    }
    return this.known
  }
}
