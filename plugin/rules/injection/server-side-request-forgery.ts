import type { Flow, Program } from '../../types'
import { doorsByRoute, privilegesOf } from '../guarded-vector'
import { atMost } from '../sureness'
import { taintRule } from '../taint-rule'
import { isHeadlessBrowser } from './headless-browser-injection'

const WHY = 'The server stands inside a network that the sender cannot reach, and asks there in the sender’s place.'

/** Clients of mail, databases, directories and the like: what is decided is whom they connect to, by whatever they speak. */
const isConnection = ({ library }: Flow) => library === 'connection-targets'

/** What is stored is an address of the sender's where a door writes that field out of what was sent. */
const isSent = ({ entryPoints }: Program, { field }: Flow): boolean =>
  field !== undefined &&
  entryPoints.some(({ data = [] }) => data.some(({ writes }) => writes.some((write) => write.field === field && write.by === 'request')))

const byFlow = taintRule({
  id: 'server-side-request-forgery',
  size: 'medium',
  class: 'ssrf',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:L/A:N',
  cwe: [918, 441],
  title: 'Outside data decides where a request goes',
  why: WHY,
  impact: ['Internal services and cloud metadata answer', 'Credentials of the server go to an address of the sender’s choice'],
  fix: 'Take the host from a list of your own. Where any address must do, resolve it first and turn private ranges away, and do not follow redirects.',
  code: "const host = hosts.get(request.query.region)\nif (host) await fetch(new URL('/status', host))",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html',
    'https://owasp.org/Top10/A10_2021-Server-Side_Request_Forgery_%28SSRF%29/',
  ],
  from: ['request', 'message', 'browser', 'parameter', 'stored'],
  to: ['url'],
  // A function that is handed where to connect to is handed settings.
  where: (flow, program) =>
    !isHeadlessBrowser(flow) &&
    !(isConnection(flow) && (flow.source === 'parameter' || flow.source === 'stored')) &&
    (flow.source !== 'stored' || isSent(program, flow)),
  describe: (flow) =>
    isConnection(flow)
      ? `The server stands inside a network that the sender cannot reach. Here \`${flow.origin}\` decides by \`${flow.api}\` where the server connects to.`
      : `${WHY} Here \`${flow.origin}\` reaches \`${flow.api}\`.`,
  // From a page, the request goes out in the visitor’s name.
  metrics: ({ source }) => (source === 'browser' ? { UI: 'R', S: 'U', C: 'L' } : undefined),
})

// A page asks with what its visitor may do, and mostly its own server.
const ofVisitors = atMost(byFlow, ({ flow }) => (flow?.source === 'browser' || flow?.source === 'stored' ? 'medium' : undefined))

// Addresses of hooks, feeds and servers of their own are what people sign in to set: whether an address is meant is not in the code.
export default atMost(ofVisitors, ({ route }, program) => {
  const doors = route === undefined ? [] : (doorsByRoute(program).get(route) ?? [])
  return doors.length > 0 && doors.every((door) => privilegesOf(door) === 'L') ? 'medium' : undefined
})
