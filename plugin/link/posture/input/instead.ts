/** Ways that need no care: values that never become part of a text which something else reads. */
import { Kind } from '../../../graph'
import type { Evidence, Interpreter } from '../../../types'
import { recordCalls } from '../../access/records'
import { calledName, cite, type Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import { modelsOfCalls, sinksOfKind } from '../../usages/modelled'
import { distinctPlaces } from './control'

type Instead = Interpreter['instead']

/** By id of the interpreter. @param isLeftOut nodes of tests and templates */
export function insteadOf(linked: Linked, isLeftOut: (node: number) => boolean): Record<string, Instead> {
  return {
    sql: byModel(linked, isLeftOut, false),
    nosql: byModel(linked, isLeftOut, true),
    shell: lists(linked, isLeftOut),
    markup: contents(linked, isLeftOut),
  }
}

/** Lines shown of each. */
const MOST_SHOWN = 10

/** Those that are not of scripts beside the program come first. */
function shown(linked: Linked, nodes: readonly number[]): Evidence[] {
  const lines = nodes.map((node) => cite(linked, node))
  const isAside = ({ file }: Evidence): boolean => /(?:^|\/)(?:scripts?|seeds?|migrations?|data|bin|examples?)\//.test(file)
  return distinctPlaces([...lines.filter((at) => !isAside(at)), ...lines.filter(isAside)]).slice(0, MOST_SHOWN)
}

const DOCUMENTS = /mongo|nosql|couch|marsdb|nedb|dynamo|firestore|firebase|document/i

/** Calls of an ORM or builder: what they are given is bound. */
function byModel(linked: Linked, isLeftOut: (node: number) => boolean, ofDocuments: boolean): Instead {
  const runs = sinksOfKind(linked, 'sql')
  const byLibrary = new Map<string, number[]>()
  for (const [call, { library }] of recordCalls(linked)) {
    // A method that only its name tells may be anybody's.
    if (runs.has(call) || isLeftOut(call) || library === 'any-database' || DOCUMENTS.test(library) !== ofDocuments) continue
    const known = byLibrary.get(library)
    if (known) known.push(call)
    else byLibrary.set(library, [call])
  }
  return [...byLibrary].map(([library, calls]) => ({ what: `calls of models of ${library}`, count: calls.length, at: shown(linked, calls) }))
}

/** Programs that are started with a list of arguments, with no shell in between. */
function lists(linked: Linked, isLeftOut: (node: number) => boolean): Instead {
  const { whole } = linked
  const found = [...modelsOfCalls(linked).sinks]
    .filter(([call, models]) => models.some(({ kind }) => kind === 'command' || kind === 'argument') && !isLeftOut(call))
    .map(([call]) => call)
    .filter(
      (call) => /^(?:spawn|spawnSync|execFile|execFileSync|execa|execaSync|fork|\$)$/.test(calledName(linked, call)) && whole.args(call).length > 1,
    )
  return found.length === 0 ? [] : [{ what: 'programs started with a list of arguments', count: found.length, at: shown(linked, found) }]
}

/** Text that a page shows as it is. */
function contents(linked: Linked, isLeftOut: (node: number) => boolean): Instead {
  const found = [...lookupOf(linked.whole).named(Kind.Store, new Set(['textContent', 'innerText']))].filter((store) => !isLeftOut(store))
  return found.length === 0 ? [] : [{ what: 'assignments of text content', count: found.length, at: shown(linked, found) }]
}
