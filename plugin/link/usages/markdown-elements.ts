/** Elements that print Markdown, with the attributes that say whether HTML and addresses in it are left as they are. */
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { apiPathsOf, functionsAt, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { usage } from './modelled'
import { constant, settingOf } from './setting'

/** What is asked for each address; of images none is run. */
const LEAVES_ADDRESSES = ['urlTransform', 'transformLinkUri']
/** Plugins that take elements and attributes out. */
const CLEANS = /sanit|purify|allow|harden/i
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
    if (LEAVES_ADDRESSES.some((name) => leavesAddresses(linked, attributes, name))) values.addresses = constant('as they are')
    if (readsHtml(linked, attributes)) values.html = constant('as it is')
    const [child] = whole.items(whole.c[node] as number)
    values.text = child === undefined ? settingOf(linked, attributes, ['children']) : settingOf(linked, child)
    found.push(usage(linked, node, 'markdown-element', 'react-markdown', whole.sourceOf(whole.a[node] as number, 40), values))
  }
  return found
}

/** `urlTransform={(url) => url}`, `transformLinkUri={null}` */
function leavesAddresses(linked: Linked, attributes: number, name: string): boolean {
  const { whole, values } = linked
  return values.property(attributes, name).some((node) => {
    if (node < whole.size && whole.kind[node] === Kind.Null) return true
    return functionsAt(linked, node).some((fn) => {
      const { params = [], returns = [] } = whole.functions[fn] ?? {}
      return returns.length > 0 && returns.every((value) => value === params[0])
    })
  })
}

/** `rehypePlugins={[rehypeRaw]}`, and no plugin that cleans what it reads. */
function readsHtml(linked: Linked, attributes: number): boolean {
  const { whole, values, models } = linked
  const lists = values.property(attributes, 'rehypePlugins').flatMap((node) => values.definitions(node))
  return lists.some((list) => {
    if (list >= whole.size || whole.kind[list] !== Kind.Array) return false
    const plugins = [...whole.items(whole.a[list] as number)].map((item) => {
      // `[plugin, options]`
      const [first] = whole.kind[item] === Kind.Array ? whole.items(whole.a[item] as number) : []
      return first ?? item
    })
    const names = plugins.map((plugin) => [whole.sourceOf(plugin, 60), ...apiPathsOf(linked, plugin).map((path) => models.paths.show(path))])
    return names.some((all) => all.includes('rehype-raw')) && !names.flat().some((name) => CLEANS.test(name))
  })
}
