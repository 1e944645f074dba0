import { defineRule } from '../rule'

export default defineRule({
  id: 'insecure-dependency-source',
  class: 'insecure-dependency',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:H',
  cwe: [494, 829],
  title: 'A dependency is fetched without encryption',
  why: 'The package is installed from an address whose answers anyone on the way can replace, and installing runs code.',
  impact: ['Foreign code runs on every machine that installs the project', 'It ends up in what is built there'],
  fix: 'Take the package from a registry, or from an https address.',
  code: '"some-tool": "https://example.com/some-tool-1.2.0.tgz"',
  references: [
    'https://docs.npmjs.com/cli/configuring-npm/package-json',
    'https://owasp.org/www-project-top-ten/',
    'https://cheatsheetseries.owasp.org/cheatsheets/NPM_Security_Cheat_Sheet.html',
  ],
  check: ({ manifests }) =>
    manifests.flatMap(({ path, facts }) =>
      facts
        .filter(({ kind, version }) => kind === 'dependency' && /^(?:git\+)?(?:http|ftp):\/\/(?!localhost|127\.)|^git:\/\//i.test(version ?? ''))
        .map(({ name, line, text }) => ({ subject: name, at: { file: path, line, text }, trace: [{ file: path, line, text }] })),
    ),
})
