import type { Program } from '../../types'
import { isMarkup, isOfThePage } from '../html-rule'
import { defineRule, type Hit } from '../rule'
import { atMost } from '../sureness'
import { taintRule } from '../taint-rule'

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
  where: (flow) => !isMarkup(flow) && !flow.beginsAsSent && !flow.ownScheme && (flow.source !== 'stored' || flow.library === 'templates'),
})

/** An address that the page has already: whoever put it there had it followed without this, too. */
const OF_AN_ELEMENT = /(?:^|\.)(?:href|src|currentSrc)$/
const ATTRIBUTE = /\b(?:getAttribute|attr|prop)\(\s*['"`](?:href|src|action|data-href|data-src)['"`]\s*\)/

const isAddressOfThePage = ({ flow, trace = [] }: Hit): boolean =>
  flow !== undefined && isOfThePage(flow) && (OF_AN_ELEMENT.test(flow.origin) || ATTRIBUTE.test(trace[0]?.text ?? ''))

const rule = atMost(byFlow, (hit) => (isAddressOfThePage(hit) ? 'low' : hit.flow && isOfThePage(hit.flow) ? 'medium' : undefined))

/** Models of the elements that React makes, and what of them is loaded at once from wherever the address leads. */
const REACT = new Set(['react', 'markup-components'])
const LOADED = /^(?:src|data|uri|url)$/

/**
 * From version 19 on React writes no address that begins with `javascript:` into the page (upgrade guide to React 19, "react-dom: Error
 * for javascript URLs in src and href").
 */
function refusesScripts({ technologies }: Program): boolean {
  const react = technologies.find(({ name }) => name === 'React')
  const stated = react ? [react.version, ...[...(react.locked ?? []), ...(react.declared ?? [])].map(({ version }) => version)] : []
  const majors = stated.flatMap((version) => /\d+/.exec(version ?? '')?.[0] ?? [])
  return majors.length > 0 && majors.every((major) => Number(major) >= 19)
}

export default defineRule({
  ...rule,
  check: (program) =>
    rule.check(
      refusesScripts(program) ? { ...program, flows: program.flows.filter(({ library, api }) => !REACT.has(library) || LOADED.test(api)) } : program,
    ),
})
