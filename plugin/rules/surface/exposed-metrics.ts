import { controlRule } from '../control-rule'

export default controlRule({
  id: 'exposed-metrics',
  class: 'info-exposure',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
  cwe: [200, 497],
  title: 'Metrics of the process can be read by anyone',
  why: 'The route gives figures of the process and of its use, and no guard stands in front of it.',
  impact: ['Routes, versions and load of the service can be read', 'An attack can be timed and its effect watched'],
  fix: 'Serve metrics on a port of their own that is not public, or demand a token.',
  code: "app.get('/metrics', requireToken(process.env.METRICS_TOKEN), serveMetrics)",
  references: ['https://prometheus.io/docs/operating/security/', 'https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html'],
  control: 'metrics-endpoints',
})
