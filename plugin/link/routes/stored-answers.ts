/** Frameworks that send what a property holds once everything has run: who sets it and hands the request on has answered all the same. */
import { Kind } from '../../graph'
import { apiPathsOf, type Linked } from '../linked'
import { isFaultAt } from './refusals'

/** Whether a function sets a body, or a status of success, that models say is sent: `ctx.body = user; return next()`. */
export function setsAnswer(linked: Linked, fn: number): boolean {
  const { effects, models, values, whole } = linked
  return effects.within(fn).some((node) => {
    if (whole.kind[node] !== Kind.Store) return false
    const model = storeModel(node)
    if (!model || isFaultAt(linked, node)) return false
    return model.status !== 'value' || values.numbers(whole.c[node] as number).some((status) => status >= 200 && status < 400)
  })

  function storeModel(store: number) {
    for (const path of apiPathsOf(linked, whole.a[store] as number)) {
      const member = models.paths.find(path, `.${whole.text(whole.b[store] as number)}`)
      const model = member < 0 ? undefined : models.doors.stores.get(member)
      if (model) return model
    }
    return undefined
  }
}
