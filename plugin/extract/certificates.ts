/** A file of a certificate in, what tells whether anybody else trusts it out; undefined where it holds none. */
import { X509Certificate } from 'node:crypto'
import type { Certificate } from '../graph'

const BEGINS = '-----BEGIN CERTIFICATE-----'
/** A bundle of many is what others have signed. */
const MOST_CHARACTERS = 20_000

export function certificateIn(text: string): Certificate | undefined {
  if (text.length > MOST_CHARACTERS || !text.includes(BEGINS)) return undefined
  try {
    const { subject, issuer, subjectAltName = '' } = new X509Certificate(text.slice(text.indexOf(BEGINS)))
    const names = [/^CN=(.+)$/m.exec(subject)?.[1], ...subjectAltName.split(/,\s*/).map((name) => /^(?:DNS|IP Address):(.+)$/.exec(name)?.[1])]
    return { isSignedByItself: subject === issuer, hosts: [...new Set(names.flatMap((name) => name ?? []))] }
  } catch {
    // Cut off, or none after all.
    return undefined
  }
}
