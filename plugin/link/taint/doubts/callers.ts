/** Who gets there may be somebody who is trusted with what is done there. */

import { Kind } from '../../../graph'
import { isDeclaredNumber } from '../../decorated/types'
import { firstOf } from '../../first-of'
import { administratorsAsked, ownProgramsAsked } from '../administrators'
import { askedBeside } from '../neighbours'
import { askedOfSocket } from '../socket-middleware'
import { wholePathDemanded } from '../whole-paths'
import { wrapperForAdministrators } from '../wrapped-for-administrators'
import { type Doubt, medium } from './way'

/** What an administrator decides as well by the settings: where requests and files go, what stands in a page, and how much is done. */
const OF_OPERATORS = new Set(['url', 'path', 'html', 'redirect', 'script-url', 'regex', 'resource'])
const PATHS = new Set(['path'])

export const callers: Doubt[] = [
  {
    of: OF_OPERATORS,
    tell: ({ linked, front, nodes }) => {
      const asked =
        administratorsAsked(linked, nodes, front.runs) ?? front.forAdmins ?? firstOf(nodes, (node) => wrapperForAdministrators(linked, node))
      return asked ? medium(`Only who passes \`${asked}\` gets there; what such a caller may decide could not be told.`) : undefined
    },
  },
  {
    tell: ({ linked, nodes }) => {
      const { whole, values } = linked
      const parameter = nodes.find((node) => node < whole.size && whole.kind[node] === Kind.Param && isDeclaredNumber(linked, node))
      return parameter !== undefined
        ? medium(
            `On the way \`${values.nameOf(parameter)}\` is declared a number, or yes or no: nothing holds what was sent to that when the program runs.`,
          )
        : undefined
    },
  },
  {
    of: PATHS,
    tell: ({ linked, asked, nodes, hit }) => {
      const call = wholePathDemanded(linked, asked.conditions, nodes, hit.at)
      return call === undefined
        ? undefined
        : medium(
            `\`${linked.whole.sourceOf(call, 60)}\` demands a whole path: whoever sends it is meant to choose one, and there is no folder to leave.`,
          )
    },
  },
  {
    tell: ({ linked, front, source, nodes }) => {
      const asked = source === 'request' ? ownProgramsAsked(linked, nodes, front.runs) : undefined
      return asked ? medium(`Only who passes \`${asked}\` gets there, which compares with a secret of the program's own.`) : undefined
    },
  },
  {
    tell: ({ linked, source, steps }) => {
      const call = source === 'message' ? askedOfSocket(linked, steps) : undefined
      return call === undefined
        ? undefined
        : medium(`\`${linked.whole.sourceOf(call, 60)}\` is asked of it before a socket is let in; whether that is enough could not be told.`)
    },
  },
  {
    tell: ({ linked, asked, source, steps }) => {
      const beside = source === 'request' ? askedBeside(linked, steps[0] ?? -1, (fn) => asked.isRun(fn)) : undefined
      return beside === undefined
        ? undefined
        : medium(`\`${beside}\` beside it asks for this part of the request; whether it runs before could not be told.`)
    },
  },
]
