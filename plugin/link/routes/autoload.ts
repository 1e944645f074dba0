/** Plugins of a directory, each registered below a prefix that its place in the directory says. */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { atPlace, receiverOf } from '../linked'
import { joinPaths } from '../paths'
import { NO_CONTEXT } from '../values/index'
import { pluginRouters } from './instances'
import { pathsAt, putMount, type RouteTree, routersAt } from './tree'

interface PluginFile {
  file: number
  /** Directories between the loaded one and the file. */
  inside: string[]
  exported: number[]
  isHooks: boolean
}

export function addAutoload(tree: RouteTree, call: number, place: string, prefix: string | undefined): void {
  const { values } = tree.linked
  const [base = ''] = prefix ? pathsAt(tree, call, prefix, NO_CONTEXT) : []
  const order = tree.timeline.of(call)
  const [options] = atPlace(tree.linked, call, '1')
  const isFlat =
    options !== undefined && values.property(options, 'dirNameRoutePrefix').some((node) => values.texts(node).some(({ value }) => value === 'false'))
  const files = pluginFiles(tree, call, place)
  for (const router of routersAt(tree, receiverOf(tree.linked, call))) {
    const mount = (child: number, parent: number, path: string) =>
      putMount(tree, child, { parent, order, node: call, path, handlers: [], inheritsHooks: true })
    // Hooks of a directory stand between its parent and all that is in it or below.
    const hooks = new Map<string, number>()
    for (const { inside, exported } of files.filter(({ isHooks }) => isHooks))
      for (const child of exportedInstances(tree, exported, router)) {
        mount(child, nearest(hooks, inside) ?? router, '')
        hooks.set(inside.join('/'), child)
      }
    for (const { file, inside, exported, isHooks } of files) {
      if (isHooks) continue
      const own = ownPrefix(tree, file, exported) ?? (isFlat ? '' : `/${inside.map((part) => part.replace(/^_/, ':')).join('/')}`)
      for (const child of exportedInstances(tree, exported, router)) mount(child, nearest(hooks, inside) ?? router, joinPaths(base, own))
    }
  }
}

function pluginFiles(tree: RouteTree, call: number, place: string): PluginFile[] {
  const { whole } = tree.linked
  const directories = directoriesAt(tree, call, place)
  return whole.files
    .flatMap((facts, file): PluginFile[] => {
      const directory = directories.find((candidate) => facts.path.startsWith(`${candidate}/`))
      if (directory === undefined || /\.(?:test|spec)\.\w+$/.test(facts.path)) return []
      const inside = facts.path.slice(directory.length + 1).split('/')
      const name = inside.pop() as string
      const exported = [
        ...(whole.exports[file] as { name: string; node: number }[]).filter((entry) => entry.name === 'default').map(({ node }) => node),
        ...(whole.commonjs[file] as number[]),
      ]
      return [{ file, inside, isHooks: /^_?autohooks\.\w+$/.test(name), exported }]
    })
    .sort((one, other) => one.inside.length - other.inside.length)
}

function exportedInstances(tree: RouteTree, exported: number[], parent: number): number[] {
  const { solver, whole } = tree.linked
  return exported.flatMap((node) =>
    [...solver.of(node)].flatMap((label) => {
      if (solver.labels.kind[label] !== LabelKind.Function) return []
      const first = whole.functions[solver.labels.data[label] as number]?.params[0]
      return first === undefined ? [] : pluginRouters(tree, first, parent)
    }),
  )
}

/** A prefix that a plugin file states for itself: `module.exports.autoPrefix = '/other'`. */
function ownPrefix({ linked }: RouteTree, file: number, exported: number[]): string | undefined {
  const { whole, values, solver } = linked
  for (const name of ['autoPrefix', 'prefixOverride']) {
    const entry = (whole.exports[file] as { name: string; node: number }[]).find((candidate) => candidate.name === name)
    const property = whole.string(name)
    const fields = exported.flatMap((node) => solver.of(node).flatMap((label) => solver.fieldsOf.get(label)?.get(property) ?? []))
    const stored = whole.exportsNode[file] as number
    const module = stored < 0 ? [] : solver.of(stored).flatMap((label) => solver.fieldsOf.get(label)?.get(property) ?? [])
    for (const node of [...(entry ? [entry.node] : []), ...fields, ...module]) {
      const [text] = values.texts(node)
      if (text) return text.value
    }
  }
  return undefined
}

function directoriesAt({ linked }: RouteTree, call: number, place: string): string[] {
  const { values, whole } = linked
  const here = (whole.files[whole.fileOf(call)] as { path: string }).path.split('/').slice(0, -1)
  return atPlace(linked, call, place, NO_CONTEXT).map((node) => {
    // path.join(__dirname, 'routes'): the texts among its arguments, from where the file stands.
    const parts = whole.kind[node] === Kind.Call ? [...whole.args(node)] : [node]
    const texts = parts
      .flatMap((part) =>
        values
          .texts(part)
          .filter(({ exact }) => exact)
          .slice(0, 1),
      )
      .map(({ value }) => value)
    const path = [...here]
    for (const part of texts.join('/').split('/')) {
      if (part === '..') path.pop()
      else if (part !== '.' && part !== '') path.push(part)
    }
    return path.join('/')
  })
}

/** What is kept for a directory or the nearest one above it. */
function nearest(of: Map<string, number>, inside: string[]): number | undefined {
  for (let depth = inside.length; depth >= 0; depth--) {
    const found = of.get(inside.slice(0, depth).join('/'))
    if (found !== undefined) return found
  }
  return undefined
}
