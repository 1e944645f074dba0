/** Calls that encode a value for one place on a page: an address, a script, a style sheet. */
import { Kind } from '../../../graph'
import { rowsByName } from '../../../rows-by-name'
import type { Evidence } from '../../../types'
import { calledName, cite, isTestCode, type Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import { packageOf } from '../../usages/origin'

const BY_NAME: Record<string, 'url' | 'script' | 'style'> = rowsByName({
  encodeURIComponent: 'url',
  encodeURI: 'url',
  URLSearchParams: 'url',
  serialize: 'script',
  jsesc: 'script',
  devalue: 'script',
  uneval: 'script',
  htmlescape: 'script',
  cssesc: 'style',
})
/** Names that other things have too: they count from these packages alone. */
const FROM: Record<string, RegExp> = rowsByName({ serialize: /^serialize-javascript$/, uneval: /^devalue$/, devalue: /^(?:devalue|@nuxt\/devalue)$/ })

const known = new WeakMap<Linked, Record<'url' | 'script' | 'style', Evidence[]>>()

export function encodersIn(linked: Linked): Record<'url' | 'script' | 'style', Evidence[]> {
  let found = known.get(linked)
  if (found) return found
  found = { url: [], script: [], style: [] }
  known.set(linked, found)
  const { whole } = linked
  for (const call of lookupOf(whole).called(new Set([...Object.keys(BY_NAME), 'escape']))) {
    if (isTestCode(linked, (whole.files[whole.fileOf(call)] as { path: string }).path)) continue
    const name = calledName(linked, call)
    if (name === 'escape') {
      const callee = whole.a[call] as number
      if (whole.kind[callee] === Kind.Load && linked.values.nameOf(whole.a[callee] as number) === 'CSS') found.style.push(cite(linked, call))
      continue
    }
    const from = FROM[name]
    if (from && !from.test(packageOf(linked, whole.a[call] as number) ?? '')) continue
    found[BY_NAME[name] as 'url'].push(cite(linked, call))
  }
  return found
}
