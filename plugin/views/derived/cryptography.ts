/**
 * The inventory of cryptography. In: uses that models know, outside tests, and findings. Out: one row a purpose, algorithm and key
 * size, with its places. A use with an open finding is weak; otherwise strength is that of NIST SP 800-131A Rev. 2 (keys of 112 bits
 * and more; no MD5, SHA-1, DES, RC4), and of passwords that of the OWASP Password Storage Cheat Sheet (bcrypt with 10 rounds).
 */
import type { Evidence, LedgerRow, Usage } from '../../types'
import { compareText } from '../order'

export interface CryptographicUse {
  purpose: string
  /** Null where it is chosen while running. */
  algorithm: string | null
  /** `256 bits`, `12 rounds`; null where code says none. */
  keySize: string | null
  /** `unprotected`: weak, and nothing was seen to be protected by it. */
  status: 'strong' | 'weak' | 'unprotected' | 'could not tell'
  count: number
  /** Open findings at these places. */
  findings: string[]
  places: Evidence[]
}

/** Kind of use, as models call it → what it is for; and the algorithm where the kind itself names it. */
const KINDS: Record<string, [purpose: string, algorithm?: string]> = {
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
}

/** Libraries and calls that are called after what they do. */
const NAMED = /bcrypt|argon2(?:id|i|d)?|scrypt|pbkdf2|sha-?(?:224|256|384|512)|sha3|keccak|ripemd|tripledes|blowfish/i

const WEAK = /\bmd[245]\b|\bsha-?1\b|\bdes\b|des-|3des|tripledes|\brc[24]|\bbf\b|blowfish|ecb|ripemd|^none$|null|hs1\b|rs1\b|export/i
const STRONG =
  /aes-?(?:128|192|256)-?(?:gcm|ccm|ctr|cbc|ocb)|chacha20|sha-?(?:224|256|384|512)|sha3|keccak|blake2|^(?:hs|rs|es|ps)(?:256|384|512)k?$|eddsa|ed25519|ed448|x25519|p-?(?:256|384|521)|secp256|prime256|argon2|scrypt|generator of the operating system/i

export function cryptographyOf(usages: readonly Usage[], rows: readonly LedgerRow[]): CryptographicUse[] {
  const faults = new Map<string, string[]>()
  for (const { id, status, suppressed, finding } of rows) {
    if (status !== 'Open' || suppressed || !finding || !CRYPTOGRAPHIC.has(finding.phase)) continue
    for (const { file, line } of [finding.at, ...(finding.places ?? [])])
      faults.set(`${file}:${line}`, [...(faults.get(`${file}:${line}`) ?? []), id])
  }
  const byWhat = new Map<string, CryptographicUse>()
  for (const usage of usages) {
    const kind = KINDS[usage.kind]
    if (!kind || usage.test) continue
    const [purpose, own] = kind
    const algorithm = own ?? algorithmOf(usage)
    const keySize = keySizeOf(usage, algorithm)
    const findings = (faults.get(`${usage.at.file}:${usage.at.line}`) ?? []).slice()
    const status = statusOf(purpose, algorithm, keySize, findings.length > 0)
    const key = JSON.stringify([purpose, algorithm, keySize, status])
    const known = byWhat.get(key)
    if (known) {
      known.count++
      known.places.push(usage.at)
      known.findings = [...new Set([...known.findings, ...findings])]
    } else byWhat.set(key, { purpose, algorithm, keySize, status, count: 1, findings, places: [usage.at] })
  }
  const rank = ({ status }: CryptographicUse) => ['weak', 'unprotected', 'could not tell', 'strong'].indexOf(status)
  return [...byWhat.values()].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      compareText(a.purpose, b.purpose) ||
      compareText(a.algorithm ?? '', b.algorithm ?? '') ||
      compareText(a.keySize ?? '', b.keySize ?? ''),
  )
}

/** Findings of other phases at the same line speak of something else: a log, an input. */
const CRYPTOGRAPHIC = new Set(['Data Protection', 'Authentication', 'Secrets Management'])

const textsOf = ({ values }: Usage, ...names: string[]): string[] =>
  names.flatMap((name) => (values[name]?.state === 'constant' ? values[name].texts : [])).filter((text) => text !== '')

function algorithmOf(usage: Usage): string | null {
  const [named] = textsOf(usage, 'algorithm', 'algorithm2', 'type', 'curve', 'group')
  if (named !== undefined) return named
  const [called] = NAMED.exec(usage.api) ?? NAMED.exec(usage.library) ?? []
  if (called !== undefined) return called.toLowerCase()
  // As jsonwebtoken and jose have it where nothing is chosen.
  return usage.kind === 'token-sign' && usage.values.algorithm?.state === 'missing' ? 'HS256 (default of the library)' : null
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

function statusOf(purpose: string, algorithm: string | null, keySize: string | null, hasFinding: boolean): CryptographicUse['status'] {
  if (hasFinding) return 'weak'
  const [size, unit] = keySize?.split(' ') ?? []
  if (unit === 'rounds') return Number(size) >= 10 ? 'strong' : 'weak'
  if (purpose === 'Key pair' && unit === 'bits') return Number(size) >= (/^(?:ec|ed|x)/i.test(algorithm ?? '') ? 224 : 2048) ? 'strong' : 'weak'
  if (algorithm === null) return 'could not tell'
  if (WEAK.test(algorithm)) return purpose === 'Digest' || /^Message/.test(purpose) ? 'unprotected' : 'weak'
  return STRONG.test(algorithm.replace(/ \(.*/, '')) ? 'strong' : 'could not tell'
}
