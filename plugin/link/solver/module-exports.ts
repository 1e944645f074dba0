/** Files as modules: what they export, and what importing a name from one of them or from a library gives. */
import { LabelKind } from '../labels'
import type { Resolution } from '../modules'
import { addPath, type State } from './state'

/** What seeding keeps of modules while it goes from node to node. */
export interface Imports {
  /** File → node that holds what `require` of it gives. */
  nodes: Map<number, number>
  /** Names of one import statement follow each other: where the last one led. */
  last: { file: number; specifier: number; to: Resolution | undefined }
}

export function newImports(): Imports {
  return { nodes: new Map(), last: { file: -1, specifier: -1, to: undefined } }
}

export function seedImport(state: State, imports: Imports, node: number, inFile: number): void {
  const { whole, paths, fileIndex } = state
  const specifier = whole.text(whole.a[node] as number)
  const name = whole.text(whole.b[node] as number)
  const to = resolved(state, imports, inFile, whole.a[node] as number)
  if (to.kind === 'file') {
    const file = fileIndex.get(to.path)
    if (file !== undefined) seedFileImport(state, imports, file, name, node)
    return
  }
  if (to.kind === 'asset') return
  const library = to.kind === 'package' ? (to.subpath ? `${to.name}/${to.subpath}` : to.name) : to.kind === 'builtin' ? to.name : specifier
  let path = paths.root(`npm:${library}`)
  if (name !== '*' && name !== 'default') path = paths.member(path, name)
  if (path >= 0) addPath(state, node, path, node)
}

function resolved({ whole, modules }: State, { last }: Imports, file: number, specifier: number): Resolution {
  if (last.file !== file || last.specifier !== specifier) {
    last.file = file
    last.specifier = specifier
    last.to = modules.resolve((whole.files[file] as { path: string }).path, whole.text(specifier))
  }
  return last.to as Resolution
}

/** What importing a name from a file of the program gives. */
function seedFileImport(state: State, imports: Imports, file: number, name: string, node: number): void {
  const { whole, labels, store, fields, reactions } = state
  const exported = moduleNode(state, imports, file)
  if (name === '*') {
    store.edge(exported, node)
    return
  }
  const module = labels.of(LabelKind.Module, file)
  if (name === 'default' && !(whole.exports[file] as { name: string }[]).some((entry) => entry.name === 'default')) store.edge(exported, node)
  store.edge(fields.of(module, whole.string(name)), node)
  // CommonJS: a name of an object that was assigned to module.exports.
  for (const value of whole.commonjs[file] as number[]) reactions.load(value, whole.string(name), node)
}

/** Node that holds what `require` of a file gives. */
function moduleNode({ whole, labels, store }: State, { nodes }: Imports, file: number): number {
  let node = nodes.get(file)
  if (node === undefined) {
    node = store.fresh()
    nodes.set(file, node)
    store.add(node, labels.of(LabelKind.Module, file))
    for (const value of whole.commonjs[file] as number[]) store.edge(value, node)
  }
  return node
}

export function seedExports(state: State, imports: Imports): void {
  const { whole, labels, store, fields, reactions } = state
  whole.files.forEach((_, file) => {
    const module = labels.of(LabelKind.Module, file)
    for (const { name, node } of whole.exports[file] as { name: string; node: number }[]) {
      if (name === '*') reactions.copy(node, module)
      else store.edge(node, fields.of(module, whole.string(name)))
    }
    const exportsNode = whole.exportsNode[file] as number
    if (exportsNode >= 0) store.edge(moduleNode(state, imports, file), exportsNode)
  })
}
