import { taintRule } from '../taint-rule'

export default taintRule({
  id: 'template-injection',
  size: 'medium',
  class: 'template-injection',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  cwe: [94, 79, 1336],
  title: 'Outside data becomes part of a template’s source',
  why: 'Template engines compile their source to code; whoever writes part of the source writes part of the code.',
  impact: ['Code runs on the server', 'Settings and keys are read through expressions'],
  fix: 'Keep the source of templates in files, and hand outside data over as values.',
  code: "response.render('greeting', { name: request.query.name })",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Injection_Prevention_Cheat_Sheet.html',
    'https://owasp.org/www-project-web-security-testing-guide/stable/4-Web_Application_Security_Testing/07-Input_Validation_Testing/18-Testing_for_Server-side_Template_Injection',
  ],
  from: ['request', 'message', 'stored', 'parameter'],
  to: ['template'],
  // Whole templates are stored to be compiled, and lie in files; a field of a record that becomes part of one is a value.
  where: ({ source, composed, field }) => source !== 'stored' || (composed === true && field !== undefined),
})
