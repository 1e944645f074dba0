/** Whether a site is for everybody to read. In: its config and the option. Out: a warning where nobody has decided who reads the section. */
import type { DocusaurusConfig } from '@docusaurus/types'
import type { PluginOptions } from '../options'

/** Names that only resolve inside, and names that are nobody's. */
const INSIDE =
  /^(?:localhost|[^.]+|.*\.(?:local|localhost|internal|intranet|corp|lan|home|private|test|invalid|example)|(?:.*\.)?example\.(?:com|org|net))$/i
/** Addresses of private networks (RFC 1918, RFC 4193), of the machine itself and of its link. */
const PRIVATE = /^(?:10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[(?:::1|f[cd]|fe[89ab]))/i

export function audienceWarning({ url, noIndex }: Pick<DocusaurusConfig, 'url' | 'noIndex'>, { id, audience }: PluginOptions): string | undefined {
  if (audience !== undefined || noIndex || !URL.canParse(url)) return undefined
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' || INSIDE.test(hostname) || PRIVATE.test(hostname)) return undefined
  return (
    `docusaurus-plugin-plumbline: the section "${id}" shows where and how open findings can be used, and ${hostname} looks like a site for everybody. ` +
    'Set the option "audience" to "public" to withhold that, or to "internal" if only your own people can read the site.'
  )
}
