import { defineRule } from '../rule'

/** Characters that end a text or an attribute in HTML. */
const LEFT_OUT = ['"', "'"]

export default defineRule({
  id: 'hand-written-escaping',
  class: 'xss',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:N/A:N',
  cwe: [79, 116],
  title: 'HTML is escaped by replacing angle brackets by hand',
  why: 'Angle brackets are two of the characters that matter: quotes end an attribute, and no tag is needed to begin another.',
  impact: ['A value in an attribute gets out of it', 'The next place that needs the same forgets another character'],
  fix: 'Escape with a library that knows every character, or let the template escape.',
  code: "import escapeHtml from 'escape-html'\nconst cell = escapeHtml(description)",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html'],
  check: ({ usages }) =>
    usages
      .filter(
        ({ kind, values, test }) =>
          kind === 'replaced-text' && !test && /^[<>]$/.test(values.what?.texts[0] ?? '') && /^&[lg]t;$/.test(values.by?.texts[0] ?? ''),
      )
      .filter(({ at }, index, all) => all.findIndex((other) => other.at.file === at.file && other.at.line === at.line) === index)
      .filter(
        ({ at }) =>
          !usages.some(
            ({ kind, at: other, values }) =>
              kind === 'replaced-text' &&
              other.file === at.file &&
              Math.abs(other.line - at.line) < 8 &&
              LEFT_OUT.some((quote) => values.what?.texts.join('').includes(quote)),
          ),
      )
      .map(({ api, at, around }) => ({ subject: `${around || at.file} ${api}`, at, around: api, trace: [at], confidence: 'low' as const })),
})
