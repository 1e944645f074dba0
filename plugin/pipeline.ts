/**
 * The whole program on one screen. In: options and a world. Out: pages, the results file and the ledger; nothing is
 * written here but the ledger and the cache, both through the world.
 */
import { extract } from './extract/index'
import { judge } from './rules/judge'
import { rules } from './rules/index'
import { reconcile } from './ledger/index'
import { link } from './link/index'
import { loadModels } from './link/models'
import { render } from './render/index'
import { scan } from './scan/index'
import { stopwatch } from './stopwatch'
import type { Analysis, AnalyseOptions, World } from './types'
import { resultsOf, views } from './views/index'

export async function analyse(options: AnalyseOptions, world: World): Promise<Analysis> {
  const timed = stopwatch(world.progress)
  const models = await loadModels(options.models)
  const found = await timed('scan', () => scan(options, world))
  const facts = await timed('extract', () => extract(found.files, world))
  const program = await timed('link', () => link(found, facts, models, options))
  const verdict = await timed('judge', () => judge(rules, program))
  const last = await world.loadLedger()
  const date = await world.dateOf(found.files)
  const reconciled = await timed('ledger', () => reconcile(last, { verdict, program, options, date, commit: world.repository?.commit ?? null }))
  const context = { program, rows: reconciled.rows, verdict, options, date, repository: world.repository }
  const shown = await timed('views', () => views.flatMap((view) => view(context)))
  const pages = await timed('render', () => render(shown, context))
  await world.saveLedger(reconciled.ledger)
  return { pages, results: resultsOf(context), ledger: reconciled.ledger, timings: timed.report() }
}
