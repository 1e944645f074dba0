import type { Flow } from '../../types'
import { isLinkOrFrame } from '../html-rule'
import { whereOthersReach } from '../other-sites'
import type { Hit } from '../rule'
import { atMost } from '../sureness'
import { taintRule } from '../taint-rule'
import { isHeadlessBrowser } from './headless-browser-injection'

/** What a request was sent to: it begins with a slash, and nobody chooses the host of another's request. */
const OWN_PLACE = /(?:^|\.)(?:path|pathname|host|hostname|protocol)$|\buseRouteMatch\(\)\.(?:url|path)$/
/** The same with all that follows; two slashes in front would lead elsewhere. */
const OWN_ADDRESS = /(?:^|\.)originalUrl$|^(?:ctx\.)?(?:req|request)\.url$|^ctx\.url$/
/**
 * Headers and cookies of a visitor: who writes a link does not decide them. The address of the page that the visitor comes from is
 * the one exception.
 */
const OF_VISITOR =
  /\bheaders(?:\(\))?(?:\.|$)|(?:^|\.)(?:getHeader|header)\(\)|^(?:req|request)\.get\(\)|(?:^|\.)(?:signedCookies|cookies)(?:\(\))?(?:\.|$)/i
const REFERRER = /referr?er/i
const isOfVisitor = ({ origin, from }: Flow): boolean => OF_VISITOR.test(origin) && !REFERRER.test(`${origin} ${from.text}`)

/** `redirect(request.get('Referer') || '/')`: visitors are sent where they come from, and whoever wants them elsewhere had them there. */
const isWayBack = ({ flow, trace = [] }: Hit): boolean =>
  flow !== undefined && OF_VISITOR.test(flow.origin) && REFERRER.test(`${flow.origin} ${trace[0]?.text ?? ''}`)

/** `redirect('https://' + request.headers.host + request.url)`: the same place, and encrypted. A path begins with no other host. */
const UPGRADES = /https:\/\/(?:\$\{|['"`]\s*\+)[^;]*\bhost(?:name)?\b/i

const isUpgrade = ({ flow, trace = [] }: Hit): boolean => OWN_ADDRESS.test(flow?.origin ?? '') && trace.some(({ text }) => UPGRADES.test(text))
/** `request.originalUrl` where the path of the route begins with a name: no second slash stands behind its first. */
const isBelowName = ({ flow, route = '' }: Hit): boolean => /(?:^|\.)originalUrl$/.test(flow?.origin ?? '') && /^\S+ \/[\w-]/.test(route)
/** What the page's own address begins with is its own host. */
const isOfOwnHost = ({ source, origin }: Flow): boolean =>
  source === 'browser' && /\b(?:location|href|URL)(?:\.toString\(\))?\.split\(\)\[0\]$/.test(origin)

/** Routers inside a page, which stay on its site. */
const PAGE_ROUTER = /^use(?:History|Navigate|Router|Navigation)\(\)/
/** Parts of the page's own path. */
const PART_OF_PAGE = /^use(?:RouteMatch\(\)\.params|Params\(\))(?:\.|$)/

const byFlow = taintRule({
  id: 'open-redirect',
  class: 'open-redirect',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [601],
  title: 'Outside data decides where visitors are sent',
  why: 'A link to this site leads to any other, and people trust it for the name in front.',
  impact: ['Visitors give their password to a copy of the site', 'Tokens in the address go along to the other site'],
  fix: 'Redirect to paths of your own only, or look the target up in a list.',
  code: "const target = new URL(request.query.next, origin)\nresponse.redirect(target.origin === origin ? target.pathname : '/')",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Unvalidated_Redirects_and_Forwards_Cheat_Sheet.html',
    'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Location',
  ],
  from: ['request', 'browser', 'message', 'parameter'],
  to: ['redirect'],
  // A path begins with a slash: it leads elsewhere only where a server answers paths that begin with two.
  most: (flow) => (isOfVisitor(flow) || (flow.source === 'browser' && flow.beginsAsSent) ? 'low' : undefined),
  // Where the link of a component leads is no redirect: what it may do is run a script, see `javascript-address`.
  where: (flow) => !isHeadlessBrowser(flow) && !flow.beginsWithOwnName && !isOfOwnHost(flow) && !(flow.source === 'parameter' && isLinkOrFrame(flow)),
})

export default atMost(whereOthersReach(byFlow), (hit) => {
  const { flow } = hit
  if (!flow) return undefined
  if (OWN_PLACE.test(flow.origin) || (PAGE_ROUTER.test(flow.api) && PART_OF_PAGE.test(flow.origin))) return 'low'
  if (isUpgrade(hit) || isWayBack(hit) || isBelowName(hit)) return 'low'
  return OWN_ADDRESS.test(flow.origin) || PAGE_ROUTER.test(flow.api) ? 'medium' : undefined
})
