/**
 * One walk over the raw syntax tree of a file. In: a `ts.SourceFile`. Out: its value graph. Every expression becomes a node;
 * local variables are followed assignment by assignment and joined where control flow joins, so that `id = parseInt(id)`
 * changes later uses and not earlier ones, and `if (!ok(x)) return` refines what comes after. `walker.ts` knows where the walk
 * is; what is done with each kind of syntax is registered by the modules beside it.
 */
import type { ts } from 'ts-morph'
import type { ValueGraph } from '../../graph'
import type { Declared } from '../health/index'
import './branches'
import './calls'
import './declarations'
import './expressions'
import './jsx'
import './loops'
import './modules'
import './operators'
import './statements'
import { hoist } from './hoisting'
import { Walker } from './walker'

/** @returns `unread` are names that nothing in the file reads */
export function walk(source: ts.SourceFile): { graph: ValueGraph; unread: Declared[] } {
  const w = new Walker(source)
  const graph = w.whole(() => {
    hoist(w, source.statements)
    for (const statement of source.statements) w.visit(statement)
  })
  return { graph, unread: w.unread() }
}
