/** Pages of Ember: `Router.map(function () { this.route('posts', function () { this.route('show', { path: '/:id' }) }) })`. */
import { Kind } from '../../graph'
import type { UiRoute } from '../../types'
import { calledName, cite, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { joinPaths } from '../paths'
import type { DoorDetector } from './door'

const MOST_DEPTH = 12

export const emberPages: DoorDetector = ({ linked }) => {
  const { whole, values } = linked
  const files = new Set<number>()
  whole.files.forEach(({ graph }, file) => {
    if (graph.imports.some(({ specifier }) => /^@(?:ember|embroider)\/(?:routing\/)?router$/.test(specifier))) files.add(file)
  })
  if (files.size === 0) return {}
  const pathOf = (call: number): string | undefined => {
    const args = [...whole.args(call)]
    const name = args[0] === undefined ? undefined : values.texts(args[0]).find(({ exact }) => exact)?.value
    const told = args.flatMap((argument) => values.property(argument, 'path')).flatMap((node) => values.texts(node))[0]?.value
    return told ?? name
  }
  const uiRoutes: UiRoute[] = []
  for (const call of lookupOf(whole).named(Kind.Call, 'route')) {
    const receiver = receiverOf(linked, call)
    if (!files.has(whole.fileOf(call)) || receiver < 0 || whole.kind[receiver] !== Kind.This) continue
    let path = pathOf(call)
    const [name] = whole.args(call)
    const names = name === undefined ? [] : values.texts(name).map(({ value }) => value)
    let mapped = false
    for (let fn = whole.functionOf(call), depth = 0; fn >= 0 && depth < MOST_DEPTH; depth++) {
      const around = values.callAround((whole.functions[fn] as { node: number }).node)
      if (around < 0) break
      if (calledName(linked, around) === 'map') {
        mapped = true
        break
      }
      path = joinPaths(pathOf(around) ?? '', path ?? '')
      names.unshift(...values.texts(whole.args(around)[0] ?? -1).map(({ value }) => value))
      fn = whole.functionOf(around)
    }
    if (mapped && path !== undefined)
      uiRoutes.push({ framework: 'ember', path: joinPaths('/', path), component: names.join('.'), guards: [], at: cite(linked, call) })
  }
  return { uiRoutes }
}
