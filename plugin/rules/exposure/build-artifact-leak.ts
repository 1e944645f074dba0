import { defineRule } from '../rule'

export default defineRule({
  id: 'build-artifact-leak',
  class: 'cleartext-sensitive-data',
  phase: 'Secrets Management',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  cwe: [312, 540],
  title: 'Secrets of the build are written into the code that visitors get',
  why: 'A bundler puts these values into the scripts of the page, where anyone can read them.',
  impact: ['Keys and passwords of the build machine are published with every release'],
  fix: 'Name the few values that the page needs, none of them a secret.',
  code: "new webpack.DefinePlugin({ 'process.env.API_URL': JSON.stringify(process.env.API_URL) })",
  references: ['https://webpack.js.org/plugins/define-plugin/', 'https://cheatsheetseries.owasp.org/cheatsheets/Secrets_Management_Cheat_Sheet.html'],
  check: ({ usages }) =>
    usages
      .filter(({ kind, test }) => kind === 'bundled-environment' && !test)
      .map(({ api, at, around }) => ({
        subject: `${around || at.file} ${api}`,
        at,
        trace: [at],
        confidence: api === 'process.env' ? ('high' as const) : ('medium' as const),
        description:
          api === 'process.env'
            ? 'The whole environment of the build is written into the scripts of the page, with every secret in it.'
            : `\`${api}\` is written into the scripts of the page, where anyone can read it.`,
      })),
})
