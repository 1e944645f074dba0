/**
 * Origins that a policy lets in by a pattern, where the pattern lets in more than it names: nothing ends it, or what stands in
 * front of the name may be part of another host; or where it names nothing, and takes whatever comes.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import type { Linked } from '../linked'
import { callsOfKind, usage } from './modelled'
import { settingAt } from './setting'

/** Letters, a dot that is one or was meant as one, and letters: `example\.com`, `example.com`. */
const NAMES_HOST = /[a-z0-9-]\\?\.[a-z]{2,}/i
/** The pattern is over where the name is; a port may follow. */
const ENDS = /(?:[^\\]|^)\$\)*$|\$\)?\|/

export function corsPatterns(linked: Linked): Usage[] {
  const { whole, values } = linked
  const found: Usage[] = []
  const seen = new Set<number>()
  for (const kind of ['cors', 'cors-option'])
    for (const [call, model] of callsOfKind(linked, kind)) {
      const [index, ...names] = (model.values.origin ?? '').split('.')
      const argument = whole.args(call)[Number(index)]
      if (argument === undefined) continue
      let nodes = [argument]
      for (const name of names) nodes = nodes.flatMap((node) => values.property(node, name))
      const patterns = nodes.flatMap((node) => [node, ...values.elements(node)]).flatMap((node) => [node, ...values.definitions(node)])
      for (const node of new Set(patterns)) {
        if (whole.kind[node] !== Kind.Regex || seen.has(node)) continue
        seen.add(node)
        const [, source = ''] = /^\/(.*)\/[a-z]*$/s.exec(whole.text(whole.a[node] as number)) ?? []
        const way = wayIn(source)
        if (!way) continue
        const settings: Usage['values'] = { way: { state: 'constant', texts: [way] } }
        if (model.values.credentials !== undefined) settings.credentials = settingAt(linked, call, model.values.credentials)
        found.push(usage(linked, node, 'cors-pattern', model.library, 'origin', settings))
      }
    }
  return found
}

/** `.*`, `^https?:\/\/.+$`: a scheme at most is asked for. */
const TAKES_ALL = /^\^?(?:https?\??:(?:\\?\/){2})?\(?(?:\?:)?(?:\.[*+]\??|\[\\s\\S\][*+]\??|\[\^\][*+]\??)\)?\$?$/

/** `all`: whatever origin asks. `end`: any host may follow. `front`: what stands before the name may be part of it. `dot`: a dot stands for any letter. */
function wayIn(source: string): 'all' | 'end' | 'front' | 'dot' | undefined {
  if (TAKES_ALL.test(source)) return 'all'
  if (!NAMES_HOST.test(source)) return undefined
  if (!ENDS.test(source)) return 'end'
  if (!source.startsWith('^') && !/^(?:\\\.|\(\?:\^|\(\^|:?\\\/\\\/|\/\/)/.test(source)) return 'front'
  return /[a-z0-9-](?<!\\)\.[a-z]{2,}/i.test(source.replace(/\[[^\]]*\]/g, '')) ? 'dot' : undefined
}
