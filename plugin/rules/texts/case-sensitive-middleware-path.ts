import { defineRule } from '../rule'

export default defineRule({
  id: 'case-sensitive-middleware-path',
  class: 'case-bypass',
  phase: 'Authorization',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:L/A:N',
  cwe: [178],
  title: 'Middleware is passed by writing the path in another case',
  why: 'The router takes upper and lower case of a route as the same, and the regular expression in front of the middleware does not.',
  impact: ['Checks and limits of the middleware do not run for such a path', 'The route behind it answers all the same'],
  fix: 'Add the flag i to the expression, or write the path as a text.',
  code: 'app.use(/^\\/admin\\//i, requireAdmin)',
  references: [
    'https://expressjs.com/en/guide/routing.html',
    'https://expressjs.com/en/4x/api.html',
    'https://cheatsheetseries.owasp.org/cheatsheets/Authorization_Cheat_Sheet.html',
  ],
  check: ({ usages }) =>
    usages
      .filter(({ kind, test }) => kind === 'middleware-path' && !test)
      .map(({ api, at, around, values }) => ({
        subject: `${api} ${values.pattern?.texts[0]}`,
        at,
        around,
        confidence: 'high' as const,
        description: `\`/${values.pattern?.texts[0]}/\` covers \`${values.route?.texts[0]}\` in one case only; the route behind it answers in any.`,
      })),
})
