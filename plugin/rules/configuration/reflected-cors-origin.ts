import type { Flow, Usage } from '../../types'
import { defineRule, type Hit } from '../rule'
import { lessSure } from '../sureness'
import { isOff, mayBe } from '../usage-rule'

const WHY = 'The origin that is let in comes from the request itself, so every site can let itself in.'

export default defineRule({
  id: 'reflected-cors-origin',
  class: 'cors-origin',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:L/A:N',
  cwe: [942, 346],
  title: 'The request decides which origin may read the answer',
  why: WHY,
  impact: ['Any site that a visitor opens can read the answers as that visitor', 'Tokens in those answers can be used to act as the visitor'],
  fix: 'Compare the origin with a list of known ones before it is sent back.',
  code: "if (ALLOWED.has(request.headers.origin)) response.setHeader('Access-Control-Allow-Origin', request.headers.origin)",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/HTML5_Security_Cheat_Sheet.html', 'https://portswigger.net/web-security/cors'],
  check: ({ flows, usages }) => {
    const hits = new Map<string, Hit>()
    for (const flow of flows) {
      if (flow.test || flow.source !== 'request' || flow.sink !== 'header') continue
      const usage = usages.find((candidate) => isSamePlace(candidate, flow))
      if (!usage) continue
      const header = usage.kind === 'response-header'
      const at = (header ? undefined : usage.values.origin?.at) ?? flow.at
      const trusts = mayBe(usage.values.credentials, 'true')
      if (!header && isOff(usage.values.credentials)) continue
      hits.set(`${at.file}:${at.line}`, {
        subject: `${flow.around || at.file} ${flow.api}`,
        at,
        around: flow.origin,
        trace: flow.trace,
        // Without credentials another site reads no more than anyone could.
        confidence: trusts || !header ? lessSure(flow.confidence, flow.doubt?.most ?? 'high') : 'low',
        ...(flow.doubt ? { description: `${WHY} ${flow.doubt.because}` } : {}),
        ...(trusts ? {} : { metrics: { C: 'L', I: 'N' } }),
        ...(flow.route ? { route: flow.route } : {}),
      })
    }
    return [...hits.values()]
  },
})

function isSamePlace({ kind, at, values }: Usage, flow: Flow): boolean {
  if (at.file !== flow.at.file) return false
  if (kind === 'cors' || kind === 'cors-option') return at.line === flow.at.line
  if (kind !== 'response-header' || !mayBe(values.name, 'access-control-allow-origin') || values.value?.state === 'constant') return false
  // Of several headers in one call, each on a line of its own, the line says which it is.
  return at.line === flow.at.line || (at.line === flow.trace.at(-1)?.line && /allow-origin/i.test(flow.at.text))
}
