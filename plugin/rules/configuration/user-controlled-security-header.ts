import { defineRule, type Hit } from '../rule'
import { mayBe } from '../usage-rule'

export default defineRule({
  id: 'user-controlled-security-header',
  class: 'security-headers',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:L/A:N',
  cwe: [1021, 451, 693],
  title: 'The request decides a protective header of its answer',
  why: 'The header is there to protect the visitor, and its value comes from the request, which another site may have made.',
  impact: ['Whoever makes the request switches the protection off', 'Pages can be framed, or scripts let in, where the application forbids it'],
  fix: 'Write the value in the code, or choose it from a list.',
  code: "response.setHeader('X-Frame-Options', 'SAMEORIGIN')",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Clickjacking_Defense_Cheat_Sheet.html',
    'https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html',
  ],
  check: ({ flows, usages }) => {
    const headers = new Map(
      usages
        .filter(
          ({ kind, values }) =>
            kind === 'response-header' &&
            mayBe(values.name, 'x-frame-options', 'content-security-policy', 'strict-transport-security', 'x-xss-protection', 'referrer-policy'),
        )
        .map((usage) => [`${usage.at.file}:${usage.at.line}`, usage]),
    )
    const hits = new Map<string, Hit>()
    for (const flow of flows) {
      const place = `${flow.at.file}:${flow.at.line}`
      if (flow.test || flow.source !== 'request' || flow.sink !== 'header' || !headers.has(place)) continue
      hits.set(place, {
        subject: `${flow.around || flow.at.file} ${flow.api}`,
        at: flow.at,
        around: flow.origin,
        trace: flow.trace,
        confidence: flow.confidence,
        ...(flow.route ? { route: flow.route } : {}),
      })
    }
    return [...hits.values()]
  },
})
