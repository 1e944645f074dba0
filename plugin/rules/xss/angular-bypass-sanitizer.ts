import type { Evidence, Flow, SourceKind } from '../../types'
import { defineRule } from '../rule'

/** What a function is handed by somebody who is not seen here, and secrets, which attack nobody. */
const UNTOLD = new Set<SourceKind>(['parameter', 'library', 'sensitive'])
/** Of addresses in answers of other services no rule speaks either. */
const isTold = ({ source, sink }: Flow): boolean => !UNTOLD.has(source) && !(source === 'response' && sink === 'script-url')

const isAt = (one: Evidence, other: Evidence): boolean => one.file === other.file && one.line === other.line

export default defineRule({
  id: 'angular-bypass-sanitizer',
  class: 'xss',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [79],
  title: 'Angular is told to trust a value that is made while running',
  why: 'Angular cleans what a template prints as markup or address. A value that is called trusted is printed as it is.',
  impact: ['Scripts in the value run in the session of whoever sees it', 'The mark goes along wherever the value goes'],
  fix: 'Bind the value without marking it, so that Angular cleans it, or clean it first; mark constants alone.',
  code: 'this.html = this.sanitizer.sanitize(SecurityContext.HTML, description)',
  references: [
    'https://angular.dev/best-practices/security',
    'https://docs.angularjs.org/api/ng/service/$sce',
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
  ],
  check: ({ usages, flows }) =>
    usages
      .filter(
        ({ kind, values, test }) => kind === 'trusted-markup' && !test && values.value?.state !== 'constant' && values.value?.state !== 'missing',
      )
      .filter(({ at }) => !usages.some((usage) => usage.kind === 'cleaned-markup' && isAt(usage.at, at)))
      // Where the value is known to come from outside, another rule says so.
      .filter(({ at }) => !flows.some((flow) => isTold(flow) && isAt(flow.at, at)))
      .map(({ api, at, around }) => ({
        subject: `${around || at.file} ${api}`,
        at,
        around: api,
        trace: [at],
        confidence: 'medium' as const,
        description: `\`${api}\` calls a value trusted that is made while running. Angular cleans what a template prints; this value it prints as it is.`,
      })),
})
