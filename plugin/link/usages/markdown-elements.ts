/** Elements that print Markdown, with the attributes that say whether HTML in it is left as it is. */
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { apiPathsOf, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { usage } from './modelled'
import { settingOf } from './setting'

const ATTRIBUTES = ['allowDangerousHtml', 'allowHtml', 'escapeHtml', 'skipHtml']

export function markdownElements(linked: Linked): Usage[] {
  const { whole, models } = linked
  const library = models.paths.root('npm:react-markdown')
  const found: Usage[] = []
  for (const node of lookupOf(whole).of(Kind.Jsx)) {
    if (!apiPathsOf(linked, whole.a[node] as number).includes(library)) continue
    const attributes = whole.b[node] as number
    const values: Record<string, Setting> = {}
    for (const name of ATTRIBUTES) values[name] = settingOf(linked, attributes, [name])
    const [child] = whole.items(whole.c[node] as number)
    values.text = child === undefined ? settingOf(linked, attributes, ['children']) : settingOf(linked, child)
    found.push(usage(linked, node, 'markdown-element', 'react-markdown', whole.sourceOf(whole.a[node] as number, 40), values))
  }
  return found
}
