/**
 * What was looked at for injections: every call and assignment that hands text to something which reads it as more than text, and
 * how that text comes about. "Found nothing" says little without it. In: what models call sinks. Out: one row a sort of interpreter.
 */
import { NODE_MODULES } from '../../../node-modules'
import type { Evidence, Interpreter } from '../../../types'
import type { SinkModel } from '../../flow-models'
import { LabelKind } from '../../labels'
import { apiPathsOf, atPlace, calledName, cite, isTestCode, type Linked, receiverOf } from '../../linked'
import { modelsOfCalls } from '../../usages/modelled'
import { packageOf } from '../../usages/origin'
import { settingAt } from '../../usages/setting'
import { insteadOf } from './instead'
import { packageName } from './libraries'
import { SORTS, type Sort, sortOf, textOf } from './text-sorts'

/** Rows of the reports and the kinds of sinks that belong to each, in the order in which they are shown. */
const ROWS: [id: string, kinds: string[]][] = [
  ['sql', ['sql']],
  ['markup', ['html']],
  ['shell', ['command']],
  ['nosql', ['nosql']],
  ['code', ['code']],
  ['template', ['template']],
  ['xml', ['xml']],
  ['ldap', ['ldap']],
  ['xpath', ['xpath']],
  ['path', ['path']],
  ['request', ['url']],
  ['redirect', ['redirect']],
  ['header', ['header']],
  ['log', ['log']],
  ['objects', ['deserialize']],
  ['prompt', ['prompt']],
]

/** Model of clients that connect once, to a store or a mail server: where they do so is no request. */
const CONNECTIONS = 'connection-targets'

/** Lines shown of each sort. */
const MOST_EXAMPLES = 3

interface Row extends Interpreter {
  seen: Record<Sort, Evidence[]>
}

export function interpretersOf(linked: Linked): Interpreter[] {
  const rowOf = new Map<string, Row>()
  const rows = ROWS.map(([id, kinds]): Row => {
    const row: Row = {
      id,
      calls: 0,
      fixed: 0,
      bound: 0,
      built: 0,
      untold: 0,
      libraries: [],
      examples: [],
      instead: [],
      seen: { fixed: [], bound: [], built: [], untold: [] },
    }
    for (const kind of kinds) rowOf.set(kind, row)
    return row
  })
  const isLeftOut = testFiles(linked)
  const { whole } = linked
  const { sinks, storeSinks } = modelsOfCalls(linked)
  for (const [call, models] of sinks) {
    if (isLeftOut(call)) continue
    const isMeant = (model: SinkModel, row: Row): boolean =>
      isPlausible(linked, call, model) &&
      counts(linked, row.id, call) &&
      !(row.id === 'request' && model.library === CONNECTIONS) &&
      (row.id !== 'code' || isRunAsText(linked, call, model)) &&
      isGiven(linked, call, model) &&
      holds(linked, call, model)
    for (const [row, model] of rowsOf(linked, models, rowOf, isMeant)) count(linked, row, call, model.library, sortOf(linked, row.id, call, model))
  }
  for (const [store, models] of storeSinks) {
    if (isLeftOut(store)) continue
    if (whole.text(whole.b[store] as number) === 'body') continue
    for (const [row, model] of rowsOf(linked, models, rowOf, () => true))
      count(linked, row, store, model.library, textOf(linked, linked.whole.c[store] as number))
  }
  const instead = insteadOf(linked, isLeftOut)
  return rows.map(({ seen, ...row }) => ({
    ...row,
    libraries: row.libraries.sort(),
    examples: SORTS.flatMap((sort) => seen[sort].map((at) => ({ sort, at }))),
    instead: instead[row.id] ?? [],
  }))
}

/** One model a row: of several that a name alone leads to, that of a package which the program depends on. */
function rowsOf(
  linked: Linked,
  models: readonly SinkModel[],
  rowOf: ReadonlyMap<string, Row>,
  isMeant: (model: SinkModel, row: Row) => boolean,
): Map<Row, SinkModel> {
  const found = new Map<Row, SinkModel>()
  for (const model of models) {
    const row = rowOf.get(model.kind)
    if (!row || !isMeant(model, row)) continue
    const known = found.get(row)
    if (!known || (!linked.dependencies.has(known.library) && linked.dependencies.has(model.library))) found.set(row, model)
  }
  return found
}

/** By file: code of tests, and templates, whose prints stand elsewhere. */
function testFiles(linked: Linked): (node: number) => boolean {
  const { whole } = linked
  const known = new Map<number, boolean>()
  return (node) => {
    const file = whole.fileOf(node)
    let is = known.get(file)
    if (is === undefined) {
      const { path } = whole.files[file] as { path: string }
      is = isTestCode(linked, path) || !/\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/i.test(path)
      known.set(file, is)
    }
    return is
  }
}

/** A method that only its name tells is one of a library that the program depends on, if of any. */
function isPlausible({ solver, dependencies }: Linked, call: number, { library }: SinkModel): boolean {
  return solver.apiCalls.has(call) || dependencies.size === 0 || dependencies.has(library) || NO_LIBRARY.has(library)
}

/** Whether the call has anything at the place that the sink is about: most have no `$where`. */
function isGiven(linked: Linked, call: number, { spots }: SinkModel): boolean {
  return spots.some((spot) => !/^\d+\./.test(spot) || atPlace(linked, call, spot).length > 0)
}

const TIMERS = new Set(['setTimeout', 'setInterval', 'setImmediate'])

/** A function that is handed over is run as it is: `setTimeout(() => …)`. What a timer is given is one, unless text is seen: `setTimeout(window.print)`. */
function isRunAsText(linked: Linked, call: number, { spots }: SinkModel): boolean {
  const at = linked.whole.args(call)[Number.parseInt(spots[0] ?? '0', 10)]
  if (at !== undefined && TIMERS.has(calledName(linked, call)) && textOf(linked, at) === 'untold') return false
  return at === undefined || !linked.solver.of(at).some((label) => linked.solver.labels.kind[label] === LabelKind.Function)
}

/** Putting a path together reads no file, and loading the program's own modules reads none of anybody's. */
const NO_FILES = /^(?:join|resolve|normalize|require|import|relative|extname|basename|dirname)$/

const ANSWERS = /^(?:Response|NextResponse|send|end|write|json|html|body|respondWith|reply|view|respond|text)$/

/** Answers are told under output encoding; only what inserts markup into a page counts here. */
function counts(linked: Linked, row: string, call: number): boolean {
  if (row === 'path') return !NO_FILES.test(calledName(linked, call))
  if (row !== 'markup') return true
  if (ANSWERS.test(calledName(linked, call))) return false
  const receiver = receiverOf(linked, call)
  return (
    receiver < 0 || !apiPathsOf(linked, receiver).some((path) => /(?:Response|Reply|Context|ServerResponse)\b/.test(linked.models.paths.show(path)))
  )
}

/** A name of the program's own, `@/lib`, is none. */
const isInstalled = ({ dependencies }: Linked, name: string): boolean =>
  dependencies.size === 0 ? !/^[./@]\W?/.test(name) : dependencies.has(name) || NODE_MODULES.has(name.replace(/^node:/, ''))

/** Models of what belongs to the language, the page, or to no library in particular. */
const NO_LIBRARY = new Set(['any-database', 'javascript-globals', 'dom', 'web-platform', 'templates', 'util'])

function count(linked: Linked, row: Row, node: number, library: string, sort: Sort): void {
  row.calls++
  row[sort]++
  const from = packageOf(linked, linked.whole.a[node] as number)
  const named = from !== undefined && isInstalled(linked, packageName(from)) ? packageName(from) : library
  if (!NO_LIBRARY.has(named) && !row.libraries.includes(named)) row.libraries.push(named)
  if (row.seen[sort].length < MOST_EXAMPLES) row.seen[sort].push(cite(linked, node))
}

/** Whether a sink that depends on an option of the same call is one here. */
function holds(linked: Linked, call: number, { when, pasted }: SinkModel): boolean {
  // The values of a statement, whose text is counted by itself.
  if (pasted) return false
  if (!when) return true
  const { state, texts } = settingAt(linked, call, when.place)
  if (when.begins !== undefined) return texts.some((text) => text.trimStart().startsWith(when.begins as string))
  if (when.missing && state === 'missing') return true
  if (when.is !== undefined) return texts.includes(when.is)
  if (when.not !== undefined) return !texts.includes(when.not)
  return !when.missing && state !== 'missing'
}
