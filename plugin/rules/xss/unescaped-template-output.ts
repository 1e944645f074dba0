import type { Evidence, Usage } from '../../types'
import { usageRule } from '../usage-rule'

export default usageRule({
  id: 'unescaped-template-output',
  class: 'xss',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:L/UI:R/S:C/C:L/I:L/A:N',
  cwe: [79],
  title: 'A template prints a value as markup',
  why: 'Templates escape what they print unless they are told not to; where this value comes from is not known here.',
  impact: ['Where the value holds text of others, a script in it runs'],
  fix: 'Print the value as text, or clean it with a sanitizer before it is printed.',
  code: '<p>{{ comment.text }}</p>',
  references: [
    'https://vuejs.org/guide/best-practices/security.html#html-injection',
    'https://svelte.dev/docs/svelte/@html',
    'https://handlebarsjs.com/guide/expressions.html#html-escaping',
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
  ],
  of: ['printed-markup'],
  // Where the value is known to come from outside, another rule says so.
  fault: ({ at, values }, { flows, usages }) =>
    values.value?.state === 'constant' ||
    areCleaned(usages, at) ||
    flows.some((flow) => flow.sink === 'html' && flow.at.file === at.file && flow.at.line === at.line)
      ? undefined
      : { subject: at.file, around: at.text, confidence: 'low' },
})

/** All that is printed on a line went through a sanitizer. */
function areCleaned(usages: readonly Usage[], { file, line }: Evidence): boolean {
  const here = (kind: string) => usages.filter((usage) => usage.kind === kind && usage.at.file === file && usage.at.line === line).length
  const cleaned = here('cleaned-markup')
  return cleaned > 0 && cleaned === here('printed-markup')
}
