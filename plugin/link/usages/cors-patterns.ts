/**
 * Origins that a policy lets in by a pattern, where the pattern lets in more than it names: nothing ends it, or what stands in
 * front of the name may be part of another host. Only patterns that name a host; `/.*\/` is another matter.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import type { Linked } from '../linked'
import { callsOfKind, usage } from './modelled'

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
        if (way) found.push(usage(linked, node, 'cors-pattern', model.library, 'origin', { way: { state: 'constant', texts: [way] } }))
      }
    }
  return found
}

/** `end`: any host may follow. `front`: what stands before the name may be part of it. `dot`: a dot stands for any letter. */
function wayIn(source: string): 'end' | 'front' | 'dot' | undefined {
  if (!NAMES_HOST.test(source)) return undefined
  if (!ENDS.test(source)) return 'end'
  if (!source.startsWith('^') && !/^(?:\\\.|\(\?:\^|\(\^|:?\\\/\\\/|\/\/)/.test(source)) return 'front'
  return /[a-z0-9-](?<!\\)\.[a-z]{2,}/i.test(source.replace(/\[[^\]]*\]/g, '')) ? 'dot' : undefined
}
