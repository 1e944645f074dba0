/** Docusaurus' hook for options. In: what the site's config says. Out: whole options, with those of the docs plugin checked by itself. */
import { validateOptions as validateDocs } from '@docusaurus/plugin-content-docs'
import { type PluginOptions, parsePluginOptions } from '../options'
import { plain } from './plain'

type DocsHook = Parameters<typeof validateDocs>[0]

export function validateOptions({ validate, options: raw }: { validate: DocsHook['validate']; options: unknown }): PluginOptions {
  const options = parse(raw)
  const { id, routeBasePath, docs } = options
  const { path: _, ...checked } = validateDocs({ validate, options: { ...docs, id, routeBasePath } })
  return { ...options, routeBasePath: checked.routeBasePath, docs: { ...checked } }
}

function parse(raw: unknown): PluginOptions {
  try {
    return parsePluginOptions(raw)
  } catch (error) {
    throw plain(error)
  }
}
