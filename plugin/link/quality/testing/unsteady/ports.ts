/** Servers of tests that ask for one port: two runs at once, or another program, and it is taken. Port 0 asks for a free one. */
import { Kind } from '../../../../graph'
import type { UnsteadyPlace } from '../../../../types'
import { numberAt, placeAt, type TestFile } from './place'

export function fixedPorts(file: TestFile): UnsteadyPlace[] {
  const { linked, text, calls } = file
  if (!text.includes('listen')) return []
  const { whole, values } = linked
  return calls().flatMap(({ call, names }) => {
    const first = whole.args(call)[0]
    if (names.at(-1) !== 'listen' || first === undefined) return []
    // Fastify takes an object.
    const [option] = whole.kind[first] === Kind.Object ? values.property(first, 'port') : [first]
    const port = numberAt(linked, option)
    if (port === undefined || port < 1 || port > 65535) return []
    return [placeAt(file, call, 'fixed port', `It listens on port ${port}, which another run or program on the machine may have.`, 'medium')]
  })
}
