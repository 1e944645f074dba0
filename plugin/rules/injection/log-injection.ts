import type { Flow } from '../../types'
import { taintRule } from '../taint-rule'

const WHY = 'A line end in the value begins a line of its own, which looks like any other entry.'

/** Fields of a header hold no line end: RFC 9110, section 5.5; servers refuse requests with one before a handler sees them. */
const HEADER = /\bheaders(?:\(\))?(?:\.|$)|(?:^|\.)(?:getHeader|header)\(\)|^(?:req|request)\.get\(\)/i
/** What brings one in where it was written otherwise. */
const DECODED = /decodeURI|unescape|atob|base64|querystring|searchParams|JSON\.parse/i

/** The address as it was sent holds none either: RFC 9112, section 3; what is decoded of it may. */
const ADDRESS = /^(?:ctx\.)?(?:req|request)\.(?:url|originalUrl|path)$/i

const isPlainAddress = ({ origin, trace }: Flow): boolean =>
  ADDRESS.test(origin) && !trace.some(({ text }) => DECODED.test(text) || PARSED.test(text))
/** What takes the parts out of an address may decode them; and what else of the request stands on the way may hold one. */
const PARSED = /\bparse\w*\(|new URL\(|\.(?:query|params|body)\b/

const isPlainHeader = ({ origin, trace }: Flow): boolean => HEADER.test(origin) && !trace.some(({ text }) => DECODED.test(text))

// Whether a line end does harm is up to who writes the log and who reads it: many write each entry as JSON. Of six that were doubtful for
// another reason besides readers confirmed none.
export default taintRule({
  id: 'log-injection',
  class: 'log-injection',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:L/A:N',
  cwe: [117, 93],
  title: 'Outside data is written to the log as it came',
  why: WHY,
  impact: ['Entries are forged to hide or to blame', 'Viewers of logs show markup of the sender'],
  fix: 'Log values as fields of a structured entry, or take line ends out.',
  code: "logger.info({ user: request.body.user }, 'login failed')",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Logging_Cheat_Sheet.html', 'https://owasp.org/www-community/attacks/Log_Injection'],
  from: ['request', 'message'],
  to: ['log'],
  most: (flow) => (isPlainHeader(flow) || isPlainAddress(flow) || flow.confidence !== 'high' ? 'low' : 'medium'),
  describe: (flow) => {
    const plain = isPlainHeader(flow) ? 'A field of a header' : isPlainAddress(flow) ? 'An address as it is sent' : undefined
    return plain
      ? `Here \`${flow.origin}\` reaches \`${flow.api}\`. ${plain} holds no line end, so that it begins no line of its own; what a viewer makes of markup in it is another matter.`
      : `${WHY} Here \`${flow.origin}\` reaches \`${flow.api}\`.`
  },
})
