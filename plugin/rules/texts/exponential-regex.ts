import { defineRule } from '../rule'
import { slowFlows } from './redos'

export default defineRule({
  id: 'exponential-regex',
  class: 'redos',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:N/A:H',
  cwe: [1333, 400],
  title: 'Regular expression whose time doubles with each repeated character',
  why: 'A repeated part of the expression can read the same text in two ways, so that thirty repetitions are tried in a billion ways before a match fails.',
  impact: ['A short text that does not match keeps the process busy for minutes', 'Whoever can choose the text can stop the service'],
  fix: 'Rewrite the repeated part so that each character can be read in one way only.',
  code: '// before: /^(\\w+\\s?)*$/\nconst words = /^\\w+(?:\\s\\w+)*\\s?$/',
  references: [
    'https://owasp.org/www-community/attacks/Regular_expression_Denial_of_Service_-_ReDoS',
    'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Guide/Regular_expressions',
    'https://cheatsheetseries.owasp.org/cheatsheets/Nodejs_Security_Cheat_Sheet.html',
  ],
  check: ({ usages, flows }) => {
    // Where outside data meets it on the same line, that is the finding.
    const met = new Set(slowFlows({ flows, usages }).map(({ flow: { at } }) => `${at.file}:${at.line}`))
    const found = usages.filter(({ kind, test, values }) => kind === 'regex' && !test && values.time?.texts[0] === 'exponential')
    return found
      .filter(({ at }) => !met.has(`${at.file}:${at.line}`))
      .map(({ at, around, values }) => {
        const [prefix = '', pump = '', suffix = ''] = values.attack?.texts ?? []
        return {
          subject: `${around || at.file} regex`,
          at,
          around: values.pattern?.texts[0] ?? '',
          confidence: 'medium' as const,
          description: `Each further ${JSON.stringify(pump)} in a text such as ${JSON.stringify(prefix + pump.repeat(3) + suffix)}, where what follows does not match, doubles the time that the match takes.`,
        }
      })
  },
})
