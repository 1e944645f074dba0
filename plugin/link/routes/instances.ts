/** Instances that functions are run with. In: a parameter. Out: the routers it may be. */
import { LabelKind } from '../labels'
import { type RouteTree, routersAt } from './tree'

/** The instance a plugin function gets; where nothing types it, it is of its parent's type. */
export function pluginRouters(tree: RouteTree, param: number, parent: number): number[] {
  const { solver } = tree.linked
  const known = routersAt(tree, param)
  if (known.length > 0) return known
  const path = solver.labels.extra[parent] as number
  const label = solver.labels.of(LabelKind.ApiObject, param, path)
  solver.add(param, label)
  solver.resume()
  return [label]
}
