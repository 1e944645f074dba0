/** What the readers of entities share: entries of written objects, the places of nodes, and how types are spelled. */
import { Kind } from '../../graph'
import type { Entity, EntityField, EntityRelation, Evidence } from '../../types'
import { typesOf } from '../decorated/types'
import { LabelKind } from '../labels'
import { apiPathsOf, calledName, cite, citeLine, type Linked } from '../linked'
import { variablesOf } from '../names'
import { skipTrivia } from '../whole/index'

/** An entity with the nodes that stand for it in code: the class, the call that makes the model, the table. */
export interface FoundEntity {
  entity: Entity
  nodes: number[]
}

/** A key that is written out, with its value; `entry` is what stands in the source. */
export interface Entry {
  name: string
  value: number
  entry: number
}

/** Keys of one entity that are read; wider ones are generated. */
const MOST_ENTRIES = 300

/** Entries of an object literal, of whatever names it, and of objects that are spread into it. */
export function entriesOf(linked: Linked, node: number | undefined, hops = 0): Entry[] {
  if (node === undefined || node < 0 || hops > 5) return []
  const { whole, values } = linked
  const found = new Map<string, Entry>()
  for (const object of objectsAt(linked, node)) {
    for (const entry of whole.items(whole.a[object] as number)) {
      if (found.size >= MOST_ENTRIES) break
      if (whole.kind[entry] === Kind.Spread) for (const inner of entriesOf(linked, whole.a[entry] as number, hops + 1)) found.set(inner.name, inner)
      else {
        const key = whole.a[entry] as number
        const name = key !== -1 ? whole.text(key) : values.texts(whole.c[entry] as number).find(({ exact }) => exact)?.value
        if (name !== undefined) found.set(name, { name, value: whole.b[entry] as number, entry })
      }
    }
  }
  return [...found.values()]
}

/** Object literals that a node is or names. */
export function objectsAt(linked: Linked, node: number): number[] {
  const { whole, values, solver } = linked
  const written = values.definitions(node).filter((at) => whole.kind[at] === Kind.Object)
  if (written.length > 0) return written
  return solver
    .of(node)
    .filter((label) => solver.labels.kind[label] === LabelKind.Object)
    .map((label) => solver.labels.data[label] as number)
    .filter((at) => whole.kind[at] === Kind.Object)
    .slice(0, 4)
}

export function entryNamed(linked: Linked, node: number | undefined, ...names: string[]): Entry | undefined {
  return entriesOf(linked, node).find(({ name }) => names.includes(name))
}

/** The one text that a node is known to be. */
export function textAt({ values }: Linked, node: number | undefined): string | undefined {
  return node === undefined || node < 0 ? undefined : values.texts(node).find(({ exact }) => exact)?.value
}

export function optionText(linked: Linked, node: number | undefined, ...names: string[]): string | undefined {
  return textAt(linked, entryNamed(linked, node, ...names)?.value)
}

export const says = (linked: Linked, node: number | undefined, ...names: string[]): boolean => optionText(linked, node, ...names) === 'true'
export const denies = (linked: Linked, node: number | undefined, ...names: string[]): boolean => optionText(linked, node, ...names) === 'false'

/** Constants of a list, an enumeration or an object of texts. */
export function choicesAt(linked: Linked, node: number | undefined): string[] {
  if (node === undefined) return []
  const { values } = linked
  const nodes = objectsAt(linked, node).length > 0 ? entriesOf(linked, node).map(({ value }) => value) : values.elements(node)
  return [...new Set(nodes.flatMap((each) => values.elements(each)).flatMap((each) => textAt(linked, each) ?? []))].slice(0, 50)
}

/** Citation of a position in a file, for members that are no nodes. */
export function citeAt(linked: Linked, file: number, pos: number): Evidence {
  const { text } = linked.whole.files[file] as { text: string }
  return citeLine(linked, file, linked.whole.lineAt(file, skipTrivia(text, pos)))
}

/**
 * Packages that a value comes from, by the import that it leads back to. Models make one of libraries that are alike; here it
 * matters which it is.
 */
export function packagesOf(linked: Linked, node: number): string[] {
  const { whole, values, modules } = linked
  let at = node
  for (let hops = 0; at >= 0 && at < whole.size && hops < 24; hops++) {
    switch (whole.kind[at] as Kind) {
      case Kind.Call:
      case Kind.New:
      case Kind.Await:
      case Kind.Refine:
      case Kind.TypeRef: {
        const specifier = required(linked, at)
        if (specifier !== undefined) return [packageName(specifier)]
        at = whole.a[at] as number
        break
      }
      case Kind.Load: {
        const written = values.definitions(at).find((other) => other !== at)
        at = written ?? (whole.a[at] as number)
        break
      }
      case Kind.Import: {
        const specifier = whole.text(whole.a[at] as number)
        const to = modules.resolve((whole.files[whole.fileOf(at)] as { path: string }).path, specifier)
        if (to.kind === 'package') return [to.name]
        const written = to.kind === 'file' ? values.definitions(at).find((other) => other !== at) : undefined
        if (written === undefined) return to.kind === 'file' ? [] : [packageName(specifier)]
        at = written
        break
      }
      case Kind.Param: {
        const type = typesOf(linked).get(at)
        return type === undefined || type === at ? byPath(linked, at) : packagesOf(linked, type)
      }
      default: {
        const written = values.definitions(at).find((other) => other !== at)
        if (written === undefined) return byPath(linked, at)
        at = written
      }
    }
  }
  return []
}

/** `require('mongoose')` */
function required({ whole, values }: Linked, call: number): string | undefined {
  const callee = whole.a[call] as number
  if (whole.kind[call] !== Kind.Call || callee < 0 || whole.kind[callee] !== Kind.Global || whole.text(whole.a[callee] as number) !== 'require')
    return undefined
  const [first] = whole.args(call)
  return first === undefined ? undefined : values.texts(first).find(({ exact }) => exact)?.value
}

const packageName = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Where no import is seen: what models make of the value. */
function byPath(linked: Linked, node: number): string[] {
  const { paths } = linked.models
  const roots = apiPathsOf(linked, node).map((path) => paths.rootOf(path))
  return [...new Set(roots.filter((root) => /^(?:npm|type):/.test(root)).map((root) => packageName(root.replace(/^(?:npm|type):/, ''))))]
}

/** `STRING(40)` of `DataTypes.STRING(40)`, `ObjectId` of `mongoose.Schema.Types.ObjectId`. */
export function typeText(linked: Linked, node: number | undefined): string {
  if (node === undefined || node < 0) return ''
  const text = textAt(linked, node)
  const kind = linked.whole.kind[node] as Kind
  if (text !== undefined && (kind === Kind.String || kind === Kind.Template)) return text
  return cut(
    linked.whole
      .sourceOf(node, 80)
      .replace(/^(?:async\s+)?\(?[\w\s,]*\)?\s*=>\s*/, '')
      .replace(/\b(?:DataTypes?|[Ss]equelize|[Mm]ongoose|Schema|SchemaTypes|Types|Prisma|models?)\.(?=[A-Za-z])/g, ''),
  )
}

const cut = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text)

/** Default as the code writes it. */
export function sourceText(linked: Linked, node: number): string {
  const { whole, values } = linked
  const isMember = whole.kind[node] === Kind.Load
  const owner = isMember ? values.nameOf(whole.a[node] as number) : ''
  return cut(owner ? `${owner}.${whole.text(whole.b[node] as number)}` : whole.sourceOf(node, 80))
}

/** The variable that a value was put into where it is made; else what it is called here. */
export function variableAt({ whole, values }: Linked, node: number): string {
  for (const made of values.definitions(node)) {
    const [variable] = variablesOf(whole, made)
    if (variable) return variable.name
  }
  return values.nameOf(node)
}

export const placeOf = (linked: Linked, node: number): Evidence => cite(linked, node)

/** A field with only what is known of it. */
export function field(name: string, type: string, at: Evidence, more: Partial<EntityField> = {}): EntityField {
  const given = Object.entries(more).filter(([, value]) => value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0))
  return { name, type, required: false, ...Object.fromEntries(given), at }
}

export function relation(to: string, kind: EntityRelation['kind'], at: Evidence, by?: string): EntityRelation {
  return { to, kind, ...(by === undefined || by === '' ? {} : { by }), at }
}

/** Name of a class, model or function that a node names: `User` of `() => User`, of `UserModel` where the class is called so. */
export function nameAt(linked: Linked, node: number | undefined, hops = 0): string {
  if (node === undefined || node < 0 || hops > 5) return ''
  const { whole, values } = linked
  const text = textAt(linked, node)
  if (text !== undefined && whole.kind[node] === Kind.String) return text.split('.')[0] as string
  for (const made of values.definitions(node)) {
    switch (whole.kind[made] as Kind) {
      case Kind.Class:
        return whole.classes[whole.a[made] as number]?.fact.name || values.nameOf(node)
      case Kind.Function: {
        const [returned] = whole.functions[whole.a[made] as number]?.returns ?? []
        return nameAt(linked, returned, hops + 1)
      }
      case Kind.Array:
        return nameAt(linked, whole.items(whole.a[made] as number)[0], hops + 1)
      case Kind.Call: {
        const [first] = whole.args(made)
        if (/^(?:model|define|forwardRef|lazy)$/.test(calledName(linked, made))) return nameAt(linked, first, hops + 1)
        break
      }
      case Kind.TypeRef:
        return nameAt(linked, whole.a[made] as number, hops + 1)
    }
  }
  return values.nameOf(node) || (text ?? '')
}

/** Classes that a node is. */
export function classesAt({ whole, values, solver }: Linked, node: number): number[] {
  const written = values
    .definitions(node)
    .filter((at) => whole.kind[at] === Kind.Class)
    .map((at) => whole.a[at] as number)
  if (written.length > 0) return written
  return solver
    .of(node)
    .filter((label) => solver.labels.kind[label] === LabelKind.Class)
    .map((label) => solver.labels.data[label] as number)
}
