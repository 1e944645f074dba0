/** What leaves the process: calls whose API path a model knows. */
import { Kind } from '../graph'
import type { Connection } from '../types'
import { cite, isTest, type Linked } from './linked'

export function connectionsOf(linked: Linked): Connection[] {
  const { solver, models, whole, values } = linked
  const found = new Map<string, Connection>()
  for (const [call, paths] of [...solver.apiCalls].sort((one, other) => one[0] - other[0]))
    for (const path of paths)
      for (const { library, act } of models.acts.get(path) ?? []) {
        if (act.act !== 'connect' || isTest((whole.files[whole.fileOf(call)] as { path: string }).path)) continue
        let { name } = act
        if (act.kind === 'http') {
          const first = whole.args(call)[0]
          name = first === undefined ? 'an address from configuration' : hostOf(values.texts(first).map(({ value }) => value))
        }
        const from = packageOf(linked, call) ?? library
        const key = `${act.kind} ${name} ${from}`
        const known = found.get(key)
        if (known) known.calls++
        else found.set(key, { kind: act.kind, name, library: from, at: cite(linked, call), calls: 1 })
      }
  return [...found.values()]
}

/** The package or global a call was reached through, where that stands in the same file. */
export function packageOf({ whole }: Linked, call: number): string | undefined {
  let node = call
  for (let hops = 0; hops < 12 && node >= 0; hops++) {
    switch (whole.kind[node] as Kind) {
      case Kind.Import: {
        const specifier = whole.text(whole.a[node] as number)
        return /^[./]/.test(specifier) ? undefined : specifier.replace(/^node:/, '')
      }
      case Kind.Global:
        return whole.text(whole.a[node] as number)
      case Kind.Cell:
        node = whole.items(whole.a[node] as number)[0] ?? -1
        break
      case Kind.Call:
      case Kind.New:
      case Kind.Load:
      case Kind.Await:
      case Kind.Refine:
        node = whole.a[node] as number
        break
      default:
        return undefined
    }
  }
  return undefined
}

/** Host of an address, or that it is not written in the code. */
function hostOf(texts: string[]): string {
  for (const text of texts) {
    const match = /^(?:https?|wss?):\/\/([^/:?#{]+)/.exec(text)
    if (match) return match[1] as string
  }
  return 'an address from configuration'
}
