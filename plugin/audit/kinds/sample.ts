/** Samples of code: that what they import is there, and that what they call and read on own things is there as well. */
import type { Claim } from '../../types'
import type { ClaimReader } from '../reader'
import { isNear, ownCodeOf } from './own-code'
import { type Bench, benchOf, kind } from './sample-bench'
import { importClaims } from './sample-imports'
import { restated } from './sample-restated'
import { useClaims } from './sample-uses'

export const samples: ClaimReader = {
  id: kind,
  title: 'Samples of code',
  why: 'A sample is copied first and read later: what it imports or calls has to be there.',
  read(document, ground) {
    const shown = document.fences.flatMap((fence) => (fence.sample ? [{ fence, sample: fence.sample }] : []))
    if (shown.length === 0) return []
    const told = shown.flatMap(({ fence, sample }) => {
      const bench = benchOf(document, fence, sample, ground)
      return [...importClaims(bench), ...useClaims(bench), ...slips(bench)]
    })
    return distinct([...told, ...restated(shown.map(({ fence, sample }) => benchOf(document, fence, sample, ground)))])
  },
}

/** A name that nothing makes, beside one that is made and differs in little. */
function slips({ sample, wrong, ground }: Bench): Claim[] {
  if (sample.brokenAt !== undefined || sample.imports.length === 0) return []
  const code = ownCodeOf(ground)
  return sample.free.flatMap(({ name, line }) => {
    // Of what the code has, the import is wrong and not the use.
    if (GLOBALS.has(name) || code.named(name).length > 0) return []
    const meant = sample.declared.filter((other) => isSlip(name, other))
    if (meant.length !== 1) return []
    return [
      wrong(line, `${name} of the sample`, {
        says: `The sample makes ${name}.`,
        actual: `It makes ${meant[0]}, and nothing makes ${name}.`,
        impact: 'Whoever copies the sample has a program that stops there.',
        action: `Write ${meant[0]}.`,
        patch: { line, from: name, to: meant[0] as string },
      }),
    ]
  })
}

/** Not a class beside its instance, one of several, or a thing that is numbered. */
function isSlip(name: string, other: string): boolean {
  if (name.length < 6 || name.slice(1) === other.slice(1) || /\d/.test(name + other)) return false
  return name.toLowerCase() === other.toLowerCase() || isNear(name, other)
}

const GLOBALS = new Set(
  'console process Buffer Promise Object Array String Number Boolean Symbol Map Set WeakMap WeakSet JSON Math Date Error TypeError RangeError RegExp Intl Proxy Reflect globalThis window document navigator location fetch Request Response Headers URL URLSearchParams FormData Blob File FileReader AbortController AbortSignal setTimeout setInterval setImmediate clearTimeout clearInterval queueMicrotask structuredClone require module exports __dirname __filename describe it test expect before after beforeEach afterEach beforeAll afterAll jest vi Event EventTarget crypto performance TextEncoder TextDecoder React JSX'.split(
    ' ',
  ),
)

/** The same statement in two readings is one. */
function distinct(claims: Claim[]): Claim[] {
  const found = new Map<string, Claim>()
  for (const claim of claims) {
    const key = `${claim.doc.line} ${claim.subject}`
    const known = found.get(key)
    if (!known || (known.verdict !== 'false' && claim.verdict === 'false')) found.set(key, claim)
  }
  return [...found.values()]
}
