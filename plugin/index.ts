/** The Docusaurus adapter: joins the analysis to the section of a site. It decides nothing. */
import type { LoadContext } from '@docusaurus/types'
import { sectionPlugin } from './docusaurus/section'
import type { PluginOptions } from './options'
import { analyse } from './pipeline'
import { createWorld } from './world'

export default function plumbline(context: LoadContext, options: PluginOptions) {
  return sectionPlugin({ analyse, createWorld }, context, options)
}

export { validateOptions } from './docusaurus/validate'
export type { PluginOptions } from './options'
