import { defineRule } from '../rule'

export default defineRule({
  id: 'interaction-tracking',
  class: 'sensitive-data-to-third-party',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:L/UI:N/S:U/C:L/I:N/A:N',
  cwe: [201, 359],
  title: 'Everything that users click on is sent to another company',
  why: 'The names of actions are taken from the page, so whatever personal data a button or link shows is sent along.',
  impact: ['Names, addresses and account data that stand on the page reach the monitoring service unnoticed'],
  fix: 'Turn the collection off, or mask what the page shows.',
  code: "datadogRum.init({ trackUserInteractions: true, defaultPrivacyLevel: 'mask', enablePrivacyForActionName: true })",
  references: [
    'https://docs.datadoghq.com/real_user_monitoring/session_replay/browser/privacy_options/',
    'https://cheatsheetseries.owasp.org/cheatsheets/User_Privacy_Protection_Cheat_Sheet.html',
  ],
  check: ({ usages }) =>
    usages
      .filter(({ kind, test, values }) => kind === 'interaction-tracking' && !test && values.enabled?.texts.includes('true'))
      .filter(({ values }) => !(values.privacy?.texts.includes('mask') && values.names?.texts.includes('true')))
      .map(({ api, at, around, values }) => ({
        subject: `${around || at.file} ${api}`,
        at: values.enabled?.at ?? at,
        trace: [at],
        confidence: 'medium' as const,
      })),
})
