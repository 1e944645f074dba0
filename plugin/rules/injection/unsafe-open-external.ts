import { taintRule } from '../taint-rule'

export default taintRule({
  id: 'unsafe-open-external',
  size: 'small',
  class: 'open-redirect',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:H',
  cwe: [601, 78],
  title: 'The system opens an address that a page chose',
  why: 'The system opens an address with the program that its scheme is for: `file:` and `smb:` start files, others hand their text to programs that trust it.',
  impact: [
    'A link in what the window shows runs a program on the machine of the visitor',
    'Windows sends the visitor’s password hash to the server of an smb address',
  ],
  fix: 'Parse the address and open it where its scheme is https, http or mailto alone.',
  code: "const address = new URL(details.url)\nif (['https:', 'http:', 'mailto:'].includes(address.protocol)) shell.openExternal(address.href)",
  references: [
    'https://www.electronjs.org/docs/latest/tutorial/security#15-do-not-use-shellopenexternal-with-untrusted-content',
    'https://benjamin-altpeter.de/shell-openexternal-dangers/',
    'https://cheatsheetseries.owasp.org/cheatsheets/Input_Validation_Cheat_Sheet.html',
  ],
  from: ['request', 'browser', 'message', 'response'],
  to: ['opened'],
  // What people type into the program themselves is their own.
  where: ({ source, origin }) => source !== 'browser' || !/\.value$/.test(origin),
  // A window may show nothing but pages of the program's own, with nothing in them that others wrote. Files that it has opened are often
  // those that the visitor picked there.
  most: ({ api }) => (/openPath|openItem/.test(api) ? 'low' : 'medium'),
})
