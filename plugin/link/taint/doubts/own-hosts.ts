/**
 * Addresses of requests that a framework puts together itself: Next makes `request.url` of the host and port that it was told to listen on
 * and the path that was sent, unless a setting has it trust the Host header. In: a way. Out: that its host is nobody's choice.
 */
import { Kind } from '../../../graph'
import { apiPathsOf } from '../../linked'
import { type Doubt, low } from './way'

const ADDRESSES = new Set(['url', 'redirect', 'script-url', 'mailed'])
const MADE_BY_FRAMEWORK = /^next\/WebRequest(?:\.nextUrl)?$/
const HOST = /^(?:origin|host|hostname|protocol)$/

export const ownHosts: Doubt[] = [
  {
    of: ADDRESSES,
    tell: ({ linked, source, steps }) => {
      const { whole, models } = linked
      const [first] = steps
      if (source !== 'request' || first === undefined || first >= whole.size || whole.kind[first] !== Kind.Load) return undefined
      const isMade = [first, whole.a[first] as number].some((node) =>
        apiPathsOf(linked, node).some((path) => MADE_BY_FRAMEWORK.test(models.paths.show(path))),
      )
      const isHost = steps.some((node) => node < whole.size && whole.kind[node] === Kind.Load && HOST.test(whole.text(whole.b[node] as number)))
      return isMade && isHost ? low('It is the host that the framework was told to listen on, unless it is set to trust the Host header.') : undefined
    },
  },
]
