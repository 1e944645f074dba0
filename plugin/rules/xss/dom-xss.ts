import type { Evidence, Flow } from '../../types'
import { htmlRule, isMarkup, isOfThePage } from '../html-rule'

/** Browsers write quotes and brackets in the path of an address as `%22` and `%3C` (URL Standard, path percent-encode set): what is not decoded makes no tag. */
const isEncoded = ({ origin }: Pick<Flow, 'origin'>, trace: readonly Evidence[]): boolean =>
  /\blocation\.pathname(?:$|\.)/.test(origin) && !trace.some(({ text }) => /decode|unescape/i.test(text))

export default htmlRule({
  id: 'dom-xss',
  class: 'xss',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [79],
  title: 'The page writes its own address or input as markup',
  why: 'Addresses, messages of other windows, pasted text and text of the page itself are chosen by others; written as markup, a script in them runs.',
  impact: ['A prepared link runs a script in the session of whoever follows it', 'The server never sees the attack, so no log tells of it'],
  fix: 'Write text as text (textContent, createTextNode, text()), let the framework print it, or clean markup with DOMPurify.',
  code: "document.querySelector('#name').textContent = new URLSearchParams(location.search).get('name')",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/DOM_based_XSS_Prevention_Cheat_Sheet.html',
    'https://developer.mozilla.org/en-US/docs/Web/API/Element/innerHTML#security_considerations',
  ],
  from: ['browser'],
  to: ['html', 'script-url', 'template'],
  where: isMarkup,
  // A parsed document runs nothing until parts of it are put into the page.
  sure: ({ flow, trace = [] }) => {
    if (/\bparseFromString$/.test(flow?.api ?? '') || (flow && isEncoded(flow, trace))) return 'low'
    return flow && isOfThePage(flow) ? 'medium' : undefined
  },
})
