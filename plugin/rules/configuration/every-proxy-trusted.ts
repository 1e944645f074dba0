import { controlRule } from '../control-rule'

export default controlRule({
  id: 'every-proxy-trusted',
  class: 'trusted-proxy',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:L/A:N',
  cwe: [348, 290],
  title: 'Addresses that clients write themselves are believed',
  why: 'Every proxy is trusted, so the leftmost address of X-Forwarded-For counts as the caller, and callers may write it.',
  impact: ['Limits per address are walked around by writing another one', 'Logs name whom the caller chose'],
  fix: 'Name the proxies in front by address, or say how many there are.',
  code: "app.set('trust proxy', 1)",
  references: [
    'https://expressjs.com/en/guide/behind-proxies.html',
    'https://cheatsheetseries.owasp.org/cheatsheets/Denial_of_Service_Cheat_Sheet.html',
  ],
  control: 'trust-proxy',
})
