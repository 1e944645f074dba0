import { isMarkup } from '../html-rule'
import { atMost } from '../sureness'
import { taintRule } from '../taint-rule'

/** Attributes and texts of the page itself: they are somebody else's only where the page put them there unchecked. */
const OF_THE_PAGE = /\.?(?:getAttribute\(\)|(?:textContent|innerText|innerHTML|value|dataset|attributes|href|src)\b.*)$/

const byFlow = taintRule({
  id: 'javascript-address',
  class: 'xss',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [79],
  title: 'A link or frame leads to an address from outside',
  why: 'An address that begins with javascript: is a script, and it runs on this page as soon as the link is followed or the frame is loaded.',
  impact: ['A prepared link runs a script in the session of whoever follows it', 'Frames and scripts are loaded from a host of the attacker'],
  fix: 'Parse the address and accept http and https alone, or put a fixed path of this site in front of it.',
  code: "const address = new URL(value, location.origin)\nif (['http:', 'https:'].includes(address.protocol)) link.href = address.href",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/DOM_based_XSS_Prevention_Cheat_Sheet.html',
    'https://developer.mozilla.org/en-US/docs/Web/URI/Reference/Schemes/javascript',
  ],
  from: ['request', 'browser', 'message', 'library', 'stored'],
  to: ['script-url'],
  // Addresses that people stored are shown by templates; what else a program keeps is mostly its own.
  where: (flow) => !isMarkup(flow) && (flow.source !== 'stored' || flow.library === 'templates'),
})

export default atMost(byFlow, ({ flow }) =>
  flow?.source === 'browser' && OF_THE_PAGE.test(flow.origin) && !/location/i.test(flow.origin) ? 'medium' : undefined,
)
