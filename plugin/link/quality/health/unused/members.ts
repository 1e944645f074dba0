/**
 * Methods that nothing calls. In: the solved program. Out: methods of classes without a base, and functions put on `this`, whose name is
 * read on nothing that may be an instance. What a framework calls by a decorator, an interface or a custom name is left out.
 */
import { FunctionFlag, Kind } from '../../../../graph'
import type { Unused } from '../../../../types'
import { LabelKind } from '../../../labels'
import { citeLine, isTestCode, type Linked } from '../../../linked'
import { lookupOf } from '../../../lookup'
import { skipTrivia, type WholeClass } from '../../../whole/index'
import { isGenerated } from '../generated'

/** Classes that one is made of, one after the other. */
const MOST_PARENTS = 20

/** Called by the language, by libraries, or by frameworks, without any code that says so. */
const CALLED_BY_OTHERS =
  /^(?:constructor|toString|toJSON|valueOf|toLocaleString|toPrimitive|inspect|then|next|return|throw|dispose|asyncDispose|render|use|intercept|transform|catch|canActivate|canDeactivate|canLoad|canMatch|resolve|validate|serialize\w*|deserialize\w*|handle\w*|execute|run|process|perform|register|boot|bootstrap|configure\w*|setup|init\w*|start|stop|close|destroy|dispose|install|apply|up|down|createTypeOrmOptions|createMongooseOptions|create\w+Options|on[A-Z]\w*|ng[A-Z]\w*|before[A-Z]\w*|after[A-Z]\w*|component[A-Z]\w*|should[A-Z]\w*|get(?:Snapshot|Derived|Initial)\w+|connectedCallback|disconnectedCallback|attributeChangedCallback|adoptedCallback|log|info|warn|error|debug|verbose|trace|fatal|write|read|_\w+)$/

export function unusedMembers(linked: Linked, isReached: (file: number) => boolean, isPublished: (path: string) => boolean): Unused[] {
  const { whole } = linked
  const isAsked = asked(linked)
  const handedOut = handedOutIn(linked)
  const skip = (file: number) => {
    const { path, text } = whole.files[file] as { path: string; text: string }
    return (
      !isReached(file) ||
      isTestCode(linked, path) ||
      isGenerated(whole, file) ||
      isPublished(path) ||
      /\.(?:vue|svelte|astro)$/.test(path) ||
      text.includes('@angular/core') ||
      (text.includes('React.Component') && /\bReact\.Component\b/.test(text))
    )
  }
  const found: Unused[] = []
  whole.classes.forEach((it, number) => {
    if (skip(it.file) || !isPlain(linked, it)) return
    const isHandedOut = handedOut.has(number)
    for (const { name, node, pos, decorators } of it.members) {
      if (whole.kind[node] !== Kind.Function || decorators.length > 0 || name === '' || CALLED_BY_OTHERS.test(name)) continue
      const { fact } = whole.functions[whole.a[node] as number] as { fact: { flags: number } }
      if (fact.flags & (FunctionFlag.Getter | FunctionFlag.Setter) || (isHandedOut && !(fact.flags & FunctionFlag.Static))) continue
      if (isAbstract(linked, it.file, pos, name)) continue
      if (isAsked(name, it.file, number)) continue
      found.push(told(linked, it.file, pos, name))
    }
  })
  for (const store of lookupOf(whole).of(Kind.Store)) {
    const [object, value] = [whole.a[store] as number, whole.c[store] as number]
    if (whole.kind[object] !== Kind.This || whole.kind[value] !== Kind.Function) continue
    const file = whole.fileOf(store)
    const name = whole.text(whole.b[store] as number)
    // `this` of a function that is called with `new`, not of a class, whose fields may be handed out.
    const owner = whole.functions[whole.a[object] as number]
    if (!owner || owner.owner >= 0 || !/^[A-Z]/.test(owner.fact.name) || skip(file) || CALLED_BY_OTHERS.test(name) || isAsked(name, file, -1))
      continue
    found.push(told(linked, file, whole.pos[store] as number, name))
  }
  return found
}

function isAbstract({ whole }: Linked, file: number, pos: number, name: string): boolean {
  const { text } = whole.files[file] as { text: string }
  const start = skipTrivia(text, pos)
  return /\babstract\b/.test(text.slice(start, text.indexOf(name, start)))
}

/** Classes of which an instance goes on where it is made, to a library or a caller that knows its methods by their names. */
function handedOutIn({ whole, solver, ...rest }: Linked): Set<number> {
  const linked = { whole, solver, ...rest } as Linked
  const kept = new Uint8Array(whole.size)
  const keep = (node: number) => {
    if (node >= 0) kept[node] = 1
  }
  for (const { node } of whole.names) keep(node)
  for (const store of lookupOf(whole).of(Kind.Store)) keep(whole.c[store] as number)
  for (const list of whole.exports) for (const { node } of list) keep(node)
  for (const list of whole.commonjs) for (const node of list) keep(node)
  for (const { members } of whole.classes) for (const { node } of members) keep(node)
  const found = new Set<number>()
  for (const node of lookupOf(linked.whole).of(Kind.New)) {
    if (kept[node] === 1) continue
    const callee = whole.a[node] as number
    for (let i = 0, count = solver.count(callee); i < count; i++) {
      const label = solver.label(callee, i)
      if (solver.labels.kind[label] === LabelKind.Class) found.add(solver.labels.data[label] as number)
    }
  }
  return found
}

function told(linked: Linked, file: number, pos: number, name: string): Unused {
  const { whole } = linked
  const { text } = whole.files[file] as { text: string }
  const at = citeLine(linked, file, whole.lineAt(file, skipTrivia(text, pos)))
  const reason =
    'Its name is read on no value that may be of this class, and no text of the code says it. It implements no interface and carries no decorator.'
  return { kind: 'function', name, at, reason, confidence: 'medium' }
}

/** Extends and implements nothing, and no decorator but that of a service makes it known to a framework. */
function isPlain({ whole }: Linked, it: WholeClass): boolean {
  if (it.extends >= 0) return false
  const { text } = whole.files[it.file] as { text: string }
  const start = skipTrivia(text, it.fact.pos)
  const head = text.slice(start, text.indexOf('{', text.indexOf('class', start)))
  if (/\bimplements\b/.test(head)) return false
  // Members that are chosen by a name at run time are called by nobody in particular.
  if (/\bthis\[(?!['"])|\bkeyof\b/.test(text.slice(start, it.fact.end)) || (it.fact.name !== '' && text.includes(`${it.fact.name}[`))) return false
  return it.decorators.every((node) => {
    const name = /^@?\s*(\w+)/.exec(text.slice(skipTrivia(text, whole.pos[node] as number), whole.end[node] as number))?.[1]
    return name === 'Injectable' || name === 'Service' || name === 'singleton' || name === 'injectable'
  })
}

/** Whether something may read a member of this name on an instance of a class; class -1: on anything. */
function asked(linked: Linked): (name: string, file: number, of: number) => boolean {
  const { whole, solver } = linked
  const lookup = lookupOf(whole)
  const { labels } = solver
  const isTestNode = (node: number) => isTestCode(linked, (whole.files[whole.fileOf(node)] as { path: string }).path)
  return (name, _file, of) => {
    // A text may be the name of a member, unless it is the title of a test.
    for (const node of lookup.named(Kind.String, name)) if (!isTestNode(node)) return true
    for (const load of lookup.named(Kind.Load, name)) {
      if (of < 0) return true
      const object = whole.a[load] as number
      const count = solver.count(object)
      if (count === 0 || solver.limited.has(object)) return true
      for (let i = 0; i < count; i++) {
        const label = solver.label(object, i)
        switch (labels.kind[label] as LabelKind) {
          case LabelKind.Instance:
          case LabelKind.Class:
            if (labels.data[label] === of || isRelated(linked, labels.data[label] as number, of)) return true
            break
          case LabelKind.Interface:
          case LabelKind.Object:
            return true
          default:
        }
      }
    }
    return false
  }
}

/** Whether one class extends the other. */
function isRelated({ whole, solver }: Linked, one: number, other: number, hops = 0): boolean {
  const base = whole.classes[one]?.extends ?? -1
  if (base < 0) return false
  for (let i = 0, count = solver.count(base); i < count; i++) {
    const label = solver.label(base, i)
    if (solver.labels.kind[label] === LabelKind.Class) {
      const to = solver.labels.data[label] as number
      if (to === other || (hops < MOST_PARENTS && isRelated({ whole, solver } as Linked, to, other, hops + 1))) return true
    }
  }
  return false
}
