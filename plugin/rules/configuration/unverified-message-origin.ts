import { isOnly, usageRule } from '../usage-rule'

export default usageRule({
  id: 'unverified-message-origin',
  class: 'cors-origin',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [346, 940, 20],
  title: 'Messages of other windows are used whoever sent them',
  why: 'Every window that holds a reference to this one can send it messages, and this handler uses them without asking where they come from.',
  impact: ['A site that frames or opens the page decides what the handler is given', 'What the handler does with the data, that site can make it do'],
  fix: 'Compare `event.origin` with the origins that are expected before anything else.',
  code: "window.addEventListener('message', (event) => {\n  if (event.origin !== 'https://partner.example') return\n  apply(event.data)\n})",
  references: [
    'https://developer.mozilla.org/en-US/docs/Web/API/Window/postMessage',
    'https://cheatsheetseries.owasp.org/cheatsheets/HTML5_Security_Cheat_Sheet.html',
  ],
  of: ['message-handler'],
  fault: ({ values }) => (isOnly(values.unchecked, 'true') ? { confidence: 'medium' } : undefined),
})
