/**
 * The inventory of cryptography. In: uses that models know, outside tests, and findings. Out: one row a purpose, algorithm and key
 * size, with its places. Strength is that of NIST SP 800-131A Rev. 2 (keys of 112 bits and more; no MD5, DES, RC4; SHA-1 nowhere but
 * in HMAC, until 2030), and of passwords that of the OWASP Password Storage Cheat Sheet (bcrypt with 10 rounds). What a weak algorithm
 * is used for decides: a checksum protects nobody. Only findings about the algorithm or its settings make a use weak; a key that
 * stands in the code is told apart, and what else is wrong at the same line is not the algorithm's.
 */
import { rowsByName } from '../../rows-by-name'
import type { Evidence, LedgerRow, Usage } from '../../types'
import { compareText } from '../order'

export interface CryptographicUse {
  purpose: string
  /** Null where it is chosen while running. */
  algorithm: string | null
  /** `256 bits`, `12 rounds`; null where code says none. */
  keySize: string | null
  /**
   * `exposed`: the algorithm is strong and its key stands in the code. `ending`: still allowed for this use. `no integrity`: strong,
   * and does not show whether the text was changed. `unprotected`: weak, and nothing was seen to be protected by it. `harmless`:
   * weak, and used where nobody needs protection.
   */
  status: 'strong' | 'weak' | 'exposed' | 'ending' | 'no integrity' | 'unprotected' | 'harmless' | 'could not tell'
  count: number
  /** Open findings about the algorithm, its settings or its key at these places, each once. */
  findings: string[]
  places: Evidence[]
}

/** Kind of use, as models call it → what it is for; and the algorithm where the kind itself names it. */
const KINDS: Record<string, [purpose: string, algorithm?: string]> = rowsByName({
  hash: ['Digest'],
  'web-hash': ['Digest'],
  'fast-hash': ['Digest'],
  md5: ['Digest', 'MD5'],
  sha1: ['Digest', 'SHA-1'],
  mac: ['Message authentication (HMAC)'],
  'slow-hash': ['Password hash or key derivation'],
  'password-hash-call': ['Password hash or key derivation'],
  cipher: ['Encryption'],
  'cipher-without-iv': ['Encryption'],
  'library-cipher': ['Encryption', 'AES'],
  'named-cipher': ['Encryption'],
  ecb: ['Encryption', 'AES in ECB mode'],
  des: ['Encryption', 'DES'],
  rc4: ['Encryption', 'RC4 or another old stream cipher'],
  signature: ['Signature'],
  'token-sign': ['Signature of tokens'],
  'key-pair': ['Key pair'],
  'symmetric-key': ['Key'],
  'key-exchange': ['Key exchange'],
  'strong-random': ['Random values', 'generator of the operating system'],
})

/** Libraries and calls that are called after what they do. */
const NAMED = /bcrypt|argon2(?:id|i|d)?|scrypt|pbkdf2|sha-?(?:224|256|384|512)|sha3|keccak|ripemd|tripledes|blowfish/i

const WEAK =
  /\bmd[245]\b|\bsha-?1\b|^sha$|\bdes\b|\bdes-|3des|tripledes|\brc[24]|\bbf\b|\bbf-|blowfish|\becb\b|-ecb|ripemd|^none$|^null$|\b[hr]s1\b|rsa1_5|^modp[125]$|secp1(?:12|28|60)/i
const STRONG =
  /aes-?(?:128|192|256)-?(?:gcm|ccm|ctr|cbc|ocb)|^a(?:128|192|256)(?:gcm|cbc|kw|gcmkw)|chacha20|sha-?(?:224|256|384|512)|sha3|keccak|blake2|^(?:hs|rs|es|ps)(?:256|384|512)k?$|^eddsa|ed25519|ed448|x25519|x448|^ecdh|rsa-oaep|p-?(?:256|384|521)|secp(?:224|256|384|521)|prime256|argon2|scrypt|^modp1[4-8]$|generator of the operating system/i
/** Modes that hide a text, and let it be changed unseen. */
const UNAUTHENTICATED = /-(?:cbc|ctr|cfb\d*|ofb)$/i

/** Rules about an algorithm or its settings. */
const WEAKENS = new Set(
  'weak-hash weak-cipher short-key fast-password-hash weak-password-hash-settings fixed-iv cipher-without-iv token-algorithm-open unsigned-token biased-random-number insecure-random recoverable-password'.split(
    ' ',
  ),
)
/** Rules about a key. */
const EXPOSES = new Set(['hardcoded-secret', 'secret-in-history', 'build-artifact-leak'])

export function cryptographyOf(usages: readonly Usage[], rows: readonly LedgerRow[]): CryptographicUse[] {
  const faults = faultsByLine(rows)
  const fed = feedsByMaking(usages)
  const byWhat = new Map<string, CryptographicUse>()
  for (const usage of usages) {
    const kind = KINDS[usage.kind]
    if (!kind || usage.test) continue
    const [general, own] = kind
    const algorithm = own ?? algorithmOf(usage)
    const keySize = keySizeOf(usage, algorithm)
    const feeds = fed.get(lineOf(usage.at)) ?? []
    const use = purposeOf(general, feeds)
    // What goes in stands at a line of its own as often as not: `createHash('md5')`, then `.update(token)`.
    const at = [...new Set([usage.at, ...feeds.map((feed) => feed.at)].map(lineOf))].flatMap((line) => faults.get(line) ?? [])
    const status = statusOf({ general, algorithm, keySize, use, faults: at })
    const purpose = use === undefined ? general : PURPOSES[use]
    const key = JSON.stringify([purpose, algorithm, keySize, status])
    const findings = at.map(({ id }) => id)
    const known = byWhat.get(key)
    if (known) {
      known.count++
      known.places.push(usage.at)
      known.findings = [...new Set([...known.findings, ...findings])]
    } else byWhat.set(key, { purpose, algorithm, keySize, status, count: 1, findings: [...new Set(findings)], places: [usage.at] })
  }
  const rank = ({ status }: CryptographicUse) => ORDER.indexOf(status)
  return [...byWhat.values()].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      compareText(a.purpose, b.purpose) ||
      compareText(a.algorithm ?? '', b.algorithm ?? '') ||
      compareText(a.keySize ?? '', b.keySize ?? ''),
  )
}

/** What asks for somebody's attention first. */
const ORDER: CryptographicUse['status'][] = ['weak', 'exposed', 'unprotected', 'no integrity', 'ending', 'could not tell', 'harmless', 'strong']

interface Fault {
  id: string
  /** Low confidence names a finding and decides nothing. */
  does: 'weakens' | 'exposes' | 'names'
}

const lineOf = ({ file, line }: Evidence): string => `${file}:${line}`

function faultsByLine(rows: readonly LedgerRow[]): Map<string, Fault[]> {
  const faults = new Map<string, Fault[]>()
  for (const { id, rule, status, suppressed, finding } of rows) {
    if (status !== 'Open' || suppressed || !finding || !(WEAKENS.has(rule) || EXPOSES.has(rule))) continue
    const does = finding.confidence === 'low' ? 'names' : WEAKENS.has(rule) ? 'weakens' : 'exposes'
    for (const line of new Set([finding.at, ...(finding.places ?? [])].map(lineOf))) faults.set(line, [...(faults.get(line) ?? []), { id, does }])
  }
  return faults
}

/** What goes into a digest, by the line at which the digest is made. */
function feedsByMaking(usages: readonly Usage[]): Map<string, Usage[]> {
  const fed = new Map<string, Usage[]>()
  for (const usage of usages) {
    const [made] = usage.kind === 'digest' && !usage.test ? textsOf(usage, 'made') : []
    if (made !== undefined) fed.set(made, [...(fed.get(made) ?? []), usage])
  }
  return fed
}

type Use = 'password' | 'secret' | 'prescribed' | 'harmless'

const PURPOSES: Record<Use, string> = {
  password: 'Digest of a password',
  secret: 'Digest of a secret',
  prescribed: 'Digest that a protocol prescribes',
  harmless: 'Checksum, name or cache key',
}

/** Undefined where it could not be told, and where it is no digest. */
function purposeOf(general: string, feeds: readonly Usage[]): Use | undefined {
  if (general !== 'Digest') return undefined
  const has = (name: string, text: string) => feeds.some((feed) => textsOf(feed, name).includes(text))
  if (has('data', 'password')) return 'password'
  if (has('purpose', 'prescribed')) return 'prescribed'
  if (feeds.some((feed) => textsOf(feed, 'data').some((text) => text !== 'personal'))) return 'secret'
  return has('purpose', 'harmless') ? 'harmless' : undefined
}

const textsOf = ({ values }: Usage, ...names: string[]): string[] =>
  names.flatMap((name) => (values[name]?.state === 'constant' ? values[name].texts : [])).filter((text) => text !== '')

function algorithmOf(usage: Usage): string | null {
  const [named] = textsOf(usage, 'algorithm', 'algorithm2', 'type', 'curve', 'group')
  if (named !== undefined) return spelled(named)
  // Several libraries share one model; the line names the one that is meant.
  const [called] = NAMED.exec(usage.api) ?? NAMED.exec(usage.library) ?? (/-hash/.test(usage.kind) ? NAMED.exec(usage.at.text) : null) ?? []
  if (called !== undefined) return spelled(called.toLowerCase())
  // As jsonwebtoken and jose have it where nothing is chosen.
  return usage.kind === 'token-sign' && usage.values.algorithm?.state === 'missing' ? 'HS256 (default of the library)' : null
}

/** One spelling for one algorithm: `sha256` and `SHA-256` are one row. */
function spelled(name: string): string {
  const [, digest, size] = /^(md|sha)-?(\d{1,3})$/i.exec(name) ?? []
  if (digest !== undefined) return digest.toLowerCase() === 'md' ? `MD${size}` : `SHA-${size}`
  return /^(?:aes|des|chacha|camellia|aria|bf|rc)\b|^(?:aes|des|rsa|dsa|ec|dh)$|^(?:aes|des)-/i.test(name) ? name.toUpperCase() : name
}

function keySizeOf(usage: Usage, algorithm: string | null): string | null {
  const [bits] = textsOf(usage, 'bits', 'bits2', 'bits3')
  if (bits !== undefined && /^\d+$/.test(bits)) return `${bits} bits`
  const [rounds] = textsOf(usage, 'rounds')
  if (rounds !== undefined && /^\d+$/.test(rounds)) return `${rounds} rounds`
  const [iterations] = textsOf(usage, 'iterations')
  if (iterations !== undefined && /^\d+$/.test(iterations)) return `${iterations} iterations`
  const named = /aes-?(128|192|256)|(?:camellia|aria)-?(128|192|256)/i.exec(algorithm ?? '')
  if (named) return `${named[1] ?? named[2]} bits`
  return /chacha20/i.test(algorithm ?? '') ? '256 bits' : null
}

interface Judged {
  general: string
  algorithm: string | null
  keySize: string | null
  use: Use | undefined
  faults: readonly Fault[]
}

function statusOf({ general, algorithm, keySize, use, faults }: Judged): CryptographicUse['status'] {
  if (faults.some(({ does }) => does === 'weakens') || use === 'password') return 'weak'
  const strength = strengthOf(general, algorithm, keySize)
  if (strength === 'weak' && general === 'Digest')
    return use === 'secret' ? 'weak' : use === 'harmless' || use === 'prescribed' ? 'harmless' : 'unprotected'
  if (strength === 'weak' && general === MAC) return /sha-?1/i.test(algorithm ?? '') ? 'ending' : 'weak'
  if (strength === 'strong' && faults.some(({ does }) => does === 'exposes')) return 'exposed'
  return strength === 'strong' && general === 'Encryption' && UNAUTHENTICATED.test(algorithm ?? '') ? 'no integrity' : strength
}

const MAC = 'Message authentication (HMAC)'
/** Bits of a key that are still allowed: of RSA, DSA and Diffie-Hellman, of curves, of one key for both sides. */
const LEAST = { factored: 2048, curve: 224, shared: 112 }

function strengthOf(general: string, algorithm: string | null, keySize: string | null): 'strong' | 'weak' | 'could not tell' {
  const [size, unit] = keySize?.split(' ') ?? []
  if (unit === 'rounds') return Number(size) >= 10 ? 'strong' : 'weak'
  if (unit === 'bits' && (general === 'Key pair' || general === 'Key exchange'))
    return Number(size) >= (/^(?:ec|ed|x)/i.test(algorithm ?? '') ? LEAST.curve : LEAST.factored) ? 'strong' : 'weak'
  if (unit === 'bits' && general === 'Key' && !WEAK.test(algorithm ?? '')) return Number(size) >= LEAST.shared ? 'strong' : 'weak'
  if (algorithm === null) return 'could not tell'
  if (WEAK.test(algorithm)) return 'weak'
  return STRONG.test(algorithm.replace(/ \(.*/, '')) ? 'strong' : 'could not tell'
}
