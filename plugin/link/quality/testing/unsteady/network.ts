/** Requests of tests to hosts outside: they fail where the network, the host or its certificate does. */
import type { UnsteadyPlace } from '../../../../types'
import { placeAt, type TestFile } from './place'

const REQUESTS = /^(?:fetch|got|axios|request|superagent|ky|needle|phin|https?)$/
const VERBS = /^(?:get|post|put|patch|delete|head|request|visit|goto|navigateTo|url)$/
/** Names that are kept for examples, and the machine itself (RFC 2606, RFC 6761). */
const NOWHERE =
  /^(?:localhost|127\.|0\.0\.0\.0|\[::1\]|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|host\.docker\.internal)|(?:^|\.)(?:example(?:\.(?:com|org|net))?|test|invalid|local|localhost|internal)$/i

const CALLS = /\b(?:fetch|got|axios|request|superagent|ky|needle|phin|https?|cy|page|browser)\b/

export function realNetwork(file: TestFile): UnsteadyPlace[] {
  const { linked, text, calls, cases, hasFakeNetwork } = file
  if (!CALLS.test(text)) return []
  const { whole, values } = linked
  return calls().flatMap(({ call, root, names, from }) => {
    const isRequest =
      names.length === 0
        ? REQUESTS.test(root)
        : names.length === 1 &&
          VERBS.test(names[0] as string) &&
          (REQUESTS.test(root) || /^(?:cy|page|browser)$/.test(root) || (from !== undefined && REQUESTS.test(from)))
    const first = whole.args(call)[0]
    if (!isRequest || first === undefined || !cases.around(whole.functionOf(call))) return []
    const address = values.texts(first).find(({ exact }) => exact)?.value ?? ''
    const host = /^https?:\/\/([^/:?#]+)/.exec(address)?.[1]
    // A name without a dot is a service of the test's own network.
    if (host === undefined || NOWHERE.test(host) || !host.includes('.')) return []
    return hasFakeNetwork() ? [] : [placeAt(file, call, 'network', `It asks ${host}, which nothing in the test stands in for.`, 'medium')]
  })
}
