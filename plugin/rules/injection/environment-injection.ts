import { taintRule } from '../taint-rule'

export default taintRule({
  id: 'environment-injection',
  class: 'command-injection',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:L/UI:N/S:U/C:H/I:H/A:H',
  cwe: [454, 78],
  title: 'Outside data names entries of the environment',
  why: 'Entries such as `NODE_OPTIONS`, `LD_PRELOAD` and `PATH` decide which programs run.',
  impact: ['The next program that is started loads code of the sender’s choice', 'Settings of the server are replaced while it runs'],
  fix: 'Set entries whose names stand in the code, and look the names of others up in a list.',
  code: "spawn('node', ['job.js'], { env: { ...process.env, JOB_NAME: String(request.body.name) } })",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/OS_Command_Injection_Defense_Cheat_Sheet.html',
    'https://cwe.mitre.org/data/definitions/454.html',
  ],
  from: ['request', 'message'],
  to: ['environment'],
})
