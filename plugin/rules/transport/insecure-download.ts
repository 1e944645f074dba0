import { isOnly, textOf, usageRule } from '../usage-rule'

export default usageRule({
  id: 'insecure-download',
  class: 'untrusted-resource',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H',
  cwe: [829, 494],
  title: 'A program is fetched without encryption',
  why: 'Whoever sits on the way of an unencrypted download can put another program in its place.',
  impact: ['Foreign code runs with the rights of whoever runs the download'],
  fix: 'Fetch it over https, and compare its hash with one that is written in the code.',
  code: "await download('https://example.com/tool.exe', { checksum })",
  references: ['https://owasp.org/www-project-top-ten/', 'https://cheatsheetseries.owasp.org/cheatsheets/Transport_Layer_Security_Cheat_Sheet.html'],
  of: ['cleartext-address'],
  fault: ({ values }) =>
    isOnly(values.program, 'true') && !isOnly(values.near, 'true')
      ? { confidence: 'medium', description: `Whoever sits on the way of \`${textOf(values.address)}\` can put another program in its place.` }
      : undefined,
})
