import { defineRule, type Hit } from '../rule'

export default defineRule({
  id: 'directory-listing',
  class: 'directory-listing',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
  cwe: [548],
  title: 'Directory contents are listed to anyone',
  why: 'A directory listing shows every file name under this path, and no guard stands in front of it.',
  impact: ['Files that nothing links to are found', 'Names and dates tell how the system is built and run'],
  fix: 'Serve the files by name only, or put a guard in front of the listing.',
  code: "app.use('/files', express.static('files', { index: false }))",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Nodejs_Security_Cheat_Sheet.html'],
  check: ({ entryPoints, usages }) => [
    ...entryPoints
      .filter(({ kind, notes, authRequired }) => kind === 'static' && authRequired.answer === 'no' && notes.some((note) => note.includes('listing')))
      .map(
        (entry): Hit => ({
          subject: entry.path,
          route: `${entry.method} ${entry.path}`,
          at: entry.at,
          trace: [entry.at],
          // RFC 8615: what lies there is for everybody.
          confidence: /^\/\.well-known\b/.test(entry.path) ? 'medium' : 'high',
        }),
      ),
    // Who gets as far as the call is not told of one by hand: `index(request, response, done)`.
    ...usages
      .filter(({ kind, test }) => kind === 'answered-listing' && !test)
      .map(({ api, at, around }): Hit => ({ subject: `${around || at.file} ${api}`, at, around: api, trace: [at], confidence: 'medium' })),
  ],
})
