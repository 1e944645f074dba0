import type { Setting, Usage } from '../../types'
import { isCredential, ofSession, removes } from '../cookie-settings'
import type { Hit } from '../rule'
import { isForDevelopers, isMissing, isOff, isOn, isOnly, mayBe, textOf, usageRule } from '../usage-rule'

export default usageRule({
  id: 'permissive-cors',
  class: 'cors-origin',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:U/C:L/I:N/A:N',
  cwe: [942, 346],
  title: 'Every origin may read the answers',
  why: 'Browsers keep one site from reading what another answers; this configuration lifts that for all of them.',
  impact: [
    'Any site that a visitor opens can read what this service answers to the visitor',
    'Services that are only reachable from inside a network are read through its browsers',
  ],
  fix: 'Name the origins that need access, and only where they need it.',
  code: "app.use(cors({ origin: ['https://shop.example'], credentials: true }))",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/HTML5_Security_Cheat_Sheet.html',
    'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CORS',
  ],
  of: ['cors', 'cors-option', 'cors-pattern', 'response-header'],
  fault: (usage, { usages }) => {
    if (usage.kind === 'response-header') return ofHeader(usage)
    if (usage.kind === 'cors-pattern') return ofPattern(usage)
    const found = ofSettings(usage, usages)
    const asked = textOf(usage.values.asked)
    if (found?.confidence === 'high' && !isForDevelopers(usage) && stayAtHome(usages))
      return {
        ...found,
        confidence: 'medium',
        description:
          'The origins are open, for signed-in visitors too. The cookies by which visitors are known are kept from requests of other sites (`SameSite`), so that it is open to other hosts of the same site, and to what is sent along besides cookies.',
      }
    if (found?.confidence === 'high' && asked !== undefined && !isForDevelopers(usage))
      return {
        ...found,
        confidence: 'medium',
        description: `The origins are open, for signed-in visitors too, where \`${asked}\` holds: whether anybody sets it could not be told.`,
      }
    if (!found || !isForDevelopers(usage)) return found
    return {
      ...found,
      confidence: 'low',
      description: `The origins are open ${textOf(usage.values.when)} alone. It matters where such a service is reached by others, or where the setting is forgotten.`,
    }
  },
})

/** Whether every cookie that lets somebody in is kept from requests of other sites, wherever one is set. */
function stayAtHome(usages: Usage[]): boolean {
  const ofVisitors = usages.filter(
    (usage) => !usage.test && (usage.kind === 'session-cookie' || (usage.kind === 'cookie' && isCredential(usage) !== 'no' && !removes(usage))),
  )
  return (
    ofVisitors.length > 0 &&
    ofVisitors.every((usage) => {
      const sameSite = usage.kind === 'session-cookie' ? ofSession(usage, 'sameSite') : usage.values.sameSite
      return isOnly(sameSite, 'lax', 'strict', 'true')
    })
  )
}

function ofSettings(usage: Usage, usages: Usage[]): Partial<Hit> | undefined {
  const { cors, origin, credentials } = usage.values
  const trusts = isOn(credentials)
  const worse = trusts ? { metrics: { C: 'H', I: 'L' } } : {}
  if (usage.kind === 'cors-option' && isMissing(origin)) return isOnly(cors, 'true') ? { at: cors?.at ?? usage.at, confidence: 'medium' } : undefined
  const given = origin?.at ?? usage.at
  if (mayBe(origin, '*', 'null'))
    return isOff(credentials) && credentials?.state === 'constant' ? undefined : { at: given, confidence: trusts ? 'high' : 'medium', ...worse }
  // Reflects whatever origin asks.
  if (isOnly(origin, 'true')) return { at: given, confidence: trusts ? 'high' : 'medium', ...worse }
  if (usage.kind !== 'cors' || !isMissing(origin) || usage.values.options?.state === 'unknown') return undefined
  // Without credentials, others read what anyone could ask for; where preflight requests are let in too, they may also send.
  const everywhere = usages.some(
    ({ kind, at, values }) =>
      kind === 'cors-preflight' && at.file === usage.at.file && at.line === usage.at.line && mayBe(values.path, '*', '/*', '(.*)', '/(.*)'),
  )
  return { confidence: trusts || everywhere ? 'medium' : 'low', ...worse }
}

function ofHeader({ values, around, at }: Usage): Partial<Hit> | undefined {
  if (!mayBe(values.name, 'access-control-allow-origin')) return undefined
  const written = values.value?.at
  // What many answers share was decided once: `const headers = { 'Access-Control-Allow-Origin': '*' }`.
  const isShared = written !== undefined && (written.file !== at.file || written.line < at.line || written.line > (at.endLine ?? at.line))
  const trusts = allows(values.credentials)
  // Files that are served as they are, everybody can fetch without a browser.
  if (mayBe(values.value, '*')) return { confidence: around === 'setHeaders' ? 'low' : 'medium', ...(isShared ? { at: written } : {}) }
  // Documents without an origin of their own, sandboxed frames for one, say `null`; anyone can make such a frame.
  if (mayBe(values.value, 'null')) return trusts ? { confidence: 'high', metrics: { C: 'H', I: 'L' } } : { confidence: 'low' }
  return undefined
}

const allows = (setting: Setting | undefined) => mayBe(setting, 'true')

/** What a pattern of origins lets in, besides those that it is meant for. */
const MORE: Record<string, string> = {
  all: 'It names none: whatever origin asks is let in.',
  end: 'Nothing ends the pattern, so a host that merely begins in this way matches as well (`https://shop.example.attacker.example`).',
  front: 'Whatever stands in front of the name matches as well (`https://evilshop.example`).',
  dot: 'A dot without a backslash stands for any letter, so that another domain matches as well (`https://shopxexample.com`).',
}

const ofPattern = ({ values }: Usage): Partial<Hit> => ({
  confidence: mayBe(values.way, 'dot') ? 'low' : mayBe(values.way, 'all') && isOn(values.credentials) ? 'high' : 'medium',
  ...(mayBe(values.way, 'all') && isOn(values.credentials) ? { metrics: { C: 'H', I: 'L' } } : {}),
  description: `Origins are let in by a pattern. ${MORE[textOf(values.way) ?? 'end']}`,
})
