import { defineRule, type Hit } from '../rule'

export default defineRule({
  id: 'type-confusion',
  class: 'type-confusion',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:L',
  cwe: [843],
  title: 'A parameter of a request is taken for text and may be a list',
  why: 'When a parameter is given twice, or a body holds a list in its place, the same method answers something else than it does of a text.',
  impact: [
    'Checks of length or contents are passed with a list that holds what they forbid',
    'A method that lists lack stops the request with an error',
  ],
  fix: 'Ask for its type first, or turn the parameter into text.',
  code: "const name = typeof request.query.name === 'string' ? request.query.name : ''",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Input_Validation_Cheat_Sheet.html', 'https://expressjs.com/en/4x/api.html#req.query'],
  check: ({ usages }) =>
    usages
      .filter(({ kind, test }) => kind === 'query-type' && !test)
      .map(
        ({ api, at, around }): Hit => ({
          subject: `${around || at.file} ${api}`,
          at,
          trace: [at],
          // That it may be a list is certain; that a list gets through to where it matters is not.
          confidence: 'medium',
        }),
      ),
})
