/** Addresses whose host nobody but the visitor's own browser chose. */
import { Kind } from '../../graph'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { maskOf } from './kinds'

/** Kinds of harm that take another host, or another scheme. */
export const ELSEWHERE = maskOf(['redirect', 'url', 'script-url'])

/** Properties that hold the address a request was sent to, or that a page is shown at. */
const ADDRESS = /^(?:url|nextUrl|href|origin|baseURI)$/
const OWNER = /\/(?:Web)?Request$|(?:^|[.:])(?:location|document)$/

/**
 * Whether a value is the whole address that a request came to, or that a page is shown at, or a copy of it: what is resolved
 * against it, `new URL('/sign-in', request.url)`, stays on the same host.
 */
export function isOwnAddress(linked: Linked, node: number): boolean {
  const { whole, models } = linked
  for (let at = node, hops = 0; hops < 6 && at >= 0 && at < whole.size; hops++) {
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Refine || kind === Kind.Await) at = whole.a[at] as number
    else if (kind === Kind.New && calledName(linked, at) === 'URL' && whole.args(at).length === 1) at = whole.args(at)[0] as number
    else if (kind === Kind.Call && /^(?:clone|toString)$/.test(calledName(linked, at))) at = receiverOf(linked, at)
    else if (kind === Kind.Load && ADDRESS.test(whole.text(whole.b[at] as number))) {
      const receiver = whole.a[at] as number
      if (apiPathsOf(linked, receiver).some((path) => OWNER.test(models.paths.show(path)))) return true
      at = receiver
    } else return false
  }
  return false
}
