import type { Program, Setting, Usage } from '../../types'
import { isOff, isOnly, mayBe, usageRule } from '../usage-rule'

export default usageRule({
  id: 'weakened-security-headers',
  class: 'security-headers',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:L/A:N',
  cwe: [693, 1021],
  title: 'A protective response header is switched off or made toothless',
  why: 'Browsers protect a visitor as far as the headers of the answer ask them to.',
  impact: ['Injected script runs although a policy is sent', 'Pages can be framed by other sites, or are fetched without encryption'],
  fix: 'Leave the protection on, and make exceptions as narrow as the page needs.',
  code: 'app.use(helmet({ contentSecurityPolicy: { directives: { scriptSrc: ["\'self\'"] } } }))',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html',
    'https://cheatsheetseries.owasp.org/cheatsheets/Content_Security_Policy_Cheat_Sheet.html',
    'https://helmetjs.github.io/',
  ],
  of: ['helmet', 'content-policy', 'transport-policy', 'response-header'],
  fault: (usage, program) => {
    const faults = usage.kind === 'response-header' ? ofHeader(usage).map(fault) : ofOptions(usage, program)
    const most = faults.some(({ confidence }) => confidence === 'medium') ? 'medium' : 'low'
    const says = [...new Set(faults.filter(({ confidence }) => confidence === most).map(({ says }) => says))]
    return says.length === 0
      ? undefined
      : {
          confidence: most,
          description: `Browsers protect a visitor as far as the headers of the answer ask them to. Here ${says.join(', and ')}.`,
        }
  },
})

interface Fault {
  says: string
  confidence: 'medium' | 'low'
}

const fault = (says: string): Fault => ({ says, confidence: 'medium' })

function ofOptions(usage: Usage, program: Program): Fault[] {
  const { kind, values } = usage
  if (kind === 'transport-policy') return isShort(values.maxAge) ? [fault('encryption is asked for shorter than a day')] : []
  const off = (name: string, says: string, header: string): Fault[] => {
    const elsewhere = isOnly(values[name], 'false') ? sentElsewhere(header, usage, program) : 'in this file'
    return elsewhere === 'in this file' ? [] : [{ says, confidence: elsewhere === 'perhaps' ? 'low' : 'medium' }]
  }
  return [
    ...off('contentSecurityPolicy', 'no content security policy is sent', 'content-security-policy'),
    ...off('frameguard', 'every site may frame the pages', 'x-frame-options'),
    ...off('xFrameOptions', 'every site may frame the pages', 'x-frame-options'),
    ...off('hsts', 'browsers are not told to stay on HTTPS', 'strict-transport-security'),
    ...off('strictTransportSecurity', 'browsers are not told to stay on HTTPS', 'strict-transport-security'),
    ...off('noSniff', 'browsers may guess content types', 'x-content-type-options'),
    ...off('xContentTypeOptions', 'browsers may guess content types', 'x-content-type-options'),
    // Browsers of today keep the path to themselves without being asked.
    ...off('referrerPolicy', 'browsers decide what other sites are told of the address', 'referrer-policy').map(
      ({ says }): Fault => ({ says, confidence: 'low' }),
    ),
    ...(mayBe(values.referrer, ...TELLING) ? [fault('other sites are told the whole address of the page that leads to them')] : []),
    ...(isShort(values.hstsMaxAge) || isShort(values.transportMaxAge) ? [fault('encryption is asked for shorter than a day')] : []),
    ...[values.scripts ?? values.scriptsDashed, values.scriptsDashed, values.defaults, values.defaultsDashed].flatMap(ofScripts).map(fault),
    ...(mayBe(values.frames, '*') || mayBe(values.framesDashed, '*') ? [fault(FRAMED_BY_ALL)] : []),
    // A first step, which many take before they enforce the policy.
    ...(isOnly(values.reportOnly, 'true') ? [{ says: 'the policy is reported about and not enforced', confidence: 'low' } as const] : []),
  ]
}

const FRAMED_BY_ALL = 'the policy lets every site frame the pages (frame-ancestors *)'

/** What is left out of the whole is often set apart: `helmet.contentSecurityPolicy(…)`; a header by hand may be that of one answer alone. */
function sentElsewhere(header: string, { at }: Usage, { usages }: Program): 'in this file' | 'perhaps' | 'nowhere' {
  const isPart = ({ kind }: Usage) => kind === OF_A_HEADER[header]
  const others = usages.filter((usage) => !usage.test && (isPart(usage) || (usage.kind === 'response-header' && mayBe(usage.values.name, header))))
  if (others.some((other) => isPart(other) && other.at.file === at.file)) return 'in this file'
  return others.length > 0 ? 'perhaps' : 'nowhere'
}

const OF_A_HEADER: Record<string, string> = { 'content-security-policy': 'content-policy', 'strict-transport-security': 'transport-policy' }

/** Policies under which path and query go along; what browsers do by themselves tells less. */
const TELLING = ['unsafe-url', 'no-referrer-when-downgrade']

/** In seconds; a day is the least that outlives one visit. */
const isShort = (setting: Setting | undefined) =>
  setting?.state === 'constant' && setting.texts.length > 0 && setting.texts.every((text) => Number(text) < 86_400)

function ofScripts(sources: Setting | undefined): string[] {
  // A nonce or a hash beside it makes browsers ignore 'unsafe-inline'.
  if (mayBe(sources, "'unsafe-inline'") && !(sources?.texts ?? []).some((text) => /^'(?:nonce|sha\d+)-/.test(text)))
    return ["the policy lets inline scripts run ('unsafe-inline')"]
  return mayBe(sources, '*') ? ['the policy lets scripts of every site run (*)'] : []
}

function ofHeader({ values }: Usage): string[] {
  const name = values.name?.texts[0]
  const texts = values.value?.texts ?? []
  switch (name) {
    case 'x-xss-protection':
      // Browsers of today have no such filter any more; those that have are told to leave it off.
      return isOff(values.value) || texts.some((text) => /^0/.test(text)) ? ["the browser's filter against reflected scripts is switched off"] : []
    case 'x-frame-options':
      return texts.some((text) => /^(?:allow-?all|allow-from)/i.test(text))
        ? ['frames are allowed in a way that browsers ignore, so that every site may frame the pages']
        : []
    case 'referrer-policy':
      // The last policy that a browser knows is the one.
      return texts.length > 0 && texts.every((text) => TELLING.includes(text.split(',').at(-1)?.trim().toLowerCase() ?? ''))
        ? ['other sites are told the whole address of the page that leads to them']
        : []
    case 'strict-transport-security':
      return texts.some((text) => /max-age\s*=\s*"?(\d+)/i.test(text) && Number(/max-age\s*=\s*"?(\d+)/i.exec(text)?.[1]) < 86_400)
        ? ['encryption is asked for shorter than a day']
        : []
    case 'content-security-policy':
      return texts.flatMap(ofPolicy)
    default:
      return []
  }
}

function ofPolicy(policy: string): string[] {
  const directives = new Map(
    policy
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name, ...sources]) => [(name ?? '').toLowerCase(), sources]),
  )
  const scripts = directives.get('script-src') ?? directives.get('default-src')
  return [
    ...(scripts ? ofScripts({ state: 'constant', texts: scripts }) : []),
    // It overrides what `X-Frame-Options` says (CSP level 3, section 6.4.2).
    ...(directives.get('frame-ancestors')?.includes('*') ? [FRAMED_BY_ALL] : []),
  ]
}
