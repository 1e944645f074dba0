/** What several rules ask of a cookie, however it was set. */
import type { Program, Setting, Usage } from '../types'
import { isMissing, textOf } from './usage-rule'

/** Names under which applications keep what lets somebody in. */
const CREDENTIAL =
  /auth|sess(?:ion)?|(?:^|[._-])sid(?:$|[._-])|token|jwt|passw|passwd|pwd|secret|credential|log_?in|logged|remember|api_?key|access|refresh|account|user_?id|csrf|xsrf|otp|pin(?:$|[._-])|^(?:user|uid|id|me)$/i
/** What pages remember of a visitor's taste. */
const HARMLESS =
  /theme|lang|locale|consent|banner|dismiss|currency|timezone|color|font|sidebar|layout|welcome|continue_?code|analytics|^_ga|redirect|return_?(?:to|url|path)|dest(?:ination)?$|(?:[a-z]N|(?:^|[._-])n)ext(?:_?(?:url|path|page))?$|last_?(?:visited|path|page)|^(?:hide|hidden|show|shown|seen|has_?seen|skip|skipped|collapsed?|expanded?)(?:[-_.A-Z]|$)|modal|popup|toast|tooltip|tour(?:$|[-_.])/i

/** `yes` where the name says so, `no` where it says otherwise, `unknown` where the name is not known. */
export function isCredential({ values }: Usage): 'yes' | 'no' | 'unknown' {
  const name = textOf(values.name)
  if (name === undefined) return 'unknown'
  return CREDENTIAL.test(name) && !HARMLESS.test(name) ? 'yes' : 'no'
}

/** Of a library's settings for a cookie: where no name is given the library keeps a session in it. */
export function surelyOf(usage: Usage): { at: Usage['at']; confidence: 'high' | 'low' } {
  return { at: usage.at, confidence: usage.values.name === undefined || isCredential(usage) === 'yes' ? 'high' : 'low' }
}

/** Whether a cookie of such a name holds a text that the code writes for everyone. */
export const isSameForAll = ({ values: { value } }: Usage): boolean => value?.state === 'constant' && value.texts.length > 0

/**
 * Whether a cookie holds what the address of the request said, where no part of it is called a credential, or where on the site something
 * is: whoever asked knows it, and nobody is let in by it.
 */
export function isOfAddress({ at }: Usage, { usages }: Program): boolean {
  const sent = usages.find((usage) => usage.kind === 'sent-cookie' && usage.at.file === at.file && usage.at.line === at.line)
  return sent?.values.parts !== undefined && !sent.values.parts.texts.some((part) => CREDENTIAL.test(part))
}

/** A page made up what it keeps there, and nothing else writes a cookie of that name. */
export function isMadeByPage(usage: Usage, { usages }: Program): boolean {
  const isMade = ({ at }: Usage) => usages.some((each) => each.kind === 'made-cookie' && each.at.file === at.file && each.at.line === at.line)
  const name = textOf(usage.values.name)
  const ofName = name === undefined ? [usage] : usages.filter(({ kind, values }) => /cookie$/.test(kind) && textOf(values.name) === name)
  return isMade(usage) && ofName.every((each) => isMade(each) || removes(each))
}

/** A session's own option for its cookie, which some libraries take beside their other options. */
export function ofSession(
  { values }: Usage,
  option: 'secure' | 'httpOnly' | 'sameSite' | 'domain' | 'path' | 'expires' | 'maxAge',
): Setting | undefined {
  const flat = values[`flat${option[0]?.toUpperCase()}${option.slice(1)}`]
  const inner = values[option]
  return isMissing(values.cookie) && isMissing(inner) ? flat : inner
}

/** An end before this was over when it was written. */
const LONG_AGO = Date.UTC(2015, 0, 1)

/** Sets a cookie and does not take it away. */
export const removes = ({ values }: Usage): boolean =>
  Date.parse(textOf(values.expires) ?? '') < LONG_AGO ||
  ['', 'null', 'undefined', 'deleted'].includes(textOf(values.value)?.toLowerCase() ?? '-') ||
  ['0', '-1'].includes(textOf(values.maxAge) ?? '')
