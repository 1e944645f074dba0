import type { Flow } from '../../types'
import { taintRule } from '../taint-rule'

/** What a request says of where it was sent to, or comes from: whoever sends it by hand writes what they want. */
const HOST = /(?:^|\.)(?:host|hostname|origin|referr?er|x-forwarded-(?:host|server))$/i
/** Headers that are asked for by name: the line says by which. */
const ASKED = /(?:get|header|headers\(\)|getHeader)\(\)(?:\.get\(\))?$/
const BY_NAME = /(?:get|header|getHeader)\(\s*['"`](?:host|origin|referr?er|x-forwarded-(?:host|server))['"`]/i

export const isForgedHost = ({ source, origin, from }: Flow): boolean =>
  source === 'request' && (HOST.test(origin) || (ASKED.test(origin) && BY_NAME.test(from.text)))

/** Links that let their holder in, or say who somebody is. */
const LETS_IN = /reset|password|token|verif|confirm|activat|invit|magic|log-?in|sign-?[iu][np]/i

export default taintRule({
  id: 'forged-host-in-mail',
  class: 'broken-auth',
  phase: 'Authentication',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:N',
  cwe: [640, 644],
  title: 'The host of a request becomes that of a link in a mail',
  why: 'Who sends a request writes its Host header, so that the link of the mail leads where they want.',
  impact: ['The token of a link goes to somebody else, who sets a new password with it', 'Mail in the name of the site leads its readers to a copy'],
  fix: 'Take the address of the site from its configuration, or let only the hosts of a list pass.',
  code: "const link = new URL('/reset/' + token, process.env.BASE_URL)\nawait transport.sendMail({ to, subject, text: 'Open ' + link.href })",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Forgot_Password_Cheat_Sheet.html',
    'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/07-Input_Validation_Testing/17-Testing_for_Host_Header_Injection',
  ],
  from: ['request'],
  to: ['mailed'],
  where: isForgedHost,
  most: ({ trace }) => (trace.some(({ text }) => LETS_IN.test(text)) ? undefined : 'medium'),
})
