import { defineRule } from '../rule'

export default defineRule({
  id: 'unsafe-serialized-script',
  class: 'xss',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [79, 80],
  title: 'Values are serialized for a script with escaping switched off',
  why: 'The result is meant to stand in a script tag, and with this option a text that closes the tag is left as it is.',
  impact: ['A text with a closing script tag in it ends the script and begins another'],
  fix: 'Leave the option unsafe out: characters that end a script are then escaped.',
  code: 'const state = serialize(store)',
  references: [
    'https://github.com/yahoo/serialize-javascript#optionsunsafe',
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
  ],
  check: ({ usages }) =>
    usages
      .filter(
        ({ kind, values, test }) => kind === 'script-text' && !test && values.unsafe?.state === 'constant' && values.unsafe.texts.includes('true'),
      )
      .filter(({ at }) => !usages.some(({ kind, at: other }) => kind === 'script-outside-page' && other.file === at.file && other.line === at.line))
      .map(({ api, at, around }) => ({ subject: `${around || at.file} ${api}`, at, around: api, trace: [at], confidence: 'high' as const })),
})
