import { htmlRule } from '../html-rule'

export default htmlRule({
  id: 'stored-xss',
  class: 'xss',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:L/UI:R/S:C/C:L/I:L/A:N',
  cwe: [79],
  title: 'Stored data is written into a page as markup',
  why: 'What one person stored earlier, others see as part of the page: a script in it runs in the session of everybody who looks.',
  impact: [
    'One stored text reaches every visitor',
    'Administrators who look at it hand over their rights',
    'A name of a file is enough where files are listed',
  ],
  fix: 'Escape what comes out of storage just as what comes from a request; where markup is wanted, clean it with a sanitizer.',
  code: "list.append($('<li>').text(comment.text))",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
    'https://owasp.org/www-community/Types_of_Cross-Site_Scripting',
  ],
  from: ['stored', 'message'],
  to: ['html'],
  // What a socket of the page brings comes from its own server, which may have cleaned it.
  most: ({ source }) => (source === 'message' ? 'medium' : undefined),
  // Templates, manifests and other files of the program are read the same way as files that people left.
  sure: ({ flow }) => (/\breadFile(?:Sync)?\(\)$/.test(flow?.origin ?? '') ? 'low' : undefined),
})
