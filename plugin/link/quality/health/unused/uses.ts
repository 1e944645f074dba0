/**
 * Which exports of which files are asked for. In: the linked program. Out: what importers name, followed through files that only pass
 * on. A module that is handed around as a whole is open: then a name that is read anywhere else is enough.
 */
import { Kind } from '../../../../graph'
import type { Linked } from '../../../linked'
import { lookupOf } from '../../../lookup'
import { usesOf as usersOf } from '../../../uses'

export interface Uses {
  /** File → names that are asked for. */
  names: Map<number, Set<string>>
  /** Files that are handed around as a whole. */
  open: Set<number>
  /** Files of which somebody goes through everything: all that they export is asked for. */
  whole: Set<number>
}

/** @param begun files of which something outside asks for everything */
export function usesOf(linked: Linked, begun: (file: number) => boolean): Uses {
  const { whole, modules, fileIndex } = linked
  const lookup = lookupOf(whole)
  const uses: Uses = { names: new Map(), open: new Set(), whole: new Set() }
  /** What was asked of the file that was asked about last: each name of an import asks again. */
  let asking = { from: -1, known: new Map<string, number | undefined>() }
  const targetOf = (from: number, specifier: string): number | undefined => {
    if (asking.from !== from) asking = { from, known: new Map() }
    const { known } = asking
    if (known.has(specifier)) return known.get(specifier)
    const target = modules.resolve(whole.files[from]?.path ?? '', specifier)
    const to = target.kind === 'file' ? fileIndex.get(target.path) : undefined
    known.set(specifier, to)
    return to
  }
  /** File and name under which it passes something on → what that is there. */
  const passed = new Map<string, [file: number, name: string][]>()
  const passedWhole = new Map<number, number[]>()
  /** File and name under which it passes on a module: `export * as shapes from './shapes'`. */
  const passedModule = new Map<string, number>()
  const ask = (file: number, name: string): void => {
    const known = uses.names.get(file) ?? new Set()
    if (known.has(name)) return
    uses.names.set(file, known.add(name))
    for (const [to, as] of passed.get(`${file} ${name}`) ?? []) ask(to, as)
    if (!passed.has(`${file} ${name}`)) for (const to of passedWhole.get(file) ?? []) ask(to, name)
  }
  const handOn = (file: number): void => {
    if (uses.open.has(file)) return
    uses.open.add(file)
    for (const to of passedWhole.get(file) ?? []) handOn(to)
  }

  /** Import nodes that stand for a module as a whole → its file; and those that only pass a name on. */
  const modulesAt = new Map<number, number>()
  const passing = new Set<number>()
  whole.files.forEach((_, file) => {
    for (const { name, node, pos } of whole.exports[file] as (typeof whole.exports)[number]) {
      if (whole.kind[node] !== Kind.Import || whole.pos[node] !== pos) continue
      const to = targetOf(file, whole.text(whole.a[node] as number))
      if (to === undefined) continue
      passing.add(node)
      if (name === '*') passedWhole.set(file, [...(passedWhole.get(file) ?? []), to])
      else {
        const imported = whole.text(whole.b[node] as number)
        if (imported === '*') {
          modulesAt.set(node, to)
          passedModule.set(`${file} ${name}`, to)
        } else passed.set(`${file} ${name}`, [...(passed.get(`${file} ${name}`) ?? []), [to, imported]])
      }
    }
    for (const node of whole.commonjs[file] as number[]) {
      if (whole.kind[node] !== Kind.Import) continue
      const to = targetOf(file, whole.text(whole.a[node] as number))
      if (to !== undefined) passedWhole.set(file, [...(passedWhole.get(file) ?? []), to])
    }
  })
  const asked: [file: number, name: string][] = []
  for (const node of lookup.of(Kind.Import)) {
    if (passing.has(node) && !modulesAt.has(node)) continue
    const to = modulesAt.get(node) ?? targetOf(whole.fileOf(node), whole.text(whole.a[node] as number))
    if (to === undefined) continue
    const name = whole.text(whole.b[node] as number)
    if (name === '*') {
      modulesAt.set(node, to)
      // A module of the other kind comes as its default.
      if (whole.c[node] === 1) asked.push([to, 'default'])
    } else asked.push([to, name])
  }
  for (const node of lookup.of(Kind.Await)) {
    const to = modulesAt.get(whole.a[node] as number)
    if (to !== undefined) modulesAt.set(node, to)
  }
  const loaded = loadsOn(linked, modulesAt)
  for (const [file, name] of asked) ask(file, name)
  for (const [file, name] of loaded.names) ask(file, name)
  for (const file of loaded.open) handOn(file)
  for (const file of loaded.whole) takeAll(file)
  whole.files.forEach(({ health, text }, file) => {
    // Whoever adds to a module's types sees all of its names.
    if (text.includes('declare module'))
      for (const [, specifier] of text.matchAll(/\bdeclare module ['"]([^'"\n]+)['"]/g)) {
        const to = targetOf(file, specifier as string)
        if (to !== undefined) takeAll(to)
      }
    for (const specifier of health.named) {
      const to = targetOf(file, specifier)
      if (to !== undefined) takeAll(to)
    }
    if (begun(file)) {
      for (const { name } of whole.exports[file] as { name: string }[]) if (name !== '*') give(file, name, 0)
      for (const to of passedWhole.get(file) ?? []) everything(to)
    }
  })
  /** Asked for by whoever is outside: a module that goes by this name goes out with all that it has. */
  function give(file: number, name: string, hops: number): void {
    ask(file, name)
    const module = passedModule.get(`${file} ${name}`)
    if (module !== undefined) takeAll(module)
    if (hops < 10) for (const [to, as] of passed.get(`${file} ${name}`) ?? []) give(to, as, hops + 1)
  }
  function takeAll(file: number): void {
    if (uses.whole.has(file)) return
    uses.whole.add(file)
    for (const { name } of whole.exports[file] as { name: string }[]) if (name !== '*') ask(file, name)
    for (const to of passedWhole.get(file) ?? []) takeAll(to)
  }
  /** Everything that a begun file passes on as a whole is asked for. */
  function everything(file: number): void {
    for (const { name } of whole.exports[file] as { name: string }[]) if (name !== '*') ask(file, name)
    handOn(file)
  }
  return uses
}

/** Names that are read on modules, and modules that go somewhere as a whole. */
/** @param modulesAt file of the module, by the nodes that stand for one */
function loadsOn(
  { whole }: Linked,
  modulesAt: ReadonlyMap<number, number>,
): { names: [file: number, name: string][]; open: Set<number>; whole: Set<number> } {
  const uses = usersOf(whole)
  const all = new Set<number>()
  const names: [number, string][] = []
  const open = new Set<number>()
  for (const [node, file] of modulesAt)
    for (const user of uses.of(node)) {
      const a = whole.a[user] as number
      switch (whole.kind[user] as Kind) {
        case Kind.Load: {
          const name = whole.text(whole.b[user] as number)
          // A promise of a module hands it on.
          if (name === 'then' || name === 'catch' || name === 'finally') open.add(file)
          else names.push([file, name])
          break
        }
        case Kind.Store:
        case Kind.StoreDynamic:
          if (whole.c[user] === node) open.add(file)
          break
        case Kind.Property:
          if (whole.b[user] !== node) break
          open.add(file)
          // `start({ shapes })`: whoever gets the object may read anything of what it holds.
          if (isHandedOver(whole, lookupOf(whole).objectOf(user))) all.add(file)
          break
        case Kind.LoadDynamic:
          if (a === node) all.add(file)
          break
        case Kind.Spread:
        case Kind.Element:
        case Kind.Key:
        case Kind.Rest:
          all.add(file)
          break
        case Kind.Yield:
        case Kind.Refine:
          open.add(file)
          break
        case Kind.Jsx:
          if (a === node) open.add(file)
          if (whole.items(whole.c[user] as number).includes(node)) all.add(file)
          break
        // Arguments, items, ways of a choice, what variables hold: whoever gets it may read anything.
        case Kind.Call:
        case Kind.New:
        case Kind.Tagged:
          if (whole.args(user).includes(node)) all.add(file)
          break
        case Kind.Template:
        case Kind.Choice:
        case Kind.Object:
        case Kind.Array:
        case Kind.Cell:
          all.add(file)
          break
        default:
      }
    }
  // `lazy(() => import('./page'))`: whoever calls it takes what it likes.
  for (const { returns } of whole.functions)
    for (const node of returns) {
      const file = modulesAt.get(node)
      if (file !== undefined) all.add(file)
    }
  for (const list of whole.exports)
    for (const { node } of list) {
      const file = modulesAt.get(node)
      if (file !== undefined) open.add(file)
    }
  return { names, open, whole: all }
}

/** An object that is written as an argument. */
function isHandedOver(whole: Linked['whole'], object: number): boolean {
  if (object < 0) return false
  for (const user of usersOf(whole).of(object)) {
    const kind = whole.kind[user]
    if ((kind === Kind.Call || kind === Kind.New) && whole.args(user).includes(object)) return true
  }
  return false
}
