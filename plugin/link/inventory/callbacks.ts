/** Functions that the code gives to calls. In: the solved program and what documents name. Out: those of calls that a sample makes too. */
import { type FileFacts, Kind } from '../../graph'
import type { Inventory } from '../../types'
import { calledName, cite, isTestCode, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import type { Told } from '../told'
import { nameOf } from './chains'
import { parametersOf } from './parameters'

export function callbacksOf(linked: Linked, { calls }: Pick<Told, 'calls'>): Inventory['callbacks'] {
  const { whole } = linked
  const shown = new Set(calls)
  if (shown.size === 0) return []
  const names = new Set([...shown].map((call) => call.slice(0, call.indexOf('('))))
  return [...lookupOf(whole).named(Kind.Call, names)].flatMap((call) => {
    const args = [...whole.args(call)]
    const first = args[0]
    // A method of that name is another call.
    if (first === undefined || whole.kind[whole.a[call] as number] === Kind.Load) return []
    const written = `${calledName(linked, call)}(${whole.kind[first] === Kind.String ? whole.text(whole.a[first] as number) : nameOf(linked, first)})`
    const { path } = whole.files[whole.fileOf(call)] as FileFacts
    if (!shown.has(written) || isTestCode(linked, path)) return []
    return args.flatMap((argument, index) =>
      whole.kind[argument] === Kind.Function
        ? [
            {
              call: written,
              index,
              parameters: parametersOf(linked, whole.a[argument] as number, /\.[cm]?tsx?$/.test(path)),
              at: cite(linked, argument),
            },
          ]
        : [],
    )
  })
}
