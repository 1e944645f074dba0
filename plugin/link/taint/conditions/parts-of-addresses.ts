/**
 * Parts of an address that a test compares: `new URL(value).origin`. In: what is compared, and what it may be. Out: which part of the
 * address it is, and kinds of harm that an address does not do whose part is known.
 */
import { Kind } from '../../../graph'
import type { Linked } from '../../linked'
import { ADDRESS, SCHEME } from '../kinds'
import { isAddress, parsesAddress } from '../parts'
import type { SameValues } from '../same-values'

/** Schemes of addresses that are scripts or documents themselves, or files that are started. */
const HOLDS_CODE = /^(?:javascript|vbscript|view-source|filesystem|about|data|blob|file|smb):$/i

/** Which part of the address that a value is: `origin` of `new URL(value, base).origin`. */
export function addressPart(linked: Linked, same: SameValues, node: number, value: number): string | undefined {
  const { whole } = linked
  const load = same.plain(node)
  if (load < 0 || load >= whole.size || whole.kind[load] !== Kind.Load) return undefined
  const part = whole.text(whole.b[load] as number)
  if (!/^(?:origin|host|hostname|protocol)$/.test(part)) return undefined
  const address = same.plain(whole.a[load] as number)
  // The address itself is asked, and goes on.
  if (same.isSame(address, value) && isAddress(linked, address)) return part
  if (!parsesAddress(linked, address)) return undefined
  const [text] = whole.args(address)
  return text !== undefined && same.isSame(text, value) ? part : undefined
}

/**
 * What an address does no harm to whose part is known. An origin holds scheme and host (RFC 6454, section 4; that of a script
 * is `null`); a host says nothing of the scheme, nor a scheme of the host.
 * @param texts what the part is one of, undefined where that is not written out
 */
export function sameAddress(part: string, texts: readonly (string | undefined)[]): number {
  if (part === 'origin') return texts.includes('null') ? 0 : ADDRESS
  if (part !== 'protocol') return ADDRESS & ~SCHEME
  return texts.length > 0 && texts.every((text) => text !== undefined && /^[a-z][\w+.-]*:$/i.test(text) && !HOLDS_CODE.test(text)) ? SCHEME : 0
}
