import type { Flow, Program } from '../../types'
import { isLinkOrFrame, isMarkup, isOfThePage, MARKUP_ELEMENTS } from '../html-rule'
import { isAtLeast } from '../package-versions'
import { defineRule, type Hit } from '../rule'
import { atMost } from '../sureness'
import { taintRule } from '../taint-rule'

/** Whether people typed it somewhere, or the program wrote it, is not told here. */
const OF_OTHERS = new Set<Flow['source']>(['response', 'parameter'])

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
  from: ['request', 'browser', 'message', 'library', 'stored', 'response', 'parameter'],
  to: ['script-url'],
  // Addresses that people stored are shown by templates; what else a program keeps is mostly its own.
  where: (flow) =>
    !isMarkup(flow) &&
    !flow.beginsAsSent &&
    !flow.ownScheme &&
    (flow.source !== 'stored' || flow.library === 'templates') &&
    (!OF_OTHERS.has(flow.source) || isLinkOrFrame(flow)),
  most: ({ source }) => (OF_OTHERS.has(source) ? 'low' : undefined),
})

/** An address that the page has already: whoever put it there had it followed without this, too. */
const OF_AN_ELEMENT = /(?:^|\.)(?:href|src|currentSrc)$/
const ATTRIBUTE = /\b(?:getAttribute|attr|prop)\(\s*['"`](?:href|src|action|data-href|data-src)['"`]\s*\)/

const isAddressOfThePage = ({ flow, trace = [] }: Hit): boolean =>
  flow !== undefined && isOfThePage(flow) && (OF_AN_ELEMENT.test(flow.origin) || ATTRIBUTE.test(trace[0]?.text ?? ''))

const rule = atMost(byFlow, (hit) => (isAddressOfThePage(hit) ? 'low' : hit.flow && isOfThePage(hit.flow) ? 'medium' : undefined))

/** What of the elements that React makes is loaded at once, from wherever the address leads. */
const LOADED = /^(?:src|data|uri|url)$/

/**
 * From version 19 on React writes no address that begins with `javascript:` into the page (upgrade guide to React 19, "react-dom: Error
 * for javascript URLs in src and href"). Where a frame is loaded from is something else, but what a component is told to show is no attack.
 */
const isRefused = ({ library, api, source }: Flow): boolean => MARKUP_ELEMENTS.has(library) && (source === 'parameter' || !LOADED.test(api))

/** From 16.2.0 on the routers of Next.js throw where they are sent to such an address; links and forms are those of React. */
const OF_ROUTER = /(?:^|\.)(?:push|replace)$/
const isRefusedByRouter = (program: Program, { library, api, at }: Flow): boolean =>
  (library === 'next' || library === 'next-pages') && OF_ROUTER.test(api) && isAtLeast(program, ['next'], '16.2.0', at.file)

/** Libraries that make elements of JSX, of which only React looks at addresses. */
const JSX = new Set(['react', 'preact', 'solid-js', '@builder.io/qwik', 'inferno'])

/** Whether the package of a file, or else the program, has no React but such a version. */
function refusesScripts({ technologies, manifests }: Program): (file: string) => boolean {
  const react = technologies.find(({ name }) => name === 'React')
  const stated = react ? [react.version, ...[...(react.locked ?? []), ...(react.declared ?? [])].map(({ version }) => version)] : []
  const everywhere = areRefusing(stated.flatMap((version) => /\d+/.exec(version ?? '')?.[0] ?? []))
  const packages = manifests
    .filter(({ path }) => /(?:^|\/)package\.json$/.test(path))
    .map(({ path, facts }) => ({
      folder: path.slice(0, -'package.json'.length),
      named: facts.filter(({ kind, name }) => kind === 'dependency' && JSX.has(name)),
    }))
    .filter(({ named }) => named.length > 0)
    .sort((one, other) => other.folder.length - one.folder.length)
  return (file) => {
    const named = packages.find(({ folder }) => file.startsWith(folder))?.named ?? []
    if (named.some(({ name }) => name !== 'react')) return false
    const majors = named.flatMap(({ version = '' }) => version.split('||').flatMap((range) => /\d+/.exec(range)?.[0] ?? []))
    return majors.length > 0 ? areRefusing(majors) : everywhere
  }
}

const areRefusing = (majors: readonly string[]): boolean => majors.length > 0 && majors.every((major) => Number(major) >= 19)

export default defineRule({
  ...rule,
  check: (program) => {
    const refuses = refusesScripts(program)
    return rule.check({
      ...program,
      flows: program.flows.filter((flow) => !(isRefused(flow) && refuses(flow.at.file)) && !isRefusedByRouter(program, flow)),
    })
  },
})
