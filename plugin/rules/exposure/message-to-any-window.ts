import { disclosureRule, MESSAGES } from '../disclosure-rule'

export default disclosureRule({
  id: 'message-to-any-window',
  class: 'info-exposure',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:U/C:L/I:N/A:N',
  cwe: [201, 359],
  title: 'Sensitive data are posted to whatever page a window shows',
  why: 'With * as its target, a message is delivered to the page that stands in the window at that moment, of whichever origin.',
  impact: ['A page that embeds this one, or that took over its frame, reads the data'],
  fix: 'Name the origin that the message is for.',
  code: "window.parent.postMessage(message, 'https://app.example.com')",
  references: [
    'https://developer.mozilla.org/en-US/docs/Web/API/Window/postMessage',
    'https://cheatsheetseries.owasp.org/cheatsheets/HTML5_Security_Cheat_Sheet.html',
  ],
  places: MESSAGES,
  confidence: { credential: 'high', intimate: 'high', personal: 'high', general: 'medium' },
})
