/** The command line with a terminal that a test types into. In: arguments, and keys to press as questions appear. Out: what it said. */
import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { run } from '../../plugin/cli'

export const enter = '\r'
export const down = '\x1b[B'
export const space = ' '
export const controlC = '\x03'

/** @param answers words of a question, and the keys to press once they are on the screen; none is no terminal */
export async function plumbline(argv: string[], answers?: [question: string, keys: string[]][], env: NodeJS.ProcessEnv = {}) {
  const said = { out: '', err: '' }
  const left = [...(answers ?? [])]
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input })
  const stream = (key: 'out' | 'err') => {
    const into = Object.assign(new PassThrough(), { isTTY: answers !== undefined, columns: 120, rows: 40 })
    into.on('data', (chunk) => {
      said[key] += String(chunk)
      const [next] = left
      if (!next || !said[key].includes(next[0])) return
      left.shift()
      // A key at a time, as they come from fingers.
      next[1].forEach((pressed, index) => void setTimeout(() => input.write(pressed), 20 * (index + 1)))
    })
    return into as unknown as NodeJS.WriteStream
  }
  const analyse = () => Promise.reject(new Error('setting up analyses nothing'))
  const code = await run(argv, {
    analyse,
    input: input as unknown as NodeJS.ReadStream,
    out: stream('out'),
    err: stream('err'),
    env,
    isCI: false,
    isProposal: false,
  })
  // What was written last arrives with the next turn.
  await new Promise(setImmediate)
  return { code, out: stripVTControlCharacters(said.out), err: said.err, unasked: left.map(([question]) => question) }
}
