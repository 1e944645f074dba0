import type { Program } from '../../types'
import { ofSession } from '../cookie-settings'
import { mayBe, textOf, usageRule } from '../usage-rule'

const WORDS: Record<string, string> = {
  cookie: 'The server goes by a cookie, which browsers send along for pages of any site.',
  open: 'The server asks for a token only where one is set, and takes connections of pages of any site without it.',
  nobody:
    'The server asks nobody who they are: on a machine or in a network that is closed to others, the pages that somebody there visits reach it.',
}

/** Browsers keep the cookie from pages of other sites. */
const isKeptBack = ({ usages }: Program): boolean =>
  usages.some((usage) => !usage.test && usage.kind === 'session-cookie' && mayBe(ofSession(usage, 'sameSite'), 'lax', 'strict', 'true'))

export default usageRule({
  id: 'cross-site-websocket',
  size: 'small',
  class: 'csrf',
  phase: 'Authentication',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:L/A:N',
  cwe: [1385, 346],
  title: 'Pages of any site can open this WebSocket for their visitors',
  why: 'Browsers open sockets for pages of any site, send the cookies of the visitor along, and say only in the header Origin whose page it is, which nobody reads here.',
  impact: ['A page elsewhere reads what the server sends to its visitor', 'It sends messages in the name of its visitor'],
  fix: 'Compare the header Origin with the site’s own before the connection is taken, or demand a token that only the site’s own pages know.',
  code: 'new WebSocketServer({ server, verifyClient: ({ origin }) => OWN_ORIGINS.includes(origin) })',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/WebSocket_Security_Cheat_Sheet.html',
    'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Origin',
    'https://portswigger.net/web-security/websockets/cross-site-websocket-hijacking',
  ],
  of: ['socket-server'],
  fault: ({ values }, program) => {
    const asks = textOf(values.asks) ?? ''
    const words = WORDS[asks]
    if (words === undefined || (asks === 'cookie' && isKeptBack(program))) return undefined
    return {
      confidence: asks === 'nobody' ? 'low' : 'medium',
      description: `${words} Nothing reads the header Origin, by which it could tell them apart.`,
    }
  },
})
