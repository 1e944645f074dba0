import { taintRule } from '../taint-rule'

export default taintRule({
  id: 'argument-injection',
  class: 'command-injection',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H',
  cwe: [88, 78],
  title: 'Outside data becomes an argument that a program takes for an option',
  why: 'The program has options that run other programs or write any file, and a value that begins with a hyphen is one of them.',
  impact: ['An option such as `--upload-pack` runs a program of the sender’s choice', 'Files are overwritten'],
  fix: 'Put `--` in front of values, or turn away values that begin with a hyphen.',
  code: "execFile('git', ['clone', '--', address])",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/OS_Command_Injection_Defense_Cheat_Sheet.html', 'https://git-scm.com/docs/gitcli'],
  from: ['request', 'message', 'library', 'parameter'],
  to: ['argument'],
})
