/** The Docusaurus adapter: joins the analysis to the section of a site. It decides nothing. */
import type { LoadContext } from '@docusaurus/types'
import { analysesApart } from './apart/index'
import { sectionPlugin } from './docusaurus/section'
import type { PluginOptions } from './options'

export default function plumbline(context: LoadContext, options: PluginOptions) {
  return sectionPlugin({ analyses: analysesApart }, context, options)
}

export { validateOptions } from './docusaurus/validate'
export type { PluginOptions } from './options'
