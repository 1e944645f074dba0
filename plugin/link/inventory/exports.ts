/**
 * What files of the program export. In: the solved program and the words of documents. Out: every export of code that is no
 * test, under each name by which it can be imported; of those that a document names also what can be called and read on it, as
 * far as the code shows all of it.
 */
import { type FileFacts, Kind } from '../../graph'
import type { ExportedMember, ExportedSymbol } from '../../types'
import { LabelKind } from '../labels'
import { citeLine, isTestCode, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import type { Words } from '../told'
import { skipTrivia } from '../whole/index'
import { chainsOf } from './chains'
import { parametersOf } from './parameters'
import { membersOfType } from './type-members'

/** Longest stretch of a class or interface that is looked through for its head and its members, in characters. */
const MOST_TEXT = 20_000

export function exportsOf(linked: Linked, told: Words): ExportedSymbol[] {
  const { whole, modules, fileIndex } = linked
  const own = whole.files.map((_, file) => directly(linked, file))
  const found: { file: number; name: string; node: number }[] = []
  const open: ExportedSymbol[] = []
  whole.files.forEach((facts, file) => {
    if (isTestCode(linked, facts.path) || !isScript(facts)) return
    const seen = new Set<number>()
    const names = new Map<string, number>()
    let isOpen = false
    const collect = (of: number, depth: number): void => {
      if (seen.has(of) || depth > 8) return
      seen.add(of)
      const { entries, stars, open: more } = own[of] as Direct
      isOpen ||= more
      for (const [name, node] of entries) if (!names.has(name) && (of === file || name !== 'default')) names.set(name, node)
      for (const specifier of stars) {
        const to = modules.resolve((whole.files[of] as FileFacts).path, specifier)
        const next = to.kind === 'file' ? fileIndex.get(to.path) : undefined
        if (next === undefined) isOpen = true
        else collect(next, depth + 1)
      }
    }
    collect(file, 0)
    for (const [name, node] of names) found.push({ file, name, node })
    if (isOpen) open.push({ name: '*', file: facts.path, kind: 'other', isDefault: false, open: true, at: citeLine(linked, file, 1) })
  })
  const describe = describer(linked, told)
  const first = found.map(({ file, name, node }) => describe(file, name, node, told))
  // A type of what is told is told with it: what its parameter takes stands there.
  const types = typesIn(first.filter(({ name }) => told.has(name)))
  const all = first.map((symbol, index) => {
    const { file, name, node } = found[index] as (typeof found)[number]
    return symbol.kind === 'type' && types.has(name) && !told.has(name) ? describe(file, name, node, types) : symbol
  })
  return [...all, ...open].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** Names in the types of parameters. */
function typesIn(symbols: ExportedSymbol[]): Set<string> {
  const parameters = symbols.flatMap(({ parameters: own = [], members = [] }) => [...own, ...members.flatMap((member) => member.parameters ?? [])])
  return new Set(parameters.flatMap(({ type }) => type?.match(/[A-Za-z_$][\w$]*/g) ?? []))
}

function isScript({ path }: FileFacts): boolean {
  return /\.[cm]?[jt]sx?$/.test(path)
}

interface Direct {
  entries: [name: string, node: number][]
  stars: string[]
  /** More may be exported than could be told. */
  open: boolean
}

function directly({ whole, values }: Linked, file: number): Direct {
  const entries: Direct['entries'] = []
  const stars: string[] = []
  let open = false
  for (const { name, node } of whole.exports[file] as { name: string; node: number }[]) {
    if (name === '*') stars.push(whole.text(whole.a[node] as number))
    else entries.push([name, node])
  }
  for (const node of whole.commonjs[file] as number[]) {
    entries.push(['default', node])
    for (const made of values.definitions(node)) {
      if (whole.kind[made] !== Kind.Object) open ||= whole.kind[made] !== Kind.Class
      else
        for (const item of whole.items(whole.a[made] as number)) {
          if (whole.kind[item] === Kind.Property && (whole.a[item] as number) >= 0)
            entries.push([whole.text(whole.a[item] as number), whole.b[item] as number])
          else open = true
        }
    }
  }
  const exported = whole.exportsNode[file] as number
  if (exported >= 0)
    for (let node = whole.base[file] as number; node < (whole.base[file + 1] as number); node++) {
      if (whole.kind[node] === Kind.Store && whole.a[node] === exported) entries.push([whole.text(whole.b[node] as number), whole.c[node] as number])
      else if (whole.kind[node] === Kind.StoreDynamic && whole.a[node] === exported) open = true
      else if (whole.kind[node] === Kind.Call && whole.args(node).includes(exported)) open = true
    }
  // Of overloads the last has the body, and takes what all of them take; a value goes before a type of its name.
  const last = new Map<string, number>()
  for (const [name, node] of entries) if (!last.has(name) || whole.kind[node] !== Kind.Interface) last.set(name, node)
  return { entries: [...last], stars, open }
}

const KINDS: Partial<Record<Kind, ExportedSymbol['kind']>> = {
  [Kind.Function]: 'function',
  [Kind.Class]: 'class',
  [Kind.Interface]: 'type',
  [Kind.Object]: 'constant',
  [Kind.New]: 'constant',
  [Kind.String]: 'constant',
  [Kind.Number]: 'constant',
  [Kind.Boolean]: 'constant',
  [Kind.Array]: 'constant',
  [Kind.Template]: 'constant',
  [Kind.Regex]: 'constant',
}

/** `user` of `src/user.service.ts`: what `require('./user.service')` is commonly called. */
function stemOf(path: string): string {
  const base = path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '')
  return base === 'index' ? (path.split('/').at(-2) ?? '') : base
}

type Description = Omit<ExportedSymbol, 'file' | 'isDefault'>

function describer(linked: Linked, all: Words): (file: number, name: string, node: number, told: Words) => ExportedSymbol {
  const { whole, values } = linked
  const filled = filledLater(linked, all)
  const chains = chainsOf(linked, all)
  const known = new Map<string, Description>()
  const paths = whole.files.map(({ path }) => path)

  function place(file: number, offset: number): Description['at'] {
    return citeLine(linked, file, whole.lineAt(file, skipTrivia((whole.files[file] as FileFacts).text, offset)))
  }

  function textOf(file: number, from: number, to: number): string {
    return (whole.files[file] as FileFacts).text.slice(from, Math.min(to, from + MOST_TEXT))
  }

  function functionParts(fn: number): Pick<Description, 'parameters' | 'typed' | 'open'> {
    const made = whole.functions[fn]
    if (!made) return {}
    const typed = /\.[cm]?tsx?$/.test(paths[made.file] as string)
    const open = !typed && /\barguments\b/.test(textOf(made.file, made.fact.pos, made.fact.end))
    return { parameters: parametersOf(linked, fn, typed), ...(typed ? { typed } : {}), ...(open ? { open } : {}) }
  }

  function classParts(index: number, depth = 0): Description {
    const made = whole.classes[index] as (typeof whole.classes)[number]
    const text = textOf(made.file, made.fact.pos, made.fact.end)
    const head = /\bimplements\s+([^{]+)\{/.exec(text.slice(0, 600))?.[1]
    const members = new Map<string, ExportedMember>()
    let open = /Object\.assign\(\s*this\b|\n\s*(?:readonly\s+)?\[\w+\s*:|\bthis\[|\bthis as any\b|__(?:call|get)\b|return new Proxy/.test(text)
    if (made.extends >= 0) {
      const parents = values.definitions(made.extends).filter((node) => whole.kind[node] === Kind.Class)
      if (parents.length !== 1 || depth > 6) open = true
      else {
        const parent = classParts(whole.a[parents[0] as number] as number, depth + 1)
        open ||= parent.open === true
        for (const member of parent.members ?? []) members.set(`${member.name} ${member.static ?? false}`, member)
      }
    }
    for (const { name, node, static: isStatic, optional } of made.members) {
      if (name === '') {
        open = true
        continue
      }
      const fn = node >= 0 && whole.kind[node] === Kind.Function ? (whole.a[node] as number) : -1
      const isAccessor = fn >= 0 && ((whole.functions[fn]?.fact.flags ?? 0) & (16 | 32)) !== 0
      const reads = fn >= 0 && depth === 0 ? chains.get(fn) : undefined
      members.set(`${name} ${isStatic}`, {
        name,
        kind: fn >= 0 && !isAccessor ? 'method' : 'property',
        ...(isStatic ? { static: true } : {}),
        ...(optional ? { optional } : {}),
        ...(fn >= 0 && !isAccessor ? { parameters: functionParts(fn).parameters ?? [] } : {}),
        ...(reads ? { reads } : {}),
      })
    }
    open ||= filled.open.has(index)
    for (const { name, static: isStatic } of filled.members.get(index) ?? [])
      if (!members.has(`${name} ${isStatic}`)) members.set(`${name} ${isStatic}`, { name, kind: 'property', ...(isStatic ? { static: true } : {}) })
    return {
      name: made.fact.name,
      kind: 'class',
      ...(made.constructor_ >= 0 ? functionParts(made.constructor_) : made.extends >= 0 ? {} : { parameters: [] }),
      members: [...members.values()],
      ...(open ? { open } : {}),
      ...(head ? { implements: head.split(/,(?![^<]*>)/).map((part) => part.trim()) } : {}),
      at: place(made.file, made.fact.pos),
    }
  }

  function objectParts(node: number): Pick<Description, 'members' | 'open'> {
    const members: ExportedMember[] = []
    let open = false
    for (const item of whole.items(whole.a[node] as number)) {
      if (whole.kind[item] !== Kind.Property || (whole.a[item] as number) < 0) {
        open = true
        continue
      }
      const fn = values.definitions(whole.b[item] as number).find((made) => whole.kind[made] === Kind.Function)
      members.push({
        name: whole.text(whole.a[item] as number),
        kind: fn === undefined ? 'property' : 'method',
        ...(fn === undefined ? {} : { parameters: functionParts(whole.a[fn] as number).parameters ?? [] }),
      })
    }
    const later = new Set(values.propertyNames(node))
    for (const name of later) if (!members.some((member) => member.name === name)) members.push({ name, kind: 'property' })
    return { members, ...(open ? { open } : {}) }
  }

  function ownName(node: number): string {
    const index = whole.a[node] as number
    switch (whole.kind[node] as Kind) {
      case Kind.Function:
        return whole.functions[index]?.fact.name ?? ''
      case Kind.Class:
        return whole.classes[index]?.fact.name ?? ''
      case Kind.Interface:
        return whole.interfaces[index]?.fact.name ?? ''
      default:
        return ''
    }
  }

  /** Without anything that would have to be looked for. */
  function inShort(node: number): Description {
    const at = place(whole.fileOf(node), whole.pos[node] as number)
    return { name: ownName(node), kind: KINDS[whole.kind[node] as Kind] ?? 'other', open: true, at }
  }

  function describe(node: number): Description {
    const file = whole.fileOf(node)
    const base = { name: '', at: place(file, whole.pos[node] as number) }
    switch (whole.kind[node] as Kind) {
      case Kind.Function: {
        const fn = whole.a[node] as number
        return { ...base, name: whole.functions[fn]?.fact.name ?? '', kind: 'function', ...functionParts(fn) }
      }
      case Kind.Class:
        return classParts(whole.a[node] as number)
      case Kind.Object:
        return { ...base, kind: 'constant', ...objectParts(node) }
      case Kind.New: {
        const made = values.definitions(whole.a[node] as number).filter((of) => whole.kind[of] === Kind.Class)
        if (made.length !== 1) return { ...base, kind: 'constant', open: true }
        const { members, open } = classParts(whole.a[made[0] as number] as number)
        return { ...base, kind: 'constant', members: members?.filter((member) => !member.static) ?? [], ...(open ? { open } : {}) }
      }
      case Kind.Interface: {
        const { fact, extends: parents } = whole.interfaces[whole.a[node] as number] as (typeof whole.interfaces)[number]
        const read = membersOfType(textOf(file, whole.pos[node] as number, whole.end[node] as number))
        // What it builds on may have more.
        const open = parents.length > 0 || read === undefined || read.open
        return { ...base, name: fact.name, kind: 'type', ...(read ? { members: read.members } : {}), ...(open ? { open } : {}) }
      }
      default: {
        const kind = KINDS[whole.kind[node] as Kind]
        return kind ? { ...base, kind } : { ...base, kind: 'other', open: true }
      }
    }
  }

  return (file, name, node, told) => {
    const made = values.definitions(node)
    // A function with properties, a variable that is set twice: not all of it is in one place.
    const isOverloaded =
      made.length > 1 && new Set(made.map((it) => (whole.kind[it] === Kind.Function ? `${whole.fileOf(it)} ${ownName(it)}` : it))).size === 1
    const only = made.length === 1 || isOverloaded ? (made.at(-1) as number) : node
    const isDefault = name === 'default'
    const isTold = told.has(name) && !isDefault ? true : told.has(ownName(only)) || (isDefault && told.has(stemOf(paths[file] as string)))
    const key = `${only} ${isTold}`
    let description = known.get(key)
    if (!description) {
      description = isTold ? describe(only) : inShort(only)
      known.set(key, description)
    }
    return { ...description, name: isDefault ? description.name || name : name, file: paths[file] as string, isDefault }
  }
}

interface Later {
  /** Members that constructors and methods give `this`, and that code outside gives the class itself. */
  members: Map<number, { name: string; static: boolean }[]>
  /** Classes that a call fills: `Object.assign(Shop.prototype, more)`. */
  open: Set<number>
}

function filledLater(linked: Linked, told: Words): Later {
  const { whole, solver } = linked
  const later: Later = { members: new Map(), open: new Set() }
  const isMeant = whole.classes.map(({ fact }) => told.has(fact.name))
  if (!isMeant.includes(true)) return later
  const classesOf = (node: number): { of: number; static: boolean }[] =>
    [...solver.of(node)].flatMap((label) => {
      const kind = solver.labels.kind[label]
      const of = solver.labels.data[label] as number
      return (kind === LabelKind.Instance || kind === LabelKind.Class) && isMeant[of] ? [{ of, static: kind === LabelKind.Class }] : []
    })
  for (const store of lookupOf(whole).of(Kind.Store)) {
    const name = whole.text(whole.b[store] as number)
    for (const { of, static: isStatic } of classesOf(whole.a[store] as number)) {
      const known = later.members.get(of)
      if (!known) later.members.set(of, [{ name, static: isStatic }])
      else if (!known.some((member) => member.name === name && member.static === isStatic)) known.push({ name, static: isStatic })
    }
  }
  for (const call of lookupOf(whole).named(Kind.Call, FILLS)) {
    const first = whole.args(call)[0]
    const on = first !== undefined && whole.kind[first] === Kind.Load ? (whole.a[first] as number) : first
    for (const node of [first, on]) if (node !== undefined) for (const { of } of classesOf(node)) later.open.add(of)
  }
  return later
}

const FILLS = new Set(['assign', 'defineProperty', 'defineProperties', 'setPrototypeOf', 'mixin', 'inherits', 'extend'])
