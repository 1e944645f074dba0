/** Schedules that no model tells: intervals of servers, and jobs in the settings of a scheduler. */
import { Kind } from '../../graph'
import type { EntryPoint } from '../../types'
import { isTestCode, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import type { DoorDetector } from './door'
import { entryOf } from './entry'
import { callsTo, memberOf, textsOf } from './written'

export const schedules: DoorDetector = ({ linked, guards }) => {
  const entryPoints: EntryPoint[] = []
  const put = (node: number, framework: string, method: string, path: string, handlers: number[], purpose?: string) =>
    entryPoints.push(entryOf(linked, guards, { kind: 'schedule', framework, method, path, node, handlers, ...(purpose ? { purpose } : {}) }))
  for (const call of callsTo(linked, 'bree', '', 'default')) {
    const settings = linked.whole.args(call)[0]
    for (const list of settings === undefined ? [] : memberOf(linked, settings, 'jobs'))
      for (const job of linked.values.elements(list)) {
        const [name] = memberOf(linked, job, 'name').flatMap((node) => textsOf(linked, node))
        const [when] = ['cron', 'interval', 'date', 'timeout'].flatMap((key) => memberOf(linked, job, key)).flatMap((node) => textsOf(linked, node))
        if (when) put(call, 'bree', 'CRON', when, [], name)
      }
  }
  const servers = serverFiles(linked)
  if (servers.size > 0)
    for (const call of intervals(linked)) {
      if (!servers.has(linked.whole.fileOf(call))) continue
      const [handler, every] = linked.whole.args(call)
      const [text] = textsOf(linked, every)
      if (handler !== undefined) put(call, 'node', 'INTERVAL', text?.replace(/_/g, '') ?? 'a time that is not in the code', [handler])
    }
  return { entryPoints }
}

/** `setInterval` outside functions, or in one that the module runs once: what goes on as long as the process does. */
function intervals(linked: Linked): number[] {
  const { whole } = linked
  return [...lookupOf(whole).named(Kind.Call, 'setInterval')].filter((call) => {
    const callee = whole.a[call] as number
    if (whole.kind[callee] !== Kind.Global && whole.kind[callee] !== Kind.Import) return false
    return whole.functionOf(call) < 0 && !isTestCode(linked, (whole.files[whole.fileOf(call)] as { path: string }).path)
  })
}

/** Files of servers: those that listen, and what they load. */
function serverFiles(linked: Linked): Set<number> {
  const { whole, solver, modules, fileIndex, models } = linked
  const found = new Set<number>()
  for (const call of lookupOf(whole).named(Kind.Call, new Set(['listen', 'serve'])))
    if ([...(solver.apiCalls.get(call) ?? [])].some((path) => /^(?:npm|type):|^global:(?:Bun|Deno)/.test(models.paths.rootOf(path))))
      found.add(whole.fileOf(call))
  for (const file of found) {
    const facts = whole.files[file] as { path: string; graph: { imports: { specifier: string; typeOnly: boolean }[] } }
    for (const { specifier, typeOnly } of facts.graph.imports) {
      const to = typeOnly ? undefined : modules.resolve(facts.path, specifier)
      const next = to?.kind === 'file' ? fileIndex.get(to.path) : undefined
      if (next !== undefined) found.add(next)
    }
  }
  return found
}
