/**
 * Handlers that are said rather than handed over: `[UsersController, 'index']`, `'admin/UsersController.index'`. In: a node or
 * a text. Out: functions of the program; none where no such controller is here.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { functionsAt, type Linked } from '../linked'
import type { RouteTree } from './tree'

const MOST_HOPS = 3

/** `[Controller, 'method']`, `[() => import('#controllers/users'), 'method']`, `[Controller]`. */
export function pairedAction({ linked }: RouteTree, node: number): number[] {
  const { whole, values } = linked
  const [array = node] = values.definitions(node)
  if (whole.kind[array] !== Kind.Array) return []
  const [first, second, third] = whole.items(whole.a[array] as number)
  if (first === undefined || third !== undefined) return []
  const name = second === undefined ? 'handle' : values.texts(second).find(({ exact }) => exact)?.value
  return name === undefined || !/^[A-Za-z_$][\w$]*$/.test(name) ? [] : membersNamed(linked, first, name)
}

/** Methods of a class, or of what a lazy import brings. */
function membersNamed(linked: Linked, node: number, name: string, hops = 0): number[] {
  const { solver, whole } = linked
  if (hops > MOST_HOPS) return []
  return solver.of(node).flatMap((label) => {
    const data = solver.labels.data[label] as number
    switch (solver.labels.kind[label] as LabelKind) {
      case LabelKind.Class:
        return methodOf(linked, solver.labels.of(LabelKind.Instance, data), name)
      case LabelKind.Instance:
        return methodOf(linked, label, name)
      case LabelKind.Module: {
        const field = solver.fieldsOf.get(label)?.get(whole.string('default'))
        return field === undefined ? [] : membersNamed(linked, field, name, hops + 1)
      }
      case LabelKind.Function: {
        const fn = whole.functions[data]
        return fn && fn.params.length === 0 ? fn.returns.flatMap((value) => membersNamed(linked, value, name, hops + 1)) : []
      }
      default:
        return []
    }
  })
}

/** Functions behind a member of an object or instance. */
export function methodOf({ solver, whole }: Linked, label: number, name: string): number[] {
  const field = solver.fieldsOf.get(label)?.get(whole.string(name))
  if (field === undefined) return []
  return solver
    .of(field)
    .filter((value) => solver.labels.kind[value] === LabelKind.Function)
    .map((value) => solver.labels.data[value] as number)
}

const ACTION_NAME = /^(?:#|@\/)?((?:[\w-]+\/)*)([A-Za-z][\w-]*)[.@]([A-Za-z]\w*)$/

export const isActionName = (text: string) => ACTION_NAME.test(text)

/** `UserController.index`, `admin/user.show`, `App/Controllers/UserController@index`: a member of what a file of that name exports. */
export function namedAction({ linked }: RouteTree, text: string): number[] {
  const match = ACTION_NAME.exec(text)
  if (!match) return []
  const [, folder = '', name = '', member = ''] = match
  return filesNamed(linked, name)
    .filter(
      (file) =>
        folder === '' ||
        pathOf(linked, file)
          .toLowerCase()
          .includes(`/${folder.split('/').at(-2)?.toLowerCase()}/`),
    )
    .flatMap((file) => exportedMember(linked, file, member))
}

/** Functions that a file has under a name: of its default export, of `module.exports`, or exported by that name. */
export function exportedMember(linked: Linked, file: number, name: string): number[] {
  const { solver, values, whole } = linked
  const named = values.exported(file, name).flatMap((node) => functionsAt(linked, node))
  if (named.length > 0) return named
  const nodes = [
    ...(whole.exports[file] as { name: string; node: number }[]).filter((entry) => entry.name === 'default').map(({ node }) => node),
    ...(whole.commonjs[file] as number[]),
  ]
  return [
    ...new Set(
      nodes.flatMap((node) =>
        solver.of(node).flatMap((label) => {
          const kind = solver.labels.kind[label]
          if (kind === LabelKind.Class) return methodOf(linked, solver.labels.of(LabelKind.Instance, solver.labels.data[label] as number), name)
          return kind === LabelKind.Instance || kind === LabelKind.Object ? methodOf(linked, label, name) : []
        }),
      ),
    ),
  ]
}

const pathOf = ({ whole }: Linked, file: number) => (whole.files[file] as { path: string }).path

const named = new WeakMap<Linked, Map<string, number[]>>()

/** Files of a name without its extension, in whatever case and with `_` or `-` between words. */
export function filesNamed(linked: Linked, name: string): readonly number[] {
  let files = named.get(linked)
  if (!files) {
    files = new Map()
    for (const [file, { path }] of linked.whole.files.entries()) {
      const key = plain(path.replace(/^.*\//, '').replace(/\.\w+$/, ''))
      const list = files.get(key)
      if (list) list.push(file)
      else files.set(key, [file])
    }
    named.set(linked, files)
  }
  return files.get(plain(name)) ?? []
}

const plain = (name: string) => name.toLowerCase().replace(/[_-]/g, '')
