/** What libraries for protective headers send. In: the package, the function called, its version and options. Out: headers with their values. */
import { rowsByName } from '../../../rows-by-name'

export interface SetHeader {
  header: string
  value: string
}

/** Functions of such libraries, and packages that do one thing, by the header that each sets; with the value of its default. */
const single: [names: RegExp, header: string, value: string][] = [
  [/^(?:contentSecurityPolicy|csp|helmet-csp)$/i, 'content-security-policy', 'the default of the library'],
  [/^(?:hsts|strictTransportSecurity)$/i, 'strict-transport-security', 'the default of the library'],
  [/^(?:frameguard|xFrameOptions|xframe)$/i, 'x-frame-options', 'SAMEORIGIN'],
  [/^(?:noSniff|xContentTypeOptions|nosniff|dont-sniff-mimetype)$/i, 'x-content-type-options', 'nosniff'],
  [/^(?:referrerPolicy|referrer-policy)$/i, 'referrer-policy', 'no-referrer'],
  [/^(?:featurePolicy|feature-policy)$/i, 'permissions-policy', 'as Feature-Policy, its older name'],
  [/^(?:permissionsPolicy|permissions-policy)$/i, 'permissions-policy', ''],
  [/^(?:xssFilter|xXssProtection|xssProtection|x-xss-protection)$/i, 'x-xss-protection', ''],
  [/^(?:hidePoweredBy|xPoweredBy|hide-powered-by)$/i, 'x-powered-by', 'removed'],
  [/^(?:crossOriginOpenerPolicy)$/i, 'cross-origin-opener-policy', 'same-origin'],
  [/^(?:crossOriginResourcePolicy)$/i, 'cross-origin-resource-policy', 'same-origin'],
  [/^(?:crossOriginEmbedderPolicy)$/i, 'cross-origin-embedder-policy', ''],
  [/^(?:dnsPrefetchControl|xDnsPrefetchControl)$/i, 'x-dns-prefetch-control', ''],
  [/^(?:ieNoOpen|xDownloadOptions)$/i, 'x-download-options', ''],
  [/^(?:permittedCrossDomainPolicies|xPermittedCrossDomainPolicies)$/i, 'x-permitted-cross-domain-policies', ''],
  [/^(?:originAgentCluster)$/i, 'origin-agent-cluster', ''],
  [/^(?:expectCt|hpkp|noCache|nocache|p3p)$/i, 'cache-control', ''],
]

/** Option that switches each header of `helmet()` off, under both its names; since which major version it is sent by default. */
const whole: { header: string; value: string; options: string[]; since: number }[] = [
  {
    header: 'content-security-policy',
    value: "the default of the library: default-src 'self'; script-src 'self'; style-src with 'unsafe-inline'",
    options: ['contentSecurityPolicy'],
    since: 4,
  },
  {
    header: 'strict-transport-security',
    value: 'the default of the library: half a year or more',
    options: ['hsts', 'strictTransportSecurity'],
    since: 0,
  },
  { header: 'x-frame-options', value: 'SAMEORIGIN', options: ['frameguard', 'xFrameOptions'], since: 0 },
  { header: 'x-content-type-options', value: 'nosniff', options: ['noSniff', 'xContentTypeOptions'], since: 0 },
  { header: 'referrer-policy', value: 'no-referrer', options: ['referrerPolicy'], since: 4 },
  { header: 'x-powered-by', value: 'removed', options: ['hidePoweredBy', 'xPoweredBy'], since: 0 },
]

/** Wrappers: the major version from which each wraps helmet 4 or later. */
const wholeFrom: Record<string, number> = rowsByName({ helmet: 4, 'koa-helmet': 6, '@fastify/helmet': 5, 'fastify-helmet': 5 })

interface Asked {
  library: string
  member: string
  major: number | undefined
  options: Record<string, 'off' | 'given' | 'unknown'>
}

export function headersOf({ library, member, major, options }: Asked): { headers: SetHeader[]; isUntold: boolean } {
  const one = single.find(([names]) => names.test(member)) ?? single.find(([names]) => names.test(library))
  if (one) return { headers: [{ header: one[1], value: one[2] }], isUntold: false }
  const wraps = wholeFrom[library]
  if (wraps !== undefined) {
    const isOld = major !== undefined && major < wraps
    const sent = whole.filter(({ since, options: names }) => (!isOld || since === 0) && !names.some((name) => options[name] === 'off'))
    return { headers: sent.map(({ header, value }) => ({ header, value })), isUntold: options.options === 'unknown' }
  }
  // Hono's and others of the kind send all but a content policy.
  if (/secureHeaders|secure-headers/i.test(`${member} ${library}`))
    return {
      headers: whole
        .filter(({ header }) => header !== 'content-security-policy' || options.contentSecurityPolicy === 'given')
        .map(({ header, value }) => ({ header, value })),
      isUntold: false,
    }
  return { headers: [], isUntold: true }
}
