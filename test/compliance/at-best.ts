/**
 * What a check can say at all, by how a standard asks it. In: a requirement. Out: for a verdict that it cannot come to, why. Nothing of
 * this is asked by the product: it explains empty cells of a table.
 */
import type { Outcome } from '../../plugin/compliance/outcome'
import type { EvidenceRef, Requirement } from '../../plugin/types'

type Says = Outcome['says']
type Asked = Record<string, unknown>

const said = (asked: Asked, defaults: Record<string, Says>): Says[] =>
  Object.entries(defaults).map(([key, says]) => (asked[key] as Says | undefined) ?? says)

const ALL: Says[] = ['met', 'partly', 'not met']
const SAYS: Record<string, (asked: Asked) => Says[]> = {
  control: (asked) => said(asked, { pass: 'met', partial: 'partly', fail: 'not met' }),
  sites: (asked) => [(asked.all as Says | undefined) ?? 'met', 'partly'],
  setting: (asked) => ['met', 'not met', (asked.missing as Says | undefined) ?? 'unknown'],
  figure: (asked) => ['met', 'not met', (asked.none as Says | undefined) ?? 'unknown'],
  doors: (asked) => (asked.have ? [(asked.all as Says) ?? 'met', 'partly', 'not met'] : said(asked, { all: 'met', none: 'not met' })),
  parameters: (asked) => [(asked.all as Says | undefined) ?? 'met', 'partly', 'not met'],
  names: (asked) => said(asked, { found: 'met', none: 'not met' }),
  packages: (asked) => said(asked, { found: 'met', none: 'not met' }),
  files: (asked) => said(asked, { found: 'met', none: 'not met' }),
  lockFile: (asked) => said(asked, { found: 'met', none: 'not met' }),
  uses: (asked) => said(asked, { found: 'met', none: 'not met' }),
  tooling: (asked) => said(asked, { found: 'met', none: 'not met', byHand: (asked.found as Says | undefined) ?? 'met' }),
  mechanisms: (asked) => [...said(asked, { found: 'met', none: 'not met' }), ...(asked.atMost === undefined ? [] : (['partly'] as Says[]))],
  secretSources: () => ALL,
  header: (asked) => ['partly', (asked.none as Says | undefined) ?? 'not met'],
  runtimes: () => ['partly', 'not met'],
  connections: () => ['partly', 'not met'],
  records: () => ['partly'],
  register: () => ['partly'],
  roles: () => ['met', 'partly'],
  history: () => ['met'],
  advisories: () => ['met', 'partly'],
  steps: () => ['met', 'partly'],
  documents: (asked) => (asked.name === 'whole interface' ? ['partly', 'not met'] : ALL),
}

/** Where how it is asked has no words of its own. */
const WORDS: Record<string, string> = {
  runtimes: 'whether packages are still kept up is known to their registry',
  records: 'who owns data, and how sensitive they are, no schema says',
  register: 'decisions that are made elsewhere are not in the code',
  connections: 'what the other side demands is not in the code',
  lockFile: 'a lock file alone is a part of it',
  documents: 'settings and functions inside are held against no document',
  header: 'which answers need the header is for a reader to say',
}

/** `whether … was not looked at`, or `of limits of pages, code tells a part at best`. */
function wordsOf(asked: Asked, name: string): string {
  if (WORDS[name] !== undefined) return WORDS[name]
  if (name === 'any') return [...new Set(asked.parts as string[])].join('; ')
  if (typeof asked.because === 'string') return asked.because.slice(0, 1).toLowerCase() + asked.because.slice(1).replace(/\.$/, '')
  const what = (asked.what ?? asked.id ?? asked.of ?? asked.name ?? name) as string | string[]
  return `of ${what.toString().replaceAll('-', ' ')}, code tells a part at best`
}

function partsOf(ref: EvidenceRef): { name: string; asked: Asked; says: Says[] } {
  const [name, given] = Object.entries(ref)[0]!
  if (name === 'any') {
    const parts = (given as EvidenceRef[]).map(partsOf)
    return { name, asked: { parts: parts.map((part) => wordsOf(part.asked, part.name)) }, says: parts.flatMap(({ says }) => says) }
  }
  const asked = typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as Asked) : { name: String(given) }
  return { name, asked, says: (SAYS[name] ?? (() => ALL))(asked) }
}

/** Why it cannot come to this; undefined where it can. */
export function whyNever({ evidence, fails, code, assessedBy }: Requirement, verdict: 'pass' | 'partial' | 'fail'): string | undefined {
  const parts = evidence.map(partsOf)
  if (verdict === 'fail') {
    if (code === 'supports' || fails.rules.length > 0 || parts.some(({ says }) => says.includes('not met'))) return undefined
    return parts.length === 0 ? `assessed by ${assessedBy}` : 'what speaks against it cannot be told from code'
  }
  if (parts.length === 0) return `assessed by ${assessedBy ?? 'its findings alone'}`
  if (verdict === 'partial') return undefined
  const short = parts.find(({ says }) => !says.includes('met'))
  return short && wordsOf(short.asked, short.name)
}
