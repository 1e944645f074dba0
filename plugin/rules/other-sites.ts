/** What a page of another site can have a visitor's browser do, and a rule that claims less where that is out of its reach. */
import type { EntryPoint, Program } from '../types'
import { defineRule, type Hit, type Rule } from './rule'
import { lessSure } from './sureness'

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

/** Of what does harm only to whom another site brings there, medium at most where none can. */
export const whereOthersReach = (rule: Rule): Rule =>
  defineRule({
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
