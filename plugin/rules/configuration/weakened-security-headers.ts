import type { Setting, Usage } from '../../types'
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
  fault: (usage) => {
    const faults = usage.kind === 'response-header' ? ofHeader(usage) : ofOptions(usage)
    return faults.length === 0
      ? undefined
      : {
          confidence: 'medium',
          description: `Browsers protect a visitor as far as the headers of the answer ask them to. Here ${faults.join(', and ')}.`,
        }
  },
})

function ofOptions({ kind, values }: Usage): string[] {
  if (kind === 'transport-policy') return isShort(values.maxAge) ? ['encryption is asked for shorter than a day'] : []
  const off = (name: string, says: string) => (isOnly(values[name], 'false') ? [says] : [])
  return [
    ...off('contentSecurityPolicy', 'no content security policy is sent'),
    ...off('frameguard', 'every site may frame the pages'),
    ...off('xFrameOptions', 'every site may frame the pages'),
    ...off('hsts', 'browsers are not told to stay on HTTPS'),
    ...off('strictTransportSecurity', 'browsers are not told to stay on HTTPS'),
    ...off('noSniff', 'browsers may guess content types'),
    ...off('xContentTypeOptions', 'browsers may guess content types'),
    ...(mayBe(values.referrer, ...TELLING) ? ['other sites are told the whole address of the page that leads to them'] : []),
    ...(isShort(values.hstsMaxAge) || isShort(values.transportMaxAge) ? ['encryption is asked for shorter than a day'] : []),
    ...ofScripts(values.scripts ?? values.scriptsDashed),
    ...ofScripts(values.scriptsDashed),
    ...ofScripts(values.defaults),
    ...ofScripts(values.defaultsDashed),
  ].filter((fault, index, all) => all.indexOf(fault) === index)
}

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
    ...(directives.get('frame-ancestors')?.includes('*') ? ['the policy lets every site frame the pages (frame-ancestors *)'] : []),
  ]
}
