import type { EntryPoint, Program } from '../../types'
import { htmlRule, isMarkup } from '../html-rule'
import { defineRule, type Hit } from '../rule'
import { lessSure } from '../sureness'

const rule = htmlRule({
  id: 'reflected-xss',
  class: 'xss',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [79],
  title: 'Request data is written into a page as markup',
  why: 'Whoever makes somebody follow a link decides which script runs in their session, since the page repeats the request as markup.',
  impact: [
    'Sessions and data of signed-in visitors are taken over',
    'The page asks for passwords in the name of this site',
    'Requests are sent in the name of the visitor',
  ],
  fix: 'Escape the value for the place it stands in, render it with a template that escapes, or answer with a type that no browser runs.',
  code: "response.send('<p>Hello ' + escapeHtml(request.query.name) + '</p>')",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
    'https://owasp.org/www-community/attacks/xss/',
  ],
  from: ['request'],
  to: ['html', 'script-url'],
  where: isMarkup,
  // A link sets an address and a form a body; headers and cookies of somebody else's browser are out of reach.
  sure: ({ flow }) =>
    /\b(?:cookies|signedCookies|headers|rawHeaders)\b|\.header\(\)/.test(flow?.origin ?? '') && !/\breferr?er\b/i.test(flow?.origin ?? '')
      ? 'low'
      : undefined,
})

/** Pages of other sites have browsers follow links and send forms; any other method they may send only where the server says so. */
const OF_LINKS = /^(?:GET|HEAD|ALL|ANY|\*)$/
const OF_FORMS = /^POST$/

/**
 * Whether no page of another site can have a visitor's browser make the request in the visitor's name: it takes a method that links and
 * forms do not have, or who is calling is told by something that browsers do not send by themselves.
 */
function isOutOfReach({ route }: Hit, { entryPoints, usages }: Program): boolean {
  const doors = entryPoints.filter(({ kind, method, path }) => kind === 'http' && `${method} ${path}` === route)
  // Who has signed in is kept inside of a session there.
  const hasSessions = usages.some(({ kind, test }) => kind === 'session-login' && !test)
  const needsHeader = ({ authRequired, csrf }: EntryPoint) => authRequired.answer === 'yes' && csrf === undefined && !hasSessions
  const isOut = (door: EntryPoint) => !OF_LINKS.test(door.method) && (OF_FORMS.test(door.method) ? needsHeader(door) : true)
  return doors.length > 0 && doors.every(isOut)
}

export default defineRule({
  ...rule,
  check: (program) =>
    rule.check(program).map((hit) =>
      isOutOfReach(hit, program)
        ? {
            ...hit,
            confidence: lessSure('medium', hit.confidence ?? 'high'),
            description:
              `${hit.description ?? ''} No page of another site was found to be able to send this request in the name of a visitor.`.trim(),
          }
        : hit,
    ),
})
