import { defineRule } from '../rule'

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
  check: ({ usages }) =>
    usages
      .filter(
        ({ kind, values, test }) =>
          kind === 'markdown-element' &&
          !test &&
          values.text?.state !== 'constant' &&
          (values.allowDangerousHtml?.texts.includes('true') ||
            values.allowHtml?.texts.includes('true') ||
            values.escapeHtml?.texts.includes('false') ||
            values.skipHtml?.texts.includes('never')),
      )
      .map(({ api, at, around }) => ({ subject: `${around || at.file} ${api}`, at, around: api, trace: [at], confidence: 'medium' as const })),
})
