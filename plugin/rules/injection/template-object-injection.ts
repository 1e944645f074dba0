import { taintRule } from '../taint-rule'

export function isTemplateCall({ sink, api }: { sink: string; api: string }): boolean {
  return sink === 'record' && /(?:^|\.)(?:render\w*|view\w*)$/.test(api)
}

export default taintRule({
  id: 'template-object-injection',
  // What the sender names is a file first, the layout; see the order of the weaknesses below.
  class: 'path-traversal',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  cwe: [73, 94],
  title: 'A whole object from outside becomes the values of a template',
  why: 'Engines take settings from the same object as values, such as the layout file, so the sender sets them as well.',
  impact: ['Files of the server are shown as layouts', 'In some engines settings lead to running code'],
  fix: 'Hand over an object of your own with the fields the template needs.',
  code: "response.render('profile', { name: String(request.body.name) })",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Nodejs_Security_Cheat_Sheet.html',
    'https://expressjs.com/en/advanced/best-practice-security.html',
  ],
  from: ['request', 'message', 'parameter'],
  to: ['record'],
  where: isTemplateCall,
})
