/** Ways that only developers go, or that no running program goes. */

import { ChoiceKind, Kind, RegionKind } from '../../../graph'
import type { Flow } from '../../../types'
import { firstOf } from '../../first-of'
import type { Linked } from '../../linked'
import { NOT } from '../../operators'
import { environmentOf } from '../../posture/data-protection/environment'
import { isReadAtStart } from '../at-start'
import { type Doubt, low, medium } from './way'

/** Environments in which only developers see what comes out. */
const OF_DEVELOPERS = /^(?:outside production|in (?:development|test|local))$/
const DEBUGGING = /^(?:is_?)?debug(?:ging)?(?:_?(?:mode|enabled))?$/i

/** What another host answers, or a library hands over, is as strange to a developer as to anybody. */
const STRANGE = new Set<Flow['source']>(['response', 'library'])

export const whereItRuns: Doubt[] = [
  {
    tell: ({ hit }) => (hit.sometimes ? medium('A shell reads it on some systems alone: a test decides whether one is started.') : undefined),
  },
  {
    tell: ({ linked, asked, source, nodes }) =>
      asked.tools.size > 0 &&
      !STRANGE.has(source) &&
      nodes.every((node) => asked.tools.has(linked.whole.files[linked.whole.fileOf(node)]?.path ?? ''))
        ? low('It is a tool that developers run by hand, and no part of the program: who calls it may do as much without it.')
        : undefined,
  },
  {
    tell: ({ linked, nodes }) => {
      const when = firstOf(nodes, (node) => {
        const environment = environmentOf(linked, node)
        return OF_DEVELOPERS.test(environment) ? environment : undefined
      })
      return when === undefined ? undefined : low(`It happens ${when} alone.`)
    },
  },
  {
    tell: ({ linked, nodes }) =>
      nodes.some((node) => isDebugging(linked, node)) ? low('It happens only where a setting asks for details to find faults by.') : undefined,
  },
  {
    tell: ({ linked, asked, source, steps }) =>
      (source === 'request' || source === 'message') && isReadAtStart(linked, steps, (fn) => asked.isRun(fn))
        ? low('What was kept is read only while the program starts, before anybody can have sent anything.')
        : undefined,
  },
  {
    tell: ({ linked, asked, source, steps }) =>
      source === 'request' && steps[0] !== undefined && isOfUnmounted(linked, steps[0], asked.unmounted)
        ? low('It comes in by a route of a router that nothing mounts: as the program is, no request gets there.')
        : undefined,
  },
  {
    tell: ({ asked, steps }) => {
      const entered = asked.programs.enteredBy(steps)
      return entered ? low(`No module loads both where it comes from and \`${entered}\`: a server and a page share no objects.`) : undefined
    },
  },
]

/** `if (settings.debug) …` around a node. */
function isDebugging({ whole, values }: Linked, node: number): boolean {
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    const kind = whole.regions[region * 4] as RegionKind
    if (kind !== RegionKind.True && kind !== RegionKind.False) continue
    if (saysDebug(whole.regions[region * 4 + 2] as number, kind === RegionKind.True, 0)) return true
  }
  return false

  function saysDebug(condition: number, holds: boolean, hops: number): boolean {
    if (condition < 0 || hops > 5) return false
    const inner = whole.a[condition] as number
    switch (whole.kind[condition] as Kind) {
      case Kind.Unary:
        return whole.c[condition] === NOT && saysDebug(inner, !holds, hops + 1)
      case Kind.Refine:
        return saysDebug(inner, holds, hops + 1)
      case Kind.Choice:
        return holds && whole.c[condition] !== ChoiceKind.Or && whole.items(inner).some((item) => saysDebug(item, true, hops + 1))
      case Kind.Load:
        return holds && DEBUGGING.test(values.nameOf(condition) ?? '')
      default:
        return false
    }
  }
}

/** Whether a value is handed to, or read in, one of the functions. */
function isOfUnmounted({ whole }: Linked, node: number, functions: ReadonlySet<number>): boolean {
  if (functions.size === 0 || node >= whole.size) return false
  for (let fn = whole.scopeOf(node); fn >= 0; fn = whole.functions[fn]?.parent ?? -1) if (functions.has(fn)) return true
  return false
}
