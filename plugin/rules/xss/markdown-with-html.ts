import { isAtLeast } from '../package-versions'
import { defineRule } from '../rule'

const ADDRESSES =
  'Links of Markdown may begin with `javascript:`, and this setting leaves every address as it is: a script runs for whoever follows one.'

export default defineRule({
  id: 'markdown-with-html',
  class: 'xss',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [79],
  title: 'Markdown is rendered with its HTML left in',
  why: 'Markdown of others may hold any HTML, and this setting prints it as it is.',
  impact: ['Whoever writes the text decides which scripts its readers run'],
  fix: 'Leave HTML escaped, or put a cleaning step such as rehype-sanitize behind it.',
  code: '<ReactMarkdown rehypePlugins={[rehypeRaw, rehypeSanitize]}>{text}</ReactMarkdown>',
  references: [
    'https://github.com/remarkjs/react-markdown#security',
    'https://github.com/rehypejs/rehype-sanitize',
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
  ],
  check: (program) =>
    program.usages
      .filter(
        ({ kind, values, test }) =>
          kind === 'markdown-element' &&
          !test &&
          values.text?.state !== 'constant' &&
          (values.allowDangerousHtml?.texts.includes('true') ||
            values.allowHtml?.texts.includes('true') ||
            values.escapeHtml?.texts.includes('false') ||
            values.skipHtml?.texts.includes('never') ||
            values.html !== undefined ||
            values.addresses !== undefined),
      )
      .map(({ api, at, around, values }) => {
        const hit = { subject: `${around || at.file} ${api}`, at, around: api, trace: [at] }
        const areAddresses = values.addresses !== undefined && values.html === undefined
        if (!areAddresses) return { ...hit, confidence: 'medium' as const }
        // React itself refuses `javascript:` since 19.
        const isRefused = isAtLeast(program, ['react-dom', 'react'], '19.0.0', at.file)
        return { ...hit, confidence: isRefused ? ('low' as const) : ('medium' as const), description: ADDRESSES }
      }),
})
